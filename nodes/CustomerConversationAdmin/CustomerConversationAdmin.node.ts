import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { credentialTest } from '../shared/editor/credentialTest';
import { listSearches, optionLists } from '../shared/editor/lists';
import { limited, properties } from '../shared/editor/properties';
import { customOperations, routing } from '../shared/transport/routing';
import { fieldsIn } from '../shared/vocabulary';
import { resources } from './resources';

export class CustomerConversationAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Admin',
		name: 'customerConversationAdmin',
		icon: {
			light: 'file:../../icons/customerConversation.svg',
			dark: 'file:../../icons/customerConversation.dark.svg',
		},
		group: ['transform'],
		version: [1],
		subtitle:
			'={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() + ": " + $parameter["resource"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Set up a Chatwoot account: inboxes, agents, teams, labels, rules, bots, webhooks',
		defaults: { name: 'Customer Conversation Admin' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		// Without it n8n gives a declarative node with `methods` no execute: tools would return nothing.
		requestDefaults: {},
		hints: [limited],
		requestOperations: { pagination: routing(resources) },
		properties: properties(resources),
	};

	customOperations = customOperations(resources);

	methods = {
		listSearch: listSearches(fieldsIn(resources)),
		loadOptions: optionLists(fieldsIn(resources)),
		credentialTest,
	};
}
