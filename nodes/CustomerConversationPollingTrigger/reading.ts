import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { events, isMachine, matched } from '../shared/events/events';
import { needsHours, passes } from '../shared/events/filters';
import { readHours } from '../shared/events/hours';
import { rawItem, simpleItem } from '../shared/events/output';
import { isTaken } from '../shared/events/replies';
import { ServiceError } from '../shared/faults';
import { withOnlyAccount } from '../shared/transport/account';
import type { Service } from '../shared/transport/request';
import { sideBySide, waitFor } from '../shared/transport/run';
import type { Waker } from '../shared/transport/waiting';
import { at } from '../shared/values';
import { account, timeOf } from '../shared/vocabulary';
import {
	resumptionOf,
	markAfter,
	pollTimeOf,
	type Mark,
	type PollData,
	type Starts,
} from './marks';
import { readPollSettings, type PollSettings } from './settings';
import { watched } from './watched';
import { FEW, type Found } from './watched/watched';

/** Maximum number of simultaneous requests: a poll is not urgent. */
export const PLACES = 5;

/** What one reading of all lists gives. */
export interface PollResult {
	/** The oldest first. */
	items: IDataObject[];
	/** To be stored with the items. */
	data: PollData;
	starts: Starts;
}

/** What a reading needs. Nothing of it is an expression: the reading may go on after its poll has ended. */
export interface PollSource {
	context: IPollFunctions;
	/** Connects with the credential. */
	service: Service;
	waker?: Waker;
	/** Where lists without a mark begin, if it is stored. */
	starts?: Starts;
	isTest: boolean;
}

const timeInN8n = () => Date.now() / 1000;

/**
 * Reads all lists once.
 * @param before the data of the last poll
 */
export async function readLists(source: PollSource, before: PollData): Promise<PollResult> {
	const { context, waker, isTest } = source;
	const service = await withAccount(source);
	const settings = readPollSettings(context, service.credentials);
	const account = `/api/v1/accounts/${settings.account}`;
	const begun = timeInN8n();
	const serverTime = await timeOf(service);
	const origin = `${service.baseUrl}${account} ${settings.start ?? 'activation'}`;
	const isSame = before.origin === origin;
	const stored = source.starts?.origin === origin ? source.starts : undefined;
	const time = pollTimeOf(serverTime, timeInN8n(), isSame ? before.clocks : stored?.clocks);
	const { now, clocks } = time;
	const starts: Starts = { origin, clocks: stored?.clocks ?? clocks, from: {} };
	const marks: Record<string, Mark> = {};
	const fresh: Found[] = [];
	for (const [name, list] of Object.entries(watched)) {
		if (!list.events.some((event) => settings.events.includes(event))) continue;
		let mark = isSame ? before.marks?.[name] : undefined;
		if (!mark) {
			starts.from[name] = stored?.from[name] ?? settings.start ?? now;
			mark = { from: starts.from[name], seen: {} };
		}
		const { from, seen, kept, isPassed } = resumptionOf(mark, time, list.late, settings.start);
		let keeping: object | undefined;
		const isNew = (key: string) => !Object.hasOwn(seen, key);
		const found = await list.read({
			send: service.send,
			account,
			places: PLACES,
			events: settings.events,
			inboxes: settings.filters.inbox_ids as unknown[] | undefined,
			filters: settings.filters,
			silence: settings.silence,
			now,
			secondsSince: (moment) => Math.ceil(serverTime - moment + Math.max(0, timeInN8n() - begun)),
			isNew,
			kept,
			keep: (value) => {
				keeping = value;
			},
			warn: (text) => context.logger.warn(`Customer Conversation Polling Trigger: ${text}`),
			from: isTest ? undefined : from,
		});
		fresh.push(...found.filter(({ delivery, at }) => isNew(delivery.key) && !isPassed(at)));
		marks[name] = markAfter(mark, Math.max(from, now - list.late), found, keeping);
	}
	const left = waker ? await notTaken(waker, fresh, service.send, account) : fresh;
	const items = await itemsOf(left, settings, service);
	return { items: isTest ? items.slice(-FEW) : items, data: { origin, marks, clocks }, starts };
}

/** Repeats reads that may heal. Without an account, with the only account of the token's user. */
async function withAccount({ context, service }: PollSource): Promise<Service> {
	const { credentials } = service;
	const send: Service['send'] = async (request) => {
		const [outcome] = await Promise.allSettled([service.send(request)]);
		if (outcome.status === 'fulfilled') return outcome.value;
		if (!mayHeal(outcome.reason)) throw outcome.reason;
		await waitFor(PAUSE * (1 + Math.random()));
		return await service.send(request);
	};
	const get = async (path: string) => await send({ method: 'GET', path });
	const rawValue = (name: string) => context.getNodeParameter(name, '') as unknown;
	const accountField = { parts: [account()], rawValue };
	return { ...service, send, credentials: await withOnlyAccount(credentials, accountField, get) };
}

/** Minimum time until a failed read is repeated; in milliseconds. */
const PAUSE = 1_000;

/**
 * Whether a read may succeed a second later, such as a list while Chatwoot deletes a contact. Failures that are
 * known to be temporary were already retried.
 */
const mayHeal = (error: unknown): boolean =>
	error instanceof ServiceError && !error.passing && (error.status ?? 500) >= 500;

/** Leaves out the customers' messages with which executions continue that waited for them. */
async function notTaken(
	waker: Waker,
	fresh: Found[],
	send: Service['send'],
	account: string,
): Promise<Found[]> {
	const left = await sideBySide(fresh.length, PLACES, async (index) =>
		(await isTaken(waker, fresh[index].delivery, { send, account })) ? [] : [fresh[index]],
	);
	return left.flat();
}

const RANKS = Object.values(events).map(({ from }) => from);
const rank = ({ delivery }: Found) => RANKS.indexOf(delivery.event);

/** The items of the events that are wanted, in order. */
async function itemsOf(
	fresh: Found[],
	{ account, events: chosen, filters, loopGuard, simplify }: PollSettings,
	{ send, baseUrl }: Service,
): Promise<IDataObject[]> {
	const sorted = fresh.sort(
		(one, other) => one.at - other.at || rank(one) - rank(other) || one.id - other.id,
	);
	const hoursOf =
		needsHours(filters) && fresh.length
			? await readHours(send, `/api/v1/accounts/${account}`)
			: undefined;
	const fitting = sorted.flatMap(({ delivery }) => {
		const eventNames = matched(delivery, chosen);
		return eventNames.length && passes(delivery, filters, hoursOf)
			? [{ delivery, eventNames }]
			: [];
	});
	const byUser = fitting.some(({ delivery }) => delivery.sender?.type === 'user');
	const ownUser =
		loopGuard && byUser
			? (at(await send({ method: 'GET', path: '/api/v1/profile' }), 'id') as number)
			: undefined;
	return fitting
		.filter(({ delivery }) => !loopGuard || !isMachine(delivery, ownUser))
		.map(({ delivery, eventNames }) => {
			const about = { account, baseUrl, events: eventNames };
			return simplify ? simpleItem(delivery, about) : rawItem(delivery, about);
		});
}
