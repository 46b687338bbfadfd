import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { atSandbox } from '../support/atSandbox';
import { itemsOf, type Sandbox } from '../support/atTrigger';
import { report } from '../support/checklist';
import type { Cluster } from '../support/cluster';
import { editor, until } from '../support/editor';
import { start, urlsIn, visitThrough } from '../support/questions';

interface Place {
	at: Cluster;
	sandbox: Sandbox;
	collected: IDataObject[];
}

/** Executions that wait while a worker is killed, and two responses at once to two processes. */
export async function checkWaiting({ at, sandbox, collected }: Place) {
	const api = await editor(at.main.address);
	const talks = atSandbox(sandbox);
	await api.activate('approval');
	const ask = async () => {
		const conversation = await talks.opens(6);
		await start(at.webhooks[0].address, 'approval', conversation, 'Refund?');
		let urls: string[] = [];
		await until('the question', async () => {
			urls = urlsIn((await talks.notes(conversation)).at(-1));
			return urls.length === 2;
		});
		return urls;
	};
	/** Opens a page through a webhook process, or responds. */
	const through = async (index: number, url: string, response?: string) =>
		await visitThrough(at.webhooks[index].address, url, response);
	const waits = async (url: string) =>
		await until('it waits', async () => (await through(0, url)) === 200);
	await report('an execution that waits outlives its worker, and goes on once', async () => {
		const [first, second] = [await ask(), await ask()];
		for (const [approve] of [first, second]) await waits(approve);
		for (const worker of at.workers) await worker.kill();
		for (const [approve] of [first, second]) await waits(approve);
		for (const worker of at.workers) await worker.start();
		await through(0, first[0], 'approve');
		await through(1, second[1], 'decline');
		await until('both', () => itemsOf(collected, 'approval').length === 2);
		await api.ended();
		await through(1, first[1], 'decline');
		await api.ended();
		const approved = itemsOf(collected, 'approval').map((item) => item.approved);
		assert.deepEqual(approved.sort(), [false, true]);
	});
	await report('of two responses at once to two processes one counts', async () => {
		const before = itemsOf(collected, 'approval').length;
		const urls = await ask();
		await waits(urls[0]);
		await Promise.all([through(0, urls[0], 'approve'), through(1, urls[1], 'decline')]);
		await until('one', () => itemsOf(collected, 'approval').length > before);
		await api.ended();
		const count = itemsOf(collected, 'approval').length - before;
		// n8n 1.123 continues an execution twice if two processes are called at once.
		assert.ok(at.n8n.line.name === '1.123' ? count <= 2 : count === 1, `${count} counted`);
		return `${count} counted`;
	});
	await api.deactivate('approval');
}
