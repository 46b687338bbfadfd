import type { IDataObject } from 'n8n-workflow';
import { isSince } from '../../nodes/shared/vocabulary/release';
import { Chatwoot } from '../support/chatwoot';
import { runAt } from '../support/run';
import { listen } from '../support/server';

/**
 * What changed after Chatwoot 4.16, on three releases. 4.10 and 4.16 behave as recorded, 4.18 as its
 * public sources say: nobody has recorded one.
 */

const RELEASES = ['4.10.0', '4.16.2', '4.18.0'];

type Outcome = Awaited<ReturnType<typeof runAt>> & {
	/** The requests except for the one for the version. */
	sent: string[];
	chatwoot: Chatwoot;
};

async function at(
	chatwoot: Chatwoot,
	operation: string,
	parameters: IDataObject,
): Promise<Outcome> {
	const server = await listen(chatwoot.answer);
	try {
		const outcome = await runAt(server.url, operation, parameters);
		const sent = server.received
			.filter(({ path }) => path !== '/api')
			.map(({ method, path }) => `${method} ${path.replace('/api/v1/accounts/1/', '')}`);
		return { ...outcome, sent, chatwoot };
	} finally {
		await server.close();
	}
}

const ids = ({ items }: Outcome, key = 'id') => items.map(({ json }) => json[key]);
const [FIRST, LAST, MANY] = [1, 30, 30];
const upwards = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Refused before anything but the version was asked for. */
function refuses({ error, sent }: Outcome, words: string) {
	expect(error?.message).toContain(words);
	expect(sent).toEqual([]);
}

const tooOld = (release: string, field: string, since: string) =>
	`${field} requires Chatwoot ${since} or later (this server runs ${release})`;

const condition = (more: IDataObject): IDataObject => ({
	payload: JSON.stringify([
		{
			...{ attribute_key: 'created_at', filter_operator: 'is_greater_than' },
			...{ values: ['2026-01-01'], query_operator: null, ...more },
		},
	]),
	returnAll: true,
});

type Row = [
	name: string,
	operation: string,
	parameters: IDataObject,
	check: (outcome: Outcome, release: string) => void,
];

const rows: Row[] = [
	[
		'the conversations of a contact, latest activity first, and that there may be more',
		'contact.getConversations',
		{ contact_id: 5, returnAll: true },
		(outcome, release) => {
			const isNew = isSince(release, '4.18');
			expect(ids(outcome)).toEqual(isNew ? upwards(6, LAST) : upwards(FIRST, 20));
			expect(outcome.hints).toEqual([
				expect.stringContaining(`Chatwoot returned ${isNew ? 25 : 20} conversations`),
			]);
		},
	],
	[
		'no priority',
		'conversation.setPriority',
		{ conversation_id: 1, priority: 'none' },
		({ error, chatwoot }) => {
			expect(error).toBeUndefined();
			expect(chatwoot.conversations[0].priority).toBeNull();
		},
	],
	[
		'an unknown priority',
		'conversation.setPriority',
		{ conversation_id: 1, priority: 'huge' },
		(outcome) => refuses(outcome, 'Priority must be one of'),
	],
	[
		'a filter by days',
		'conversation.filter',
		condition({ filter_operator: 'days_before', values: [30] }),
		(outcome) => expect(outcome.items).toHaveLength(MANY),
	],
	[
		'a filter by too many days',
		'conversation.filter',
		condition({ filter_operator: 'days_before', values: [999] }),
		(outcome) => refuses(outcome, 'created_at must be'),
	],
	[
		'a filter whose last condition has an operator for the next',
		'conversation.filter',
		condition({ query_operator: 'AND' }),
		(outcome) => refuses(outcome, 'query_operator must be empty in the last entry'),
	],
	[
		'a filter by a date that is none',
		'conversation.filter',
		condition({ values: ['soon'] }),
		(outcome) => refuses(outcome, 'created_at must be'),
	],
	[
		'a filter without a value for a custom attribute',
		'conversation.filter',
		condition({ attribute_key: 'order_total', filter_operator: 'equal_to', values: [''] }),
		(outcome) => refuses(outcome, 'order_total must be'),
	],
	[
		'a filter with a list in its values',
		'contact.filter',
		condition({ values: [['2026-01-01']] }),
		(outcome) => refuses(outcome, 'created_at must be'),
	],
	[
		'a filter in another order',
		'conversation.filter',
		{ ...condition({}), options: { sort_by: 'created_at_asc' } },
		(outcome, release) => {
			if (isSince(release, '4.18')) expect(ids(outcome)).toEqual(upwards(FIRST, LAST));
			else refuses(outcome, tooOld(release, 'Sort', '4.18'));
		},
	],
	[
		'a message that failed is sent again',
		'message.retry',
		{ conversation_id: 1, message_id: 1 },
		({ error, chatwoot }) => {
			expect(error).toBeUndefined();
			expect(chatwoot.sentAgain).toEqual([1]);
		},
	],
	[
		'a message that did not fail is not sent again',
		'message.retry',
		{ conversation_id: 1, message_id: 2 },
		({ error, chatwoot }) => {
			expect(error?.message).toContain('Message 2 did not fail: its status is delivered');
			expect(chatwoot.sentAgain).toEqual([]);
		},
	],
	[
		'the audit log of a type and a period',
		'auditLog.getAll',
		{
			...{ period: 'between', since: 1_795_000_004, until: 1_795_000_010 },
			...{ returnAll: true, options: { types: ['Team'] } },
		},
		(outcome) => expect(ids(outcome)).toEqual([9, 7, 5]),
	],
	[
		'the audit log of a type, the newest alone',
		'auditLog.getAll',
		{ limit: 2, options: { types: ['Inbox'] } },
		(outcome) => expect(ids(outcome)).toEqual([30, 28]),
	],
	[
		'the audit log, oldest first',
		'auditLog.getAll',
		{ returnAll: true, options: { sort: 'asc' } },
		(outcome, release) => {
			if (isSince(release, '4.17')) expect(ids(outcome)).toEqual(upwards(FIRST, LAST));
			else refuses(outcome, tooOld(release, 'Sort', '4.17'));
		},
	],
	[
		'the metrics of a campaign',
		'campaign.getMetrics',
		{ campaign_id: 4 },
		({ error, items }, release) => {
			if (isSince(release, '4.17'))
				expect(items[0].json).toMatchObject({ campaign_id: 4, failed: 1, queued: 0 });
			else expect(error?.description).toContain('Chatwoot 4.17 or later');
		},
	],
	[
		'each recipient of a campaign once, although pages shift',
		'campaign.getRecipients',
		{ campaign_id: 4, returnAll: true },
		(outcome, release) => {
			if (isSince(release, '4.17'))
				expect(ids(outcome, 'contact_id')).toEqual(upwards(FIRST, LAST).reverse());
			else expect(outcome.error?.description).toContain('Chatwoot 4.17 or later');
		},
	],
	[
		'a rule that waits',
		'automationRule.create',
		{
			...{ name: 'Late', event_name: 'message_created', conditions: '[]' },
			actions: '[{"action_name":"mute_conversation","action_params":[]}]',
			additional_fields: { execution_delay: 30 },
		},
		(outcome, release) => {
			if (!isSince(release, '4.17')) refuses(outcome, tooOld(release, 'Delay', '4.17'));
			else expect(outcome.items[0].json).toMatchObject({ execution_delay: 30 });
		},
	],
	[
		'who can be assigned, AI assistants too',
		'agent.getAssignable',
		{ inbox_ids: [7], options: { include_ai_assignees: true } },
		(outcome, release) => {
			if (!isSince(release, '4.18'))
				refuses(outcome, tooOld(release, 'Include AI Assignees', '4.18'));
			else {
				expect(ids(outcome)).toEqual([9, 9]);
				expect(ids(outcome, 'assignee_type')).toEqual(['User', 'Captain::Assistant']);
			}
		},
	],
	[
		'a new identity key',
		'inbox.rotateIdentityKey',
		{ inbox_id: 7, options: { include_secrets: true } },
		({ error, items }, release) => {
			if (isSince(release, '4.18')) expect(items[0].json).toMatchObject({ hmac_token: 'new' });
			else expect(error?.description).toContain('Chatwoot 4.18 or later');
		},
	],
	[
		'cells of a CSV file as they were written',
		'csat.download',
		{ period: 'today' },
		({ items }) => expect(items[0].json).toEqual({ Agent: '=1+1', Feedback: 'fine' }),
	],
	[
		'an SLA policy that is dropped in silence',
		'conversation.update',
		{ conversation_id: 1, update_fields: { sla_policy_id: 2 } },
		({ error }, release) =>
			expect(error?.message).toBe(
				isSince(release, '4.17') ? 'Chatwoot did not save SLA Policy' : undefined,
			),
	],
	[
		'a conversation by a source ID that another inbox has',
		'conversation.create',
		{ create_for: 'source', source_id: '+4915112345678', inbox_id: 8 },
		({ error }, release) =>
			expect(error?.message).toBe(
				isSince(release, '4.18')
					? 'Source ID +4915112345678 or Inbox 8 is not in account 1: Resource could not be found'
					: 'Chatwoot did not save Inbox',
			),
	],
	[
		'a campaign for nobody',
		'campaign.create',
		{
			title: 'Autumn',
			campaign_kind: 'sms',
			inbox_id: 7,
			message: 'Hi',
			audience: [],
			scheduled_at: '2027-01-01',
		},
		(outcome) => refuses(outcome, 'Audience'),
	],
];

const right = new Map(RELEASES.map((release) => [release, 0]));

describe.each(RELEASES)('Chatwoot %s', (release) => {
	test.each(rows)('%s', async (_, operation, parameters, check) => {
		check(await at(new Chatwoot(release), operation, parameters), release);
		right.set(release, (right.get(release) ?? 0) + 1);
	});
});

/** An assistant and an agent have the same ID: 9. */
const ASSIGN = { conversation_id: 1, assign_to: 'ai_assistant', assistant_id: 9 };
const assignee = (chatwoot: Chatwoot) => chatwoot.conversations[0].meta as IDataObject;

describe('an AI assistant is assigned, or nobody', () => {
	test('on 4.18, and it is told by its type', async () => {
		const chatwoot = new Chatwoot('4.18.0');
		const { items } = await at(chatwoot, 'conversation.assign', ASSIGN);
		expect(items[0].json).toMatchObject({ assignee_id: 9, assignee_name: 'Cap' });
		const read = await at(chatwoot, 'conversation.get', { conversation_id: 1 });
		expect(read.items[0].json).toMatchObject({
			...{ assignee_id: 9, assignee_type: 'captain_assistant', status: 'pending' },
		});
	});

	test.each(
		['3.16.0', '4.10.0', '4.16.2', '4.17.1', undefined, '4.18.0', '4.19.0'].flatMap((version) =>
			(['enterprise', 'community'] as const).map((edition) => [version, edition] as const),
		),
	)('never an agent with its ID: %s, %s', async (version, edition) => {
		const isKnown = version === '4.18.0' || version === '4.19.0';
		const chatwoot = new Chatwoot(version, edition, true);
		const { error, sent } = await at(chatwoot, 'conversation.assign', ASSIGN);
		expect(error).toBeDefined();
		if (isKnown && edition === 'enterprise') {
			// All that can be read says that it is the assistant: what came of it is read afterwards.
			expect(error?.message).toBe(
				'Chatwoot did not assign the AI assistant: Grace has the conversation now',
			);
			return;
		}
		expect(sent.filter((request) => request.startsWith('POST'))).toEqual([]);
		expect(assignee(chatwoot).assignee).toBeNull();
	});

	test('not another one than that of the inbox', async () => {
		const chatwoot = new Chatwoot('4.18.0');
		const { error } = await at(chatwoot, 'conversation.assign', { ...ASSIGN, assistant_id: 4 });
		expect(error?.message).toContain('is Cap (9)');
		expect(assignee(chatwoot).assignee).toBeNull();
	});
});

afterAll(() => {
	const shown = RELEASES.map((release) => {
		const [name] = /^\d+\.\d+/.exec(release) ?? [];
		const how = name === '4.18' ? ' (as documented)' : '';
		return right.get(release) === rows.length
			? `right on ${name}${how}`
			: `${right.get(release)} of ${rows.length} right on ${name}${how}`;
	});
	process.stdout.write(`${shown.join(', ')}\n`);
});
