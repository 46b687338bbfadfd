import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversationPlatform implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Platform',
		name: 'customerConversationPlatform',
		icon: {
			light: 'file:../../icons/customerConversationPlatform.svg',
			dark: 'file:../../icons/customerConversationPlatform.dark.svg',
		},
		subtitle,
		description:
			'Create accounts and users on your own Chatwoot server, with the token of a platform app',
		defaults: { name: 'Customer Conversation Platform' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
