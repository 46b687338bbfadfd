import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { credentialTest } from '../shared/editor/credentialTest';
import { columnLists, listSearches, optionLists } from '../shared/editor/lists';
import { limited, properties } from '../shared/editor/properties';
import { customOperations, routing } from '../shared/transport/routing';
import { fieldsIn } from '../shared/vocabulary';
import { resources } from './resources';

export class CustomerConversation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation',
		name: 'customerConversation',
		icon: {
			light: 'file:../../icons/customerConversation.svg',
			dark: 'file:../../icons/customerConversation.dark.svg',
		},
		group: ['transform'],
		version: [1],
		subtitle:
			'={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() + ": " + $parameter["resource"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Work with contacts, conversations and reports of a Chatwoot account',
		defaults: { name: 'Customer Conversation' },
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
		resourceMapping: columnLists(fieldsIn(resources)),
		credentialTest,
	};
}
