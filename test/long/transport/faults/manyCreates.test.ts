import type { IDataObject } from 'n8n-workflow';
import { fastClock } from '../../../support/clock';
import {
	CONTACT,
	contactIn,
	contacts,
	errorOf,
	inputs,
	MAY_EXIST,
	MEANING,
	run,
} from '../../../support/faultRuns';
import { long } from '../../../support/long';
import { chance, faultNames, faults, type FaultName } from '../../../support/faults';

describe('many creates, one request in ten meets a fault', () => {
	fastClock();

	const SEED = 20_261_121;
	const faultAt = (email: unknown, repeat: number): FaultName | undefined => {
		const place = 10 * chance(SEED, String(email), repeat);
		return place < 1 ? faultNames[Math.floor(place * faultNames.length)] : undefined;
	};

	/** What must become of a create. */
	function fateOf(email: unknown, retryCreates: boolean) {
		let stored = 0;
		let mayExist = false;
		for (let tries = 1; ; tries++) {
			const name = faultAt(email, tries - 1);
			if (!name || MEANING[name][1] === 'done')
				return { words: '', tries, stored: stored + 1, mayExist: false };
			const [repeatable, create, words] = MEANING[name];
			if (faults[name].acts) stored++;
			mayExist ||= create === 'unclear';
			const again = create === 'again' || (retryCreates && repeatable === 'again');
			if (!again || tries === 5) return { words, tries, stored, mayExist };
		}
	}

	async function createMany(count: number, requestOptions: IDataObject) {
		const inputItems = inputs(count);
		const service = contacts();
		const lastFault = new Map<unknown, FaultName | undefined>();
		const tries = new Map<unknown, number>();
		const met: Partial<Record<FaultName, number>> = {};
		const { items, most, received } = await run(
			'contact.create',
			CONTACT,
			{
				answer: service.create,
				fault: ({ body, repeat }) => {
					const { email } = JSON.parse(body.toString()) as IDataObject;
					const name = faultAt(email, repeat);
					if (name) met[name] = (met[name] ?? 0) + 1;
					lastFault.set(email, name);
					tries.set(email, repeat + 1);
					return name && faults[name];
				},
				delay: 2,
			},
			{ items: inputItems, onError: 'continueRegularOutput', requestOptions },
		);
		const rows = items.map((item, index) => {
			const { email } = inputItems[index].json;
			const error = errorOf(item);
			return {
				item,
				error,
				mayExist: error?.description.includes(MAY_EXIST) ?? false,
				records: service.of(email),
				tries: tries.get(email),
				fault: lastFault.get(email),
				fate: fateOf(email, requestOptions.retryCreates === true),
			};
		});
		return { inputItems, items, most, received, rows, met };
	}

	type Rows = Awaited<ReturnType<typeof createMany>>['rows'];

	/** Each item did what its faults demand: not a request, a record or a word more. */
	const unlikeTheirFate = (rows: Rows) =>
		rows.filter(({ error, mayExist, records: stored, tries, fate }) => {
			const matches = [
				tries === fate.tries,
				stored.length === fate.stored,
				mayExist === fate.mayExist,
			];
			const words = error?.message ?? '';
			return matches.includes(false) || !words.startsWith(fate.words) || !words !== !fate.words;
		});

	test('every item has its result, every success its one record', async () => {
		const count = long(10_000, 2_000);
		const { inputItems, items, most, received, rows, met } = await createMany(count, {});

		// The results in order, each a success or an error item paired with its input.
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			inputItems.map((_, item) => ({ item })),
		);
		// The server holds exactly one record for each success.
		const successes = rows.filter(({ error }) => !error);
		expect(successes.map(({ records: stored }) => stored)).toEqual(
			successes.map(({ item }) => [contactIn(item)]),
		);
		// A record without a success exists only where the fault came after the server acted,
		// and that item says so.
		const errors = rows.filter(({ error }) => error);
		const orphans = errors.filter(({ records: stored }) => stored.length > 0);
		expect(orphans.filter(({ fault }) => !fault || !faults[fault].acts)).toEqual([]);
		expect(orphans.filter(({ mayExist }) => !mayExist)).toEqual([]);
		expect(orphans.filter(({ records: stored }) => stored.length > 1)).toEqual([]);

		expect(unlikeTheirFate(rows)).toEqual([]);
		expect(most).toBe(10);
		// Nothing went where a redirect pointed to.
		expect(new Set(received.map(({ path }) => path)).size).toBe(1);
		expect(Object.keys(met).sort()).toEqual([...faultNames].sort());

		const kinds = faultNames.map((name) => `${name} ${met[name]}`).join(', ');
		process.stdout.write(
			`seed ${SEED}: ${items.length} creates in ${received.length} requests, ` +
				`${successes.length} successes, ${errors.length} errors ` +
				`(${orphans.length} with a record), at most ${most} in flight; faults: ${kinds}\n`,
		);
	}, 300_000);

	test('Requests at Once bounds them, Retry Creates sends them again', async () => {
		const { rows, most } = await createMany(1000, { requestsAtOnce: 3, retryCreates: true });
		expect(unlikeTheirFate(rows)).toEqual([]);
		expect(most).toBe(3);
		// What the user allowed: some records exist twice.
		expect(Math.max(...rows.map(({ records: stored }) => stored.length))).toBeGreaterThan(1);
	}, 100_000);
});
