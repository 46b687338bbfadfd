import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { offered } from '../../../nodes/shared/events/events';
import { sources } from '../../../nodes/CustomerConversationTrigger/sources';
import { deliveries, releases } from '../../../truth/recordings';
import { cpuSeconds } from '../../support/clock';
import { isLong, mutated, mutation, tries, type Mutation } from '../../support/fuzz';
import { SECRET, Trigger } from '../../support/triggerNode';

jest.setTimeout(3_600_000);

const recorded = releases.flatMap((release) =>
	deliveries(release).map(({ name, body, receiver }) => ({
		name: `${release} ${name}`,
		body,
		receiver,
	})),
);

/** What a signed delivery has, too. */
const SIGNING = 'a-key-of-the-signature';

const FILTERS: IDataObject[] = [
	{},
	{ content_contains: 'a', labels: ['vip'], labels_rule: 'all', senders: ['contact', 'bot'] },
	{ content_matches: '^a|b$', assigned: 'no_person', statuses: ['open', 'pending'] },
	{
		contact_attributes: { attributes: [{ key: 'plan', operator: 'contains', value: 'a' }] },
		conversation_attributes: { attributes: [{ key: 'constructor', operator: 'is_set' }] },
	},
	{ inbox_ids: [1], team_ids: [1], assignee_ids: [1], priorities: ['none'], visibility: 'public' },
];

/** Refuses at once: who signs wrongly makes the trigger ask the service for a newer secret. */
const NOBODY = 'http://127.0.0.1:1';

/** A trigger as it is activated, with all that may be chosen. */
function triggerOf(receiver: string, filters: IDataObject, parameters: IDataObject = {}) {
	const source = receiver in sources ? receiver : 'account_webhook';
	return new Trigger({
		parameters: {
			...{ source, connection: 'by_node', agent_bot: 'new', bot_name: 'Bot' },
			...{ api_inbox_id: { mode: 'id', value: '17' }, filters },
			events: Object.keys(offered(sources[source].serviceEvents)).sort(),
			...parameters,
		},
		staticData: { secret: SECRET, userId: 26, [source]: { secret: SECRET } },
		credentials: { base_url: NOBODY },
	});
}

/** What is wrong with an answer. */
function wrongWith(
	{ items, status }: Awaited<ReturnType<Trigger['receive']>>,
	seconds: number,
): string[] {
	return [
		...(seconds > 5 ? [`it took ${seconds} s`] : []),
		...([undefined, 400, 401].includes(status) ? [] : [`it answers ${status}`]),
		...(status !== undefined && items.length ? ['it answers and starts'] : []),
		...items.flatMap((item) => [
			...(JSON.stringify(item).includes(SECRET) ? ['the secret is in an item'] : []),
			...(typeof item.event === 'string' ? [] : ['an item has no event']),
			...['conversation_id', 'contact_id', 'inbox_id', 'account_id'].flatMap((key) =>
				item[key] === null || Number.isSafeInteger(item[key]) || !('changes' in item)
					? []
					: [`${key} is ${JSON.stringify(item[key])}`],
			),
			...(typeof item.event_key === 'string' && item.event_key.length < 300
				? []
				: ['the key is bad']),
		]),
		...('polluted' in {} ? ['all objects have a new key'] : []),
	];
}

test('wrong types in recorded deliveries: taken or 400, no error, no garbage', async () => {
	await tries(
		'deliveries',
		500,
		[
			fc.constantFrom(...recorded.map(({ name }) => name)),
			fc.array(mutation, { minLength: 1, maxLength: 3 }),
			fc.nat({ max: FILTERS.length - 1 }),
			fc.boolean(),
		],
		async (name: string, mutations: Mutation[], filters: number, simplify: boolean) => {
			const { body, receiver } = recorded.find((one) => one.name === name) ?? recorded[0];
			const chosen = FILTERS[filters];
			const trigger = triggerOf(receiver, {}, { simplify, options: { drop_repeats: false } });
			// A filter that an event has no data for is a fault of the panel, not of the delivery.
			const { event } = body as { event: string };
			if (event.startsWith('message_') && receiver === 'account_webhook')
				Object.assign(trigger.setup.parameters, {
					events: ['message_created', 'message_updated'],
					filters: chosen,
				});
			const content = mutated(body, mutations);
			const seconds = cpuSeconds();
			const outcome = await trigger.receive(content, { rawBody: '' });
			expect([name, ...wrongWith(outcome, seconds())]).toEqual([name]);
		},
	);
});

/** What comes as a query, parsed as Express does. */
const query = fc.oneof(
	fc.constantFrom<IDataObject>(
		{},
		{ secret: '' },
		{ secret: [SECRET, SECRET] },
		{ secret: [SECRET] },
		{ secret: { 0: SECRET } },
		{ secret: { toString: 'x', valueOf: 'y' } },
		{ secret: { length: 23 } },
		{ secret: null },
		{ Secret: SECRET },
		{ secret: `${SECRET} ` },
		{ secret: SECRET.slice(0, -1) },
		{ secret: 'x'.repeat(1e6) },
	),
	fc.record({ secret: fc.anything({ withNullPrototype: true, withObjectString: true }) }),
	fc.dictionary(fc.string(), fc.jsonValue()),
) as fc.Arbitrary<IDataObject>;

const headerText = fc.oneof(
	fc.constantFrom('', 'sha256=', 'sha256=zz', `sha256=${'0'.repeat(64)}`, '💥', 'sha256=ü', '\0'),
	fc.string({ unit: 'binary', maxLength: 200 }),
	fc.constant('a'.repeat(16_000)),
);

const headers = fc.dictionary(
	fc.constantFrom(
		...['x-chatwoot-signature', 'x-chatwoot-timestamp', 'x-chatwoot-delivery', '__proto__'],
	),
	fc.oneof(headerText, fc.constantFrom('1e3', '-1', '9'.repeat(400), '1790812800', ' 1 ', '٣')),
);

test.each(['account_webhook', 'agent_bot', 'api_inbox'])(
	'%s: who is not the service gets 401 and starts nothing',
	async (source) => {
		await tries(
			'strangers',
			500,
			[query, headers, fc.jsonValue()],
			async (query, headers, content) => {
				const trigger = triggerOf(source, {});
				const { body } = recorded[0];
				for (const payload of [body, content]) {
					const { items, status } = await trigger.receive(payload, { query, headers });
					const isRight = query.secret === SECRET;
					if (!isRight) expect([items, status]).toEqual([[], 401]);
				}
				expect(trigger.log.join().includes(SECRET)).toBe(false);
			},
		);
	},
);

test('a signature that is none gets 401', async () => {
	await tries(
		'signatures',
		500,
		[headers, fc.boolean(), fc.boolean()],
		async (headers, isKept, isTimely) => {
			const trigger = triggerOf('account_webhook', {}, { options: { signing_secret: SIGNING } });
			const now = { 'x-chatwoot-timestamp': String(Math.floor(Date.now() / 1000)) };
			const { items, status } = await trigger.receive(recorded[0].body, {
				headers: { ...headers, ...(isTimely ? now : {}) },
				...(isKept ? {} : { rawBody: null }),
			});
			expect([items, status]).toEqual([[], 401]);
		},
	);
});

/** Bodies of n8n's limit: 16 MB. */
const MOST = isLong ? 16e6 : 4e6;
const [{ body: message }] = recorded.filter(({ name }) => name.includes('message_created'));

test.each<[string, () => unknown]>([
	['a long text', () => ({ ...message, content: 'x'.repeat(MOST) })],
	['angle brackets', () => ({ ...message, content: `<${'<'.repeat(MOST)}>\n`, ...IN_HTML })],
	['open comments', () => ({ ...message, content: `<${'<!--'.repeat(MOST / 4)}>\n`, ...IN_HTML })],
	['open tags', () => ({ ...message, content: `<${'<a '.repeat(MOST / 3)}>\n`, ...IN_HTML })],
	['ampersands', () => ({ ...message, content: `<${'&#'.repeat(MOST / 2)}>\n`, ...IN_HTML })],
	['breaks', () => ({ ...message, content: `<${'<br '.repeat(MOST / 4)}>\n`, ...IN_HTML })],
	[
		'names of every object as letters',
		() => ({
			...message,
			content: `<p>${'&constructor;&__proto__;'.repeat(1000)}</p>\n`,
			...IN_HTML,
		}),
	],
	[
		'many keys',
		() => ({
			...message,
			...Object.fromEntries([...Array(MOST / 32).keys()].map((key) => [`k${key}`, 1])),
		}),
	],
	[
		'a long key',
		() => ({ ...message, content_attributes: { ['password'.repeat(MOST / 8) + '\n']: 'x' } }),
	],
	['a long list', () => ({ ...message, attachments: Array(MOST / 16).fill(null) })],
	[
		'many changes',
		() => ({
			...message,
			changed_attributes: [...Array(MOST / 80).keys()].map((key) => ({
				[key]: { current_value: 1 },
			})),
		}),
	],
	['a long event', () => ({ ...message, event: 'e'.repeat(MOST) })],
	['a long id', () => ({ ...message, id: '9'.repeat(MOST) })],
	[
		'100,000 levels',
		() => ({
			...message,
			content_attributes: JSON.parse('['.repeat(1e5) + ']'.repeat(1e5)) as unknown,
		}),
	],
])('%s: done in time', async (_, make) => {
	const content = make();
	const trigger = triggerOf('account_webhook', {});
	const seconds = cpuSeconds();
	const outcome = await trigger.receive(content, { rawBody: '' });
	const faults = wrongWith(outcome, 0);
	expect(faults).toEqual([]);
	expect(seconds()).toBeLessThan(15);
	expect(JSON.stringify(trigger.setup.staticData).length).toBeLessThan(10_000);
	for (const item of outcome.items) expect(JSON.stringify(item)).not.toContain('native code');
});

/** Where 4.10 makes HTML of a text. */
const IN_HTML = {
	conversation: { ...(message.conversation as object), channel: 'Channel::Email' },
};
