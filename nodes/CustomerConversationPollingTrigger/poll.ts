import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { events, isMachine, matched } from '../shared/events/events';
import { passes } from '../shared/events/filters';
import { rawItem, simpleItem } from '../shared/events/output';
import { ServiceError, withReason } from '../shared/faults';
import { withOnlyAccount } from '../shared/transport/account';
import { toLifecycleError } from '../shared/transport/errors';
import { connect, credentialOf, type Service } from '../shared/transport/request';
import { newRun, waitFor } from '../shared/transport/run';
import { at } from '../shared/values';
import { account, timeOf } from '../shared/vocabulary';
import { watched } from './watched';
import { FEW, type Found } from './watched/watched';
import { readPollSettings, type PollSettings } from './settings';

/** Up to where a list was read. */
interface Mark {
	/** Unix time in seconds: what is as old, or younger, may be new. */
	from: number;
	/** What was seen of that, by the keys of deliveries, with its time. */
	seen: Record<string, number>;
}

/** What n8n stores with the workflow. */
interface Kept {
	/** What the marks are of: server, account and start. */
	origin?: string;
	/** By the name of the list. */
	marks?: Record<string, Mark>;
}

/** Milliseconds for a request and its reply. */
const TIMEOUT = 60_000;

/** Most requests at once: a poll has time. */
const PLACES = 5;

/** n8n polls again although the poll before is not done. */
const atWork = new WeakSet<object>();

/**
 * Looks at the service once.
 * @returns the items, the oldest first; null where there is nothing new. A manual one gives the
 * newest few as examples
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const kept: Kept = context.getWorkflowStaticData('node');
	if (atWork.has(kept)) return null;
	atWork.add(kept);
	try {
		const items = await look(context, kept);
		return items.length ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		throw toLifecycleError(
			context.getNode(),
			await withReason(error),
			'Chatwoot could not be polled',
		);
	} finally {
		atWork.delete(kept);
	}
}

async function look(context: IPollFunctions, kept: Kept): Promise<IDataObject[]> {
	const service = await serviceOf(context);
	const settings = readPollSettings(context, service.credentials);
	const account = `/api/v1/accounts/${settings.account}`;
	const isTest = context.getMode() === 'manual';
	const now = await timeOf(service);
	const origin = `${service.baseUrl}${account} ${settings.start ?? 'activation'}`;
	const before = kept.origin === origin ? (kept.marks ?? {}) : {};
	const marks: Record<string, Mark> = {};
	const fresh: Found[] = [];
	for (const [name, list] of Object.entries(watched)) {
		if (!list.events.some((event) => settings.events.includes(event))) continue;
		const { from, seen } = before[name] ?? { from: settings.start ?? now, seen: {} };
		const isNew = (key: string) => !Object.hasOwn(seen, key);
		const found = await list.read({
			send: service.send,
			account,
			places: PLACES,
			events: settings.events,
			inboxes: settings.filters.inbox_ids as unknown[] | undefined,
			now,
			isNew,
			warn: (text) => context.logger.warn(`Customer Conversation Polling Trigger: ${text}`),
			from: isTest ? undefined : from,
		});
		fresh.push(...found.filter(({ delivery }) => isNew(delivery.key)));
		marks[name] = markOf(Math.max(from, now - list.late), seen, found);
	}
	const items = await itemsOf(fresh, settings, service);
	if (isTest) return items.slice(-FEW);
	// All at once, and last: after an error the next poll finds the same.
	Object.assign(kept, { origin, marks });
	return items;
}

/** The credential's service; where nobody names an account, with the only one of the token's user. */
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
	const valueOf = (name: string) => context.getNodeParameter(name, '') as unknown;
	const asked = { parts: [account()], valueOf };
	return { ...service, send, credentials: await withOnlyAccount(credentials, asked, get) };
}

/** Milliseconds at least until what failed is read once more. */
const PAUSE = 1_000;

/**
 * Whether a read may succeed a second later, such as a list while the service deletes a contact. What
 * is known to pass was tried several times already.
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

const RANKS = Object.values(events).map(({ from }) => from);
const rank = ({ delivery }: Found) => RANKS.indexOf(delivery.event);

/** What is wanted of it, in order. */
async function itemsOf(
	fresh: Found[],
	{ account, events: chosen, filters, loopGuard, simplify }: PollSettings,
	{ send, baseUrl }: Service,
): Promise<IDataObject[]> {
	const sorted = fresh.sort(
		(one, other) => one.at - other.at || rank(one) - rank(other) || one.id - other.id,
	);
	const fitting = sorted.flatMap(({ delivery }) => {
		const own = matched(delivery, chosen);
		return own.length && passes(delivery, filters) ? [{ delivery, own }] : [];
	});
	const byUser = fitting.some(({ delivery }) => delivery.sender?.type === 'user');
	const ownUser =
		loopGuard && byUser
			? (at(await send({ method: 'GET', path: '/api/v1/profile' }), 'id') as number)
			: undefined;
	return fitting
		.filter(({ delivery }) => !loopGuard || !isMachine(delivery, ownUser))
		.map(({ delivery, own }) => {
			const about = { account, baseUrl, events: own };
			return simplify ? simpleItem(delivery, about) : rawItem(delivery, about);
		});
}
