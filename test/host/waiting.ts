import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server';
import { atSandbox } from '../support/atSandbox';
import { collect, itemsOf } from '../support/atTrigger';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import { listen } from '../support/server';
import { operation, workflow, type Step } from '../support/workflow';

/** A workflow that a call starts with one item or several, asks, and sends what comes out to the collector. */
function asking(id: string, collector: string, parameters: IDataObject, before: Step[] = []) {
	const made = workflow(id, [
		...before,
		{
			name: 'Ask "it"',
			...operation('question', 'sendAndWait', {
				account_id: { __rl: true, mode: 'id', value: '1' },
				conversation_id: { __rl: true, mode: 'id', value: '={{ $json.body.conversation }}' },
				message: '={{ $json.body.question }}',
				...parameters,
			}),
			...(before.length ? { after: before[before.length - 1].name } : {}),
		},
		{ ...collect(`${collector}/${id}`), after: 'Ask "it"' },
	]);
	const nodes = (made.nodes as IDataObject[]).map((node) =>
		node.name === 'Start'
			? {
					...node,
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					webhookId: id,
					parameters: { httpMethod: 'POST', path: id, options: {} },
				}
			: node,
	);
	return { ...made, id, nodes };
}

/** A call without redirects. @returns status and text */
async function call(url: string, response?: string) {
	const reply = await fetch(
		url,
		response === undefined ? {} : { method: 'POST', body: new URLSearchParams({ response }) },
	);
	return { status: reply.status, text: await reply.text(), headers: reply.headers };
}

/** Questions that are sent and answered, in n8n and on the page. */
export const waiting: Prepare = async (n8n) => {
	const sandbox = await startSandbox();
	const at = atSandbox(sandbox);
	const collected: IDataObject[] = [];
	const collector = await listen(({ path, body }) => {
		collected.push({ workflow: path.slice(1), item: JSON.parse(body.toString()) as IDataObject });
		return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
	});
	const made = (id: string, parameters: IDataObject, before?: Step[]) =>
		asking(id, collector.url, parameters, before);
	const workflows = [
		made('approval', {}),
		made('text', { recipient: 'customer', responseType: 'free_text' }),
		made('expiring', {
			limit_wait_time: {},
			additional_fields: {},
			options: {
				limit_wait_time: {
					values: {
						limit_type: 'at_time',
						max_date_and_time: '={{ $now.plus(5, "seconds").toISO() }}',
					},
				},
			},
		}),
	];

	/** Starts a workflow. @returns URLs of the message that it sends */
	const ask = async (id: string, conversation: number, question: string) => {
		const before = (await at.messages(conversation)).length;
		// n8n 2 publishes in the background.
		await until(`${id} is published`, async () => {
			const reply = await fetch(`${n8n.address}/webhook/${id}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ conversation, question }),
			});
			return reply.ok;
		});
		let text = '';
		await until(`the question of ${id}`, async () => {
			const messages = await at.messages(conversation);
			text = String(messages.at(-1)?.content);
			return messages.length > before;
		});
		// Until n8n has stored that it waits.
		await sleep(500);
		return { text, urls: [...text.matchAll(/http:\/\/127[^\s)]+/g)].map(([url]) => url) };
	};
	const items = (id: string) => itemsOf(collected, id);

	return {
		credentials: [
			{
				...{ id: 'user', name: 'user', type: 'customerConversationApi' },
				data: { base_url: sandbox.url, account_id: '1', api_access_token: sandbox.tokens.user },
			},
		],
		workflows,
		check: async () => {
			await n8n.server();
			const api = await editor(n8n.address);
			for (const { id } of workflows) await api.activate(id);
			await report('trial', async () => {
				await ask('expiring', 6, 'Expires?');
				const { text, urls } = await ask('approval', 6, 'Refund <b>20</b> to [Jörg](http://x)?');
				process.stdout.write(`${text}\n`);
				const page = await call(urls[0] ?? '');
				process.stdout.write(`${page.status} ${page.text.slice(-900)}\n`);
				assert.equal(items('approval').length, 0);
				const answers = await Promise.all([call(urls[0], 'approve'), call(urls[1], 'decline')]);
				for (const one of answers) process.stdout.write(`${one.status} ${one.text.slice(-300)}\n`);
				await until('the item', () => items('approval').length > 0);
				process.stdout.write(`${JSON.stringify(items('approval'))}\n`);
				const free = await ask('text', 6, 'Which order?');
				process.stdout.write(`${free.text}\n`);
				process.stdout.write(`${(await call(`${free.urls[0]}1`)).status}\n`);
				process.stdout.write(`${(await call(free.urls[0], 'No. 5 <i>ü')).status}\n`);
				await until('the text', () => items('text').length > 0);
				process.stdout.write(`${JSON.stringify(items('text'))}\n`);
				await until('expired', () => items('expiring').length > 0, 100_000);
				process.stdout.write(`${JSON.stringify(items('expiring'))}\n`);
			});
		},
		close: async () => {
			await Promise.all([sandbox.close(), collector.close()]);
		},
	};
};
