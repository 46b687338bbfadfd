import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversationClient implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Customer Side',
		name: 'customerConversationClient',
		icon: {
			light: 'file:../../icons/customerConversationClient.svg',
			dark: 'file:../../icons/customerConversationClient.dark.svg',
		},
		subtitle,
		description:
			'Act as the customer in a Chatwoot API inbox: start conversations, send and read messages, without a token',
		defaults: { name: 'Customer Conversation Customer Side' },
		usableAsTool: true,
		credentials: [
			{ name: 'customerConversationClientApi', required: true, testedBy: 'testClientApi' },
		],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
