import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversationHelpCenter implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Help Center',
		name: 'customerConversationHelpCenter',
		icon: {
			light: 'file:../../icons/customerConversationHelpCenter.svg',
			dark: 'file:../../icons/customerConversationHelpCenter.dark.svg',
		},
		subtitle,
		description:
			'Write, translate and organize the articles, categories and portals of a Chatwoot help center',
		defaults: { name: 'Customer Conversation Help Center' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
