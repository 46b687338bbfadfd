import { BadInput } from '../faults';
import type { Resources } from '../vocabulary/operation';

/** What release 0.1 had in one node with the daily work, by the nodes that have it now. */
const MOVED: Record<string, string[]> = {
	'Customer Conversation Admin': [
		...['account', 'agent', 'agentBot', 'automationRule', 'cannedResponse', 'customAttribute'],
		...['customFilter', 'inbox', 'label', 'macro', 'profile', 'team', 'webhook'],
	],
	'Customer Conversation Help Center': ['portal'],
};

/** What else became of resources and operations of release 0.1. */
const RENAMED: Record<string, string> = {
	macro: 'To run one is Conversation → Run Macro of Customer Conversation.',
	'message.create': 'Message → Create is Message → Send, for a note Create Private Note.',
	'conversation.downloadAttachment':
		'Conversation → Download Attachment is Message → Download Attachments, with File by URL.',
	conversation: 'Where release 0.1 has stored no resource it was Contact.',
};

const PAGE = 'docs/moving.md of the package says what else has changed since release 0.1.';

/**
 * Why a node does not have what a workflow has stored, and where it is.
 * @param operation '' where n8n knows none for the resource
 */
export function notHere(resources: Resources, resource: string, operation: string): BadInput {
	// In release 0.1 as in the API: agent_bot.
	const key = resource.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	const [node] = Object.entries(MOVED).find(([, names]) => names.includes(key)) ?? [];
	const more = RENAMED[`${resource}.${operation}`] ?? RENAMED[resource];
	if (key !== resource && key in resources)
		return new BadInput(
			`The resource "${resource}" is now called ${resources[key].name}: choose it and the operation again. ${PAGE}`,
		);
	if (node && !(key in resources))
		return new BadInput(
			[`The resource "${resource}" is now in the node ${node}: use that one.`, more, PAGE]
				.filter(Boolean)
				.join(' '),
		);
	if (more && operation && !operation.startsWith('__'))
		return new BadInput(
			`${resources[resource].name} has no operation "${operation}": choose another. ${more} ${PAGE}`,
		);
	return new BadInput(
		'This node has no such operation. For a custom API call use the HTTP Request node: Authentication → Predefined Credential Type → Customer Conversation API',
	);
}
