import type { PollData } from '../../nodes/CustomerConversationPollingTrigger/marks';
import type { PollResult } from '../../nodes/CustomerConversationPollingTrigger/reading';
import { itemsInTime } from '../../nodes/CustomerConversationPollingTrigger/unfinished';
import { deferred, type Deferred } from '../support/clock';

let count = 0;

/** A node whose readings a test ends itself, in order. */
function polledNode() {
	const node = `workflow ${++count}`;
	const staticData: PollData = { origin: 'here' };
	const log: string[] = [];
	const begun: Deferred[] = [deferred(), deferred(), deferred()];
	const ended: Deferred[] = [deferred(), deferred(), deferred()];
	let readings = 0;
	return {
		log,
		staticData,
		begun,
		ended,
		poll: async (left?: AbortSignal) => {
			const items = await itemsInTime({
				...{ node, settings: '', staticData, left },
				read: async () => {
					const index = readings++;
					begun[index].resolve();
					await ended[index].promise;
					const marks = { conversations: { from: index, seen: {} } };
					return { items: [{ index }], data: { origin: 'here', marks } } as unknown as PollResult;
				},
				store: ({ data }) => void Object.assign(staticData, data),
				warn: (text) => void log.push(text),
			});
			return items.map(({ index }) => index);
		},
	};
}

/** All that promises cause has happened. */
const settled = async () => await new Promise(setImmediate);

/** The time of a poll that must end at once. */
const OVER = AbortSignal.abort();

describe('a reading that ended after its poll', () => {
	test('is given by the next poll, with what that one reads in time', async () => {
		const { poll, begun, ended, staticData } = polledNode();
		expect(await poll(OVER)).toEqual([]);
		ended[0].resolve();
		await settled();
		const next = poll();
		await begun[1].promise;
		ended[1].resolve();
		expect(await next).toEqual([0, 1]);
		expect(staticData.marks?.conversations.from).toBe(1);
	});

	test('is given by the next poll if that one does not end in time, with its marks', async () => {
		const { poll, begun, ended, staticData, log } = polledNode();
		expect(await poll(OVER)).toEqual([]);
		ended[0].resolve();
		await settled();
		const time = new AbortController();
		const next = poll(time.signal);
		await begun[1].promise;
		time.abort();
		expect(await next).toEqual([0]);
		expect(staticData.marks?.conversations.from).toBe(0);
		expect(log.join()).toMatch(/longer than n8n lets a poll last/);
	});

	test('loses no items if the reading after it fails', async () => {
		const { poll, begun, ended, staticData, log } = polledNode();
		expect(await poll(OVER)).toEqual([]);
		ended[0].resolve();
		await settled();
		const next = poll();
		await begun[1].promise;
		ended[1].reject(new Error('No reply'));
		expect(await next).toEqual([0]);
		expect(staticData.marks?.conversations.from).toBe(0);
		expect(log.join()).toMatch(/The next poll tries again\. No reply/);
	});

	test('fails the next poll if it failed, unless that one succeeds in time', async () => {
		const { poll, begun, ended, log } = polledNode();
		expect(await poll(OVER)).toEqual([]);
		ended[0].reject(new Error('No reply'));
		await settled();
		const time = new AbortController();
		const next = poll(time.signal);
		await begun[1].promise;
		time.abort();
		await expect(next).rejects.toThrow('No reply');
		ended[1].reject(new Error('No reply either'));
		await settled();
		const last = poll();
		await begun[2].promise;
		ended[2].resolve();
		expect(await last).toEqual([2]);
		expect(log.join()).toMatch(/The last poll failed\. No reply either/);
	});
});
