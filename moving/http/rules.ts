import { Stays, type Remark } from '../parameters';
import { codeOf, isEntries, isFixed, valueIn, type Entries, type Tree } from './values';
import type { Sent } from './request';

/** A request as it was meant, and what to say about it. */
export interface Meant {
	sent: Sent;
	segments: Tree[];
	/** The operation, if the request does not decide it. */
	id?: string;
	remarks: Remark[];
}

type Rule = (sent: Sent, segments: Tree[]) => Partial<Meant>;

const fixedIn = (tree: Entries, key: string): unknown => {
	const found = valueIn(tree, key);
	return found && isFixed(found) ? found.fixed : undefined;
};

export const without = ({ entries }: Entries, ...keys: string[]): Entries => ({
	entries: entries.filter(([key]) => !keys.includes(key)),
});

const MESSAGE_TYPES = ['incoming', 'outgoing', 'activity', 'template'];

/** What a fork of Chatwoot adds to messages. */
const OF_FORK = ['is_recorded_audio', 'is_reaction', 'reaction', 'split_message'];

const isNothing = (tree: Tree): boolean =>
	isFixed(tree)
		? ['', null, false, 'false'].includes(tree.fixed as string)
		: isEntries(tree) && tree.entries.length === 0;

/** `private` and `message_type` decide which operation it is; other empty values mean nothing in a message. */
const message: Rule = ({ body, ...sent }) => {
	const remarks: Remark[] = [];
	const fork = OF_FORK.find((key) => {
		const found = valueIn(body, key);
		return found !== undefined && !isNothing(found);
	});
	if (fork) throw new Stays(`only a fork of Chatwoot has ${fork}, and no operation sets it`);
	const entries = body.entries.flatMap(([key, value]): Entries['entries'] => {
		if (isNothing(value)) return [];
		if (key === 'content_type' && isFixed(value) && value.fixed === 'text') return [];
		if (key === 'sender_type' && isFixed(value) && value.fixed === 'AgentBot') return [];
		if (key !== 'message_type' || !isFixed(value)) return [[key, value]];
		const isNumber = /^[0-3]$/.test(String(value.fixed).trim());
		const type = isNumber
			? MESSAGE_TYPES[Number(value.fixed)]
			: String(value.fixed).trim().toLowerCase();
		if (type === 'outgoing') return [];
		if (type === 'incoming')
			remarks.push({
				text: isNumber
					? 'As from the customer: Chatwoot accepts “incoming” only in API inboxes. The number 0 was not checked there.'
					: 'As from the customer: Chatwoot accepts “incoming” only in API inboxes.',
			});
		return [[key, { fixed: type }]];
	});
	return { sent: { ...sent, body: { entries } }, remarks };
};

/** Keys that people send to a conversation, and the path that takes them. */
const OF_CONVERSATION: Array<[keys: string[], path: string]> = [
	[['custom_attributes'], 'custom_attributes'],
	[['status', 'snoozed_until'], 'toggle_status'],
	[['assignee_id', 'team_id'], 'assignments'],
	[['labels'], 'labels'],
];

const IGNORED =
	'The old request changed nothing: Chatwoot takes only the priority there. This node does what it was meant to do; check whether you want that.';

/** Chatwoot takes only the priority of a conversation, and answers 200 to everything else. */
const conversation: Rule = ({ body, ...sent }, segments) => {
	const inner = valueIn(body, 'conversation');
	const tree = inner && isEntries(inner) ? inner : body;
	const known = OF_CONVERSATION.filter(([keys]) => keys.some((key) => valueIn(tree, key)));
	if (!known.length) return {};
	const [[keys, path], ...more] = known;
	const others = tree.entries.map(([key]) => key).filter((key) => !keys.includes(key));
	if (more.length || others.length)
		throw new Stays(
			`Chatwoot takes only the priority there, and ${[keys[0], ...others].join(' and ')} need a node each: the request changed nothing else`,
		);
	const isAttributes = path === 'custom_attributes';
	return {
		sent: {
			...sent,
			method: 'POST',
			body: isAttributes ? { entries: [...tree.entries, ['merge', { fixed: true }]] } : tree,
		},
		segments: [...segments, { fixed: path }],
		...(isAttributes && { id: 'account.conversation.setCustomAttributes' }),
		remarks: [{ text: IGNORED }],
	};
};

const REPLACES =
	'Replaces all labels, as before. If it only adds one, use Add Labels, and delete the node that reads the labels before it.';

const labels: Rule = () => ({ remarks: [{ text: REPLACES }] });

/** There is no such route. */
const removedLabels =
	(id: string): Rule =>
	() => ({
		id,
		remarks: [
			{
				text: 'The old request failed: Chatwoot has no such route. This node removes the labels; check whether you want that.',
			},
		],
	});

/** If the agent is there, even as null, Chatwoot ignores the team. */
const assignment: Rule = ({ body, ...sent }) =>
	valueIn(body, 'assignee_id') && valueIn(body, 'team_id')
		? {
				sent: { ...sent, body: without(body, 'team_id') },
				remarks: [
					{
						text: 'team_id had no effect, because assignee_id was there, too. To assign both, use a second node for the team.',
					},
				],
			}
		: {};

const attributes: Rule = ({ body }) =>
	fixedIn(body, 'merge') === undefined
		? {
				remarks: [
					{
						text: 'Replaces all custom attributes, as before. Set Custom Attributes keeps the others.',
					},
				],
			}
		: {};

/** Chatwoot's `after` begins with this message, our field with the next one. */
const messages: Rule = ({ query, ...sent }) => ({
	sent: {
		...sent,
		query: {
			entries: query.entries.map(([key, value]): [string, Tree] => {
				if (key !== 'after') return [key, value];
				const number = isFixed(value) ? Number(value.fixed) : undefined;
				return [key, number ? { fixed: number - 1 } : { code: ` ${codeOf(value)} - 1 ` }];
			}),
		},
	},
});

const ACCOUNT = 'api/v1/accounts/*';

/** By method and path; `*` is any segment. */
const RULES: Record<string, Rule> = {
	[`POST ${ACCOUNT}/conversations/*/messages`]: message,
	[`GET ${ACCOUNT}/conversations/*/messages`]: messages,
	[`PATCH ${ACCOUNT}/conversations/*`]: conversation,
	[`PUT ${ACCOUNT}/conversations/*`]: conversation,
	[`POST ${ACCOUNT}/conversations/*/labels`]: labels,
	[`POST ${ACCOUNT}/contacts/*/labels`]: labels,
	[`POST ${ACCOUNT}/conversations/*/assignments`]: assignment,
	[`DELETE ${ACCOUNT}/conversations/*/labels`]: removedLabels('account.conversation.removeLabels'),
	[`DELETE ${ACCOUNT}/contacts/*/labels`]: removedLabels('account.contact.removeLabels'),
	[`POST ${ACCOUNT}/conversations/*/custom_attributes`]: attributes,
};

/** @throws Stays if it is several operations, or none */
export function meantBy(sent: Sent, segments: Tree[]): Meant {
	const shape = Object.keys(RULES).find((key) => {
		const [method, path] = key.split(' ');
		const words = path.split('/');
		return (
			method === sent.method &&
			words.length === segments.length &&
			words.every((word, index) => {
				const segment = segments[index];
				return word === '*' || (isFixed(segment) && segment.fixed === word);
			})
		);
	});
	return { sent, segments, remarks: [], ...(shape && RULES[shape](sent, segments)) };
}
