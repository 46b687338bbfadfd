/** The trigger at a real server. It runs in this process, in n8n's own contexts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { isSame } from '../nodes/shared/values';
import { isSince } from '../nodes/shared/vocabulary/release';
import { Trigger, type Call } from '../test/support/triggerNode';
import { opened, type Arrival, type Door } from './door';
import { runOperation } from './node';
import { holds, told, type Finding, type Setting } from './prove';
import { watched } from './watch';

export interface TriggerSetting extends Setting {
	/** Such as `4.16.2`; undefined where the server tells none. */
	release?: string;
	/** Undefined where the server cannot call this machine. */
	door?: Door;
}

const SCENARIO = 'The trigger: registered, called, signed, removed';
const PARTS = ['register', 'deliver', 'signature', 'remove'];
const EVENTS = ['contact_created', 'conversation_created', 'message_created'];
const GIVE =
	'give --webhook-url, an address under which the server can call this machine, and --listen, its port here';
const BEFORE = 'something before it is wrong';

/** The shortest wait for deliveries, and how long none may come after the end; in milliseconds. */
const SHORTEST = 2_000;
const SILENCE = 1_000;

export type Result = Omit<Finding, 'operation' | 'scenario'>;

/** Something that happened at the service, and what an item must tell of it. */
export interface Happening {
	event: string;
	id: unknown;
	item: IDataObject;
}

export const wrong = (
	what: string,
	expected?: unknown,
	found?: unknown,
	sent?: string[],
): Result => ({
	...{ verdict: 'wrong', what, expected, found, sent },
});

/** A record of our own could not be made. */
export class Unmade extends Error {}

/** Who makes records of its own. */
export interface Making extends Setting {
	/** What was made, the newest first: what removes it. */
	undo: Array<[operation: string, parameters: IDataObject]>;
}

/** What all steps share. */
interface Scene extends TriggerSetting, Making {
	trigger: Trigger;
	arrivals: Arrival[];
}

async function run({ access, signal }: Making, id: string, parameters: IDataObject = {}) {
	signal?.throwIfAborted();
	const { items, error } = await runOperation(access, id, parameters);
	if (error) throw new Unmade(`${id}: ${error.message}`);
	return items;
}

/** What the account has registered for the trigger, as an operation lists it. */
const standing = async (scene: Scene) =>
	(await run(scene, 'account.webhook.getAll')).filter(({ url }) =>
		String(url).startsWith(`${scene.trigger.setup.address}/`),
	);

async function register(scene: Scene): Promise<Result> {
	const { trigger, access, whyNot } = scene;
	const [error, exchanges] = await watched(async () => {
		try {
			await trigger.activate();
			// As at each start of n8n: it makes no second one.
			await trigger.activate();
			return undefined;
		} catch (thrown) {
			return thrown as NodeApiError;
		}
	});
	const reason = whyNot('account.webhook.create');
	if (reason && /^40[1-4]$/.test(String(error?.httpCode)))
		return { verdict: 'refused', what: reason };
	const secret = String(trigger.setup.kept.secret);
	const sent = told(exchanges, access.root).map((line) => line.replaceAll(secret, '***'));
	if (error) return wrong(error.message, undefined, error.httpCode, sent);
	const found = (await standing(scene)).map(({ subscriptions }) =>
		[...(subscriptions as string[])].sort(),
	);
	if (isSame(found, [EVENTS])) return { verdict: 'right' };
	return wrong('not one webhook with its events', [EVENTS], found, sent);
}

/** A new record. */
async function made(scene: Making, id: string, parameters: IDataObject): Promise<IDataObject> {
	const [item] = await run(scene, id, parameters);
	if (!item) throw new Unmade(`${id} gave no item`);
	return item;
}

/** Writes a message. */
async function write(scene: Making, conversation_id: unknown): Promise<Happening> {
	const parameters = { conversation_id, content: scene.mark } as IDataObject;
	const { id } = await made(scene, 'account.message.send', parameters);
	const item = { conversation_id, message: { id, text: scene.mark } } as IDataObject;
	return { event: 'message_created', id, item };
}

/** Makes records of our own, so that each event happens. */
export async function happen(scene: Making): Promise<Happening[]> {
	async function make(kind: string, parameters: IDataObject) {
		const { id } = await made(scene, `account.${kind}.create`, parameters);
		scene.undo.unshift([`account.${kind}.delete`, { [`${kind}_id`]: id }]);
		return id;
	}
	const name = `${scene.mark}-trigger`;
	const inbox_id = await make('inbox', { channel_type: 'api', name });
	const contact_id = await make('contact', { name, email: `${name}@example.com` });
	const talk = { inbox_id, create_for: 'contact', contact_id };
	const conversation_id = await make('conversation', talk);
	return [
		{ event: 'contact_created', id: contact_id, item: { contact_id } },
		{ event: 'conversation_created', id: conversation_id, item: { conversation_id, contact_id } },
		await write(scene, conversation_id),
	];
}

const arrivalsOf = ({ arrivals }: Scene, { event, id }: Happening) =>
	arrivals.filter(({ content }) => content.event === event && content.id === id);

/** Waits until all was delivered, or no longer. */
async function wait(scene: Scene, happened: Happening[]): Promise<void> {
	const until = Date.now() + Math.max(scene.patience, SHORTEST);
	const isDone = () => happened.every((one) => arrivalsOf(scene, one).length);
	while (!isDone() && Date.now() < until) await sleep(20, undefined, { signal: scene.signal });
}

/** What is to say where nothing at all came, and that may be nobody's fault. */
function unheard({ arrivals, door, trigger }: Scene): Result | undefined {
	if (!door) return { verdict: 'untried', what: GIVE };
	if (arrivals.length) return undefined;
	if (door.reach.reached === 'no') return { verdict: 'impossible', what: door.reach.why };
	if (door.address) return undefined;
	const what = `nothing came to ${trigger.setup.address}, as from a container: ${GIVE}`;
	return { verdict: 'impossible', what };
}

/** Each event gave one item, of the right records and in the order of what happened. */
function deliver(scene: Scene, happened: Happening[]): Result {
	const nothing = unheard(scene);
	if (nothing) return nothing;
	const times: number[] = [];
	for (const one of happened) {
		const name = `${one.event} ${String(one.id)}`;
		const own = arrivalsOf(scene, one);
		const came = scene.arrivals.map(({ content: { event, id } }) => ({ event, id }));
		if (!own.length) return wrong(`${name} did not come`, one.item, came);
		if (own.every(({ status }) => status === 401)) return { verdict: 'untried', what: BEFORE };
		const found = own.map(({ items, why }) => why ?? items);
		const items = own.flatMap((arrival) => arrival.items);
		if (items.length !== 1 || !holds(items[0], one.item))
			return wrong(`${name} did not give one item of it`, one.item, found);
		times.push(Date.parse(String(items[0].occurred_at)));
	}
	// Deliveries may overtake each other; their times tell what happened first.
	const [, began, wrote] = times;
	return began > wrote ? wrong('the message is before its conversation') : { verdict: 'right' };
}

/** What the service sends is let in, and what only looks like it is not. */
async function signature(scene: Scene, happened: Happening[]): Promise<Result> {
	const { trigger, release } = scene;
	const own = happened.flatMap((one) => arrivalsOf(scene, one));
	const refused = own.find(({ status }) => status === 401);
	if (refused) return wrong(`refused: ${refused.why}`);
	const [genuine] = own;
	if (!genuine) return unheard(scene) ?? { verdict: 'untried', what: 'nothing of ours came' };
	const { content, call } = genuine;
	const { 'x-chatwoot-signature': signed, ...headers } = call.headers ?? {};
	if (!signed && release && isSince(release, '4.13')) return wrong('it is not signed');
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
	const what = 'by the secret in the address alone: this release does not sign';
	return signed ? { verdict: 'right' } : { verdict: 'right', what };
}

async function remove(scene: Scene, talk?: Happening): Promise<Result> {
	await scene.trigger.deactivate();
	const left = await standing(scene);
	if (left.length)
		return wrong(
			'it is still there',
			[],
			left.map(({ id }) => id),
		);
	if (!talk) return { verdict: 'right' };
	const late = await write(scene, talk.id);
	await sleep(SILENCE, undefined, { signal: scene.signal });
	const came = arrivalsOf(scene, late).length;
	return came ? wrong('it is still called', 0, came) : { verdict: 'right' };
}

/** Leaves nothing at the service. @returns what could not be removed */
export async function undone({ access, undo }: Making, scenario: string): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const [operation, parameters] of undo) {
		const { error } = await runOperation(access, operation, parameters);
		if (error && error.httpCode !== '404')
			findings.push({ operation, scenario, ...wrong(error.message) });
	}
	return findings;
}

/** @returns a finding each for `trigger.register`, `.deliver`, `.signature` and `.remove` */
export async function proveTrigger(setting: TriggerSetting): Promise<Finding[]> {
	const { access, door, mark, signal } = setting;
	if (signal?.aborted) return [];
	setting.say(SCENARIO);
	const trigger = new Trigger({
		...{ workflowId: mark, instance: mark, kept: {} },
		// Nobody's; a door has its own.
		address: `https://${mark}.example`,
		// What the token's user writes counts here. Whether a private address is called shows when it is.
		parameters: { events: EVENTS, loop_guard: false, options: { address_is_reachable: true } },
		credentials: {
			base_url: access.root,
			api_access_token: access.token,
			account_id: access.account,
		},
	});
	const opening = door && (await opened(door, trigger));
	const scene: Scene = { ...setting, trigger, arrivals: opening?.arrivals ?? [], undo: [] };
	const results: Record<string, Result> = {};
	let why = 'it was not registered';
	let left: Finding[] = [];
	try {
		results.register = await register(scene);
		if (results.register.verdict === 'right') {
			const happened = door ? await happen(scene) : [];
			await wait(scene, happened);
			results.signature = await signature(scene, happened);
			results.remove = await remove(scene, happened.at(1));
			// Last, as what comes twice may come late.
			results.deliver = deliver(scene, happened);
		}
	} catch (error) {
		if (!(error instanceof Unmade) && !signal?.aborted) throw error;
		why = `what it needs was not made: ${(error as Error).message}`;
	} finally {
		await trigger.deactivate();
		left = await undone(scene, SCENARIO);
		await opening?.close();
	}
	const found = PARTS.filter((part) => part in results || !signal?.aborted).map((part) => ({
		operation: `trigger.${part}`,
		scenario: SCENARIO,
		...(results[part] ?? { verdict: 'untried', what: why }),
	}));
	return [...found, ...left];
}
