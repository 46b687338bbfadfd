/** The polling trigger at a real server. It runs in this process, in n8n's own contexts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { Poller } from '../test/support/poller';
import {
	happen,
	makeInbox,
	undone,
	Unmade,
	wrong,
	type Happening,
	type Making,
	type Result,
} from './making';
import { holds, type Finding, type Setting } from './prove';

const SCENARIO = 'Polling: what is new once, after a restart too';
const EVENTS = ['contact_created', 'conversation_created', 'message_created'];

/** Between two polls, in milliseconds. */
const PAUSE = 1_000;

/** The items of what happened here: others may use the account meanwhile. */
const own = (items: IDataObject[], { event, id }: Happening) =>
	items.filter(({ event_key }) => event_key === `${event}:${String(id)}`);

async function find(scene: Making, poller: Poller): Promise<Result> {
	const { mark, patience, signal } = scene;
	const items = await poller.activate();
	const name = `${mark}-polling`;
	const happened = await happen(scene, name, await makeInbox(scene, name));
	const until = Date.now() + Math.max(patience, 2 * PAUSE);
	const isAll = () => happened.every((one) => own(items, one).length);
	do {
		await sleep(PAUSE, undefined, { signal });
		items.push(...(await poller.poll()));
	} while (!isAll() && Date.now() < until);
	// It begins with what was stored, as after a start of n8n.
	items.push(...(await poller.activate()));
	for (const one of happened) {
		const found = own(items, one);
		if (found.length !== 1 || !holds(found[0], one.item))
			return wrong(`${one.event} ${String(one.id)} did not give one item of it`, one.item, found);
	}
	const order = items.map(({ occurred_at }) => String(occurred_at));
	const isSorted = order.every((time, index) => index === 0 || order[index - 1] <= time);
	return isSorted ? { verdict: 'right' } : wrong('not the oldest first', [...order].sort(), order);
}

/** @returns a finding for `polling.find`, and what could not be removed */
export async function provePolling(setting: Setting): Promise<Finding[]> {
	const { access, signal } = setting;
	if (signal?.aborted) return [];
	setting.say(SCENARIO);
	const poller = new Poller(
		access.root,
		{ events: EVENTS, loop_guard: false },
		{ api_access_token: access.token, account_id: access.account },
	);
	const scene: Making = { ...setting, undo: [] };
	const result = await find(scene, poller).catch((error: NodeApiError): Result => {
		if (signal?.aborted) return { verdict: 'untried', what: 'it was stopped' };
		if (error instanceof Unmade)
			return { verdict: 'untried', what: `what it needs was not made: ${error.message}` };
		return wrong(error.message);
	});
	const finding = { operation: 'polling.find', scenario: SCENARIO, ...result };
	return [finding, ...(await undone(scene, SCENARIO))];
}
