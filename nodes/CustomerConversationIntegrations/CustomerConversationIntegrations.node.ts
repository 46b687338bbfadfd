import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { resources } from './resources';

const { customOperations, methods } = working(resources);

export class CustomerConversationIntegrations implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Integrations',
		name: 'customerConversationIntegrations',
		icon: {
			light: 'file:../../icons/customerConversation.svg',
			dark: 'file:../../icons/customerConversation.dark.svg',
		},
		subtitle,
		description:
			'Set up and use what a Chatwoot account is connected with: Slack, Linear, Shopify, Dyte, dashboard apps',
		defaults: { name: 'Customer Conversation Integrations' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(resources),
	};

	customOperations = customOperations;

	methods = methods;
}
