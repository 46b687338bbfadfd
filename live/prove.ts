import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { isObject, isSame } from '../nodes/shared/values';
import { runOperation, type Outcome } from './node';
import type { Access } from './options';
import type { Verdict } from '../truth/proofs';
import { filled, Unknown, type Scenario, type Step } from '../truth/scenarios';
import { watched, type Exchange } from './watch';

export interface Finding {
	operation: string;
	scenario: string;
	verdict: Verdict;
	/** Why it was refused, is impossible or is wrong. */
	reason?: string;
	expected?: unknown;
	found?: unknown;
	/** The requests of the step, without headers: no token is in them. */
	sent?: string[];
}

/** A step that was run. */
export interface Done extends Outcome {
	exchanges: Exchange[];
}

/** Runs a step. @param wanted the step with all names filled in */
type Perform = (step: Step, wanted: Step) => Promise<Done>;

/** Prepares a scenario. @param known the values of its names */
export type Begin = (scenario: Scenario, known: IDataObject, setting: Setting) => Promise<Perform>;

export interface Setting {
	access: Access;
	/** Access with an agent's token. */
	agent?: Access;
	/** Whether to run scenarios that affect more than our records. */
	everything?: boolean;
	/** Why the server must refuse an operation, such as the role of the token; undefined if it must not. */
	whyNot: (operation: string) => string | undefined;
	/** A text that only our records contain; its digits make a phone number. */
	mark: string;
	/** How many milliseconds Chatwoot may take to store something: it does much in the background. */
	patience: number;
	/** How steps are run; by default in this process. */
	begin?: Begin;
	/** Progress. */
	say: (text: string) => void;
	/** Called after each run of a step, with all names filled in. */
	seen?: (step: Step, done: Done, scenario: string) => void;
	signal?: AbortSignal;
}

/** Whether a value contains all keys and values of another, at any depth. */
export function holds(value: unknown, wanted: unknown): boolean {
	if (wanted === '*') return value !== undefined && value !== null && value !== '';
	if (isObject(wanted))
		return (
			isObject(value) &&
			Object.entries(wanted).every(([key, inner]) =>
				key === '*'
					? Object.values(value).some((one) => holds(one, inner))
					: holds(value[key], inner),
			)
		);
	return isSame(value, wanted);
}

/** The keys of an item that were expected, to show next to the expected values. */
const pickLike = (item: unknown, wanted: unknown): unknown =>
	isObject(item) && isObject(wanted)
		? Object.fromEntries(
				Object.entries(wanted).map(([key, inner]) => [key, pickLike(item[key], inner) ?? null]),
			)
		: item;

type Fault = Pick<Finding, 'reason' | 'expected' | 'found'>;

/** What is wrong with the result of a step. */
function faultOf({ items, files }: Outcome, step: Step): Fault | undefined {
	const { count, expect, has, lacks, least = 0, once, order, rising, times, file } = step;
	const wanted = count ?? times;
	if (wanted !== undefined && items.length !== wanted)
		return { reason: 'another number of items', expected: wanted, found: items.length };
	if (items.length < least)
		return { reason: 'fewer items than there are', expected: least, found: items.length };
	for (const item of expect ? (items.length ? items : [{}]) : [])
		if (!holds(item, expect))
			return { reason: 'another value', expected: expect, found: pickLike(item, expect) };
	if (file && !holds(files[0], file))
		return { reason: 'another file', expected: file, found: files[0] };
	if (has && !items.some((item) => holds(item, has)))
		return { reason: 'it is not in the list', expected: has, found: `${items.length} others` };
	if (lacks && items.some((item) => holds(item, lacks)))
		return { reason: 'it is still there', expected: 'nothing', found: lacks };
	if (once) {
		const values = items.map((item) => item[once]);
		const twice = values.find((value, index) => values.indexOf(value) < index);
		if (twice !== undefined) return { reason: 'an item came twice', found: { [once]: twice } };
	}
	if (order) {
		const values = items.map((item) => item[order.key]);
		const found = values.filter((value) => order.values.some((wanted) => isSame(wanted, value)));
		if (!isSame(found, order.values))
			return { reason: 'another order', expected: order.values, found };
	}
	if (rising) {
		const values = items.map((item) => item[rising] as string | number);
		const at = values.findIndex((value, index) => index > 0 && value < values[index - 1]);
		if (at > 0)
			return { reason: `${rising} falls`, expected: 'rising', found: values.slice(at - 1, at + 1) };
	}
	return undefined;
}

/** Requests as text, without the server's address and without headers. */
export const requestLines = (exchanges: Exchange[], url: string) =>
	exchanges.map(({ request: { method, url: address, body }, response: { status } }) =>
		[method, address.replace(url, ''), body, '→', status].filter(Boolean).join(' '),
	);

/** Whether the sandbox only replayed a recording, as its header says, or does not have the operation. */
const isReplayed = ({ exchanges }: Done) =>
	exchanges.some(
		({ response: { status, headers } }) => status === 501 || headers['x-replayed'] === 'true',
	);

/** Whether it changed nothing and may be repeated; a filter is a POST. */
const isReading = ({ exchanges }: Done) =>
	exchanges.every(({ request: { method, url } }) => method === 'GET' || url.includes('/filter'));

/** Statuses of a server that is overloaded or down: they say nothing about an operation. */
const IN_TROUBLE = /^(429|50[234])$/;

/** The error of a list that is incomplete. */
const LACKS = /is incomplete:|returns the same rows/;

const tokensIn = ({ items }: Outcome, { access, agent }: Setting) => {
	const text = JSON.stringify(items);
	const tokens = [access.token, access.platformToken, agent?.token ?? ''];
	return tokens.some((token) => token && text.includes(token));
};

/** The verdict about a step. @param step with all names filled in */
function judge(step: Step, done: Done, setting: Setting): Pick<Finding, 'verdict'> & Fault {
	const { items, error } = done;
	const reason = setting.whyNot(step.run);
	if (error) {
		const { message, httpCode: found } = error;
		const isAnswer = Boolean(found) && !IN_TROUBLE.test(String(found));
		// First: if the server has no such operation, an unknown record says nothing about it. Older
		// releases refuse what they do not know with any status: 4.13 answers 500 or, doing nothing, 200.
		if (reason && isAnswer) return { verdict: 'refused', reason };
		if (step.refused && found === String(step.refused) && message.includes(step.words ?? ''))
			return { verdict: 'right', reason: 'it refuses what it must' };
		if (step.since && !found && message.includes(`requires Chatwoot ${step.since} or later`))
			return { verdict: 'right', reason: 'it refuses what this release does not know' };
		if ([step.may_refuse ?? []].flat().map(String).includes(String(found)))
			return { verdict: 'refused', reason: message };
		if (step.may_lack && found === '200' && LACKS.test(message))
			return { verdict: 'refused', reason: message };
		return { verdict: 'wrong', reason: message, expected: step.words ?? step.refused, found };
	}
	if (step.refused)
		return { verdict: 'wrong', reason: 'it was not refused', expected: step.refused, found: items };
	if (tokensIn(done, setting)) return { verdict: 'wrong', reason: 'a token is in an item' };
	const fault = faultOf(done, step);
	if (fault && step.may_lack && items.some(({ complete }) => complete === false))
		return { verdict: 'refused', reason: 'it says that it is not complete' };
	return fault ? { verdict: 'wrong', ...fault } : { verdict: 'right' };
}

/** The reason for an operation that the sandbox only replays. */
export const NOT_KEPT = 'this server does not keep it';

/** Longest pause in milliseconds before something is read again that Chatwoot has not done yet. */
const LONGEST_PAUSE = 8_000;

/** Runs each step in this process. */
export const inProcess: Begin =
	async (_, known, { access, agent }) =>
	async (step, { parameters = {}, files }) => {
		const listed = step.each ? (known[step.each] as IDataObject[] | undefined) : undefined;
		if (step.each && !listed) throw new Unknown(step.each);
		const rows =
			listed ?? Array.from({ length: step.times ?? 1 }, (_one, at) => ({ index: at + 1 }));
		const whose = step.as_agent && agent ? agent : access;
		const [outcome, exchanges] = await watched(
			async () =>
				await runOperation(
					whose,
					step.run,
					parameters,
					rows.map((json) => ({ json, files })),
				),
		);
		return { ...outcome, exchanges };
	};

const untried = (run: string, scenario: string, reason: string): Finding => ({
	operation: run,
	scenario,
	verdict: 'untried',
	reason,
});

/**
 * Runs a scenario and returns its findings, at most one per step. After a wrong step the other steps
 * are left out, because they would fail for the same reason; the clean-up still runs.
 */
async function play({ name, steps, undo = [] }: Scenario, setting: Setting): Promise<Finding[]> {
	const { access, agent, begin = inProcess, mark, patience, signal } = setting;
	const known: IDataObject = {
		mark,
		phone: `+491555${mark.replace(/\D/g, '')}`,
		account: access.account,
		now: new Date().toISOString(),
	};
	const mine = steps.filter(({ as_agent }) => agent || !as_agent);
	/** Set by a step that was only replayed: from then on only the requests count, not the replies. */
	let replayed = false;

	const perform = await begin({ name, steps: mine, undo }, known, setting);

	/** Tests that do not wait have a patience of 0. */
	const patienceFor = (step: Step) => patience && Math.max(patience, (step.patience ?? 0) * 1000);

	async function run(step: Step): Promise<Finding> {
		const operation = step.about ?? step.run;
		const wanted = filled(step, known);
		const until = Date.now() + patienceFor(step);
		let first: Finding | undefined;
		for (let pause = 250; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
			const done = await perform(step, wanted);
			const { items, error, exchanges } = done;
			const about = { operation, scenario: name, sent: requestLines(exchanges, access.root) };
			replayed ||= isReplayed(done);
			// Never use another record if the right one is not in the list: a later step may remove it.
			const one = items.find((item) => !wanted.has || isReplayed(done) || holds(item, wanted.has));
			if (!error && step.as && one) known[step.as] = one;
			if (!error && step.all) known[step.all] = items;
			setting.seen?.(wanted, done, name);
			// If the node refuses it before anything is sent, it is wrong on any server.
			if (replayed && (!error || error.httpCode))
				return { ...about, verdict: 'impossible', reason: NOT_KEPT };
			const finding = { ...about, ...judge(wanted, done, setting) };
			if (finding.verdict !== 'wrong') return finding;
			first ??= finding;
			if (!isReading(done) || Date.now() + pause > until || signal?.aborted) return first;
			await sleep(pause);
		}
	}

	const findings: Finding[] = [];
	/** Operations that were refused in their last run: there is nothing to read back. */
	const refused = new Set<string>();
	for (const [index, step] of mine.entries()) {
		if (signal?.aborted) break;
		if (step.about && refused.has(step.about)) {
			findings.push(untried(step.run, name, `${step.about} was refused`));
			continue;
		}
		try {
			findings.push(await run(step));
		} catch (error) {
			if (!(error instanceof Unknown)) throw error;
			findings.push(untried(step.run, name, `what it needs was not made: ${error.message}`));
		}
		const verdict = findings.at(-1)?.verdict;
		if (verdict === 'refused') refused.add(step.run);
		else if (verdict === 'right' && !step.refused) refused.delete(step.run);
		if (verdict !== 'wrong') continue;
		const rest = mine.slice(index + 1).map((later) => later.run);
		findings.push(...rest.map((later) => untried(later, name, 'something before it is wrong')));
		break;
	}
	/** Whether a step already removed it: Chatwoot may answer anything about a removed record. */
	const isDone = ({ run: operation, parameters }: Step) =>
		mine.some(
			(one, index) =>
				findings[index]?.verdict === 'right' &&
				!one.refused &&
				one.run === operation &&
				isSame(one.parameters, parameters),
		);
	for (const step of undo) {
		try {
			const finding = await run(step);
			// It was removed with another record.
			const isGone = finding.found === '404' || isDone(step);
			if (finding.verdict === 'wrong' && !isGone) findings.push(finding);
		} catch (error) {
			// It was not created.
			if (!(error instanceof Unknown)) throw error;
		}
	}
	return findings;
}

/** The first of these that occurs is the finding of an operation. A right refusal proves less than a right result. */
const ORDER = ['wrong', 'right', 'refused', 'impossible', 'refuses', 'untried'];

const placeOf = ({ verdict, reason }: Finding) =>
	ORDER.indexOf(verdict === 'right' && reason ? 'refuses' : verdict);

/** Why a scenario cannot be run. */
function whyLeftOut({ everything, steps }: Scenario, setting: Setting): string | undefined {
	if (everything && !setting.everything) return 'only with --everything';
	if (!setting.access.platformToken && steps.some(({ run }) => run.startsWith('platform.')))
		return 'needs --platform-token';
	return undefined;
}

/**
 * Runs scenarios one after the other, because of the server's request limits.
 * @returns one finding per operation: the first by `ORDER`
 */
export async function prove(list: Scenario[], setting: Setting): Promise<Finding[]> {
	const worst = new Map<string, Finding>();
	for (const [index, scenario] of list.entries()) {
		if (setting.signal?.aborted) break;
		const { name, steps } = scenario;
		const why = whyLeftOut(scenario, setting);
		if (!why) setting.say(`[${index + 1}/${list.length}] ${name}`);
		const findings = why
			? steps.map(({ run }) => untried(run, name, why))
			: await play(scenario, setting);
		for (const finding of findings) {
			const before = worst.get(finding.operation);
			if (!before || placeOf(finding) < placeOf(before)) worst.set(finding.operation, finding);
		}
	}
	return [...worst.values()].sort((one, other) => one.operation.localeCompare(other.operation));
}
