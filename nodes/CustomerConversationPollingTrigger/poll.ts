import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { events, isMachine, matched } from '../shared/events/events';
import { needsHours, passes } from '../shared/events/filters';
import { readHours } from '../shared/events/hours';
import { rawItem, simpleItem } from '../shared/events/output';
import { isTaken } from '../shared/events/replies';
import { ServiceError, withReason } from '../shared/faults';
import { withOnlyAccount } from '../shared/transport/account';
import { toLifecycleError } from '../shared/transport/errors';
import { connect, credentialOf, type Service } from '../shared/transport/request';
import { newRun, sideBySide, waitFor } from '../shared/transport/run';
import { at } from '../shared/values';
import { account, timeOf } from '../shared/vocabulary';
import { watched } from './watched';
import { FEW, type Found } from './watched/watched';
import { readPollSettings, type PollSettings } from './settings';

/** How far a list was read. */
interface Mark {
	/** Unix time in seconds: records of this time or later may be new. */
	from: number;
	/** Keys of deliveries of that time or later that were already seen, with their time. */
	seen: Record<string, number>;
	/** What the list itself stored. */
	kept?: object;
}

/** What n8n stores with the workflow. */
interface PollData {
	/** Server, account and start that the marks belong to. */
	origin?: string;
	/** Marks by the name of the list. */
	marks?: Record<string, Mark>;
}

/** Milliseconds for a request and its reply. */
const TIMEOUT = 60_000;

/** Maximum number of simultaneous requests: a poll is not urgent. */
const PLACES = 5;

/** Polls in progress: n8n begins a poll even if the previous one is not finished. */
const atWork = new WeakSet<object>();

/**
 * Polls once.
 * @returns the items, the oldest first; null if there is nothing new. A manual poll returns a few of the newest
 * as examples
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const staticData: PollData = context.getWorkflowStaticData('node');
	if (atWork.has(staticData)) return null;
	atWork.add(staticData);
	try {
		const items = await readNewItems(context, staticData);
		return items.length ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		throw toLifecycleError(
			context.getNode(),
			await withReason(error),
			'Chatwoot could not be polled',
		);
	} finally {
		atWork.delete(staticData);
	}
}

async function readNewItems(context: IPollFunctions, staticData: PollData): Promise<IDataObject[]> {
	const service = await serviceOf(context);
	const settings = readPollSettings(context, service.credentials);
	const account = `/api/v1/accounts/${settings.account}`;
	const isTest = context.getMode() === 'manual';
	const now = await timeOf(service);
	const origin = `${service.baseUrl}${account} ${settings.start ?? 'activation'}`;
	const before = staticData.origin === origin ? (staticData.marks ?? {}) : {};
	const marks: Record<string, Mark> = {};
	const fresh: Found[] = [];
	for (const [name, list] of Object.entries(watched)) {
		if (!list.events.some((event) => settings.events.includes(event))) continue;
		const { from, seen, kept }: Mark = before[name] ?? { from: settings.start ?? now, seen: {} };
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
			isNew,
			kept,
			keep: (value) => {
				keeping = value;
			},
			warn: (text) => context.logger.warn(`Customer Conversation Polling Trigger: ${text}`),
			from: isTest ? undefined : from,
		});
		fresh.push(...found.filter(({ delivery }) => isNew(delivery.key)));
		marks[name] = { ...markOf(Math.max(from, now - list.late), seen, found), kept: keeping };
	}
	const left = isTest ? fresh : await notTaken(context, fresh, service.send, account);
	const items = await itemsOf(left, settings, service);
	if (isTest) return items.slice(-FEW);
	// Stored together at the end, so that the next poll finds the same events after an error.
	Object.assign(staticData, { origin, marks });
	return items;
}

/** Connects with the credential; without an account, with the only account of the token's user. */
async function serviceOf(context: IPollFunctions): Promise<Service> {
	const service = await connect(
		context,
		credentialOf('/api'),
		{ timeout: TIMEOUT },
		newRun({ requestsAtOnce: PLACES }),
	);
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

function markOf(from: number, seen: Mark['seen'], found: Found[]): Mark {
	const all = [
		...Object.entries(seen),
		...found.map(({ delivery, at: time }): [string, number] => [delivery.key, time]),
	];
	return { from, seen: Object.fromEntries(all.filter(([, time]) => time >= from)) };
}

/** Leaves out the customers' messages with which executions continue that waited for them. */
async function notTaken(
	context: IPollFunctions,
	fresh: Found[],
	send: Service['send'],
	account: string,
): Promise<Found[]> {
	const left = await sideBySide(fresh.length, PLACES, async (index) =>
		(await isTaken(context, fresh[index].delivery, { send, account })) ? [] : [fresh[index]],
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
