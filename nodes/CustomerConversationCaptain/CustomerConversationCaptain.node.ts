import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversationCaptain implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Captain',
		name: 'customerConversationCaptain',
		icon: {
			light: 'file:../../icons/customerConversationCaptain.svg',
			dark: 'file:../../icons/customerConversationCaptain.dark.svg',
		},
		subtitle,
		description:
			'Ask and train the AI assistants of Chatwoot, summarize conversations and suggest replies',
		defaults: { name: 'Customer Conversation Captain' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
