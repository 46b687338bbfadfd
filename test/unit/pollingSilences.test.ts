import type { IDataObject } from 'n8n-workflow';
import { shownConversation } from '../fake/conversations';
import type { Row } from '../fake/lists';
import { fakeForEach, type FakeChatwoot } from '../fake/server';
import { failing, n8nHasTheTimeOf, Poller } from '../support/poller';
import { json } from '../support/run';
import {
	activity,
	bot,
	customer,
	DAY,
	HOUR,
	INBOXES,
	LADDER,
	MINUTE,
	note,
	rule,
	SILENCES,
	template,
	times,
	user,
} from '../support/silences';
import { inbox } from '../support/workingHours';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// The wait before a second try would only cost time.
	sleep: async () => {},
}));

let desk: FakeChatwoot;
let url: string;
fakeForEach((opened, address) => {
	[desk, url] = [opened, address];
	desk.inboxes = [...INBOXES];
});
n8nHasTheTimeOf(() => desk);

const poller = (parameters: IDataObject = {}) =>
	new Poller(url, { events: SILENCES, silent_for: times([1, 'hours']), ...parameters });

const summary = (items: IDataObject[]) =>
	items.map(({ events, conversation_id, silent_for }) => [
		String(events),
		conversation_id,
		silent_for,
	]);

describe('what a silence gives', () => {
	test('the team is silent since the first message that waits, the customer since the first answer', async () => {
		const trigger = poller();
		await trigger.activate();
		const [waiting, answered] = [desk.conversation(), desk.conversation()];
		desk.message(waiting, customer);
		desk.message(answered, customer);
		desk.now += 10 * MINUTE;
		const since = Math.floor(desk.now);
		desk.message(waiting, customer);
		desk.message(answered, bot);
		desk.now += 50 * MINUTE;
		desk.message(answered, user);
		expect(summary(await trigger.poll())).toEqual([['team_silent', waiting.id, 60]]);
		desk.now += 10 * MINUTE;
		const items = await trigger.poll();
		expect(summary(items)).toEqual([['customer_silent', answered.id, 60]]);
		expect(items[0]).toMatchObject({
			event: 'conversation_silent',
			event_key: `customer_silent:${answered.id}:${since}:60`,
			occurred_at: new Date((since + HOUR) * 1000).toISOString(),
			silent_since: new Date(since * 1000).toISOString(),
			status: 'open',
			inbox_id: answered.inbox_id,
			url: expect.stringContaining(`/conversations/${answered.id}`) as string,
		});
		desk.now += DAY;
		expect(await trigger.poll()).toEqual([]);
	});

	test('each time once, also if the workflow reminds the customer', async () => {
		const trigger = poller({ silent_for: LADDER });
		await trigger.activate();
		const talk = desk.conversation();
		desk.message(talk, customer);
		desk.message(talk, user);
		const collected: unknown[] = [];
		for (let polls = 0; polls < 30; polls++) {
			desk.now += HOUR;
			const items = await trigger.poll();
			collected.push(...items.map(({ silent_for }) => [polls + 1, silent_for]));
			if (items.length) desk.message(talk, user);
		}
		expect(collected).toEqual([
			[1, 10],
			[5, 300],
			[24, 1440],
		]);
	});

	test('only the longest of the times that passed between two polls', async () => {
		const trigger = poller({ silent_for: times([1, 'days'], [10, 'minutes'], [5, 'hours']) });
		await trigger.activate();
		const talk = desk.conversation();
		desk.message(talk, customer);
		desk.now += 6 * HOUR;
		expect(summary(await trigger.poll())).toEqual([['team_silent', talk.id, 300]]);
		expect(await trigger.poll()).toEqual([]);
		desk.now += 20 * HOUR;
		expect(summary(await trigger.activate())).toEqual([['team_silent', talk.id, 1440]]);
	});

	test('a message from the other side starts anew', async () => {
		const trigger = poller();
		await trigger.activate();
		const talk = desk.conversation();
		const collected: unknown[] = [];
		for (const writer of [customer, user, customer, bot]) {
			desk.message(talk, writer);
			for (let polls = 0; polls < 3; polls++) {
				desk.now += 40 * MINUTE;
				collected.push(...(await trigger.poll()).map(({ events }) => String(events)));
			}
		}
		expect(collected).toEqual(['team_silent', 'customer_silent', 'team_silent', 'customer_silent']);
	});

	test.each([
		['a private note', note],
		['a template', template],
		['an automation rule', rule],
		['an activity', activity],
	])('%s is no answer', async (_, message) => {
		const trigger = poller();
		await trigger.activate();
		const [talk, silent] = [desk.conversation(), desk.conversation()];
		desk.message(talk, customer);
		desk.now += 30 * MINUTE;
		desk.message(talk, message);
		desk.message(silent, message);
		desk.now += 30 * MINUTE;
		expect(summary(await trigger.poll())).toEqual([['team_silent', talk.id, 60]]);
		desk.now += HOUR;
		expect(await trigger.poll()).toEqual([]);
	});

	test('the customer need not have written before', async () => {
		const trigger = poller();
		await trigger.activate();
		const talk = desk.conversation();
		desk.message(talk, user);
		desk.now += HOUR;
		expect(summary(await trigger.poll())).toEqual([['customer_silent', talk.id, 60]]);
	});

	test("a customer who waited for an agent is not silent since the bot's last words", async () => {
		const trigger = poller();
		await trigger.activate();
		const talk = desk.conversation({ status: 'pending' });
		desk.message(talk, customer);
		desk.message(talk, bot);
		desk.now += 5 * MINUTE;
		await trigger.poll();
		// Since 4.12 handing off a conversation starts the time that the customer waits.
		desk.change(talk, { status: 'open', waiting_since: Math.floor(desk.now) });
		desk.now += 70 * MINUTE;
		expect(summary(await trigger.poll())).toEqual([['team_silent', talk.id, 60]]);
		desk.message(talk, user);
		desk.now += MINUTE;
		expect(await trigger.poll()).toEqual([]);
		desk.now += HOUR;
		expect(summary(await trigger.poll())).toEqual([['customer_silent', talk.id, 60]]);
	});

	test('in more messages than one page has, the first answer counts', async () => {
		const trigger = poller();
		await trigger.activate();
		const talk = desk.conversation();
		desk.message(talk, customer);
		for (let count = 0; count < 45; count++) {
			desk.now += MINUTE;
			desk.message(talk, user);
		}
		desk.now += 16 * MINUTE;
		expect(summary(await trigger.poll())).toEqual([['customer_silent', talk.id, 60]]);
	});

	test('only the chosen side', async () => {
		const trigger = poller({ events: ['customer_silent'] });
		await trigger.activate();
		const [waiting, answered] = [desk.conversation(), desk.conversation()];
		desk.message(waiting, customer);
		desk.message(answered, user);
		desk.now += HOUR;
		expect(summary(await trigger.poll())).toEqual([['customer_silent', answered.id, 60]]);
		const other = poller({ events: ['team_silent'] });
		await other.activate();
		desk.message(waiting, user);
		desk.message(answered, customer);
		desk.now += HOUR;
		desk.received.length = 0;
		expect(summary(await other.poll())).toEqual([['team_silent', answered.id, 60]]);
		expect(desk.received.filter(({ path }) => path.endsWith('/messages'))).toEqual([]);
	});

	test('next to the events of messages', async () => {
		const trigger = poller({
			events: ['customer_wrote', 'team_silent'],
			filters: { inbox_ids: [2] },
		});
		await trigger.activate();
		const [talk, other] = [desk.conversation({ inbox_id: 2 }), desk.conversation({ inbox_id: 3 })];
		desk.message(talk, customer);
		desk.message(other, customer);
		desk.now += 59 * MINUTE;
		const items = await trigger.poll();
		expect(items.map(({ events }) => events)).toEqual([['customer_wrote']]);
		expect(items[0]).not.toHaveProperty('silent_for');
		desk.now += MINUTE;
		expect(summary(await trigger.poll())).toEqual([['team_silent', talk.id, 60]]);
	});

	test('with Simplify off, the conversation as the list shows it', async () => {
		const trigger = poller({ simplify: false });
		await trigger.activate();
		const talk = desk.conversation();
		const since = Math.floor(Number(desk.message(talk, customer).row.created_at));
		desk.now += HOUR;
		expect(await trigger.poll()).toEqual([
			{
				event: 'conversation_silent',
				event_key: `team_silent:${talk.id}:${since}:60`,
				...shownConversation(desk, talk),
				silent_for: 60,
				silent_since: since,
			},
		]);
	});

	test('a test in the editor shows who is silent now, however long', async () => {
		const trigger = poller({ silent_for: LADDER });
		const [waiting, answered] = [desk.conversation(), desk.conversation()];
		desk.message(waiting, customer);
		desk.now += 6 * HOUR;
		desk.message(answered, user);
		expect(summary(await trigger.test()).sort()).toEqual([
			['customer_silent', answered.id, 10],
			['team_silent', waiting.id, 300],
		]);
		expect(trigger.stored).toEqual({});
	});
});

describe('which silences count', () => {
	test('not what had passed before the activation, but what passes later', async () => {
		desk.message(desk.conversation(), customer);
		desk.now += 2 * DAY;
		const long = desk.conversation();
		desk.message(long, customer);
		desk.now += 30 * MINUTE;
		const short = desk.conversation();
		desk.message(short, customer);
		desk.message(short, user);
		desk.now += 40 * MINUTE;
		const trigger = poller({ silent_for: times([1, 'hours'], [1, 'days']) });
		expect(await trigger.activate()).toEqual([]);
		desk.now += 30 * MINUTE;
		expect(summary(await trigger.poll())).toEqual([['customer_silent', short.id, 60]]);
		desk.now += DAY;
		expect(summary(await trigger.poll()).sort()).toEqual([
			['customer_silent', short.id, 1440],
			['team_silent', long.id, 1440],
		]);
	});

	test('what passed since a date that is chosen', async () => {
		desk.message(desk.conversation(), customer);
		desk.now += 3 * HOUR;
		const after = desk.conversation();
		desk.message(after, customer);
		const start_date = new Date(desk.now * 1000).toISOString();
		desk.now += 3 * HOUR;
		const trigger = poller({ start_from: 'date', start_date });
		expect(summary(await trigger.activate())).toEqual([['team_silent', after.id, 60]]);
	});

	test('open and pending conversations, unless statuses are chosen', async () => {
		const statuses = ['open', 'pending', 'snoozed', 'resolved'];
		const found = async (filters: IDataObject) => {
			const trigger = poller({ filters });
			await trigger.activate();
			const talks = statuses.map((status) => {
				const talk = desk.conversation({ status });
				desk.message(talk, user);
				return talk.id;
			});
			desk.now += HOUR;
			const items = await trigger.poll();
			return items.map(({ conversation_id }) => statuses[talks.indexOf(Number(conversation_id))]);
		};
		expect(await found({})).toEqual(['open', 'pending']);
		expect(await found({ statuses: ['snoozed', 'resolved'] })).toEqual(['snoozed', 'resolved']);
	});

	test('a conversation that is opened again within a day still gives its item, later not', async () => {
		const trigger = poller();
		await trigger.activate();
		const [soon, late] = [desk.conversation(), desk.conversation()];
		for (const talk of [soon, late]) {
			desk.message(talk, user);
			desk.change(talk, { status: 'snoozed' });
		}
		desk.now += 10 * HOUR;
		await trigger.poll();
		desk.change(soon, { status: 'open' });
		desk.now += MINUTE;
		expect(summary(await trigger.poll())).toEqual([['customer_silent', soon.id, 60]]);
		desk.now += DAY;
		await trigger.poll();
		desk.change(late, { status: 'open' });
		desk.change(soon, { status: 'resolved' });
		desk.change(soon, { status: 'open' });
		desk.now += MINUTE;
		expect(await trigger.poll()).toEqual([]);
	});

	test('only opening hours, if that is chosen', async () => {
		// A Friday, 2027-01-15, at 16:00 in New York.
		desk.now = Date.parse('2027-01-15T21:00:00Z') / 1000;
		const trigger = poller({ open_hours_only: true, silent_for: times([2, 'hours']) });
		await trigger.activate();
		const [officeHours, always] = [
			desk.conversation({ inbox_id: 1 }),
			desk.conversation({ inbox_id: 3 }),
		];
		desk.message(officeHours, customer);
		desk.message(always, customer);
		desk.now += 2 * HOUR;
		expect(summary(await trigger.poll())).toEqual([['team_silent', always.id, 120]]);
		desk.now = Date.parse('2027-01-18T14:29:00Z') / 1000;
		expect(await trigger.poll()).toEqual([]);
		desk.now += 2 * MINUTE;
		const items = await trigger.poll();
		expect(summary(items)).toEqual([['team_silent', officeHours.id, 120]]);
		expect(items[0].occurred_at).toBe('2027-01-18T14:30:00.000Z');
	});

	test('after a change of the times, nothing that had passed', async () => {
		const trigger = poller({ silent_for: times([3, 'hours']) });
		await trigger.activate();
		const talk = desk.conversation();
		desk.message(talk, customer);
		desk.message(talk, user);
		desk.now += 2 * HOUR;
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, silent_for: times([1, 'hours'], [4, 'hours']) };
		expect(await trigger.activate()).toEqual([]);
		desk.now += 3 * HOUR;
		expect(summary(await trigger.poll())).toEqual([['customer_silent', talk.id, 240]]);
	});
});

describe('what is read', () => {
	test('a poll costs two requests with any number of open conversations', async () => {
		for (let count = 0; count < 100; count++) desk.message(desk.conversation(), customer);
		for (let count = 0; count < 20; count++) desk.message(desk.conversation(), user);
		// What changed in this second could be missing, and would be read in one piece.
		desk.now += MINUTE;
		const trigger = poller();
		desk.received.length = 0;
		await trigger.activate();
		const paths = () => desk.received.map(({ path }) => path);
		const count = (end: RegExp) => paths().filter((path) => end.test(path)).length;
		// Pages of open conversations, one of pending ones, and the messages where the team wrote last.
		expect([count(/^conversations$/), count(/\/messages$/)]).toEqual([6, 20]);
		desk.now += 10 * MINUTE;
		desk.received.length = 0;
		await trigger.poll();
		expect(paths()).toEqual(['/api', 'conversations']);
		desk.now += HOUR;
		desk.received.length = 0;
		expect(await trigger.poll()).toHaveLength(120);
		expect(desk.received).toHaveLength(2 + 120);
		desk.received.length = 0;
		expect(await trigger.poll()).toEqual([]);
		expect(paths()).toEqual(['/api', 'conversations']);
	});

	test('the first poll reads no further back than the longest time', async () => {
		for (let count = 0; count < 100; count++) desk.message(desk.conversation(), user);
		desk.now += 2 * HOUR;
		for (let count = 0; count < 10; count++) desk.message(desk.conversation(), user);
		await poller().activate();
		expect(desk.received.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(10);
		expect(desk.received).toHaveLength(1 + 2 + 10);
	});

	test.each<[string, number, IDataObject, number]>([
		['with the longest time', 3, {}, 2 * DAY],
		['with the longest time in opening hours', 1, { open_hours_only: true }, 5 * DAY],
		['after 60 days if the inbox never opens', 4, { open_hours_only: true }, 62 * DAY],
	])('what is stored ends %s', async (_, inbox_id, parameters, length) => {
		desk.inboxes.push({ id: 4, ...inbox('UTC', Array<string>(7).fill('closed')) });
		const trigger = poller(parameters);
		await trigger.activate();
		for (let count = 0; count < 50; count++)
			desk.message(desk.conversation({ inbox_id }), customer);
		desk.now += 30 * MINUTE;
		await trigger.poll();
		const size = () => JSON.stringify(trigger.staticData).length;
		expect(size()).toBeGreaterThan(50 * 60);
		const end = desk.now + length;
		while (desk.now < end) {
			desk.now += 5 * HOUR;
			await trigger.poll();
		}
		expect(size()).toBeLessThan(500);
	});

	test.each([
		['answered', (talk: Row) => void desk.message(talk, user)],
		['resolved', (talk: Row) => void desk.change(talk, { status: 'resolved', waiting_since: 0 })],
		['deleted', (talk: Row) => desk.remove(talk)],
	])('a conversation that is %s while it is read gives nothing', async (_, happen) => {
		const trigger = poller({ events: ['team_silent'] });
		await trigger.activate();
		const [talk, other] = [desk.conversation(), desk.conversation()];
		desk.message(talk, customer);
		desk.message(other, customer);
		desk.now += 10 * MINUTE;
		await trigger.poll();
		desk.now += HOUR;
		const end = desk.before('GET conversations/#', ({ ids: [id] }) => {
			if (id !== talk.id) return;
			end();
			happen(talk);
		});
		expect(summary(await trigger.poll())).toEqual([['team_silent', other.id, 60]]);
		desk.now += DAY;
		expect(await trigger.poll()).toEqual([]);
	});

	test('after a failure the next poll finds the same', async () => {
		const trigger = poller();
		await trigger.activate();
		desk.message(desk.conversation(), customer);
		desk.now += 10 * MINUTE;
		await trigger.poll();
		desk.now += HOUR;
		const before = trigger.staticData;
		const end = desk.before('GET conversations/#', () => json({ error: 'No' }, 500));
		expect(await failing(trigger.poll())).toMatch(/^Chatwoot could not be polled: No/);
		expect(trigger.staticData).toEqual(before);
		end();
		expect(await trigger.poll()).toHaveLength(1);
	});
});

test.each<[string, IDataObject, RegExp]>([
	['none', { silent_for: {} }, /Silent For is empty: fill it in/],
	['zero', { silent_for: times([0, 'minutes']) }, /Amount must be a whole number from 1 to 86400/],
	['a part of a minute', { silent_for: times([0.5, 'hours']) }, /Amount must be a whole number/],
	[
		'the same twice',
		{ silent_for: times([60, 'minutes'], [1, 'hours']) },
		/Silent For has 1 hour twice: remove one of them/,
	],
	[
		'too long',
		{ silent_for: times([61, 'days']) },
		/Silent For has 61 days; the longest time is 60 days/,
	],
	[
		'shorter than the time between two polls',
		{ silent_for: LADDER, pollTimes: { item: [{ mode: 'everyX', value: 2, unit: 'hours' }] } },
		/Silent For has 10 minutes, but the Poll Times are 2 hours apart: poll more often, or choose a longer time/,
	],
	[
		'a filter without data',
		{ filters: { content_contains: 'refund' } },
		/Customer Has Not Answered For has no data for Content Contains/,
	],
])('times that cannot work are refused before anything is read: %s', async (_, wrong, message) => {
	expect(await failing(poller(wrong).activate())).toMatch(message);
	expect(desk.received).toEqual([]);
});

test.each<[string, IDataObject[]]>([
	['every minute', [{ mode: 'everyMinute' }]],
	['at least often enough', [{ mode: 'everyDay' }, { mode: 'everyX', value: 10, unit: 'minutes' }]],
	['at unknown times', [{ mode: 'custom', cronExpression: '0 0 * * *' }]],
])('times are accepted if the node polls %s', async (_, item) => {
	await poller({ silent_for: LADDER, pollTimes: { item } }).activate();
	expect(desk.received.length).toBeGreaterThan(0);
});
