import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

export class CustomerConversationPolicies implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Policies & Audit',
		name: 'customerConversationPolicies',
		icon: {
			light: 'file:../../icons/customerConversationPolicies.svg',
			dark: 'file:../../icons/customerConversationPolicies.dark.svg',
		},
		subtitle,
		description:
			'Set SLAs, custom roles, assignment and capacity in Chatwoot, and read missed SLAs, calls and the audit log',
		defaults: { name: 'Customer Conversation Policies & Audit' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;
}
