import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation',
		name: 'customerConversation',
		icon: {
			light: 'file:../../icons/customerConversation.svg',
			dark: 'file:../../icons/customerConversation.dark.svg',
		},
		subtitle,
		description:
			'Reply to customers, assign conversations, find contacts and get reports in Chatwoot',
		defaults: { name: 'Customer Conversation' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
