/** Rounds of the same work, by our nodes or by n8n's own, with account of all that was sent. */
import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { delivery } from '../../truth/recordings';
import { atSandbox } from '../support/atSandbox';
import { post, type Editor } from '../support/atTrigger';
import { until as untilWithin } from '../support/editor';
import { BROKEN, CUT, FAULTS, type Service } from './service';
import { account, SECRET, type Kind } from './workflows';
import { operation } from '../support/workflow';

/** Of each round. */
const DELIVERIES = 30;
const TALKS = 5;
const EXPORTS = 3;
const CONTACTS = Array.from({ length: 100 }, (_, index) => (index % 40) + 20);
const SEARCHES = ['contacts', 'conversations', 'inboxes', 'agents', 'labelTitles'];

/** What was sent, and how much of it came where it should, by what it was. */
export type Account = Record<string, { sent: number; right: number }>;

/** Milliseconds until something shows: the machine may be busy. */
const PATIENCE = 180_000;

const until = async (description: string, holds: () => boolean | Promise<boolean>) =>
	await untilWithin(description, holds, PATIENCE);

interface Place {
	kind: Kind;
	address: string;
	api: Editor;
	service: Service;
	/** Keys of the items that the polling trigger gave, by how often. */
	polled: Map<string, number>;
}

/** The search of a list as the editor asks for it. */
const searching = (kind: Kind, methodName: string): IDataObject => {
	const parameters = { resource: 'contact', operation: 'get' };
	const { type, credentials } = operation('contact', 'get', parameters);
	const nodeTypeAndVersion = { name: type, version: 1 };
	const n8n = { n8nApi: { id: 'n8n', name: 'n8n' } };
	const listOrSearch =
		kind === 'package'
			? { methodName, nodeTypeAndVersion, credentials, currentNodeParameters: parameters }
			: {
					methodName: 'searchWorkflows',
					nodeTypeAndVersion: { name: 'n8n-nodes-base.n8n', version: 1 },
					credentials: n8n,
					currentNodeParameters: {},
				};
	return { path: 'parameters.record', ...listOrSearch } as IDataObject;
};

/** @returns does a round, after which n8n is at rest; and the account of all */
export async function worker({ kind, address, api, service, polled }: Place) {
	const at = atSandbox(service.sandbox);
	const isPackage = kind === 'package';
	const counts: Account = {};
	const count = (name: string, right: boolean[]) => {
		const one = (counts[name] ??= { sent: 0, right: 0 });
		one.sent += right.length;
		one.right += right.filter(Boolean).length;
	};
	/** Executions that must have been, by workflow. */
	const begun: Record<string, { success: number; error: number }> = {};
	const begin = (id: string, success: number, error = 0) => {
		const one = (begun[id] ??= { success: 0, error: 0 });
		one.success += success;
		one.error += error;
	};
	/** Keys of what must be polled. */
	const happened: string[] = [];

	const ask = async (path: string, body: object = {}) => {
		const reply = await fetch(`${address}/webhook/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		const text = await reply.text();
		return { status: reply.status, items: reply.ok ? (JSON.parse(text) as IDataObject[]) : [] };
	};

	const talks: number[] = [];
	for (let talk = 0; talk < TALKS; talk++) talks.push(await at.opens(talk + 1));
	const { data } = await at.get<{ data: { meta: { all_count: number } } }>(
		'conversations?status=all',
	);
	const rows = data.meta.all_count;
	for (const id of ['load', 'bot', 'export', 'report', 'items', 'fail', 'denied', 'polls'])
		await api.activate(id);

	/** The address of the trigger that the deliveries go to. */
	async function addressOf(id: string): Promise<string> {
		if (!isPackage) return `${address}/webhook/${id}`;
		let found: string | undefined;
		await until(`${id} is registered`, async () => {
			const all = (await at.webhooks()).map(({ url }) => new URL(String(url)));
			found = all.find(({ searchParams }) => searchParams.get('workflow') === id)?.href;
			return found !== undefined;
		});
		return String(found);
	}
	const [load, bot] = [await addressOf('load'), await addressOf('bot')];
	const forged = isPackage ? load.replace(/secret=\w+/, 'secret=forged') : load;
	const [header, wrong, refused] = isPackage ? [{}, {}, 401] : [SECRET, { secret: 'forged' }, 403];
	await until('it lets nobody in', async () => (await post(forged, {}, wrong)) === refused);
	if (isPackage)
		for (const url of [load, bot])
			await until('it listens', async () => (await post(url, { event: 'none' })) === 200);
	else
		await at.ask('POST', `${account}/webhooks`, {
			webhook: { url: bot, subscriptions: ['message_created'] },
		});

	/** One in ten is forged, one in ten says again what was said before. */
	async function deliver(round: number) {
		const { body } = delivery('message_created--incoming');
		const send = async (index: number, isForged = false) => {
			const message = { ...body, id: 1_000_000 + round * DELIVERIES + index };
			const status = await post(isForged ? forged : load, message, isForged ? wrong : header);
			return status === (isForged ? refused : 200);
		};
		const all = Array.from({ length: DELIVERIES }, (_, index) => index);
		const first = all.filter((index) => index % 10 !== 3 && index % 10 !== 7);
		count('deliveries', await Promise.all(first.map(async (index) => await send(index))));
		const doubled = all.filter((index) => index % 10 === 7);
		count('doubled', await Promise.all(doubled.map(async (index) => await send(index - 1))));
		const untrue = all.filter((index) => index % 10 === 3);
		count('forged', await Promise.all(untrue.map(async (index) => await send(index, true))));
		begin('load', first.length + (isPackage ? 0 : doubled.length));
	}

	/**
	 * A customer writes in one conversation after the other, and is answered. Executions of a workflow
	 * that first come to n8n's Remove Duplicates at the same time fail in its database.
	 */
	async function talk(round: number) {
		for (const id of talks) {
			await at.says(id, `Turn ${round}`);
			const answered = async () => (await at.answers(id)).length > 0;
			await until(`an answer to turn ${round}`, answered);
		}
		// n8n's own webhook starts with the answers, too.
		begin('bot', talks.length * (isPackage ? 1 : 2));
	}

	/** An export, a report, many items, lists of the editor. */
	async function read() {
		const exports = await Promise.all(
			Array.from({ length: EXPORTS }, async () => (await ask('export')).items),
		);
		const isWhole = (items: IDataObject[]) =>
			items.length === rows && new Set(items.map(({ id }) => id)).size === rows;
		count('exports', exports.map(isWhole));
		const reported = await ask('report');
		count('reports', [reported.status === 200 && reported.items.length > 0]);
		const { items } = await ask('items', { ids: CONTACTS });
		const ids = items.map(({ id, payload }) => id ?? (payload as IDataObject).id);
		count(
			'items',
			CONTACTS.map((id, index) => ids[index] === id),
		);
		begin('export', EXPORTS);
		for (const id of ['report', 'items']) begin(id, 1);
		for (const method of SEARCHES) {
			const found = await api.ask<{ results: unknown[] }>(
				'POST',
				'/dynamic-node-parameters/resource-locator-results',
				searching(kind, method),
			);
			count('list searches', [found.results.length > 0]);
		}
	}

	/** Calls that fail once and then not, that fail always, and that are refused. */
	async function fail() {
		// n8n's own node takes a reply that is cut for one that still comes.
		const passing = Object.keys(FAULTS)
			.map(Number)
			.filter((id) => isPackage || id !== CUT);
		const replies = await Promise.all(
			[...passing, BROKEN].map(async (id) => ({ id, ...(await ask('fail', { id })) })),
		);
		count(
			'failing calls',
			replies.map(({ id, items }) => items.length === 1 && 'error' in items[0] === (id === BROKEN)),
		);
		begin('fail', replies.length);
		count('refused calls', [(await ask('denied', { id: 1 })).status === 500]);
		begin('denied', 0, 1);
	}

	/** Somebody new comes; this and the messages of the round are polled, and removed. */
	async function poll(round: number) {
		const name = `Polled ${round}`;
		const body = { name, email: `polled${round}@example.com` };
		const made = await at.ask<{ payload: { contact: { id: number } } }>(
			'POST',
			`${account}/contacts`,
			body,
		);
		const { id } = made.payload.contact;
		const messages = await Promise.all(
			talks.map(async (talk) => {
				const written = await at.messages(talk);
				return { talk, written };
			}),
		);
		count(
			'turns of a bot',
			messages.map(
				({ written }) =>
					written.map(({ content }) => content).join() === `Turn ${round},You wrote: Turn ${round}`,
			),
		);
		const keys = [
			`contact_created:${id}`,
			...messages.flatMap(({ written }) =>
				written.map((one) => `message_created:${String(one.id)}`),
			),
		];
		happened.push(...keys);
		service.tell(keys);
		await api.deactivate('polls');
		await api.activate('polls');
		await until('what happened is polled', () => keys.every((key) => polled.has(key)));
		for (const { talk, written } of messages)
			for (const one of written)
				await at.remove(`${account}/conversations/${talk}/messages/${String(one.id)}`);
		await at.remove(`${account}/contacts/${id}`);
	}

	return {
		round: async (round: number) => {
			await deliver(round);
			await talk(round);
			await read();
			await fail();
			await api.ended();
			await poll(round);
			await api.ended();
		},
		/** Of all rounds. @throws AssertionError where executions are missing, or too many */
		account: async (): Promise<Account> => {
			for (const [id, expected] of Object.entries(begun))
				assert.deepEqual(await api.executions(id), expected, `executions of ${id}`);
			assert.equal((await api.executions('polls')).error, 0);
			count(
				'polled',
				happened.map((key) => polled.get(key) === 1),
			);
			assert.equal(polled.size, happened.length, 'what was polled and did not happen');
			return counts;
		},
	};
}
