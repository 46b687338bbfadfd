import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { step } from '../../host/steps';
import { startSandbox } from '../../sandbox/server';
import { atSandbox } from '../support/atSandbox';
import { collect, itemsOf } from '../support/atTrigger';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import { urlsIn, visit } from '../support/questions';
import { listen } from '../support/server';
import { operation, split, workflow, type Step } from '../support/workflow';

/** The name has what an expression must escape. */
const ASK = 'Ask "it"';

const question = (parameters: IDataObject, after: string, credential = 'waiting'): Step => ({
	name: ASK,
	...operation('question', 'sendAndWait', {
		account_id: { __rl: true, mode: 'id', value: '1' },
		conversation_id: {
			__rl: true,
			mode: 'id',
			value: "={{ $('Start').first().json.body.conversation }}",
		},
		message: "={{ $json.question ?? $('Start').first().json.body.questions[0].question }}",
		...parameters,
	}),
	credentials: { customerConversationApi: { id: credential, name: credential } },
	after,
});

/** A workflow that is started by a call, and sends the responses to the collector. */
function called(id: string, steps: Step[], back?: { from: string; to: string }) {
	const { nodes, connections } = workflow(id, steps) as {
		nodes: IDataObject[];
		connections: Record<string, { main: IDataObject[][] }>;
	};
	if (back) connections[back.from].main[0].push({ node: back.to, type: 'main', index: 0 });
	const start = { type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: id };
	const parameters = { httpMethod: 'POST', path: id, options: {} };
	return {
		...{ id, name: id, active: false, connections },
		nodes: nodes.map((node) => (node.name === 'Start' ? { ...node, ...start, parameters } : node)),
	};
}

/** Asks once, and sends the response to the collector. */
export const asking = (
	id: string,
	collector: string,
	parameters: IDataObject,
	credential?: string,
) =>
	called(id, [
		question(parameters, 'Start', credential),
		{ ...collect(`${collector}/${id}`), after: ASK },
	]);

/** Asks each question in turn, by the same node. */
const looping = (id: string, collector: string) =>
	called(
		id,
		[
			{ name: 'Questions', ...split('body.questions'), after: 'Start' },
			{
				name: 'Loop',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { options: {} },
				after: 'Questions',
			},
			{ ...question({}, 'Loop'), output: 1 },
			{ ...collect(`${collector}/${id}`), after: ASK },
		],
		{ from: ASK, to: 'Loop' },
	);

const altered = (url: string, change: (parameters: URLSearchParams) => void): string => {
	const changed = new URL(url);
	change(changed.searchParams);
	return changed.href;
};

/** URLs that n8n did not sign, made of one that it did. @param other execution that waits too */
const forged = (url: string, other: string): Record<string, string> => ({
	'another choice': altered(url, (all) => all.set('choose', 'decline')),
	'another question': altered(url, (all) => all.set('wait', '0'.repeat(32))),
	'one parameter more': altered(url, (all) => all.set('more', '1')),
	'one parameter less': altered(url, (all) => all.delete('choose')),
	'another signature': altered(url, (all) => all.set('signature', 'a'.repeat(64))),
	'no signature': altered(url, (all) => all.delete('signature')),
	'nothing but the path': url.split('?')[0],
	'another execution': url.replace(/waiting\/\d+/, `waiting/${other}`),
	'an execution that does not exist': url.replace(/waiting\/\d+/, 'waiting/99999'),
});

/** Questions in the real n8n: each response counts once, and nobody else can give one. */
export const waiting: Prepare = async (n8n) => {
	const sandbox = await startSandbox();
	const at = atSandbox(sandbox);
	const collected: IDataObject[] = [];
	const collector = await listen(({ path, body }) => {
		collected.push({ workflow: path.slice(1), item: JSON.parse(body.toString()) as IDataObject });
		return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
	});
	const limit = '={{ $now.plus(5, "seconds").toISO() }}';
	const workflows = [
		asking('approval', collector.url, { options: { note_response: true } }),
		asking('customer', collector.url, { recipient: 'customer', responseType: 'free_text' }),
		asking('choice', collector.url, {
			responseType: 'choice',
			choices: { choices: [{ label: 'Rot' }, { label: 'Grün & <b>' }] },
			options: { delete_question: true },
		}),
		asking('expiring', collector.url, {
			options: {
				limit_wait_time: { values: { limit_type: 'at_time', max_date_and_time: limit } },
			},
		}),
		looping('loop', collector.url),
		called('several', [
			{ name: 'Questions', ...split('body.questions'), after: 'Start' },
			question({}, 'Questions'),
		]),
	];
	const items = (id: string) => itemsOf(collected, id);
	const responses = (id: string) =>
		items(id).map(({ approved, choice, text }) => approved ?? choice ?? text);
	const messages = async (conversation: number) =>
		(await at.messages(conversation)).filter(({ message_type: type }) => type !== 2);

	const start = async (id: string, conversation: number, ...questions: string[]) => {
		const body = { conversation, questions: questions.map((text) => ({ question: text })) };
		// n8n 2 publishes in the background.
		await until(`${id} is published`, async () => {
			const reply = await fetch(`${n8n.address}/webhook/${id}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			return reply.ok;
		});
	};
	/** The URLs of the newest message, once there are so many, and n8n has stored that it waits. */
	const urlsOf = async (conversation: number, count: number): Promise<string[]> => {
		let urls: string[] = [];
		await until(`question ${count} in conversation ${conversation}`, async () => {
			const all = await messages(conversation);
			urls = urlsIn(all.at(-1)?.content);
			return all.filter(({ content }) => urlsIn(content).length).length >= count;
		});
		await until('n8n has stored the wait', async () => (await visit(urls[0])).status === 200);
		return urls;
	};
	const ask = async (id: string, text: string) => {
		const conversation = await at.opens(6);
		await start(id, conversation, text);
		return { conversation, urls: await urlsOf(conversation, 1) };
	};

	return {
		credentials: [
			{
				...{ id: 'waiting', name: 'waiting', type: 'customerConversationApi' },
				data: { base_url: sandbox.url, account_id: '1', api_access_token: sandbox.tokens.user },
			},
		],
		workflows,
		check: async () => {
			const { logFile } = await n8n.server();
			const api = await editor(n8n.address);
			for (const { id } of workflows) await api.activate(id);
			const expiring = await ask('expiring', 'Still there?');

			await report('a page decides nothing, however often it is opened', async () => {
				const { conversation, urls } = await ask(
					'approval',
					'Refund <b>20</b> to [Jörg](http://x)?',
				);
				const [note] = await messages(conversation);
				assert.equal(note.private, true);
				assert.match(String(note.content), /^Refund <b>20<\/b> to \\\[Jörg\\\]\(http:\/\/x\)\?/);
				for (const url of [...urls, ...urls]) {
					const page = await visit(url);
					assert.equal(page.status, 200);
					assert.match(page.text, /Refund &lt;b&gt;20&lt;\/b&gt; to \[Jörg\]/);
					assert.match(String(page.headers.get('content-security-policy')), /default-src 'none'/);
				}
				await fetch(urls[0], { method: 'HEAD' });
				await fetch(urls[0], { method: 'OPTIONS' });
				await visit(urls[0], 'approve', 'PUT');
				for (const response of ['', 'maybe', 'true'])
					assert.equal((await visit(urls[0], response)).status, 400);
				assert.equal((await fetch(urls[0], { method: 'POST', body: 'approve' })).status, 400);
				assert.deepEqual(items('approval'), []);

				const other = await ask('approval', 'Another one?');
				const number = /waiting\/(\d+)/.exec(other.urls[0])?.[1] ?? '';
				for (const [name, url] of Object.entries(forged(urls[0], number)))
					for (const page of [await visit(url), await visit(url, 'approve')]) {
						assert.ok([401, 404].includes(page.status), `${name}: ${page.status}`);
						assert.ok(!page.text.includes('Refund') && !page.text.includes('Another'), name);
					}
				await sleep(500);
				assert.deepEqual(items('approval'), []);

				assert.equal((await visit(urls[0], 'decline')).status, 200);
				assert.equal((await visit(other.urls[1], 'approve')).status, 200);
				await until('both responses', () => items('approval').length === 2);
				assert.deepEqual(responses('approval').sort(), [false, true]);
				await until('it is over', async () => (await api.running()) === 0);
				await visit(urls[0], 'approve');
				await sleep(500);
				assert.equal(items('approval').length, 2);
				assert.match(String((await at.notes(conversation)).at(-1)), /Decline$/);
			});
			await report('of twenty responses at once one counts', async () => {
				const before = items('approval').length;
				const { urls } = await ask('approval', 'Together?');
				const replies = await Promise.all(
					Array.from(
						{ length: 20 },
						async (_, index) => await visit(urls[index % 2], index % 2 ? 'decline' : 'approve'),
					),
				);
				assert.equal(replies.filter(({ text }) => text.includes('Thank You')).length, 1);
				await until('the response', () => items('approval').length > before);
				await sleep(1000);
				assert.equal(items('approval').length, before + 1);
			});
			await report('a choice, and a text of a customer', async () => {
				const { conversation, urls } = await ask('choice', 'Which?');
				await visit(urls[1], '1');
				const text = await ask('customer', 'Which order?');
				assert.match(
					String((await at.answers(text.conversation)).at(-1)),
					/^Which order\?\n\nRespond: http/,
				);
				await visit(text.urls[0], ' No. 5\r\n<i>ü{{ $json }} ');
				await until('both', () => items('choice').length + items('customer').length === 2);
				assert.deepEqual(responses('choice'), ['Grün & <b>']);
				assert.deepEqual(responses('customer'), ['No. 5\n<i>ü{{ $json }}']);
				const left = (await messages(conversation)).flatMap(({ content }) => urlsIn(content));
				assert.deepEqual(left, []);
			});
			await report('in a loop, the link of an earlier question answers no later one', async () => {
				const conversation = await at.opens(6);
				await start('loop', conversation, 'First?', 'Second?');
				const first = await urlsOf(conversation, 1);
				await visit(first[0], 'approve');
				const second = await urlsOf(conversation, 2);
				assert.equal((await visit(first[1], 'decline')).status, 410);
				await visit(second[1], 'decline');
				await until('both', () => items('loop').length === 2);
				assert.deepEqual(responses('loop'), [true, false]);
			});
			await report('several items are refused before anything is sent', async () => {
				const conversation = await at.opens(6);
				const before = await api.executions('several');
				await start('several', conversation, 'One?', 'Two?');
				await until(
					'the error',
					async () => (await api.executions('several')).error === before.error + 1,
				);
				assert.deepEqual(await messages(conversation), []);
			});
			const crashed = await ask('approval', 'After a crash?');
			const before = items('approval').length;
			await step('Kill n8n, and start it again', async () => {
				await (await n8n.server()).crash();
				await n8n.start();
			});
			await report('a response after a crash counts, once', async () => {
				assert.equal((await visit(crashed.urls[0])).status, 200);
				await visit(crashed.urls[0], 'approve');
				await until('the response', () => items('approval').length > before);
				await visit(crashed.urls[0], 'approve');
				await sleep(500);
				assert.equal(items('approval').length, before + 1);
			});
			await report(
				'without a response it goes on when its time has passed, and says so',
				async () => {
					await until('it expired', () => items('expiring').length > 0, 120_000);
					const page = await visit(expiring.urls[0], 'approve');
					assert.ok(!page.text.includes('Thank You'));
					await sleep(500);
					const [item, ...more] = items('expiring');
					assert.deepEqual(more, []);
					assert.deepEqual(
						[item.expired, item.approved, item.responded_at, item.conversation_id],
						[true, false, null, expiring.conversation],
					);
				},
			);
			await report('n8n has logged no link and no token', () => {
				const log = readFileSync(logFile, 'utf8');
				assert.ok(!log.includes('signature=') && !log.includes(sandbox.tokens.user));
			});
		},
		close: async () => {
			await Promise.all([sandbox.close(), collector.close()]);
		},
	};
};
