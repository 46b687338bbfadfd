import type { IDataObject } from 'n8n-workflow';
import type { PollData } from './marks';
import type { PollResult } from './reading';

/**
 * Readings that may take longer than n8n lets a poll last. With its durable scheduler n8n abandons a poll after 45
 * seconds: its items and data are lost. So a poll ends before that, the reading goes on, and a later poll takes the
 * result.
 */

/** A reading in progress, or one whose result no poll has taken yet. */
interface Unfinished {
	/** What the result depends on: it is of no use to a poll with other settings or other marks. */
	basis: string;
	reading: Promise<PollResult>;
	isOver: boolean;
	isTaken?: boolean;
}

/** Readings by workflow and node. With the durable scheduler each poll has another object for its data. */
const readings = new Map<string, Unfinished>();

/** What a poll returned to n8n that may not be stored yet. */
interface Unstored {
	/** What n8n had stored when the poll began. */
	stored: string;
	/** The data after a poll that returned nothing: n8n stores it in some modes only. */
	data?: PollData;
	/** When the poll returned items; Unix time in milliseconds. */
	givenAt: number;
}

const unstored = new Map<string, Unstored>();

/**
 * Milliseconds in which n8n stores items and data. Until then a poll with the same stored data would find the same
 * items. After them it must: n8n does not store data if it could not start the workflow.
 */
const STORING = 30_000;

const textOf = ({ origin, marks, clocks }: PollData) => JSON.stringify([origin, marks, clocks]);

/** What one poll of a node needs. */
interface Poll {
	/** Workflow and node. */
	node: string;
	/** The settings and the credential, as text. */
	settings: string;
	staticData: PollData;
	/** Aborted when the poll must end. */
	left?: AbortSignal;
	/** Reads everything that is new. */
	read: (before: PollData) => Promise<PollResult>;
	/** Writes into the static data. */
	store: (reading: PollResult) => void;
	/** Writes a warning into n8n's log. */
	warn: (text: string) => void;
}

/** Ends when the time of a poll is over. @param budget milliseconds; undefined: never */
export const timeLeft = (budget?: number): AbortSignal | undefined =>
	budget === undefined ? undefined : AbortSignal.timeout(budget);

/** @returns the result or the error of a task; undefined if it does not end in time */
async function outcomeInTime<T>(
	task: Promise<T>,
	left?: AbortSignal,
): Promise<PromiseSettledResult<T> | undefined> {
	let end = () => {};
	const late = new Promise<undefined>((resolve) => {
		end = () => resolve(undefined);
		left?.addEventListener('abort', end);
		if (left?.aborted) end();
	});
	try {
		const [outcome] = (await Promise.race([Promise.allSettled([task]), late])) ?? [];
		return outcome;
	} finally {
		left?.removeEventListener('abort', end);
	}
}

function begin(read: Poll['read'], before: PollData, basis: string): Unfinished {
	const begun: Unfinished = { basis, reading: read(before), isOver: false };
	const end = () => {
		begun.isOver = true;
	};
	begun.reading.then(end, end);
	return begun;
}

/**
 * The items of a poll: those of an earlier reading that had not ended in time, and those of this one, if it ends in
 * time. Two polls never read at the same time: a poll waits for the other one, and returns nothing if that one
 * has taken the items.
 * @throws the error of a reading, unless there are items of another one
 */
export async function itemsInTime(poll: Poll): Promise<IDataObject[]> {
	const { node, settings, staticData, left, read, store, warn } = poll;
	const stored = textOf(staticData);
	const last = unstored.get(node);
	const isSame = last?.stored === stored;
	if (isSame && Date.now() - last.givenAt < STORING) return [];
	let before: PollData = (isSame ? last.data : undefined) ?? { ...staticData };
	let items: IDataObject[] = [];
	let failure: { error: unknown } | undefined;
	const take = (reading: PollResult) => {
		store(reading);
		items = [...items, ...reading.items];
		before = reading.data;
		if (items.length) unstored.set(node, { stored, givenAt: Date.now() });
		else unstored.set(node, { stored, data: reading.data, givenAt: 0 });
	};
	const fail = (error: unknown) => {
		if (!items.length) throw error;
		warn(`The next poll tries again. ${(error as Error).message}`);
		return items;
	};
	for (;;) {
		const basis = textOf(before) + settings;
		const earlier = readings.get(node);
		const isUseful = earlier && (!earlier.isOver || earlier.basis === basis);
		const current = isUseful ? earlier : begin(read, before, basis);
		readings.set(node, current);
		const isOld = current.isOver;
		const outcome = await outcomeInTime(current.reading, left);
		if (!outcome) {
			warn('Reading takes longer than n8n lets a poll last. A later poll returns the result.');
			return failure ? fail(failure.error) : items;
		}
		if (current.isTaken) {
			// An activation stores its start, even if one before it has not ended.
			if (staticData.origin || unstored.get(node)?.givenAt) return items;
			continue;
		}
		if (readings.get(node) !== current) continue;
		readings.delete(node);
		if (current.basis !== basis) continue;
		current.isTaken = true;
		if (outcome.status === 'fulfilled') take(outcome.value);
		else if (isOld) failure = { error: outcome.reason };
		else return fail(outcome.reason);
		if (isOld) continue;
		if (failure) warn(`The last poll failed. ${(failure.error as Error).message}`);
		return items;
	}
}
