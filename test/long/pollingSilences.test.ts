import type { IDataObject } from 'n8n-workflow';
import { OpeningHours } from '../../nodes/shared/time/openingHours';
import type { Row } from '../fake/lists';
import { fakeForEach, type FakeChatwoot } from '../fake/server';
import { dice } from '../support/dice';
import { long } from '../support/long';
import { n8nHasTheTimeOf, Poller } from '../support/poller';
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
	user,
} from '../support/silences';

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

describe('a year of conversations: each silence once, none missed', () => {
	const sum = { silences: 0, items: 0, polls: 0, failures: 0, restarts: 0, requests: 0 };
	/** A conversation, and who is silent in it. */
	interface Talk {
		row: Row;
		next: number;
		waitsSince?: number;
		answeredAt?: number;
	}

	const QUARTER = long(91, 13) * DAY;
	const LADDER_MINUTES = [10, 300, 1440];

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
					happens(Math.floor(Number(row.created_at)));
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
						desk.change(talk.row, {
							status,
							...(status === 'resolved' ? { waiting_since: 0 } : {}),
						});
					},
				],
				[7, (talk) => desk.change(talk.row, { labels: some([[], ['vip'], ['vip', 'other']]) })],
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
			const trigger = new Poller(url, { events: SILENCES, silent_for: LADDER, ...parameters });

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
			desk.before('*', () =>
				!isQuiet && (isDown || roll() < 0.01)
					? json({ error: 'Internal Server Error' }, 500)
					: undefined,
			);
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

	test('are many', () => {
		const { silences, items, polls, failures, restarts, requests } = sum;
		process.stdout.write(
			`${silences} silences gave ${items} items, each once, none missed: ${polls} polls with ${requests} requests, ${failures} failed, ${restarts} after a restart\n`,
		);
		expect(silences).toBeGreaterThan(long(10_000, 1_000));
	});
});
