/** Proves the polling trigger on a real server. It runs in this process, in n8n's contexts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, NodeApiError } from 'n8n-workflow';
import { Poller } from '../test/support/poller';
import {
	happen,
	makeInbox,
	makeTalk,
	run,
	undone,
	Unmade,
	write,
	wrong,
	type Happening,
	type Making,
	type Result,
} from './making';
import { credentialIn } from './options';
import { holds, type Finding, type Setting } from './prove';

const SCENARIO = 'Polling: what is new once, after a restart too';
const IMPORT = 'Polling: each contact of an import once';
const SILENCE = 'Polling: silent for a minute';

/** What the trigger is set to, by the operation that is proven. */
const TRIGGERS: Record<string, IDataObject> = {
	find: { events: ['contact_created', 'conversation_created', 'message_created'] },
	import: { events: ['contact_created'] },
	silences: {
		events: ['customer_silent', 'team_silent'],
		silent_for: { times: [{ amount: 1, unit: 'minutes' }] },
	},
};

/** Between two polls, in milliseconds. */
const PAUSE = 1_000;

/** The items of one event: other people may use the account at the same time. */
const itemsFor = (items: IDataObject[], { event, id }: Happening) =>
	items.filter(({ event_key }) => event_key === `${event}:${String(id)}`);

async function find(scene: Making, poller: Poller): Promise<Result> {
	const { mark, patience, signal } = scene;
	const items = await poller.activate();
	const name = `${mark}-polling`;
	const happened = await happen(scene, name, await makeInbox(scene, name));
	const until = Date.now() + Math.max(patience, 2 * PAUSE);
	const isAll = () => happened.every((one) => itemsFor(items, one).length);
	do {
		await sleep(PAUSE, undefined, { signal });
		items.push(...(await poller.poll()));
	} while (!isAll() && Date.now() < until);
	// It continues from the stored data, as after a restart of n8n.
	items.push(...(await poller.activate()));
	for (const happening of happened) {
		const found = itemsFor(items, happening);
		if (found.length !== 1 || !holds(found[0], happening.item))
			return wrong(
				`${happening.event} ${String(happening.id)} did not give one item of it`,
				happening.item,
				found,
			);
	}
	const order = items.map(({ occurred_at }) => String(occurred_at));
	const isSorted = order.every((time, index) => index === 0 || order[index - 1] <= time);
	return isSorted ? { verdict: 'right' } : wrong('not the oldest first', [...order].sort(), order);
}

/** Contacts of an import: all have the same time of creation. */
const IMPORTED = 300;
/** Chatwoot starts an import after a minute, and emails the administrators when it ends. */
const IMPORT_TIME = 180_000;

/** The contacts of our import, in an order in which no page lacks rows. */
const imported = async (scene: Making): Promise<IDataObject[]> =>
	await run(scene, 'account.contact.filter', {
		sort: 'email',
		returnAll: true,
		payload: [
			{
				attribute_key: 'name',
				filter_operator: 'contains',
				values: [`${scene.mark} polled`],
			},
		],
	});

async function findImport(scene: Making, poller: Poller, count: number): Promise<Result> {
	const { mark, patience, signal } = scene;
	const items = await poller.activate();
	const line = `${mark} polled,polled-#-${mark}@example.com`;
	const file = { name: 'polled.csv', type: 'text/csv', text: 'name,email\n' };
	await run(
		scene,
		'account.contact.import',
		{ import_file: 'data', options: { wait_until_done: false } },
		{ data: { ...file, lines: { text: line, times: count } } },
	);
	const until = Date.now() + (patience && IMPORT_TIME);
	let made: IDataObject[] = [];
	const times = (id: unknown) => itemsFor(items, { event: 'contact_created', id }).length;
	const isAll = () => made.length === count && made.every(({ id }) => times(id));
	do {
		await sleep(PAUSE, undefined, { signal });
		items.push(...(await poller.poll()));
		if (made.length < count) made = await imported(scene);
	} while (!isAll() && Date.now() < until);
	scene.undo.unshift(
		...made.map(({ id }): Making['undo'][number] => ['account.contact.delete', { contact_id: id }]),
	);
	if (made.length !== count)
		throw new Unmade(`the service lists ${made.length} of ${count} imported contacts`);
	// Another poll finds what was missed.
	items.push(...(await poller.poll()), ...(await poller.activate()));
	const lost = made.filter(({ id }) => times(id) === 0).length;
	const repeated = made.filter(({ id }) => times(id) > 1).length;
	return lost || repeated
		? wrong(`of ${count} imported contacts`, { lost: 0, repeated: 0 }, { lost, repeated })
		: { verdict: 'right' };
}

/** Until a silence has reached its time, in milliseconds: times are whole seconds. */
const SILENT_TIME = 62_000;

type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;

/** A customer waits for the team, and the team for another customer, whom it then reminds. */
async function findSilences(scene: Making, poller: Poller, wait: Wait): Promise<Result> {
	const { mark, signal } = scene;
	const items = await poller.activate();
	const inbox = await makeInbox(scene, `${mark}-silent`);
	const [waiting, answered] = [
		await makeTalk(scene, `${mark}-waiting`, inbox),
		await makeTalk(scene, `${mark}-answered`, inbox),
	];
	for (const talk of [waiting, answered]) await write(scene, talk, { message_type: 'incoming' });
	await write(scene, answered);
	items.push(...(await poller.poll()));
	await wait(SILENT_TIME, signal);
	items.push(...(await poller.poll()));
	await write(scene, answered);
	await wait(SILENT_TIME, signal);
	// It continues from the stored data, as after a restart of n8n.
	items.push(...(await poller.activate()), ...(await poller.poll()));
	const silences: Array<[string, IDataObject]> = [
		['team_silent', waiting],
		['customer_silent', answered],
	];
	for (const [event, { conversation_id }] of silences) {
		const expected = { events: [event], conversation_id, silent_for: 1 } as IDataObject;
		const found = items.filter((item) => item.conversation_id === conversation_id);
		if (found.length !== 1 || !holds(found[0], expected))
			return wrong(`${event} did not give one item`, expected, found);
	}
	return { verdict: 'right' };
}

const whyUntried = (signal: AbortSignal | undefined, error: Error): Result => {
	if (signal?.aborted) return { verdict: 'untried', reason: 'it was stopped' };
	if (error instanceof Unmade)
		return { verdict: 'untried', reason: `what it needs was not made: ${error.message}` };
	return wrong(error.message);
};

/**
 * @param count number of imported contacts
 * @param wait until somebody was silent for a minute
 * @returns findings for `polling.find`, `polling.silences` and `polling.import`, and what could not be removed
 */
export async function provePolling(
	setting: Setting,
	count = IMPORTED,
	wait: Wait = async (milliseconds, signal) => await sleep(milliseconds, undefined, { signal }),
): Promise<Finding[]> {
	const { access, signal, everything } = setting;
	const findings: Finding[] = [];
	const proofs: Array<[string, string, typeof find]> = [
		['find', SCENARIO, find],
		['silences', SILENCE, async (scene, poller) => await findSilences(scene, poller, wait)],
		['import', IMPORT, async (scene, poller) => await findImport(scene, poller, count)],
	];
	for (const [name, scenario, proof] of proofs) {
		const operation = `polling.${name}`;
		if (signal?.aborted) break;
		if (name !== 'find' && !everything) {
			findings.push({ operation, scenario, verdict: 'untried', reason: 'only with --everything' });
			continue;
		}
		setting.say(scenario);
		const poller = new Poller(
			access.root,
			{ ...TRIGGERS[name], loop_guard: false },
			credentialIn(access) as IDataObject,
		);
		const scene: Making = { ...setting, undo: [] };
		const result = await proof(scene, poller).catch((error: NodeApiError) =>
			whyUntried(signal, error),
		);
		findings.push({ operation, scenario, ...result }, ...(await undone(scene, scenario)));
	}
	return findings;
}
