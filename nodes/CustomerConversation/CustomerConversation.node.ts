import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { resources } from './resources';

const { customOperations, methods } = working(resources);

export class CustomerConversation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation',
		name: 'customerConversation',
		icon: {
			light: 'file:../../icons/customerConversation.svg',
			dark: 'file:../../icons/customerConversation.dark.svg',
		},
		subtitle,
		description: 'Reply, assign, find contacts and get reports in Chatwoot',
		defaults: { name: 'Customer Conversation' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(resources),
	};

	customOperations = customOperations;

	methods = methods;
}
