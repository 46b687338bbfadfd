import type { IDataObject } from 'n8n-workflow';
import { OpeningHours } from '../../nodes/shared/time/openingHours';
import { Desk } from '../support/desk';
import { failing, Poller } from '../support/poller';
import { dice } from '../support/dice';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// The wait before a second try would only cost time.
	sleep: async () => {},
}));

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const SILENCES = ['customer_silent', 'team_silent'];

type Row = Desk['conversations'][number];

const user = { message_type: 1, sender: { id: 7, name: 'Ada', type: 'user' }, private: false };
const bot = { message_type: 1, sender: { id: 3, name: 'Bot', type: 'agent_bot' }, private: false };
const customer = { message_type: 0, private: false };
const note = { ...user, private: true };
const template = { message_type: 3, sender: undefined, private: false };
const activity = { message_type: 2, sender: undefined, private: false };
const rule = { ...user, sender: undefined, content_attributes: { automation_rule_id: 3 } };

/** Rows of Silent For. */
const times = (...all: Array<[amount: number, unit: string]>) => ({
	times: all.map(([amount, unit]) => ({ amount, unit })),
});
const LADDER = times([10, 'minutes'], [5, 'hours'], [1, 'days']);
const LADDER_MINUTES = [10, 300, 1440];

/** Hours of an inbox, from Monday to Friday. */
const office = (id: number, timezone: string): Row => ({
	...{ id, name: `Inbox ${id}`, timezone, working_hours_enabled: true },
	working_hours: Array.from({ length: 7 }, (_, day_of_week) => ({
		...{ day_of_week, closed_all_day: [0, 6].includes(day_of_week), open_all_day: false },
		...{ open_hour: 9, open_minutes: 0, close_hour: 17, close_minutes: 30 },
	})),
});

let desk: Desk;
let url: string;
beforeEach(async () => {
	desk = new Desk();
	desk.inboxes = [
		office(1, 'America/New_York'),
		office(2, 'Asia/Kolkata'),
		{ id: 3, working_hours_enabled: false, working_hours: [], timezone: 'UTC' },
	];
	url = await desk.start();
});
afterEach(async () => await desk.close());

const poller = (parameters: IDataObject = {}) =>
	new Poller(url, { events: SILENCES, silent_for: times([1, 'hours']), ...parameters });

/** Changes something else about a conversation. */
const change = (talk: Row, changes: IDataObject) =>
	Object.assign(talk, { updated_at: desk.moment(), ...changes });

const summary = (items: IDataObject[]) =>
	items.map(({ events, conversation_id, silent_for }) => [
		String(events),
		conversation_id,
		silent_for,
	]);

describe('a year of conversations: each silence once, none missed', () => {
	const sum = { silences: 0, items: 0, polls: 0, failures: 0, restarts: 0, requests: 0 };
	/** A conversation, and who is silent in it. */
	interface Talk {
		row: Row;
		next: number;
		waitsSince?: number;
		answeredAt?: number;
	}

	const QUARTER = 91 * DAY;

	test.each<[number, IDataObject]>([
		[1, {}],
		[2, { open_hours_only: true }],
		[3, { filters: { labels: ['vip'] } }],
		[4, { open_hours_only: true, filters: { statuses: ['open', 'snoozed'], inbox_ids: [1, 3] } }],
	])(
		'quarter %i',
		async (quarter, parameters) => {
			const roll = dice(quarter);
			const below = (count: number) => Math.floor(roll() * count);
			const some = <T>(list: T[]): T => list[below(list.length)];
			desk.now += (quarter - 1) * QUARTER;
			const end = desk.now + QUARTER;
			const {
				statuses = ['open', 'pending'],
				labels,
				inbox_ids,
			} = (parameters.filters ?? {}) as Record<string, unknown[] | undefined>;
			const hours = new Map(desk.inboxes.map((inbox) => [inbox.id, new OpeningHours(inbox)]));

			/** Messages that are written, but cannot be read yet. */
			let late: Array<{ due: number; happen: () => void }> = [];
			const write = (talk: Talk, changes: IDataObject, happens: (at: number) => void) => {
				const isLate = roll() < 0.1;
				const { row, keep } = desk.message(talk.row, changes, false);
				const happen = () => {
					keep();
					happens(Number(row.created_at));
				};
				if (isLate) late.push({ due: desk.now + roll() * 60, happen });
				else happen();
			};
			const answer = (talk: Talk) => (at: number) => {
				talk.answeredAt ??= at;
				talk.waitsSince = undefined;
			};
			const ask = (talk: Talk) => (at: number) => {
				talk.answeredAt = undefined;
				talk.waitsSince ??= at;
				if (['resolved', 'snoozed'].includes(String(talk.row.status))) talk.row.status = 'open';
			};
			const nothing = () => {};
			const actions: Array<[number, (talk: Talk) => void]> = [
				[34, (talk) => write(talk, customer, ask(talk))],
				[26, (talk) => write(talk, user, answer(talk))],
				[12, (talk) => write(talk, bot, answer(talk))],
				[5, (talk) => write(talk, note, nothing)],
				[3, (talk) => write(talk, template, nothing)],
				[3, (talk) => write(talk, rule, nothing)],
				[3, (talk) => write(talk, activity, nothing)],
				[
					7,
					(talk) => {
						const status = some(['open', 'open', 'pending', 'snoozed', 'resolved']);
						if (status === 'resolved') talk.waitsSince = undefined;
						change(talk.row, { status, ...(status === 'resolved' ? { waiting_since: 0 } : {}) });
					},
				],
				[7, (talk) => change(talk.row, { labels: some([[], ['vip'], ['vip', 'other']]) })],
			];
			const weighted = actions.flatMap(([weight, act]) => Array<typeof act>(weight).fill(act));
			const pause = () =>
				2 * MINUTE + roll() * some([10 * MINUTE, HOUR, 5 * HOUR, 12 * HOUR, 30 * HOUR, 2 * DAY]);
			const talks: Talk[] = [];
			const begin = () => {
				const labels = some([[], ['vip']]);
				const row = desk.conversation({ inbox_id: 1 + below(3), status: 'open', labels });
				const talk: Talk = { row, next: desk.now + pause() };
				const isAsked = roll() < 0.7;
				desk.message(row, isAsked ? customer : user);
				(isAsked ? ask : answer)(talk)(Math.floor(desk.now));
				talks.push(talk);
			};
			const pass = (until: number) => {
				for (;;) {
					const [soon] = [...late].sort((one, other) => one.due - other.due);
					const [talk] = [...talks].sort((one, other) => one.next - other.next);
					const moment = Math.min(soon?.due ?? Infinity, talk.next);
					if (moment > until) break;
					desk.now = Math.max(desk.now, moment);
					if (soon?.due === moment) {
						late = late.filter((one) => one !== soon);
						soon.happen();
					} else {
						some(weighted)(talk);
						talk.next = desk.now + pause();
					}
				}
				desk.now = Math.max(desk.now, until);
			};

			for (let count = 0; count < 50; count++) begin();
			pass(desk.now + 3 * DAY);
			const activation = Math.floor(desk.now);
			const trigger = poller({ silent_for: LADDER, ...parameters });

			/** The longest time that a conversation's silence has reached, and when it did. */
			const reachedBy = ({ row, waitsSince, answeredAt }: Talk, now: number) => {
				const since = waitsSince ?? answeredAt;
				if (since === undefined) return undefined;
				const zone = parameters.open_hours_only ? hours.get(Number(row.inbox_id)) : undefined;
				const lasted = (moment: number) => zone?.secondsBetween(since, moment) ?? moment - since;
				const length = lasted(now);
				const minutes = LADDER_MINUTES.findLast((one) => length >= one * MINUTE);
				if (minutes === undefined) return undefined;
				const passedAt = () => {
					let [early, late] = [since, now];
					while (late - early > 1) {
						const middle = Math.floor((early + late) / 2);
						if (lasted(middle) >= minutes * MINUTE) late = middle;
						else early = middle;
					}
					return late;
				};
				const name = waitsSince === undefined ? 'customer_silent' : 'team_silent';
				return { key: `${name}:${row.id}:${since}:${minutes}`, passedAt, minutes, since };
			};
			const isWanted = ({ row }: Talk) =>
				statuses.includes(row.status) &&
				(!labels || (row.labels as string[]).includes('vip')) &&
				(!inbox_ids || inbox_ids.includes(row.inbox_id));

			let [isDown, isQuiet] = [false, true];
			desk.meanwhile = () =>
				!isQuiet && (isDown || roll() < 0.01)
					? { status: 500, body: '{"error":"Internal Server Error"}' }
					: undefined;
			const known = new Set<string>();
			const poll = async (isFirst = false) => {
				const isRestart = isFirst || roll() < 0.03;
				isDown = roll() < 0.02;
				sum.polls++;
				if (isRestart) sum.restarts++;
				const items = await (isRestart ? trigger.activate() : trigger.poll()).catch(
					() => undefined,
				);
				if (!items) {
					sum.failures++;
					return;
				}
				const now = Math.floor(desk.now);
				const all = talks.filter(isWanted).flatMap((talk) => reachedBy(talk, now) ?? []);
				const possible = new Map(all.map((reached) => [reached.key, reached]));
				const found = items.map(({ event_key, occurred_at, silent_for, silent_since }) => [
					...[event_key, Date.parse(String(occurred_at)) / 1000],
					...[silent_for, Date.parse(String(silent_since)) / 1000],
				]);
				const right = found.map(([key]) => {
					const reached = possible.get(String(key));
					return [key, reached?.passedAt(), reached?.minutes, reached?.since];
				});
				expect(found).toEqual(right);
				for (const [key, passedAt] of found) {
					expect(known.has(String(key))).toBe(false);
					expect(passedAt).toBeGreaterThanOrEqual(activation);
					known.add(String(key));
				}
				const missed = all.filter(
					({ key, passedAt }) =>
						!known.has(key) && passedAt() >= Math.max(activation, now - DAY + 1),
				);
				expect(missed).toEqual([]);
			};
			await poll(true);
			isQuiet = false;
			while (desk.now < end) {
				const length = roll() < 0.2 ? MINUTE + roll() * 5 * MINUTE : HOUR + roll() * 3 * HOUR;
				pass(desk.now + (roll() < 0.01 ? 8 * HOUR + roll() * 3 * DAY : length));
				await poll();
			}
			sum.items += known.size;
			sum.silences += new Set([...known].map((key) => key.replace(/:\d+$/, ''))).size;
			sum.requests += desk.received.length;
		},
		300_000,
	);

	test('are more than 10,000', () => {
		const { silences, items, polls, failures, restarts, requests } = sum;
		process.stdout.write(
			`${silences} silences in a year gave ${items} items, each once, none missed: ${polls} polls with ${requests} requests, ${failures} failed, ${restarts} after a restart\n`,
		);
		expect(silences).toBeGreaterThan(10_000);
	});
});

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
		change(talk, { status: 'open', waiting_since: Math.floor(desk.now) });
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
		const { row } = desk.message(talk, customer);
		desk.now += HOUR;
		expect(await trigger.poll()).toEqual([
			{
				event: 'conversation_silent',
				event_key: `team_silent:${talk.id}:${String(row.created_at)}:60`,
				...talk,
				silent_for: 60,
				silent_since: row.created_at,
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
			change(talk, { status: 'snoozed' });
		}
		desk.now += 10 * HOUR;
		await trigger.poll();
		change(soon, { status: 'open' });
		desk.now += MINUTE;
		expect(summary(await trigger.poll())).toEqual([['customer_silent', soon.id, 60]]);
		desk.now += DAY;
		await trigger.poll();
		change(late, { status: 'open' });
		change(soon, { status: 'resolved' });
		change(soon, { status: 'open' });
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
		desk.pageSize = 25;
		for (let count = 0; count < 300; count++) desk.message(desk.conversation(), customer);
		for (let count = 0; count < 30; count++) desk.message(desk.conversation(), user);
		const trigger = poller();
		desk.received.length = 0;
		await trigger.activate();
		const paths = () => desk.received.map(({ path }) => path.replace('/api/v1/accounts/1', ''));
		const count = (end: string) => paths().filter((path) => path.endsWith(end)).length;
		// Pages of open conversations, one of pending ones, and the messages where the team wrote last.
		expect([count('/conversations'), count('/messages')]).toEqual([15, 30]);
		desk.now += 10 * MINUTE;
		desk.received.length = 0;
		await trigger.poll();
		expect(paths()).toEqual(['/api', '/conversations']);
		desk.now += HOUR;
		desk.received.length = 0;
		expect(await trigger.poll()).toHaveLength(330);
		expect(desk.received).toHaveLength(2 + 330);
		desk.received.length = 0;
		expect(await trigger.poll()).toEqual([]);
		expect(paths()).toEqual(['/api', '/conversations']);
	});

	test('the first poll reads no further back than the longest time', async () => {
		desk.pageSize = 25;
		for (let count = 0; count < 300; count++) desk.message(desk.conversation(), user);
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
		const closed = (office(4, 'UTC').working_hours as IDataObject[]).map((row) => ({
			...row,
			closed_all_day: true,
		}));
		desk.inboxes.push({ ...office(4, 'UTC'), working_hours: closed });
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
		['resolved', (talk: Row) => void change(talk, { status: 'resolved', waiting_since: 0 })],
		['deleted', (talk: Row) => void desk.conversations.splice(desk.conversations.indexOf(talk), 1)],
	])('a conversation that is %s while it is read gives nothing', async (_, happen) => {
		const trigger = poller({ events: ['team_silent'] });
		await trigger.activate();
		const [talk, other] = [desk.conversation(), desk.conversation()];
		desk.message(talk, customer);
		desk.message(other, customer);
		desk.now += 10 * MINUTE;
		await trigger.poll();
		desk.now += HOUR;
		desk.meanwhile = ({ path }) => {
			if (!path.endsWith(`/conversations/${talk.id}`)) return;
			desk.meanwhile = () => undefined;
			happen(talk);
		};
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
		desk.meanwhile = ({ path }) =>
			/\/conversations\/\d+$/.test(path) ? { status: 500, body: '{"error":"No"}' } : undefined;
		expect(await failing(trigger.poll())).toMatch(/^Chatwoot could not be polled: No/);
		expect(trigger.staticData).toEqual(before);
		desk.meanwhile = () => undefined;
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
		/Customer Silent For has no data for Content Contains/,
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
