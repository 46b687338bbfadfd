import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { credentialTest } from '../shared/editor/credentialTest';
import { listSearches, optionLists } from '../shared/editor/lists';
import { properties } from '../shared/editor/properties';
import { customOperations, routing } from '../shared/transport/routing';
import { fieldsIn } from '../shared/vocabulary';
import { resources } from './resources';

export class CustomerConversationClient implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Client',
		name: 'customerConversationClient',
		icon: {
			light: 'file:../../icons/customerConversation.svg',
			dark: 'file:../../icons/customerConversation.dark.svg',
		},
		group: ['transform'],
		version: [1],
		subtitle:
			'={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() + ": " + $parameter["resource"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		description: 'Act as the customer in an API inbox of Chatwoot: no token is sent',
		defaults: { name: 'Customer Conversation Client' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [
			{ name: 'customerConversationClientApi', required: true, testedBy: 'testClientApi' },
		],
		// Without it n8n gives a declarative node with `methods` no execute: tools would return nothing.
		requestDefaults: {},
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
