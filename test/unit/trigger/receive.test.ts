import crypto, { createHmac } from 'node:crypto';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { events, offered } from '../../../nodes/shared/events/events';
import { filterFields } from '../../../nodes/shared/events/filters';
import { isRepeat } from '../../../nodes/CustomerConversationTrigger/repeats';
import { sources } from '../../../nodes/CustomerConversationTrigger/sources';
import {
	deliveries,
	deliveryCases,
	recording,
	releases,
	signedDeliveries,
	type RecordedDelivery,
	type Release,
} from '../../../truth/recordings';
import { recorded as answerOf } from '../../support/faults';
import { json, serve } from '../../support/run';
import { listen, type Answer } from '../../support/server';
import { accountOf, CHOSEN, OWN_USER, ownUserOf, SECRET, Trigger } from '../../support/triggerNode';
import samples from '../../../templates/trigger-samples.json';

interface Expectation {
	delivery: string;
	/** What it is, by what caused it and what its body says. */
	events: string[];
	/**
	 * Held back by default, with all events chosen: by the loop guard where Ada Admin's token is in the
	 * credential, by a bot's turn, by what is no message to send.
	 */
	guarded?: boolean;
	/** Why it is so, where it is not plain. */
	note?: string;
	/** The whole item, or those parts of it that tell this delivery from others. */
	item?: IDataObject;
}

const all = new Map(
	releases.map((release) => [
		release,
		new Map(deliveries(release).map((delivery) => [delivery.name, delivery])),
	]),
);
const recordedOf = (release: Release) => all.get(release) as Map<string, RecordedDelivery>;

const expected = deliveryCases<Expectation>();
const recorded = recordedOf('4.10');

/** A copy of a recorded body, to change. */
function bodyOf(name: string, release: Release = '4.10'): IDataObject {
	const found = recordedOf(release).get(name);
	if (!found) throw new Error(`There is no recorded delivery ${name} of ${release}`);
	return structuredClone(found.body);
}

const NO_REPEATS = { drop_repeats: false };

/** With all events, and nothing held back. */
const open = (parameters: IDataObject = {}, release: Release = '4.10') =>
	new Trigger({
		credentials: { account_id: accountOf[release] },
		parameters: { events: CHOSEN, loop_guard: false, options: NO_REPEATS, ...parameters },
	});

/** With all events and the default options; no two share what they have seen. */
const fresh = (parameters: IDataObject = {}, release: Release = '4.10') =>
	new Trigger({
		credentials: { account_id: accountOf[release] },
		parameters: { events: CHOSEN, ...parameters },
	});

/** Which of these deliveries start the workflow. */
async function through(trigger: Trigger, names: string[], release?: Release): Promise<string[]> {
	const passed: string[] = [];
	for (const name of names) {
		const { response, items } = await trigger.receive(bodyOf(name, release));
		if (items.length) passed.push(name);
		else expect(response).toEqual({});
	}
	expect(trigger.log).toEqual([]);
	return passed;
}

const KEYS = [
	...['account_id', 'additional_attributes', 'assignee_id', 'assignee_name', 'assignee_type'],
	...['attachments', 'can_reply', 'changes', 'channel', 'contact_blocked', 'contact_city'],
	...['contact_company_name', 'contact_country', 'contact_custom_attributes'],
	...['contact_email', 'contact_id', 'contact_identifier', 'contact_name', 'contact_phone'],
	...['contact_source_id', 'content', 'content_attributes', 'content_type'],
	...['conversation_id', 'custom_attributes', 'event', 'event_key', 'events', 'inbox_id'],
	...['inbox_name', 'labels', 'last_message', 'last_message_at', 'last_message_by'],
	...['message_id', 'message_type', 'occurred_at', 'priority', 'private', 'sender_email'],
	...['sender_id', 'sender_name', 'sender_type', 'source_id', 'status', 'team_id'],
	...['team_name', 'unread_count', 'url', 'waiting_since'],
];

const asObject = (value: unknown) => value as IDataObject;
const pick = (all: IDataObject, like: IDataObject) =>
	Object.fromEntries(Object.keys(like).map((key) => [key, all[key]]));

/** The source that is told what a receiver was, as it is activated; no two share what they have seen. */
function sourceOf(receiver: string, release: Release, parameters: IDataObject = {}) {
	const events = Object.keys(offered(sources[receiver].serviceEvents)).sort();
	const chosen = { agent_bot: 'new', bot_name: 'Bot', api_inbox_id: { mode: 'id', value: '17' } };
	return new Trigger({
		credentials: { account_id: accountOf[release] },
		parameters: {
			...{ source: receiver, connection: 'by_node', events, ...chosen },
			...{ options: NO_REPEATS, ...parameters },
		},
		staticData: { secret: SECRET, userId: ownUserOf[release], [receiver]: { secret: SECRET } },
	});
}

/** What an account's webhook is told, too. */
const ofAccount = (entry: Expectation) => entry.events.some((name) => CHOSEN.includes(name));

const OPEN = {
	loop_guard: false,
	options: { ...NO_REPEATS, only_its_turn: false, only_messages_to_send: false },
};

describe.each(releases)('recorded deliveries of %s', (release) => {
	const ofRelease = deliveryCases<Expectation>(release);
	const receiverOf = ({ delivery }: Expectation) =>
		recordedOf(release).get(delivery)?.receiver as string;

	test('are all expected', () => {
		const recordedDeliveries = [...recordedOf(release).values()].filter(
			({ receiver }) => receiver in sources,
		);
		expect(ofRelease.map(({ delivery }) => delivery).sort()).toEqual(
			recordedDeliveries.map(({ name }) => name).sort(),
		);
	});

	test('show every event', () => {
		const shown = new Set(ofRelease.flatMap((entry) => entry.events));
		// 4.10 lets them be subscribed to, and never delivers them.
		if (release === '4.10') shown.add('inbox_created').add('inbox_updated');
		// Those of macros and rules are in `macroOrRule.test.ts`.
		const others = ['conversation_silent', ...sources.macro_or_rule.serviceEvents];
		const delivered = Object.keys(events).filter((name) => !others.includes(events[name].from));
		expect([...shown].sort()).toEqual(delivered.sort());
	});

	test.each(ofRelease)('$delivery is what it is', async (entry) => {
		const { delivery, events: fitting, item = {} } = entry;
		const { items } = await sourceOf(receiverOf(entry), release, OPEN).receive(
			bodyOf(delivery, release),
			{ headers: recordedOf(release).get(delivery)?.headers },
		);
		expect(items).toHaveLength(1);
		expect(items[0].events).toEqual(fitting);
		expect(Object.keys(items[0]).sort()).toEqual(KEYS);
		expect(pick(items[0], item)).toEqual(item);
	});

	describe.each(Object.keys(sources).filter((name) => sources[name].begins))(
		'to %s',
		(receiver) => {
			const mine = ofRelease.filter((entry) => receiverOf(entry) === receiver);
			const names = mine.map(({ delivery }) => delivery);

			test.each(Object.keys(offered(sources[receiver].serviceEvents)))(
				'%s alone lets through its own',
				async (event) => {
					const fitting = mine.filter((entry) => entry.events.includes(event));
					const trigger = sourceOf(receiver, release, { ...OPEN, events: [event] });
					expect(await through(trigger, names, release)).toEqual(
						fitting.map(({ delivery }) => delivery),
					);
				},
			);

			test('by default the source holds back what it should', async () => {
				const passed: string[] = [];
				for (const name of names) {
					const trigger = sourceOf(receiver, release);
					passed.push(...(await through(trigger, [name], release)));
				}
				const loose = mine.filter(({ guarded }) => !guarded).map(({ delivery }) => delivery);
				expect(passed).toEqual(loose);
			});
		},
	);

	test('to others crash nothing', async () => {
		for (const { receiver, name } of recordedOf(release).values())
			if (receiver !== 'account_webhook') {
				const trigger = open({}, release);
				await trigger.receive(bodyOf(name, release));
				expect(trigger.log).toEqual([]);
			}
	});
});

describe('events', () => {
	test('are shown with a whole item each, but those of inboxes', () => {
		const shown = new Set(expected.flatMap((entry) => entry.events));
		const whole = expected.filter(({ item }) => item && Object.keys(item).length === KEYS.length);
		expect(new Set(whole.flatMap((entry) => entry.events))).toEqual(shown);
	});

	test('the item names the chosen events alone, in their order', async () => {
		const trigger = open({ events: ['conversation_reopened', 'conversation_became_open'] });
		const { items } = await trigger.receive(bodyOf('conversation_updated--reopened-by-customer'));
		expect(items[0].events).toEqual(['conversation_reopened', 'conversation_became_open']);
	});

	test('a private message is a note, whoever wrote it', async () => {
		const body = { ...bodyOf('message_created--incoming'), private: true };
		const { items } = await open().receive(body);
		expect(items[0].events).toEqual(['message_created', 'note_written']);
	});

	test.each(['inbox_created', 'inbox_updated'])(
		'%s of an inbox without hours is taken',
		async (event) => {
			const { items } = await open({ events: [event] }).receive({
				event,
				csat_survey_enabled: true,
			});
			expect(items).toHaveLength(1);
			expect(Object.keys(items[0]).sort()).toEqual(KEYS);
			expect(items[0]).toMatchObject({ event, inbox_id: null, url: null });
		},
	);

	test.each(['contact_updated', 'conversation_typing_on', 'message_created'])(
		'%s that names no record is no delivery: an item of nulls would tell nothing',
		async (event) => {
			const trigger = open();
			const { items, status, body } = await trigger.receive({ event });
			expect([items, status]).toEqual([[], 400]);
			expect(body).toEqual({ message: `The event ${event} names no record` });
		},
	);
});

describe('what changed is exact, whatever the conversation shows', () => {
	/** The change as recorded, in a body that was built after other changes. */
	async function late(name: string, later: IDataObject) {
		const { items } = await open().receive({ ...bodyOf(name), ...later });
		return items[0];
	}
	const meta = (name: string, later: IDataObject) => ({
		meta: { ...asObject(bodyOf(name).meta), ...later },
	});

	test.each<[string, string, IDataObject, IDataObject]>([
		['status', 'conversation_updated--resolved', { status: 'open' }, { status: 'resolved' }],
		['priority', 'conversation_updated--priority', { priority: null }, { priority: 'high' }],
		[
			'priority, emptied',
			'conversation_updated--priority-null',
			{ priority: 'low' },
			{ priority: null },
		],
		['labels', 'conversation_updated--labels', { labels: [] }, { labels: ['bug', 'vip'] }],
		['labels, cleared', 'conversation_updated--labels-cleared', { labels: ['x'] }, { labels: [] }],
		[
			'attributes',
			'conversation_updated--custom-attributes',
			{ custom_attributes: {} },
			{ custom_attributes: { order_no: 77 } },
		],
		[
			'an agent, meanwhile taken away',
			'conversation_updated--assignee',
			meta('conversation_updated--assignee', { assignee: null, assignee_type: null }),
			{ assignee_id: 27, assignee_name: null, assignee_type: 'user' },
		],
		[
			'a bot, meanwhile replaced by an agent',
			'conversation_updated--assigned-bot',
			meta('conversation_updated--assigned-bot', {
				assignee: { id: 9, name: 'Another with this number', type: 'user' },
				assignee_type: 'User',
			}),
			{ assignee_id: 9, assignee_name: null, assignee_type: 'agent_bot' },
		],
		[
			'nobody, meanwhile a bot',
			'conversation_updated--assignee-null',
			meta('conversation_updated--assignee-null', {
				assignee: { id: 9, name: 'Helper bot', type: 'agent_bot' },
				assignee_type: 'AgentBot',
			}),
			{ assignee_id: null, assignee_name: null, assignee_type: null },
		],
		[
			'a team, meanwhile another',
			'conversation_updated--team',
			meta('conversation_updated--team', { team: { id: 10, name: 'sales' } }),
			{ team_id: 9, team_name: null },
		],
		[
			'no team, meanwhile one',
			'conversation_updated--team-null',
			meta('conversation_updated--team-null', { team: { id: 10, name: 'sales' } }),
			{ team_id: null, team_name: null },
		],
	])('%s', async (_, name, later, wanted) => {
		expect(await late(name, later)).toMatchObject(wanted);
	});

	test('from an agent to a bot: assigned', async () => {
		const changed_attributes = [
			{ assignee_id: { previous_value: 27, current_value: null } },
			{ assignee_agent_bot_id: { previous_value: null, current_value: 9 } },
		];
		const body = { ...bodyOf('conversation_updated--assigned-bot'), changed_attributes };
		const { items } = await open().receive(body);
		expect(items[0].events).toEqual(['conversation_assigned', 'conversation_updated']);
		expect(items[0]).toMatchObject({
			...{ assignee_id: 9, assignee_name: 'Helper bot', assignee_type: 'agent_bot' },
		});
	});

	test('from a bot to an agent: assigned to the agent', async () => {
		const changed_attributes = [
			{ assignee_agent_bot_id: { previous_value: 9, current_value: null } },
			{ assignee_id: { previous_value: null, current_value: 27 } },
		];
		const body = { ...bodyOf('conversation_updated--assignee'), changed_attributes };
		const { items } = await open().receive(body);
		expect(items[0].events).toEqual(['conversation_assigned', 'conversation_updated']);
		expect(items[0]).toMatchObject({ assignee_id: 27, assignee_type: 'user' });
	});

	test('a bot taken away: unassigned', async () => {
		const changed_attributes = [
			{ assignee_agent_bot_id: { previous_value: 9, current_value: null } },
		];
		const body = { ...bodyOf('conversation_updated--assigned-bot'), changed_attributes };
		const { items } = await open().receive(body);
		expect(items[0].events).toEqual(['conversation_unassigned', 'conversation_updated']);
		expect(items[0]).toMatchObject({ assignee_id: null, assignee_type: null });
	});

	test('from resolved to pending, where a bot answers first: reopened', async () => {
		const changed_attributes = [
			{ status: { previous_value: 'resolved', current_value: 'pending' } },
		];
		const body = { ...bodyOf('conversation_updated--pending'), changed_attributes };
		const { items } = await open().receive(body);
		expect(items[0].events).toContain('conversation_reopened');
	});

	test('from resolved to snoozed: not reopened', async () => {
		const changed_attributes = [
			{ status: { previous_value: 'resolved', current_value: 'snoozed' } },
		];
		const body = { ...bodyOf('conversation_updated--snoozed'), changed_attributes };
		const { items } = await open().receive(body);
		expect(items[0].events).toEqual(['conversation_became_snoozed', 'conversation_updated']);
	});
});

describe('loop guard', () => {
	const started = expected.filter(ofAccount);
	const names = started.map(({ delivery }) => delivery);

	test('switched off: all come', async () => {
		expect(await through(open(), names)).toEqual(names);
	});

	test("lets another agent's messages and typing through", async () => {
		const trigger = new Trigger({
			parameters: { events: CHOSEN, options: NO_REPEATS },
			staticData: { secret: SECRET, userId: OWN_USER + 1 },
		});
		const senderOf = (name: string) => asObject(bodyOf(name).sender ?? bodyOf(name).user ?? {});
		const ofAda = names.filter((name) => senderOf(name).type === 'user');
		expect(ofAda.length).toBeGreaterThan(20);
		expect(await through(trigger, ofAda)).toEqual(ofAda);
	});

	test('knows a contact with the number of the own user for another', async () => {
		const body = bodyOf('message_created--incoming');
		const { items } = await fresh().receive({
			...body,
			sender: { ...asObject(body.sender), id: OWN_USER },
		});
		expect(items).toHaveLength(1);
	});

	test('holds back machines that are no agent bots, too', async () => {
		const sender = { id: 3, name: 'Captain', type: 'captain_assistant' };
		const { response } = await fresh().receive({ ...bodyOf('message_created--outgoing'), sender });
		expect(response).toEqual({});
	});
});

describe('filters', () => {
	type Row = [title: string, filters: IDataObject, lets: string[], holds: string[]];
	const attribute = (key: string, operator: string, value = '') => ({
		attributes: [{ key, operator, value }],
	});
	const contact = (...row: [string, string, string?]) => ({
		contact_attributes: attribute(...row),
	});
	const conversation = (...row: [string, string, string?]) => ({
		conversation_attributes: attribute(...row),
	});
	const changes = (...names: string[]) => names.map((name) => `conversation_updated--${name}`);
	const messages = (...names: string[]) => names.map((name) => `message_created--${name}`);
	const typing = (...names: string[]) => names.map((name) => `conversation_typing_on--${name}`);
	const planned = ['contact_updated--blocked', ...messages('incoming')];
	const planless = ['contact_updated--bulk-contacts', ...messages('after-bot-incoming')];
	const ordered = changes('custom-attributes');
	const unordered = changes('labels');

	const byOthers = messages('incoming', 'bot-reply-account');
	const byNoBot = messages('incoming', 'outgoing');

	const rows: Row[] = [
		[
			'assigned to anyone',
			{ assigned: 'anyone' },
			[...changes('assignee', 'assigned-bot', 'bulk'), ...messages('after-bot-incoming')],
			[...changes('assignee-null', 'team'), ...messages('incoming')],
		],
		[
			'assigned to nobody',
			{ assigned: 'nobody' },
			[...changes('assignee-null', 'team'), ...messages('incoming')],
			[...changes('assignee', 'assigned-bot', 'bulk'), ...messages('after-bot-incoming')],
		],
		[
			'assigned to no person',
			{ assigned: 'no_person' },
			[...changes('assignee-null', 'assigned-bot', 'team'), ...messages('incoming')],
			[...changes('assignee', 'bulk'), ...messages('after-bot-incoming')],
		],
		[
			'assigned to a chosen agent',
			{ assignee_ids: [27, 28] },
			changes('assignee', 'unassigned-bot', 'burst'),
			changes('assignee-null', 'assigned-bot'),
		],
		[
			'assigned to another agent, with the number of the bot',
			{ assignee_ids: [9] },
			[],
			changes('assignee', 'assigned-bot'),
		],
		['contact attribute is', contact('plan', 'equals', 'team'), planned, planless],
		['contact attribute is, in part', contact('plan', 'equals', 'tea'), [], planned],
		['contact attribute is not', contact('plan', 'not_equals', 'team'), planless, planned],
		['contact attribute contains', contact('plan', 'contains', 'EA'), planned, planless],
		['contact attribute is set', contact('plan', 'is_set'), planned, planless],
		['contact attribute is not set', contact('plan', 'is_not_set'), planless, planned],
		[
			"contact attribute of the service's own",
			contact('city', 'equals', 'Oslo'),
			planned,
			planless,
		],
		[
			'two contact attributes',
			{
				contact_attributes: {
					attributes: [
						{ key: 'plan', operator: 'is_set' },
						{ key: 'tier', operator: 'equals', value: 'gold' },
					],
				},
			},
			['contact_updated--merged'],
			planned,
		],
		[
			'contact attribute, of a widget that opens',
			contact('plan', 'is_not_set'),
			['webwidget_triggered--first-open', 'webwidget_triggered--known-visitor'],
			[],
		],
		['conversation attribute is', conversation('order_no', 'equals', '77'), ordered, unordered],
		[
			'conversation attribute is not',
			conversation('order_no', 'not_equals', '77'),
			unordered,
			ordered,
		],
		[
			'conversation attribute contains',
			conversation('order_no', 'contains', '7'),
			ordered,
			['conversation_created--widget', ...unordered],
		],
		['conversation attribute is set', conversation('order_no', 'is_set'), ordered, unordered],
		[
			'conversation attribute is not set',
			conversation('order_no', 'is_not_set'),
			unordered,
			ordered,
		],
		[
			"conversation attribute of the service's own",
			conversation('referer', 'contains', '/pricing'),
			['conversation_created--widget'],
			['conversation_created--api-with-message', 'conversation_created--api-empty'],
		],
		[
			'conversation attribute with more in it',
			conversation('browser', 'contains', 'firefox'),
			['conversation_created--widget'],
			['conversation_created--api-empty'],
		],
		[
			'content contains, not minding capitals',
			{ content_contains: 'FROM A customer' },
			messages('incoming'),
			messages('outgoing', 'incoming-attachment'),
		],
		[
			'content contains, in the plain text',
			{ content_contains: '<p>' },
			[],
			messages('widget', 'markdown-website', 'email-collect'),
		],
		[
			'content contains what the HTML leaves out',
			{ content_contains: '<b>tag</b>' },
			messages('markdown-website', 'markdown'),
			messages('widget'),
		],
		[
			'content matches, in the plain text',
			{ content_matches: '^hi from the SITE$' },
			messages('widget'),
			messages('incoming'),
		],
		[
			'content matches, of a text without its stored form',
			{ content_matches: '^give the team .*you\\.$' },
			messages('email-collect'),
			messages('email-collect-2'),
		],
		[
			'content types',
			{ content_types: ['input_select', 'form'] },
			[
				...messages('input-select', 'form', 'bot-reply-select'),
				'message_updated--submitted-values',
			],
			messages('incoming', 'csat-template'),
		],
		['incoming', { directions: ['incoming'] }, messages('incoming'), messages('outgoing', 'form')],
		[
			'outgoing',
			{ directions: ['outgoing'] },
			messages('outgoing', 'private-note', 'bot-reply'),
			messages('incoming', 'greeting-2'),
		],
		[
			'templates',
			{ directions: ['template'] },
			messages('greeting-2', 'csat-template'),
			messages('greeting', 'outgoing'),
		],
		[
			'inboxes',
			{ inbox_ids: '18, 66' },
			[
				...messages('widget'),
				...changes('csat-template'),
				...typing('widget-typing'),
				'conversation_created--widget',
				'message_updated--fail-api-inbox-500',
				'webwidget_triggered--first-open',
			],
			[...messages('incoming'), ...changes('labels'), ...typing('typing-contact')],
		],
		[
			'any label, by default',
			{ labels: ['bug', 'x'] },
			changes('labels'),
			changes('labels-cleared'),
		],
		[
			'any label',
			{ labels: ['bug', 'vip'], labels_rule: 'any' },
			[...changes('labels', 'burst-3'), ...messages('after-bot-incoming')],
			[...changes('labels-cleared', 'bulk'), ...messages('incoming')],
		],
		[
			'all labels',
			{ labels: ['bug', 'vip'], labels_rule: 'all' },
			changes('labels'),
			changes('burst-3', 'labels-cleared'),
		],
		[
			'no such label',
			{ labels: ['bug', 'billing'], labels_rule: 'none' },
			changes('burst-3', 'labels-cleared'),
			changes('labels', 'burst'),
		],
		[
			'no priority',
			{ priorities: ['none'] },
			changes('priority-null', 'labels'),
			changes('priority', 'burst'),
		],
		[
			'priorities',
			{ priorities: ['high', 'low'] },
			changes('priority', 'burst', 'burst-2'),
			changes('priority-null', 'patch-priority'),
		],
		[
			'agents send',
			{ senders: ['agent'] },
			[...messages('outgoing', 'private-note'), ...typing('typing-agent')],
			[...messages('incoming', 'bot-reply', 'by-automation'), ...typing('typing-contact')],
		],
		[
			'bots send',
			{ senders: ['bot'] },
			[...messages('bot-reply', 'bot-private-by-bot'), 'message_updated--bot-submitted'],
			[...messages('outgoing', 'incoming', 'greeting-2'), ...typing('typing-agent')],
		],
		[
			'contacts send',
			{ senders: ['contact'] },
			[...messages('incoming', 'widget'), ...typing('typing-contact')],
			[...messages('outgoing', 'bot-reply', 'by-automation-2'), ...typing('typing-agent')],
		],
		[
			'rules and templates send',
			{ senders: ['automation'] },
			messages('by-automation', 'by-automation-2', 'greeting-2', 'csat-template'),
			messages('outgoing', 'bot-reply', 'incoming'),
		],
		[
			'statuses',
			{ statuses: ['resolved', 'snoozed'] },
			[
				...changes('resolved', 'snoozed'),
				'conversation_status_changed--bulk',
				...messages('csat-template'),
			],
			[...changes('pending', 'toggled'), ...messages('incoming')],
		],
		['teams', { team_ids: [9] }, changes('team'), changes('team-null', 'labels')],
		['no such team', { team_ids: [10] }, [], changes('team')],
		[
			'public',
			{ visibility: 'public' },
			[...messages('outgoing', 'incoming'), ...typing('typing-agent')],
			[...messages('private-note', 'bot-private'), ...typing('typing-agent-private')],
		],
		[
			'private',
			{ visibility: 'private' },
			[...messages('private-note', 'bot-private'), ...typing('typing-agent-private')],
			[...messages('outgoing', 'incoming'), ...typing('typing-agent')],
		],
		[
			'a contact is blocked',
			{ contact_blocked: 'blocked' },
			['contact_updated--blocked'],
			['contact_updated--bulk-contacts', ...messages('incoming')],
		],
		[
			'a contact is not blocked',
			{ contact_blocked: 'not_blocked' },
			messages('incoming'),
			['contact_updated--blocked'],
		],
		...(
			[
				['name', 'equals', 'wanda w.', true],
				['name', 'equals', 'Wanda', false],
				['name', 'not_equals', 'Wanda W.', false],
				['name', 'begins_with', 'WANDA ', true],
				['name', 'begins_with', 'W.', false],
				['email', 'contains', '@EXAMPLE.com', true],
				['email', 'matches', '^wanda-\\w+@', true],
				['email', 'matches', '^\\w+@', false],
				['identifier', 'is_set', '', true],
				['phone_number', 'is_set', '', false],
				['phone_number', 'is_not_set', '', true],
			] as const
		).map(([key, operator, value, passes]): Row => {
			const row = { key, operator, ...(value ? { value } : {}) };
			const names = messages('incoming', 'outgoing');
			return [
				`a contact's ${key} ${operator} ${value}`,
				{ contact_details: { details: [row] } },
				passes ? names : [],
				passes ? [] : names,
			];
		}),
		['an agent by id', { sender_agent_ids: [OWN_USER] }, messages('outgoing'), byOthers],
		['a bot by id', { sender_bot_ids: [9] }, messages('bot-reply-account'), byNoBot],
		[
			'an agent or a bot by id',
			{ sender_agent_ids: [OWN_USER], sender_bot_ids: [9] },
			messages('outgoing', 'bot-reply-account'),
			messages('incoming'),
		],
		[
			'not this agent',
			{ sender_agent_ids: [OWN_USER], sender_rule: 'none' },
			byOthers,
			messages('outgoing'),
		],
		['without groups', { without_groups: true }, messages('incoming'), []],
		[
			'two at once',
			{ labels: ['vip'], statuses: ['resolved'] },
			changes('unassigned-bot'),
			changes('labels', 'resolved'),
		],
		['empty ones', { labels: [], content_contains: '' }, messages('incoming'), []],
	];

	const chosenFor = (names: string[]) => [...new Set(names.map((name) => name.split('--')[0]))];

	test.each(rows)('%s', async (_, filters, lets, holds) => {
		const names = [...lets, ...holds];
		expect(await through(open({ events: chosenFor(names), filters }), names)).toEqual(lets);
	});

	/** As 4.18 is documented: the assistant is only in the conversation, and may have an agent's ID. */
	test.each<[string, IDataObject, IDataObject]>([
		[
			'of a message',
			{},
			{ assignee_id: 26, assignee_name: 'Helper', assignee_type: 'captain_assistant' },
		],
		[
			'that takes over from an agent',
			{ changed_attributes: [{ assignee_id: { previous_value: 26, current_value: null } }] },
			{ assignee_id: 26, assignee_name: 'Helper', assignee_type: 'captain_assistant' },
		],
		[
			'that an agent takes over from',
			{ changed_attributes: [{ assignee_id: { previous_value: null, current_value: 27 } }] },
			{ assignee_id: 27, assignee_name: null, assignee_type: 'user' },
		],
	])('an assistant is no agent: one %s', async (_, more, item) => {
		const recordedBody = bodyOf('conversation_updated--labels');
		const meta = {
			...(recordedBody.meta as IDataObject),
			assignee: { id: 26, name: 'Helper' },
			assignee_type: 'Captain::Assistant',
		};
		const body = { ...recordedBody, meta, ...more };
		const all = open({ events: ['conversation_updated'] });
		expect((await all.receive(body)).items).toMatchObject([item]);
		const filters = { assigned: 'no_person' };
		const people = open({ events: ['conversation_updated'], filters });
		expect((await people.receive(body)).items).toHaveLength(item.assignee_type === 'user' ? 0 : 1);
	});

	test.each([
		['a phone number as it is written', { phone_number: '+55 (11) 98765-4321' }, 'equals', true],
		['a phone number of another country', { phone_number: '+49 11' }, 'begins_with', false],
	])('%s', async (_, { phone_number: value }, operator, passes) => {
		const details = [{ key: 'phone_number', operator, value }];
		const filters = { contact_details: { details } };
		const trigger = open({ events: ['contact_updated'], filters });
		const body = { ...bodyOf('contact_updated--blocked'), phone_number: '+5511987654321' };
		expect((await trigger.receive(body)).items).toHaveLength(Number(passes));
	});

	test.each([
		['the identifier of a group', { identifier: '120363040400000000@g.us' }, 0],
		['a channel', { identifier: '120363000000000000@newsletter' }, 0],
		['the status messages of Evolution API', { phone_number: '+123456' }, 0],
		['the status messages of WAHA', { identifier: 'whatsapp.integration' }, 0],
		['the identifier of a person', { identifier: '5511987654321@s.whatsapp.net' }, 1],
	])('without groups: %s', async (_, sender, items) => {
		const recordedBody = bodyOf('message_created--incoming');
		const { conversation } = recordedBody as { conversation: { meta: IDataObject } };
		const meta = { ...conversation.meta, sender };
		const body = { ...recordedBody, conversation: { ...conversation, meta } };
		const filters = { without_groups: true };
		const trigger = open({ events: ['message_created'], filters });
		expect((await trigger.receive(body)).items).toHaveLength(items);
		const all = open({ events: ['message_created'], filters: { without_groups: false } });
		expect((await all.receive(body)).items).toHaveLength(1);
	});

	test.each([
		[{ contact_details: { details: [{ key: 'name', operator: 'matches', value: '(' }] } }],
		[{ contact_attributes: attribute('plan', 'matches', '(') }],
	])('a value that is no regular expression is refused: %j', async (filters) => {
		const trigger = open({ events: ['contact_updated'], filters });
		await expect(trigger.receive(bodyOf('contact_updated--blocked'))).rejects.toThrow(
			/entry 1: Value is not a valid regular expression/,
		);
	});

	test('an attribute that was emptied is not set', async () => {
		const name = 'contact_updated--blocked';
		const received = async (plan: unknown, operator: string) => {
			const body = { ...bodyOf(name), custom_attributes: { plan }, additional_attributes: {} };
			const trigger = open({ events: ['contact_updated'], filters: contact('plan', operator) });
			return (await trigger.receive(body as IDataObject)).items.length;
		};
		for (const plan of ['', null, undefined])
			expect([await received(plan, 'is_set'), await received(plan, 'is_not_set')]).toEqual([0, 1]);
		for (const plan of ['team', 0, false])
			expect([await received(plan, 'is_set'), await received(plan, 'is_not_set')]).toEqual([1, 0]);
	});

	const bots = { assigned: 'no_person' };
	const noted = 'message_created--private-note-website-2';
	const newer: Row[] = [
		[
			'a bot from the start is somebody',
			{ assigned: 'nobody' },
			['conversation_updated--assignee-null'],
			['conversation_created--bot-inbox', 'conversation_updated--assignee'],
		],
		[
			'a bot from the start is no person',
			bots,
			['conversation_created--bot-inbox', 'conversation_updated--assignee-null'],
			['conversation_updated--assignee', 'conversation_updated--bot-assigned-agent'],
		],
		[
			"an answer in the channel's own app is an agent's",
			{ senders: ['agent'] },
			['message_created--by-echo', 'message_created--outgoing'],
			['message_created--by-captain', 'message_created--by-automation-2'],
		],
		[
			'nor an automation',
			{ senders: ['automation'] },
			['message_created--by-automation-2'],
			['message_created--by-echo'],
		],
		['content contains, as typed', { content_contains: 'a < B and c > d' }, [noted], []],
		['content matches, as typed', { content_matches: 'use <b>x</b> &amp; ' }, [noted], []],
		[
			'an inbox that was made',
			{ inbox_ids: [56] },
			['inbox_created--inbox-created', 'inbox_updated--inbox-renamed'],
			['inbox_created--inbox-created-email'],
		],
	];

	test.each(newer)('of 4.16: %s', async (_, filters, lets, holds) => {
		const names = [...lets, ...holds];
		const trigger = open({ events: chosenFor(names), filters }, '4.16');
		expect(await through(trigger, names, '4.16')).toEqual(lets);
	});

	test('are all shown here', () => {
		// Opening Hours needs a request: `hours.test.ts` shows it.
		const shown = [...rows.flatMap(([, filters]) => Object.keys(filters)), 'opening_hours'];
		expect(new Set(shown)).toEqual(new Set(filterFields.map(({ name }) => name)));
	});

	test.each<[string, IDataObject, string, IDataObject]>([
		['status', { statuses: ['resolved'] }, 'resolved', { status: 'open' }],
		['priority', { priorities: ['none'] }, 'priority-null', { priority: 'high' }],
		['labels', { labels: ['bug'] }, 'labels', { labels: [] }],
		['no labels', { labels: ['x'], labels_rule: 'none' }, 'labels-cleared', { labels: ['x'] }],
		['nobody', { assigned: 'nobody' }, 'assignee-null', { meta: { assignee: { id: 27 } } }],
		['assignee', { assignee_ids: [27] }, 'assignee', { meta: { assignee: null } }],
		['team', { team_ids: [9] }, 'team', { meta: { team: null } }],
		[
			'attributes',
			conversation('order_no', 'equals', '77'),
			'custom-attributes',
			{ custom_attributes: { order_no: 78 } },
		],
	])('%s: by the change, not by what came later', async (_, filters, name, later) => {
		const trigger = open({ events: ['conversation_updated'], filters });
		const { items } = await trigger.receive({
			...bodyOf(`conversation_updated--${name}`),
			...later,
		});
		expect(items).toHaveLength(1);
	});

	test.each<[string, string[], IDataObject, RegExp]>([
		[
			'labels of a contact',
			['contact_updated', 'message_created'],
			{ labels: ['vip'] },
			/^Some filters do not work with the chosen events: Contact Updated has no data for Label Names or IDs\. Use a second trigger/,
		],
		[
			'the text of a change, in ready-made events too',
			['conversation_reopened', 'csat_answered'],
			{ content_contains: 'a' },
			/: Conversation Reopened has no data for Content Contains\. /,
		],
		[
			'all faults together',
			['contact_created', 'inbox_updated'],
			{ senders: ['bot'], inbox_ids: [1] },
			/Contact Created has no data for Inbox Names or IDs; Contact Created has no data for Senders; Inbox Updated has no data for Senders/,
		],
		['visibility of a status', ['conversation_created'], { visibility: 'private' }, /Visibility/],
	])('do not go together with events: %s', async (_, chosen, filters, message) => {
		const trigger = open({ events: chosen, filters });
		await expect(trigger.receive(bodyOf('message_created--incoming'))).rejects.toThrow(message);
	});
});

describe('event_key', () => {
	const keyOf = async (body: unknown, headers: IDataObject = {}) =>
		(await open().receive(body, { headers })).items[0].event_key;

	test('is the same through the account webhook and the API inbox', async () => {
		const pairs = [...recorded.keys()]
			.filter((name) => recorded.get(name)?.receiver === 'api_inbox')
			.map((name) => [name, name.replace(/-api-inbox$/, '')])
			.filter(([, other]) => recorded.has(other));
		expect(pairs.length).toBeGreaterThan(8);
		for (const [name, other] of pairs)
			expect(await keyOf(bodyOf(name))).toBe(await keyOf(bodyOf(other)));
	});

	test('differs for all that are different', async () => {
		const ofAccount = expected.filter(
			({ delivery, item }) => item && recorded.get(delivery)?.receiver === 'account_webhook',
		);
		const keys = await Promise.all(
			ofAccount.map(async ({ delivery }) => await keyOf(bodyOf(delivery))),
		);
		expect(new Set(keys).size).toBe(keys.length);
		expect(keys.length).toBeGreaterThan(100);
	});

	test('is the id of the delivery where the body has no identity', async () => {
		const headers = { 'x-chatwoot-delivery': 'b1946ac9' };
		const of = async (name: string) => await keyOf(bodyOf(name), headers);
		expect(await of('message_updated--status-read')).toBe('message_updated:1243:b1946ac9');
		expect(await of('webwidget_triggered--first-open')).toBe('webwidget_triggered:553:b1946ac9');
		expect(await of('conversation_status_changed--resolved')).toBe(
			'conversation_status_changed:21:b1946ac9',
		);
		expect(await of('message_created--incoming')).toBe('message_created:1244');
		expect(await of('conversation_updated--resolved')).toBe(
			'conversation_updated:21:2026-11-21T07:04:36.115Z',
		);
	});
});

describe('a delivery that is tried again', () => {
	const first = 'f3b1c2d4';
	const take = async (trigger: Trigger, name: string, id: string) =>
		(await trigger.receive(bodyOf(name, '4.16'), { headers: { 'x-chatwoot-delivery': id } })).items;

	test.each([
		'conversation_status_changed--resolved',
		'message_updated--status-read',
		'webwidget_triggered--first-open',
	])('starts once, and what says the same by another id is another: %s', async (name) => {
		const trigger = fresh({ loop_guard: false }, '4.16');
		expect(await take(trigger, name, first)).toHaveLength(1);
		expect(await take(trigger, name, first)).toEqual([]);
		expect(await take(trigger, name, 'another')).toHaveLength(1);
	});

	test('is known by its record where it was made, whatever its id', async () => {
		const trigger = fresh({}, '4.16');
		expect(await take(trigger, 'inbox_created--inbox-created', first)).toHaveLength(1);
		expect(await take(trigger, 'inbox_created--inbox-created', 'another')).toEqual([]);
		expect(await take(trigger, 'inbox_created--inbox-created-email', first)).toHaveLength(1);
	});

	test('has the same key wherever 4.16 sent it', async () => {
		const keys = new Map<string, unknown>();
		for (const { headers, body } of recordedOf('4.16').values()) {
			const [item] = (await open({}, '4.16').receive(structuredClone(body), { headers })).items;
			if (!item) continue;
			const id = headers['x-chatwoot-delivery'];
			expect(item.event_key).toBe(keys.get(id) ?? item.event_key);
			keys.set(id, item.event_key);
		}
		expect(keys.size).toBeGreaterThan(250);
	});
});

describe('repeats', () => {
	const message = bodyOf('message_created--incoming');

	test('start nothing', async () => {
		const trigger = fresh();
		expect((await trigger.receive(message)).items).toHaveLength(1);
		const { response, status } = await trigger.receive(message);
		expect(response).toEqual({});
		expect(status).toBeUndefined();
		expect(trigger.log).toEqual([]);
	});

	test('by the API inbox start nothing', async () => {
		const names = ['message_created--incoming', 'message_created--incoming-api-inbox'];
		expect(await through(fresh(), names)).toEqual(['message_created--incoming']);
	});

	test('at the same moment start nothing', async () => {
		const trigger = fresh();
		const outcomes = await Promise.all([trigger.receive(message), trigger.receive(message)]);
		expect(outcomes.flatMap(({ items }) => items)).toHaveLength(1);
	});

	test('for another trigger, or another workflow, are no repeats', async () => {
		const trigger = fresh();
		const { nodeId } = trigger.setup;
		expect((await trigger.receive(message)).items).toHaveLength(1);
		const other = new Trigger({ ...trigger.setup, nodeId: `${nodeId}-other` });
		const elsewhere = new Trigger({ ...trigger.setup, workflowId: 'workflow-2' });
		for (const trigger of [other, elsewhere]) {
			trigger.setup.staticData = { secret: SECRET };
			expect((await trigger.receive(message)).items).toHaveLength(1);
		}
	});

	test('are taken where the option is off', async () => {
		const trigger = fresh({ options: { drop_repeats: false } });
		const twice = [await trigger.receive(message), await trigger.receive(message)];
		expect(twice.flatMap(({ items }) => items)).toHaveLength(2);
		expect(trigger.setup.staticData.seen).toBeUndefined();
	});

	test('are taken while somebody tests, who then spoils nothing for production', async () => {
		const trigger = fresh();
		for (const mode of ['manual', 'manual', 'webhook'] as const)
			expect((await trigger.receive(message, { mode })).items).toHaveLength(1);
		expect((await trigger.receive(message, { mode: 'manual' })).items).toHaveLength(1);
	});

	test.each(['conversation_typing_on--typing-contact', 'conversation_typing_off--typing-contact'])(
		'%s is taken as often as it comes',
		async (name) => {
			expect(await through(fresh(), [name, name])).toEqual([name, name]);
		},
	);

	test('are taken after an error', async () => {
		const trigger = fresh();
		let reads = 0;
		const spoilt = {
			...message,
			// It is looked at once before the item is made.
			get source_id() {
				if (reads++) throw new Error('unreadable');
				return null;
			},
		};
		await expect(trigger.receive(spoilt, { rawBody: '' })).rejects.toThrow('unreadable');
		expect(trigger.setup.staticData.seen).toBeUndefined();
		expect((await trigger.receive(message)).items).toHaveLength(1);
		expect((await trigger.receive(message)).items).toEqual([]);
	});

	test('what was held back is no repeat when it passes', async () => {
		const trigger = fresh({ events: ['conversation_updated'], filters: { statuses: ['open'] } });
		const body = bodyOf('conversation_updated--priority');
		expect((await trigger.receive({ ...body, status: 'pending' })).items).toEqual([]);
		expect((await trigger.receive(body)).items).toHaveLength(1);
	});

	test('are taken after n8n could not store the execution', async () => {
		const trigger = fresh();
		const away = async () => {
			throw new Error('The database is away');
		};
		await expect(trigger.receive(message, { n8n: away })).rejects.toThrow('away');
		expect((await trigger.receive(message)).items).toHaveLength(1);
		expect((await trigger.receive(message)).items).toEqual([]);
	});

	test('that come while n8n is busy with the first wait for what becomes of it', async () => {
		for (const isStored of [true, false]) {
			const trigger = fresh();
			let end = () => {};
			const busy = new Promise<void>((resolve, reject) => {
				end = isStored ? resolve : () => reject(new Error('The database is away'));
			});
			const first = trigger.receive(message, { n8n: async () => await busy });
			const more = [trigger.receive(message), trigger.receive(message)];
			end();
			await Promise.allSettled([first]);
			const items = (await Promise.all(more)).flatMap((outcome) => outcome.items);
			expect(items).toHaveLength(isStored ? 0 : 1);
		}
	});

	test('are remembered up to a bound: the oldest of 20,001 is new again', async () => {
		const take = async (key: number) =>
			await isRepeat('bounded', `${key}`, [], async () => await Promise.resolve(true));
		const keys = Array.from({ length: 20_000 }, (_, key) => key);
		const repeats = async () => {
			const found: number[] = [];
			for (const key of keys) if (await take(key)) found.push(key);
			return found;
		};
		expect(await repeats()).toEqual([]);
		expect(await repeats()).toEqual(keys);
		expect(await take(20_000)).toBe(false);
		expect(await take(1)).toBe(true);
		expect(await take(0)).toBe(false);
	});

	describe('in another process', () => {
		/** The node as a process loads it that has seen nothing. */
		const inNewProcess = async (task: (node: INodeType) => Promise<void>) =>
			await jest.isolateModulesAsync(async () => {
				const { CustomerConversationTrigger } =
					await import('../../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node');
				await task(new CustomerConversationTrigger());
			});

		test('are known by what is stored with the workflow: the last 100', async () => {
			const trigger = fresh();
			const nth = (id: number) => ({ ...message, id });
			for (let id = 1; id <= 101; id++)
				expect((await trigger.receive(nth(id))).items).toHaveLength(1);
			expect(trigger.setup.staticData.seen).toHaveLength(100);
			await inNewProcess(async (node) => {
				const restarted = new Trigger({ ...trigger.setup, node });
				expect((await restarted.receive(nth(101))).items).toEqual([]);
				expect((await restarted.receive(nth(2))).items).toEqual([]);
				expect((await restarted.receive(nth(1))).items).toHaveLength(1);
			});
		});

		test('are new where nothing is stored', async () => {
			const trigger = fresh();
			await trigger.receive(message);
			const staticData = { secret: SECRET };
			expect((await new Trigger({ ...trigger.setup, staticData }).receive(message)).items).toEqual(
				[],
			);
			await inNewProcess(async (node) => {
				const restarted = new Trigger({ ...trigger.setup, staticData, node });
				expect((await restarted.receive(message)).items).toHaveLength(1);
			});
		});
	});

	describe('of an answer, which stays in its message', () => {
		const answer = bodyOf('message_updated--submitted-values');
		const later = bodyOf('message_updated--status-failed');
		const other = structuredClone(answer);
		Object.assign(asObject(other.content_attributes), {
			submitted_values: [{ title: 'Blue', value: 'blue' }],
		});

		test('start nothing when the message changes otherwise', async () => {
			const trigger = fresh({ events: ['customer_answered'] });
			expect((await trigger.receive(answer)).items).toHaveLength(1);
			expect((await trigger.receive(later)).items).toEqual([]);
			expect((await trigger.receive(other)).items).toHaveLength(1);
		});

		test('start the workflow where it listens to all changes', async () => {
			const trigger = fresh({ events: ['customer_answered', 'message_updated'] });
			expect((await trigger.receive(answer)).items).toHaveLength(1);
			expect((await trigger.receive(later)).items).toHaveLength(1);
		});

		test('a rating is news again when words are added', async () => {
			const trigger = fresh({ events: ['csat_answered'] });
			const words = bodyOf('message_updated--csat-submitted');
			const rating = structuredClone(words);
			const submitted_values = { csat_survey_response: { rating: 5 } };
			Object.assign(asObject(rating.content_attributes), { submitted_values });
			expect((await trigger.receive(rating)).items).toHaveLength(1);
			expect((await trigger.receive(words)).items).toHaveLength(1);
			expect((await trigger.receive(words)).items).toEqual([]);
		});
	});
});

describe('only the service gets in', () => {
	const body = bodyOf('message_created--incoming');
	/** As the service might write it: not as JSON.stringify would. */
	const rawBody = JSON.stringify(body, null, 1);
	const KEY = 'signing-key-of-the-webhook';
	const NOW = 1_795_244_700;

	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(NOW * 1000);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	/** What newer releases send along. */
	function signed({ key = KEY, time = `${NOW}`, text = rawBody } = {}): IDataObject {
		const signature = createHmac('sha256', key).update(`${time}.${text}`).digest('hex');
		return { 'x-chatwoot-signature': `sha256=${signature}`, 'x-chatwoot-timestamp': time };
	}
	const unset = ({ ...headers }: IDataObject, name: string) => {
		delete headers[name];
		return headers;
	};
	const typed = { options: { ...NO_REPEATS, signing_secret: KEY } };
	const unchecked = { options: { ...NO_REPEATS, check_secret: false } };
	const both = { options: { ...typed.options, check_secret: false } };
	const known = { secret: SECRET, signingSecret: KEY };

	type Try = Parameters<Trigger['receive']>[1] & { staticData?: IDataObject };
	const receive = async ({ staticData, parameters, ...call }: Try) => {
		const trigger = open(parameters);
		if (staticData) trigger.setup.staticData = staticData;
		return { trigger, ...(await trigger.receive(body, { rawBody, ...call })) };
	};

	test.each<[string, RegExp, Try]>([
		['no secret', /it has no secret/, { query: {} }],
		['an empty secret', /it has no secret/, { query: { secret: '' } }],
		['another secret', /its secret is wrong/, { query: { secret: SECRET.replace(/.$/, 'X') } }],
		['a part of the secret', /its secret is wrong/, { query: { secret: SECRET.slice(0, -1) } }],
		['more than the secret', /its secret is wrong/, { query: { secret: `${SECRET}s` } }],
		['the secret twice', /its secret is wrong/, { query: { secret: [SECRET, SECRET] } }],
		['a second secret', /its secret is wrong/, { query: { secret: [SECRET, 'x'] } }],
		['an object', /its secret is wrong/, { query: { secret: { is: SECRET } } }],
		['a secret, and none is stored', /no secret is stored/, { staticData: {} }],
		['none, and none is stored', /no secret is stored/, { staticData: {}, query: {} }],
		[
			'an empty one is stored',
			/no secret is stored/,
			{ staticData: { secret: '' }, query: { secret: '' } },
		],
		['no signature', /it is not signed/, { staticData: known }],
		[
			'no signature, key typed in',
			/it is not signed/,
			{ parameters: typed, headers: unset(signed(), 'x-chatwoot-signature') },
		],
		[
			'no time',
			/it is not signed/,
			{ staticData: known, headers: unset(signed(), 'x-chatwoot-timestamp') },
		],
		[
			'a time that is no number',
			/its timestamp cannot be read/,
			{ staticData: known, headers: signed({ time: 'now' }) },
		],
		[
			'a time in other writing',
			/its timestamp cannot be read/,
			{ staticData: known, headers: signed({ time: `${NOW}e0` }) },
		],
		[
			'a time before all times',
			/its timestamp cannot be read/,
			{ staticData: known, headers: signed({ time: `-${NOW}` }) },
		],
		[
			'an old signature',
			/it was signed 301 seconds ago/,
			{ staticData: known, headers: signed({ time: `${NOW - 301}` }) },
		],
		[
			'a signature of the future',
			/it was signed 301 seconds ago/,
			{ staticData: known, headers: signed({ time: `${NOW + 301}` }) },
		],
		[
			'an old signature with a new time',
			/its signature is wrong/,
			{
				staticData: known,
				headers: { ...signed({ time: `${NOW - 400}` }), 'x-chatwoot-timestamp': `${NOW}` },
			},
		],
		[
			'a signature with another key',
			/its signature is wrong/,
			{ staticData: known, headers: signed({ key: 'another' }) },
		],
		[
			'a signature with the secret of the address',
			/its signature is wrong/,
			{ staticData: known, headers: signed({ key: SECRET }) },
		],
		[
			'a signature of other words',
			/its signature is wrong/,
			{ staticData: known, headers: signed({ text: rawBody.replace('Hello', 'Jello') }) },
		],
		[
			'a signature of the body written anew',
			/its signature is wrong/,
			{ staticData: known, headers: signed({ text: JSON.stringify(body) }) },
		],
		[
			'a signature without its name',
			/its signature is wrong/,
			{
				staticData: known,
				headers: {
					...signed(),
					'x-chatwoot-signature': String(signed()['x-chatwoot-signature']).slice(7),
				},
			},
		],
		[
			'the body as it came is not at hand',
			/its signed body cannot be read/,
			{ staticData: known, headers: signed(), rawBody: null },
		],
		[
			'a right signature, a wrong secret',
			/its secret is wrong/,
			{ staticData: known, headers: signed(), query: { secret: 'x' } },
		],
		[
			'a right signature, no secret',
			/no secret/,
			{ staticData: known, headers: signed(), query: {} },
		],
		[
			'a wrong signature, no secret asked for',
			/its signature is wrong/,
			{ parameters: both, headers: signed({ key: 'another' }), query: {} },
		],
		[
			"the registration's key, another typed in",
			/its signature is wrong/,
			{
				staticData: { ...known, signingSecret: 'older' },
				parameters: typed,
				headers: signed({ key: 'older' }),
			},
		],
	])('refused: %s', async (_, reason, call) => {
		const { trigger, response, items, status, body: answer } = await receive(call);
		expect({ status, answer }).toEqual({ status: 401, answer: { message: 'Unauthorized' } });
		expect(response).toEqual({ noWebhookResponse: true });
		expect(items).toEqual([]);
		expect(trigger.log).toHaveLength(1);
		expect(trigger.log[0]).toMatch(reason);
		expect(trigger.log[0]).toContain('refused a call');
		expect(trigger.log[0]).toContain('workflow-1');
		for (const hidden of [SECRET.slice(0, -1), KEY, 'sha256=', 'Hello'])
			expect(trigger.log[0]).not.toContain(hidden);
		expect(trigger.setup.staticData.seen).toBeUndefined();
	});

	test.each<[string, Try]>([
		['the secret', {}],
		['the secret, and a signature that nobody can check', { headers: signed({ key: 'unknown' }) }],
		['no secret, where none is asked for', { parameters: unchecked, query: {}, staticData: {} }],
		['a wrong secret, where none is asked for', { parameters: unchecked, query: { secret: 'x' } }],
		['secret and signature', { staticData: known, headers: signed() }],
		['secret and signature, key typed in', { parameters: typed, headers: signed() }],
		[
			'the key typed in, another of the registration',
			{ staticData: { ...known, signingSecret: 'older' }, parameters: typed, headers: signed() },
		],
		[
			'a signature alone, where no secret is asked for',
			{ parameters: both, query: {}, headers: signed() },
		],
		[
			'a signature of five minutes ago',
			{ staticData: known, headers: signed({ time: `${NOW - 300}` }) },
		],
		[
			'a signature in five minutes',
			{ staticData: known, headers: signed({ time: `${NOW + 300}` }) },
		],
	])('let in: %s', async (_, call) => {
		const { trigger, items, status } = await receive(call);
		expect(items).toHaveLength(1);
		expect(status).toBeUndefined();
		expect(trigger.log).toEqual([]);
	});

	describe.each(signedDeliveries())(
		'recorded byte for byte: $event to $receiver, attempt $attempt',
		({ secret, timestamp, headers: sent, raw_body }) => {
			const headers = Object.fromEntries(
				Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]),
			);
			const take = async (change: Try & { at?: number } = {}) => {
				jest.spyOn(Date, 'now').mockReturnValue((change.at ?? timestamp) * 1000);
				const trigger = open({}, '4.16');
				trigger.setup.staticData = { ...known, signingSecret: secret, ...change.staticData };
				const call = { headers, rawBody: raw_body, ...change };
				return await trigger.receive(JSON.parse(raw_body), call);
			};

			test('is let in', async () => {
				expect((await take()).status).toBeUndefined();
				expect((await take({ at: timestamp + 300 })).status).toBeUndefined();
			});

			test.each<[string, Parameters<typeof take>[0]]>([
				['with another secret', { staticData: { signingSecret: `${secret}x` } }],
				['later', { at: timestamp + 301 }],
				[
					'with another time',
					{ headers: { ...headers, 'x-chatwoot-timestamp': `${timestamp + 1}` } },
				],
				['with one byte changed', { rawBody: raw_body.replace('"id":', '"id" :') }],
				['parsed and written anew', { rawBody: JSON.stringify(JSON.parse(raw_body)) }],
				['without a signature', { headers: unset(headers, 'x-chatwoot-signature') }],
			])('is refused %s', async (_, change) => {
				// Where nothing is to be escaped the service writes JSON as we do.
				const refused = change?.rawBody !== raw_body;
				expect((await take(change)).status).toBe(refused ? 401 : undefined);
			});
		},
	);

	test('the second attempt of a delivery has another signature, and starts nothing', async () => {
		const attempts = signedDeliveries().filter(({ receiver }) => receiver === 'agent_bot');
		expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
		const trigger = fresh({}, '4.16');
		trigger.setup.staticData = { ...known, signingSecret: attempts[0].secret };
		const started: number[] = [];
		for (const { timestamp, headers, raw_body } of attempts) {
			jest.spyOn(Date, 'now').mockReturnValue(timestamp * 1000);
			const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
			const call = { headers: Object.fromEntries(lower) as IDataObject, rawBody: raw_body };
			const { items, status } = await trigger.receive(JSON.parse(raw_body), call);
			expect(status).toBeUndefined();
			started.push(items.length);
		}
		expect(started).toEqual([1, 0]);
	});

	test.each([SECRET, 'x', `${SECRET}${SECRET}`])(
		'%s takes as long as any other to compare',
		async (secret) => {
			const compare = jest.spyOn(crypto, 'timingSafeEqual');
			await receive({ query: { secret } });
			const lengths = compare.mock.calls.map((sides) => sides.map(({ byteLength }) => byteLength));
			expect(lengths).toEqual([[32, 32]]);
		},
	);

	test('who is not let in hears nothing of the settings', async () => {
		const trigger = open({ filters: { content_matches: '(' } });
		trigger.setup.credentials.base_url = '';
		expect((await trigger.receive(body, { query: {} })).status).toBe(401);
	});

	test.each<[string, unknown]>([
		['a text', 'Hello'],
		['nothing', null],
		['a list', [{ event: 'message_created' }]],
		['an object without event', { id: 1 }],
		['an empty event', { event: '' }],
		['a number as event', { event: 5 }],
	])('%s is no event: 400, once it is known who calls', async (_, content) => {
		const trigger = open();
		const refused = await trigger.receive(content);
		expect(refused).toMatchObject({ items: [], status: 400 });
		expect(refused.body).toEqual({ message: 'The call is not an event from Chatwoot' });
		expect(trigger.log).toHaveLength(1);
		expect(trigger.log[0]).toContain('The call is not an event from Chatwoot');
		const { status, items } = await trigger.receive(content, { query: {} });
		expect({ status, items }).toEqual({ status: 401, items: [] });
	});

	test.each<[string, IDataObject, RegExp]>([
		['no events', { events: [] }, /^Events is empty: choose at least one$/],
		['an unknown event', { events: ['x'] }, /^Events cannot contain x: choose from /],
		[
			'a broken expression to match',
			{ filters: { content_matches: '(' } },
			/^Content Matches is not a valid regular expression: /,
		],
	])('settings that are wrong are errors: %s', async (_, parameters, message) => {
		const trigger = open(parameters);
		await expect(trigger.receive(body)).rejects.toThrow(message);
		expect(trigger.log).toHaveLength(1);
	});
});

describe('items', () => {
	const accepted = expected.filter(ofAccount).map(({ delivery }) => delivery);

	test('hold no token and no secret', async () => {
		let tokens = 0;
		for (const simplify of [true, false])
			for (const name of accepted) {
				const body = bodyOf(name);
				if (JSON.stringify(body).includes('pubsub_token-redacted')) tokens++;
				const text = JSON.stringify((await open({ simplify }).receive(body)).items);
				expect(text).not.toContain('pubsub_token-redacted');
				expect(text).not.toContain(SECRET);
				expect(text).not.toContain('secret-token');
			}
		expect(tokens).toBeGreaterThan(200);
	});

	test('hide the secrets that a change or an attribute tells', async () => {
		const body = bodyOf('contact_updated--api-name');
		const changed_attributes = [
			{ pubsub_token: { previous_value: 'old-token', current_value: 'new-token' } },
		];
		const custom_attributes = { plan: 'team', api_key: 'key-of-theirs' };
		for (const simplify of [true, false]) {
			const trigger = open({ simplify });
			const { items } = await trigger.receive({ ...body, changed_attributes, custom_attributes });
			expect(JSON.stringify(items)).toContain('team');
			expect(JSON.stringify(items)).not.toMatch(/old-token|new-token|key-of-theirs/);
		}
	});

	test('with Simplify off are the bodies as they came, with the key', async () => {
		for (const name of accepted) {
			const body = JSON.parse(
				JSON.stringify(bodyOf(name)).replaceAll('pubsub_token-redacted', '***'),
			) as IDataObject;
			const [simple] = (await open().receive(bodyOf(name))).items;
			const { items } = await open({ simplify: false }).receive(bodyOf(name));
			expect(items).toEqual([{ ...body, event_key: simple.event_key }]);
		}
	});

	test('name the account of the trigger, which not every delivery names', async () => {
		const trigger = open({ account_id: { __rl: true, mode: 'id', value: '4' } });
		const { items } = await trigger.receive(bodyOf('conversation_created--api-empty'));
		expect(items[0]).toMatchObject({
			account_id: 4,
			url: 'https://chat.example/app/accounts/4/conversations/21',
		});
	});

	test('of another account are refused, wherever the delivery names it', async () => {
		const typing = bodyOf('conversation_typing_on--typing-contact');
		Object.assign(asObject(typing.conversation), { messages: [] });
		// By its newest message, by itself, by the contact who types.
		const named = ['conversation_created--api-with-message', 'contact_created--api'];
		for (const body of [...named.map((name) => bodyOf(name)), typing]) {
			expect((await open().receive(body)).items).toMatchObject([{ account_id: 9 }]);
			const trigger = open({ account_id: { __rl: true, mode: 'id', value: '4' } });
			const { items, status } = await trigger.receive(body);
			expect([items, status]).toEqual([[], 401]);
			expect(trigger.log).toEqual([
				expect.stringContaining(
					'refused a call: it is for account 9, but the trigger is for account 4',
				),
			]);
		}
	});

	test.each(['agent_bot', 'api_inbox'])('of another account are refused: %s', async (receiver) => {
		const [name] = [...recordedOf('4.10').values()]
			.filter((one) => one.receiver === receiver && one.event === 'message_created')
			.map((one) => one.name);
		const trigger = sourceOf(receiver, '4.10', OPEN);
		expect((await trigger.receive(bodyOf(name))).status).toBeUndefined();
		trigger.setup.credentials.account_id = '4';
		expect((await trigger.receive(bodyOf(name))).status).toBe(401);
		expect(trigger.log).toHaveLength(1);
	});

	test('tell the words of a voice message, and where a place is', async () => {
		const body = bodyOf('message_created--outgoing-attachment-audio', '4.16');
		const [voice] = body.attachments as IDataObject[];
		expect(voice).toHaveProperty('transcribed_text');
		const spoken = { ...voice, transcribed_text: 'Where is my parcel?' };
		const place = {
			...{ id: 5, message_id: 6, account_id: 7, file_type: 'location', data_url: null },
			...{ coordinates_lat: 59.91, coordinates_long: 10.75, fallback_title: 'Oslo' },
		};
		const { items } = await open({}, '4.16').receive({ ...body, attachments: [spoken, place] });
		const { id, data_url } = voice;
		expect(items[0].attachments).toEqual([
			{
				...{ id, file_type: 'audio', data_url, file_size: voice.file_size },
				transcribed_text: 'Where is my parcel?',
			},
			{
				...{ id: 5, file_type: 'location', data_url: null, file_size: null },
				...{ coordinates_lat: 59.91, coordinates_long: 10.75, fallback_title: 'Oslo' },
			},
		]);
	});

	test('lead to the dashboard, also in a folder', async () => {
		const trigger = open();
		trigger.setup.credentials.base_url = 'https://example.com/chat/app/accounts/9/dashboard';
		const { items } = await trigger.receive(bodyOf('message_created--incoming'));
		expect(items[0].url).toBe('https://example.com/chat/app/accounts/9/conversations/21');
	});
});

describe('text', () => {
	const website = bodyOf('message_created--markdown-website');
	/** The text of a message in a website inbox whose stored form the body does not have. */
	async function textOf(content: unknown, change: IDataObject = {}, place: IDataObject = {}) {
		const conversation = { ...asObject(website.conversation), messages: [], ...place };
		const { items } = await open().receive({ ...website, content, conversation, ...change });
		return items[0].content;
	}

	test.each([
		['paragraphs', '<p>One</p>\n<p>Two</p>\n', 'One\nTwo'],
		['broken lines', '<p>One<br />\nTwo<br>Three</p>\n', 'One\nTwo\nThree'],
		['a list', '<p>Two:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n', 'Two:\none\ntwo'],
		['a heading', '<h2>Title</h2>\n<p>Text</p>\n', 'Title\nText'],
		['a quotation', '<blockquote>\n<p>said</p>\n</blockquote>\n<p>so</p>\n', 'said\n\nso'],
		['marks', '<p><strong>bold</strong> <em>and</em> <code>code</code></p>\n', 'bold and code'],
		['a link', '<p>see <a href="https://acme.example">here</a></p>\n', 'see here'],
		['what was left out', '<p><!-- raw HTML omitted -->a<!--\n-->b</p>\n', 'ab'],
		[
			'entities',
			'<p>a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39; f&nbsp;g</p>\n',
			`a & b <c> "d" 'e' f g`,
		],
		['numbered entities', '<p>&#128512; &#x1F600; &#X41;</p>\n', '😀 😀 A'],
		['entities of entities', '<p>&amp;lt; &amp;amp;</p>\n', '&lt; &amp;'],
		[
			'what is none',
			'<p>&hearts; &#9999999999; R&D; 1 &lt; 2</p>\n',
			'&hearts; &#9999999999; R&D; 1 < 2',
		],
		['plain text', 'Hello', 'Hello'],
		['nothing', null, ''],
	])('of HTML: %s', async (_, content, text) => {
		expect(await textOf(content)).toBe(text);
	});

	test('is the stored one, with all that was typed, where the body has it', async () => {
		const { items } = await open().receive(website);
		expect(items[0].content).toBe('**bold** <b>tag</b> & [link](https://acme.example)\n- one');
	});

	test('is not that of another message', async () => {
		const messages = [{ id: Number(website.id) + 1, content: 'Another' }];
		expect(await textOf('<p>This</p>\n', {}, { messages })).toBe('This');
	});

	test('of a private note in a website inbox, which the body never has stored', async () => {
		const { messages } = asObject(website.conversation);
		const change = { id: Number(website.id) + 1, private: true };
		expect(await textOf('<p>For us &amp; you</p>\n', change, { messages })).toBe('For us & you');
	});

	test.each([
		'My page has <title>Shop</title> and a < b > c',
		'Error: List<String> is null &amp; x',
		'<script>alert(1)</script> is in line 5',
		'Customer types `List<String>`; a < b',
		'<p>I typed this</p>',
		'<p>one</p>\n<p>two</p>',
		'if a < b and c > d: use <b>x</b> &amp; **bold**',
	])('of a newer release is what was typed, in a burst and in a note: %s', async (typed) => {
		const later = { messages: [{ id: Number(website.id) + 1, content: 'Later' }] };
		for (const channel of ['Channel::WebWidget', 'Channel::Email']) {
			expect(await textOf(typed, {}, { ...later, channel })).toBe(typed);
			expect(await textOf(typed, { private: true }, { ...later, channel })).toBe(typed);
		}
	});

	test('of an email inbox is without HTML, too; of others as it was typed', async () => {
		const sent = '<p>x &amp; y</p>\n';
		expect(await textOf(sent, {}, { channel: 'Channel::Email' })).toBe('x & y');
		expect(await textOf(sent, {}, { channel: 'Channel::Api' })).toBe(sent);
	});
});

describe('Read Message', () => {
	const call = recording('account.message.list', 'before-first-3');
	const parameters = {
		loop_guard: false,
		options: { ...NO_REPEATS, read_message: true },
	};
	/** A note of which the service sends what it sent for the recording. */
	const body = bodyOf('message_created--private-note');
	Object.assign(body, { id: 1645, content: '<p>n001</p>\n' });
	Object.assign(asObject(body.conversation), { id: 87, channel: 'Channel::WebWidget' });

	async function read(answer: Answer, payload: unknown = body, more: IDataObject = {}) {
		const server = await listen(() => answer);
		try {
			const trigger = open({ ...parameters, ...more });
			trigger.setup.credentials.base_url = server.url;
			const { items } = await trigger.receive(payload);
			return { item: items[0], received: server.received, url: server.url };
		} finally {
			await server.close();
		}
	}

	test('adds the message as it is stored, and takes the text from it', async () => {
		const { item, received, url } = await read(json(call.response.body));
		const stored_message = {
			...{ id: 1645, content: 'n001', inbox_id: 5, conversation_id: 87, message_type: 'outgoing' },
			...{ content_type: 'text', status: 'sent', content_attributes: null, attachments: [] },
			...{ private: true, source_id: null, created_at: '2026-11-21T07:11:40.000Z' },
			...{ sender_id: 8, sender_name: 'Ada Admin', sender_type: 'user' },
			url: `${url}/app/accounts/9/conversations/87?messageId=1645`,
		};
		expect(item.stored_message).toEqual(stored_message);
		expect(Object.keys(item).sort()).toEqual([...KEYS, 'stored_message'].sort());
		expect(received).toHaveLength(1);
		expect(received[0]).toMatchObject({
			method: call.request.method,
			path: call.request.path.replace('/accounts/3/', '/accounts/9/'),
			query: Object.entries(call.request.query as object).map(([key, value]) => [key, `${value}`]),
			headers: { api_access_token: 'secret-token', accept: 'application/json' },
		});
	});

	test('its text is not the rendered one', async () => {
		const reply = structuredClone(call.response.body) as { payload: IDataObject[] };
		reply.payload[1].content = '*typed* <b>so</b>';
		const { item } = await read(json(reply));
		expect(item.content).toBe('*typed* <b>so</b>');
	});

	test('with Simplify off it stands beside the body', async () => {
		const { item } = await read(json(call.response.body), body, { simplify: false });
		expect(item).toMatchObject({ content: '<p>n001</p>\n', stored_message: { content: 'n001' } });
	});

	test.each<[string, Answer, string]>([
		[
			'it is gone',
			answerOf('account.message.list', 'unknown-id'),
			'Conversation 87 is not in account 9: Resource could not be found',
		],
		[
			'the token may not',
			answerOf('account.message.list', 'as-agent'),
			'You are not authorized to do this action',
		],
		['the service fails', json('', 500), 'Chatwoot answered with status 500 and gave no reason'],
		['it is not there', json({ meta: {}, payload: [{ id: 1644 }] }), 'The message was not found'],
		['there is no list', json({ payload: {} }), 'The message was not found'],
		['there is nothing', json(null), 'The message was not found'],
	])('loses nothing where it cannot be read: %s', async (_, answer, error) => {
		const { item, received } = await read(answer);
		expect(item).toMatchObject({ stored_message: { error }, message_id: 1645, content: 'n001' });
		expect(received).toHaveLength(1);
	});

	test.each<[string, (socket: { destroy: () => void }) => void, RegExp]>([
		['the connection breaks', (socket) => socket.destroy(), /^The connection was closed/],
		['no answer comes in time', () => undefined, /^No reply arrived in time/],
	])('loses nothing where %s', async (_, spoil, error) => {
		const server = await serve((request) => spoil(request.socket));
		const trigger = open(parameters);
		trigger.setup.credentials.base_url = server.url;
		const { items } = await trigger.receive(body);
		expect(asObject(items[0].stored_message).error).toMatch(error);
		await server.close();
	});

	test('asks for nothing where there is no message', async () => {
		const { item, received } = await read(json(''), bodyOf('conversation_updated--labels'));
		expect(received).toEqual([]);
		expect(Object.keys(item).sort()).toEqual(KEYS);
	});

	test('asks for nothing that is held back, or seen', async () => {
		const server = await listen(() => json(call.response.body));
		const trigger = fresh({ ...parameters, options: { read_message: true } });
		trigger.setup.credentials.base_url = server.url;
		await trigger.receive(body, { parameters: { loop_guard: true } });
		expect(server.received).toHaveLength(0);
		await trigger.receive(body);
		await trigger.receive(body);
		expect(server.received).toHaveLength(1);
		await server.close();
	});
});

describe('the samples of the template', () => {
	const pinned = samples.pinData as unknown as Record<string, Array<{ json: IDataObject }>>;
	// Chatwoot 4.10 never delivers them.
	const delivered = CHOSEN.filter((name) => !name.startsWith('inbox_'));

	test('there is one of every event', () => {
		const nodes = samples.nodes.flatMap(({ parameters }) => parameters.events ?? []);
		expect(nodes.sort()).toEqual(delivered);
		expect(Object.keys(pinned).sort()).toEqual(delivered.map((name) => events[name].name).sort());
	});

	test.each(delivered)('%s: as recorded', async (name) => {
		const trigger = open({ events: [name] });
		const items: IDataObject[] = [];
		for (const { body } of recorded.values()) items.push(...(await trigger.receive(body)).items);
		const [{ json: sample }] = pinned[events[name].name];
		expect(items.map((item) => ({ ...item, url: null, account_id: 0 }))).toContainEqual({
			...sample,
			url: null,
			account_id: 0,
		});
	});
});
