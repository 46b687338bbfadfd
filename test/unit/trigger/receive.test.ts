import { type IDataObject } from 'n8n-workflow';
import { events, offered } from '../../../nodes/shared/events/events';
import { sources } from '../../../nodes/CustomerConversationTrigger/sources';
import { deliveryCases, releases } from '../../../truth/recordings';
import { CHOSEN, OWN_USER, SECRET, Trigger } from '../../support/triggerNode';
import {
	type Expectation,
	recordedOf,
	expected,
	bodyOf,
	NO_REPEATS,
	open,
	fresh,
	through,
	KEYS,
	asObject,
	pick,
	sourceOf,
	ofAccount,
	OPEN,
} from '../../support/delivered';
import { long } from '../../support/long';

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
		// The message that was delivered there was no longer the newest.
		if (release === '4.10') shown.add('message_delivered');
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
					const isFitting = (entry: Expectation) => entry.events.includes(event);
					const tried = mine.filter((entry, index) => isFitting(entry) || index % long(1, 5) === 0);
					const trigger = sourceOf(receiver, release, { ...OPEN, events: [event] });
					expect(
						await through(
							trigger,
							tried.map(({ delivery }) => delivery),
							release,
						),
					).toEqual(tried.filter(isFitting).map(({ delivery }) => delivery));
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

describe('what became of a message', () => {
	const failed = bodyOf('message_updated--fail-api-inbox-500');
	const { id } = failed;
	const status = (value: string, newestId = id) => ({
		conversation: {
			...asObject(failed.conversation),
			messages: [{ id: newestId, status: value }],
		},
	});
	const events = ['message_delivered', 'message_failed', 'message_read'];
	const eventsOf = async (changes: IDataObject, parameters: IDataObject = {}) => {
		const { items } = await fresh({ events, ...parameters }).receive({ ...failed, ...changes });
		return items.map((item) => item.events);
	};
	const blank = { content_attributes: {} };

	test.each<[string, IDataObject, string[]]>([
		['failed, with its reason', {}, ['message_failed']],
		['failed, without a reason', { ...blank, ...status('failed') }, ['message_failed']],
		['failed, and has a newer message after it', status('sent', 9_999), ['message_failed']],
		['failed, and is being retried', status('sent'), ['message_failed']],
		['delivered', { ...blank, ...status('delivered') }, ['message_delivered']],
		['delivered after the channel reported a failure', status('delivered'), ['message_delivered']],
		['read', { ...blank, ...status('read') }, ['message_read']],
		['sent as a template', { message_type: 'template' }, ['message_failed']],
	])('is known if it was %s', async (_, changes, expectedEvents) => {
		expect(await eventsOf(changes)).toEqual([expectedEvents]);
	});

	test.each<[string, IDataObject]>([
		['is not the newest and has no reason', { ...blank, ...status('read', 9_999) }],
		['was handed over', { ...blank, ...status('sent') }],
		['is a private note', { private: true }],
		['is from the customer', { message_type: 'incoming' }],
		['was deleted', { content_attributes: { deleted: true }, ...status('failed') }],
	])('is not known, or not told, if the message %s', async (_, changes) => {
		expect(await eventsOf(changes)).toEqual([]);
	});

	test("starts the workflow although the credential's user sent the message", async () => {
		expect(await eventsOf({}, { events: ['message_failed', 'message_updated'] })).toEqual([
			['message_failed'],
		]);
		expect(await eventsOf({}, { events: ['message_updated'] })).toEqual([]);
	});

	test('shows the reason and the channel in the item', async () => {
		const { items } = await fresh({ events }).receive(failed);
		expect(items[0]).toMatchObject({
			external_error: '500 Internal Server Error',
			channel: 'Channel::Api',
			message_id: id,
			content: failed.content,
		});
	});
});
