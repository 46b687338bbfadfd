import { nodes } from '../../truth/surfaces';
import { originalOf, run } from '../support/run';

/** What release 0.1 had, by node: its resources as it stored them. */
const OLD: Record<string, string> = {
	CustomerConversation:
		'contact conversation message inbox report search export agent team label canned_response csat automation_rule macro custom_attribute custom_filter agent_bot webhook portal file account profile',
	CustomerConversationPlatform: 'account user agent_bot',
	CustomerConversationClient: 'conversation message contact csat_survey help_center inbox',
};

const old = Object.entries(OLD).flatMap(([node, names]) =>
	names.split(' ').map((resource) => [node, resource] as const),
);
const isGone = ([node, resource]: readonly [string, string]) =>
	!Object.hasOwn(nodes[node].resources, resource);

/** Through n8n's engine, which gives no operation where it does not know the resource. */
const told = async (node: string, resource: string, operation: string) =>
	(await run(`${resource}.${operation}`, {}, [], { node: originalOf(node) })).error?.message;

const PAGE = 'docs/moving.md of the package says what else has changed since release 0.1.';

test.each(old.filter(isGone))('%s: the error says where %s of 0.1 is', async (node, resource) => {
	const key = resource.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
	const { surface } = nodes[node];
	const home = Object.keys(nodes).find(
		(name) => nodes[name].surface === surface && key in nodes[name].resources,
	)!;
	const error = await told(node, resource, 'create');
	expect(error).toContain(
		home === node
			? `The resource "${resource}" is now called ${nodes[node].resources[key].name}: choose it and the operation again.`
			: `The resource "${resource}" is now in the node ${nodes[home].title}: use that one.`,
	);
	expect(error).toContain(PAGE);
});

test.each([
	['CustomerConversation', 'macro', 'execute', 'To run one is Conversation → Run Macro'],
	['CustomerConversation', 'message', 'create', 'Message → Create is Message → Send, for a note'],
	['CustomerConversationClient', 'message', 'create', 'has no operation "create": choose another.'],
	['CustomerConversation', 'conversation', 'upsert', 'no resource it was Contact.'],
])('%s, %s → %s: the error says what it is now', async (node, resource, operation, words) => {
	expect(await told(node, resource, operation)).toContain(words);
});

test('an operation that no release had is not said to be another', async () => {
	const words = await told('CustomerConversation', 'contact', 'dance');
	expect(words).toMatch(/^This node has no such operation\. /);
});
