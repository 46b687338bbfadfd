import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversationCompanies implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Companies & Campaigns',
		name: 'customerConversationCompanies',
		icon: {
			light: 'file:../../icons/customerConversationCompanies.svg',
			dark: 'file:../../icons/customerConversationCompanies.dark.svg',
		},
		subtitle,
		description: 'Manage companies, run campaigns and check data imports in Chatwoot',
		defaults: { name: 'Customer Conversation Companies & Campaigns' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
