import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversationIntegrations implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Integrations',
		name: 'customerConversationIntegrations',
		icon: {
			light: 'file:../../icons/customerConversationIntegrations.svg',
			dark: 'file:../../icons/customerConversationIntegrations.dark.svg',
		},
		subtitle,
		description:
			'Use and set up the apps connected to Chatwoot: Linear issues, Shopify orders, Slack, Dyte meetings, dashboard apps',
		defaults: { name: 'Customer Conversation Integrations' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
