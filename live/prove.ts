import type { IDataObject } from 'n8n-workflow';
import { isObject, isSame } from '../nodes/shared/values';
import { runOperation } from './node';
import type { Access } from './options';
import { filled, Unknown, type Scenario, type Step } from './scenarios';
import { watched, type Exchange } from './watch';

/** What was seen of an operation. `impossible`: not on this server, whatever we do. */
export type Verdict = 'right' | 'refused' | 'impossible' | 'wrong';

export interface Finding {
	operation: string;
	scenario: string;
	verdict: Verdict;
	/** What was refused, is not possible or is wrong. */
	what?: string;
	expected?: unknown;
	found?: unknown;
	/** The requests of the step, without headers: no token is in them. */
	sent?: string[];
}

export interface Setting {
	/** Why the server must refuse an operation, such as the role of the token; nothing: it must not. */
	whyNot: (operation: string) => string | undefined;
	/** Tells our records from all others; its digits make a phone number. */
	mark: string;
	/** Progress. */
	say: (text: string) => void;
	signal?: AbortSignal;
}

/** Whether a value has all of another, at any depth. */
function holds(value: unknown, wanted: unknown): boolean {
	if (wanted === '*') return value !== undefined && value !== null && value !== '';
	if (isObject(wanted))
		return (
			isObject(value) && Object.entries(wanted).every(([key, inner]) => holds(value[key], inner))
		);
	return isSame(value, wanted);
}

/** What of an item was asked for, to show beside what was wanted. */
const asAsked = (item: unknown, wanted: unknown): unknown =>
	isObject(item) && isObject(wanted)
		? Object.fromEntries(
				Object.entries(wanted).map(([key, inner]) => [key, asAsked(item[key], inner) ?? null]),
			)
		: item;

type Fault = Pick<Finding, 'what' | 'expected' | 'found'>;

/** What is wrong with the items of a step. */
function faultOf(items: IDataObject[], step: Step): Fault | undefined {
	const { expect, has, lacks, least = 0, order, times } = step;
	if (times && items.length !== times)
		return { what: 'another number of items', expected: times, found: items.length };
	if (items.length < least)
		return { what: 'fewer items than there are', expected: least, found: items.length };
	for (const item of expect ? (items.length ? items : [{}]) : [])
		if (!holds(item, expect))
			return { what: 'another value', expected: expect, found: asAsked(item, expect) };
	if (has && !items.some((item) => holds(item, has)))
		return { what: 'it is not in the list', expected: has, found: `${items.length} others` };
	if (lacks && items.some((item) => holds(item, lacks)))
		return { what: 'it is still there', expected: 'nothing', found: lacks };
	if (order) {
		const values = items.map((item) => item[order.key]);
		const own = values.filter((value) => order.values.some((wanted) => isSame(wanted, value)));
		if (!isSame(own, order.values))
			return { what: 'another order', expected: order.values, found: own };
	}
	return undefined;
}

/** Requests as they are told: without the server's address and without headers. */
const told = (exchanges: Exchange[], url: string) =>
	exchanges.map(({ request: { method, url: address, body }, response: { status } }) =>
		[method, address.replace(url, ''), body, '→', status].filter(Boolean).join(' '),
	);

/** A demo that only replays what was recorded says so; others have no such operation. */
const isImpossible = (exchanges: Exchange[]) =>
	exchanges.some(
		({ response: { status, headers } }) => status === 501 || headers['x-replayed'] === 'true',
	);

/**
 * Runs a scenario and gives what it says of each operation, at most one word a step. After a step
 * that is not right the others would only say it again: they are left out, the undoing is not.
 */
async function play(
	access: Access,
	{ name, steps, undo = [] }: Scenario,
	{ whyNot, mark, signal }: Setting,
): Promise<Finding[]> {
	const known: IDataObject = { mark, phone: `+491555${mark.replace(/\D/g, '')}` };
	const findings: Finding[] = [];
	const run = async (step: Step): Promise<Finding> => {
		const operation = step.about ?? step.run;
		const wanted = filled(step, known);
		const given = step.each && (known[step.each] as IDataObject[] | undefined);
		if (step.each && !given) throw new Unknown(step.each);
		const rows =
			given || Array.from({ length: step.times ?? 1 }, (_, index) => ({ index: index + 1 }));
		const [{ items, error }, exchanges] = await watched(
			async () => await runOperation(access, step.run, wanted.parameters ?? {}, rows),
		);
		const about = { operation, scenario: name, sent: told(exchanges, access.root) };
		const wrong = (fault: Fault): Finding => ({ ...about, verdict: 'wrong', ...fault });
		if (isImpossible(exchanges))
			return { ...about, verdict: 'impossible', what: 'this server does not have it' };
		const reason = whyNot(step.run);
		if (error) {
			if (step.refused)
				return error.httpCode === String(step.refused)
					? { ...about, verdict: 'right' }
					: wrong({ what: error.message, expected: step.refused, found: error.httpCode });
			if (reason && /^40[1234]$/.test(String(error.httpCode)))
				return { ...about, verdict: 'refused', what: reason };
			return wrong({ what: error.message, found: error.httpCode });
		}
		if (step.refused) return wrong({ what: 'it was not refused', expected: step.refused });
		if (step.as) known[step.as] = items[0] ?? {};
		if (step.all) known[step.all] = items;
		if (JSON.stringify(items).includes(access.token))
			return wrong({ what: 'a token is in an item' });
		const fault = faultOf(items, wanted);
		return fault ? wrong(fault) : { ...about, verdict: 'right' };
	};
	for (const step of steps) {
		if (signal?.aborted) break;
		const finding = await run(step);
		findings.push(finding);
		if (finding.verdict !== 'right') break;
	}
	for (const step of undo) {
		try {
			const finding = await run(step);
			// A step has removed it.
			if (finding.verdict === 'wrong' && finding.found !== '404') findings.push(finding);
		} catch (error) {
			// It was not made.
			if (!(error instanceof Unknown)) throw error;
		}
	}
	return findings;
}

const ORDER: Verdict[] = ['wrong', 'right', 'refused', 'impossible'];

/**
 * Runs scenarios one after the other, so that a server's limits hold nobody up.
 * @returns one finding an operation: the worst there is
 */
export async function prove(
	access: Access,
	list: Scenario[],
	setting: Setting,
): Promise<Finding[]> {
	const worst = new Map<string, Finding>();
	for (const [index, scenario] of list.entries()) {
		if (setting.signal?.aborted) break;
		setting.say(`[${index + 1}/${list.length}] ${scenario.name}`);
		for (const finding of await play(access, scenario, setting)) {
			const before = worst.get(finding.operation);
			if (!before || ORDER.indexOf(finding.verdict) < ORDER.indexOf(before.verdict))
				worst.set(finding.operation, finding);
		}
	}
	return [...worst.values()].sort((one, other) => one.operation.localeCompare(other.operation));
}
