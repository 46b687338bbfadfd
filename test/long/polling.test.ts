import type { IDataObject } from 'n8n-workflow';
import { fakeForEach, type FakeChatwoot } from '../fake/server';
import { dice } from '../support/dice';
import { long } from '../support/long';
import { column, EVENTS, n8nHasTheTimeOf, Poller } from '../support/poller';
import { json } from '../support/run';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// The wait before a second try would only cost time.
	sleep: async () => {},
}));

let desk: FakeChatwoot;
let url: string;
fakeForEach((opened, address) => {
	[desk, url] = [opened, address];
});
n8nHasTheTimeOf(() => desk);

describe('changes, 2,000 of each seed: each once, none missed, in order', () => {
	test.each([1, 2, 3, 4, 5].slice(0, long(5, 1)))(
		'seed %i',
		async (seed) => {
			const roll = dice(seed);
			const below = (count: number) => Math.floor(roll() * count);
			const some = <T>(list: T[]): T => list[below(list.length)];
			desk.sizes.conversations = 1 + below(30);
			/** What comes to be seen later than its time. */
			let late: Array<{ due: number; happen: () => void }> = [];
			let changes = 0;
			const pass = (seconds: number) => {
				desk.now += seconds;
				late.filter(({ due }) => due <= desk.now).forEach(({ happen }) => happen());
				late = late.filter(({ due }) => due > desk.now);
			};
			const write = () => {
				const talk = some(desk.conversations);
				const message_type = some([0, 0, 0, 1, 1, 2, 3]);
				const isLate = roll() < 0.2;
				const { keep } = desk.message(talk, { message_type, private: roll() < 0.1 }, !isLate);
				if (isLate) late.push({ due: desk.now + roll() * 60, happen: keep });
			};
			const happenings: Array<() => void> = [
				...Array<() => void>(10).fill(write),
				() => desk.message(desk.conversation()),
				() => desk.conversation(),
				() => {
					for (let count = below(30); count > 0; count--) write();
				},
				() => desk.change(some(desk.conversations), {}),
				() => desk.contact(),
				() => {
					// It is listed once something identifies it.
					const contact = desk.contact({ email: null });
					const happen = () => Object.assign(contact, { email: `late${contact.id}@x.example` });
					if (roll() < 0.7) late.push({ due: desk.now + roll() * 3000, happen });
				},
				() => {
					const answer = desk.rated(some(desk.conversations), 1 + below(5));
					const happen = () => Object.assign(answer, { feedback_message: 'Words' });
					if (roll() < 0.5) late.push({ due: desk.now + roll() * 3000, happen });
				},
			];
			const happen = () => {
				changes++;
				// Many things have the same time, to the second or wholly.
				if (roll() < 0.6) pass(roll() < 0.5 ? roll() : roll() * 20);
				some(happenings)();
			};
			desk.conversation();
			const trigger = new Poller(url, { events: EVENTS, loop_guard: false });
			await trigger.activate();
			let isQuiet = false;
			/** Until the poll ends. */
			let isDown = false;
			desk.before('*', () => {
				if (isQuiet) return undefined;
				if (roll() < 0.1) happen();
				isDown ||= roll() < 0.005;
				return isDown || roll() < 0.01 ? json({ error: 'Internal Server Error' }, 500) : undefined;
			});
			const collected: IDataObject[] = [];
			let [failed, restarts] = [0, 0];
			const poll = async () => {
				isDown = false;
				const isRestart = roll() < 0.05;
				if (isRestart) {
					restarts++;
					// The longest so long that one reply would be too large.
					if (roll() < 0.5) pass(roll() * 600);
					else if (roll() < 0.3) {
						for (let count = 40; count > 0; count--) happen();
						pass(30_000);
					}
				}
				const items = await (isRestart ? trigger.activate() : trigger.poll()).catch(() => {
					failed++;
					return [];
				});
				const times = column(items, 'occurred_at').map(String);
				expect(times).toEqual([...times].sort());
				collected.push(...items);
				return items.length;
			};
			while (changes < 2000) {
				for (let count = below(30); count > 0; count--) happen();
				pass(60);
				await poll();
			}
			isQuiet = true;
			pass(3600);
			while ((await poll()) > 0);

			const keys = column(collected, 'event_key').map(String);
			expect(new Set(keys).size).toBe(keys.length);
			const keysOf = (prefix: string) =>
				keys
					.filter((key) => key.startsWith(`${prefix}:`))
					.map((key) => Number(key.split(':')[1]))
					.sort((one, other) => one - other);
			const idsOf = (rows: IDataObject[]) => rows.map(({ id }) => Number(id)).sort((a, b) => a - b);
			const written = desk.messages.filter(({ message_type }) => message_type !== 2);
			expect(keysOf('message_created')).toEqual(idsOf(written));
			const [, ...begun] = desk.conversations;
			expect(keysOf('conversation_created')).toEqual(idsOf(begun));
			const listed = desk.contacts.filter(({ email }) => email);
			expect(keysOf('contact_created')).toEqual(idsOf(listed));
			const rated = new Map(
				collected
					.filter(({ events }) => String(events) === 'csat_answered')
					.map(({ event_key, content_attributes }) => [
						String(event_key).split(':')[1],
						content_attributes,
					]),
			);
			const last = desk.answers.map(({ id, rating, feedback_message }) => [
				String(id),
				{ submitted_values: { csat_survey_response: { rating, feedback_message } } },
			]);
			expect([...rated].sort()).toEqual(last.sort());
			const states = new Set(keys);
			const unseen = begun.filter(
				({ id, updated_at }) => !states.has(`conversation_updated:${id}:${String(updated_at)}`),
			);
			expect(unseen).toEqual([]);
			expect(failed).toBeGreaterThan(0);
			expect(restarts).toBeGreaterThan(0);
		},
		300_000,
	);
});
