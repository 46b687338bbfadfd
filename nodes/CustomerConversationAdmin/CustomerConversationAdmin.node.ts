import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversationAdmin implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Admin',
		name: 'customerConversationAdmin',
		icon: {
			light: 'file:../../icons/customerConversationAdmin.svg',
			dark: 'file:../../icons/customerConversationAdmin.dark.svg',
		},
		subtitle,
		description:
			'Set up a Chatwoot account: inboxes, business hours, agents, teams, labels, rules, macros, bots, webhooks',
		defaults: { name: 'Customer Conversation Admin' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
