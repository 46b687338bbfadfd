/** Proves the trigger on a real server. It runs in this process, in n8n's contexts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeApiError } from 'n8n-workflow';
import { isSame } from '../nodes/shared/values';
import { isSince } from '../nodes/shared/vocabulary/release';
import { Trigger, type Call } from '../test/support/triggerNode';
import { opened, type Arrival, type Door } from './door';
import { undone, Unmade, wrong, type Happening, type Result } from './making';
import { credentialIn } from './options';
import { holds, requestLines, type Finding, type Setting } from './prove';
import { proven, type Proving, type Source } from './sources';
import { watched } from './watch';

export interface TriggerSetting extends Setting {
	/** Such as `4.16.2`; undefined if the server does not say. */
	release?: string;
	/** Undefined if the server cannot call this machine. */
	door?: Door;
	/** The source of the deliveries. */
	source: Source;
}

const GIVE =
	'give --webhook-url, an address under which the server can call this machine, and --listen, its port here';
const BEFORE = 'something before it is wrong';

/** The shortest wait for deliveries, and how long none may arrive after the end, in milliseconds. */
const SHORTEST = 2_000;
const SILENCE = 1_000;

/** Data that all steps share. */
interface Scene extends TriggerSetting, Proving {
	arrivals: Arrival[];
}

async function register(scene: Scene): Promise<Result> {
	const { trigger, access, whyNot, source } = scene;
	const { begin, registers, standing, wanted } = proven[source];
	const [error, exchanges] = await watched(async () => {
		try {
			Object.assign(trigger.setup.parameters, await begin?.(scene));
			await trigger.activate();
			// As at each start of n8n: it must not register a second time.
			await trigger.activate();
			return undefined;
		} catch (thrown) {
			return thrown as NodeApiError | Unmade;
		}
	});
	const reason = whyNot(registers);
	if (reason && /^40[1-4]$/.test(String(error?.httpCode))) return { verdict: 'refused', reason };
	scene.signal?.throwIfAborted();
	if (error instanceof Unmade) throw error;
	const sent = requestLines(exchanges, access.root).map((line) =>
		line.replace(/(?<=[?&]secret=)\w+/g, '***'),
	);
	if (error) return wrong(error.message, undefined, error.httpCode, sent);
	const [found, right] = [await standing(scene), wanted(scene)];
	if (isSame(found, right)) return { verdict: 'right' };
	return wrong('another registration', right, found, sent);
}

const arrivalsOf = ({ arrivals }: Scene, { event, id }: Happening) =>
	arrivals.filter(({ content }) => content.event === event && content.id === id);

/** Waits until everything was delivered, or the time is over. */
async function wait(scene: Scene, happened: Happening[]): Promise<void> {
	const until = Date.now() + Math.max(scene.patience, SHORTEST);
	const isDone = () => happened.every((one) => arrivalsOf(scene, one).length);
	while (!isDone() && Date.now() < until) await sleep(20, undefined, { signal: scene.signal });
}

/** The result if nothing arrived at all, which may not be a fault. */
function unheard({ arrivals, door, trigger }: Scene): Result | undefined {
	if (!door) return { verdict: 'untried', reason: GIVE };
	if (arrivals.length) return undefined;
	if (door.reach.reached === 'no') return { verdict: 'impossible', reason: door.reach.why };
	if (door.address) return undefined;
	const reason = `nothing came to ${trigger.setup.address}, as from a container: ${GIVE}`;
	return { verdict: 'impossible', reason };
}

/** Why the deliveries prove nothing; undefined if they do. */
function unshown(scene: Scene, happened: Happening[]): Result | undefined {
	const arrived = happened.flatMap((one) => arrivalsOf(scene, one));
	if (!arrived.length)
		return unheard(scene) ?? { verdict: 'untried', reason: 'nothing of ours came' };
	return arrived.every(({ status }) => status === 401)
		? { verdict: 'untried', reason: BEFORE }
		: undefined;
}

/** Checks that each event gave one item with the right records, in the order of the events, and that other events gave none. */
function deliver(scene: Scene, happened: Happening[]): Result {
	const nothing = unheard(scene);
	if (nothing) return nothing;
	const times: number[] = [];
	for (const happening of happened) {
		const name = `${happening.event} ${String(happening.id)}`;
		const arrived = arrivalsOf(scene, happening);
		const came = scene.arrivals.map(({ content: { event, id } }) => ({ event, id }));
		const found = arrived.map(({ items, why }) => why ?? items);
		const items = arrived.flatMap((arrival) => arrival.items);
		if (!happening.item) {
			if (items.length) return wrong(`${name} gave an item`, [], found);
			continue;
		}
		if (!arrived.length) return wrong(`${name} did not come`, happening.item, came);
		if (arrived.every(({ status }) => status === 401))
			return { verdict: 'untried', reason: BEFORE };
		if (items.length !== 1 || !holds(items[0], happening.item))
			return wrong(`${name} did not give one item of it`, happening.item, found);
		times.push(Date.parse(String(items[0].occurred_at)));
	}
	// Deliveries can arrive in another order; their times say which event was first.
	const [began, wrote] = times.slice(-2);
	return began > wrote ? wrong('the message is before its conversation') : { verdict: 'right' };
}

/** Checks that a genuine delivery is accepted and a forged one is refused. */
async function signature(scene: Scene, happened: Happening[]): Promise<Result> {
	const { trigger, release } = scene;
	const arrived = happened.flatMap((one) => arrivalsOf(scene, one));
	const refused = arrived.find(({ status }) => status === 401);
	if (refused) return wrong(`refused: ${refused.why}`);
	const [genuine] = arrived;
	if (!genuine) return unshown(scene, happened)!;
	const { content, call } = genuine;
	const { 'x-chatwoot-signature': signed, ...headers } = call.headers ?? {};
	const { unsigned } = proven[scene.source];
	if (!signed && !unsigned && release && isSince(release, '4.13')) return wrong('it is not signed');
	const forgeries: Array<[how: string, forged: Call]> = [
		['without the secret in the address', { ...call, query: {} }],
	];
	if (signed)
		forgeries.push(
			['with another body', { ...call, rawBody: `${call.rawBody} ` }],
			['without its signature', { ...call, headers }],
		);
	for (const [how, forged] of forgeries) {
		const { status = 200 } = await trigger.receive(content, forged);
		if (status !== 401) return wrong(`a delivery ${how} is let in`, 401, status);
	}
	const reason = `by the secret in the address alone: ${unsigned ? 'Chatwoot does not sign these calls' : 'this release does not sign'}`;
	return signed ? { verdict: 'right' } : { verdict: 'right', reason };
}

async function remove(scene: Scene, written?: Happening): Promise<Result> {
	const { standing, write } = proven[scene.source];
	await scene.trigger.deactivate();
	const left = await standing(scene);
	if (left.length) return wrong('it is still there', [], left);
	if (!written) return { verdict: 'right' };
	const late = await write(scene, { conversation_id: written.item?.conversation_id });
	await sleep(SILENCE, undefined, { signal: scene.signal });
	const came = arrivalsOf(scene, late).length;
	return came ? wrong('it is still called', 0, came) : { verdict: 'right' };
}

/**
 * @returns one finding for each of `register`, `deliver`, `signature`, the proofs of the source, and
 * `remove`, such as `trigger.deliver` and `trigger.agentBot.deliver`
 */
export async function proveTrigger(setting: TriggerSetting): Promise<Finding[]> {
	const { access, door, mark, signal, source } = setting;
	if (signal?.aborted) return [];
	const { name, scenario, events, happen, more = {}, source: value } = proven[source];
	setting.say(scenario);
	const trigger = new Trigger({
		workflowId: mark,
		instance: mark,
		staticData: {},
		// An unused address; a door sets its own.
		address: `https://${mark}.example`,
		// Messages of the token's user must count. Whether Chatwoot calls a private address is tested by the delivery.
		parameters: {
			source: value,
			...(events ? { events } : {}),
			loop_guard: false,
			options: { address_is_reachable: true },
		},
		credentials: credentialIn(access),
	});
	const opening = door && (await opened(door, trigger));
	const scene: Scene = {
		...setting,
		trigger,
		arrivals: opening?.arrivals ?? [],
		undo: [],
		name: `${mark}-${source.replace('_', '-')}`,
		address: () => trigger.setup.address,
		itemsOf: async (one) => {
			await wait(scene, [one]);
			return arrivalsOf(scene, one).flatMap(({ items }) => items);
		},
	};
	const results: Record<string, Result> = {};
	let why = 'it was not registered';
	let left: Finding[] = [];
	try {
		results.register = await register(scene);
		if (results.register.verdict === 'right') {
			const happened = door ? await happen(scene) : [];
			await wait(scene, happened);
			results.signature = await signature(scene, happened);
			for (const [part, act] of Object.entries(more))
				results[part] =
					unshown(scene, happened) ??
					(await act(scene, happened.at(-1)!).catch((error: Error) => {
						if (error instanceof Unmade) return wrong(error.message);
						throw error;
					}));
			results.remove = await remove(scene, happened.at(-1));
			// This is last because a repeated delivery may arrive late.
			results.deliver = deliver(scene, happened);
		}
	} catch (error) {
		if (!(error instanceof Unmade) && !signal?.aborted) throw error;
		why = `what it needs was not made: ${(error as Error).message}`;
	} finally {
		await trigger.deactivate();
		left = await undone(scene, scenario);
		await opening?.close();
	}
	const parts = ['register', 'deliver', 'signature', ...Object.keys(more), 'remove'];
	const found = parts
		.filter((part) => part in results || !signal?.aborted)
		.map((part) => ({
			operation: `${name}.${part}`,
			scenario,
			...(results[part] ?? { verdict: 'untried', reason: why }),
		}));
	return [...found, ...left];
}
