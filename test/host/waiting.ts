import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server';
import { atSandbox } from '../support/atSandbox';
import { collect, collecting, itemsOf, type Editor } from '../support/atTrigger';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import { ASK, asking, question, start, urlsIn, visit, waitsFor } from '../support/questions';
import { called, split } from '../support/workflow';

/** The credential of the sandbox. */
const CREDENTIAL = 'waiting';

/** Asks each question in turn, by the same node. */
const looping = (id: string, collector: string) =>
	called(id, [
		{ name: 'Questions', ...split('body.questions'), after: 'Start' },
		{
			name: 'Loop',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { options: {} },
			after: 'Questions',
		},
		{ ...question({}, 'Loop', CREDENTIAL), output: 1, back: 'Loop' },
		{ ...collect(`${collector}/${id}`), after: ASK },
	]);

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
	const collector = await collecting();
	const { collected } = collector;
	const made = (id: string, parameters: IDataObject) =>
		asking(id, collector.url, parameters, CREDENTIAL);
	const workflows = [
		made('approval', { options: { note_response: true } }),
		made('customer', { recipient: 'customer', responseType: 'free_text' }),
		made('choice', {
			responseType: 'choice',
			choices: { choices: [{ label: 'Rot' }, { label: 'Grün & <b>' }] },
			options: { delete_question: true },
		}),
		made('expiring', { options: waitsFor(5) }),
		looping('loop', collector.url),
		called('several', [
			{ name: 'Questions', ...split('body.questions'), after: 'Start' },
			question({}, 'Questions', CREDENTIAL),
		]),
	];
	const items = (id: string) => itemsOf(collected, id);
	const responses = (id: string) =>
		items(id).map(({ approved, choice, text }) => approved ?? choice ?? text);
	const messages = async (conversation: number) =>
		(await at.messages(conversation)).filter(({ message_type: type }) => type !== 2);

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
		await start(n8n.address, id, conversation, text);
		return { conversation, urls: await urlsOf(conversation, 1) };
	};

	let api: Editor;
	/** Waits until nothing runs that could still go on. */
	const rest = async () => await api.ended(...workflows.map(({ id }) => id));
	let expiring: Awaited<ReturnType<typeof ask>>;
	let crashed: Awaited<ReturnType<typeof ask>>;
	const logsNothing = async (when: string) =>
		await report(`n8n has logged no link and no token ${when}`, async () => {
			const log = readFileSync((await n8n.server()).logFile, 'utf8');
			assert.ok(!log.includes('signature=') && !log.includes(sandbox.tokens.user));
		});

	return {
		credentials: [
			{
				...{ id: CREDENTIAL, name: CREDENTIAL, type: 'customerConversationApi' },
				data: { base_url: sandbox.url, account_id: '1', api_access_token: sandbox.tokens.user },
			},
		],
		workflows,
		check: async () => {
			await n8n.server();
			api = await editor(n8n.address);
			for (const { id } of workflows) await api.activate(id);
			// It takes n8n up to a minute to see that the time has passed.
			expiring = await ask('expiring', 'Still there?');

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
				await rest();
				assert.deepEqual(items('approval'), []);

				assert.equal((await visit(urls[0], 'decline')).status, 200);
				assert.equal((await visit(other.urls[1], 'approve')).status, 200);
				await until('both responses', () => items('approval').length === 2);
				assert.deepEqual(responses('approval').sort(), [false, true]);
				await rest();
				await visit(urls[0], 'approve');
				await rest();
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
				await rest();
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
				await start(n8n.address, 'loop', conversation, 'First?', 'Second?');
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
				await start(n8n.address, 'several', conversation, 'One?', 'Two?');
				await until(
					'the error',
					async () => (await api.executions('several')).error === before.error + 1,
				);
				assert.deepEqual(await messages(conversation), []);
			});
			await report(
				'without a response it goes on when its time has passed, and says so',
				async () => {
					await until('it expired', () => items('expiring').length > 0);
					await rest();
					const page = await visit(expiring.urls[0], 'approve');
					assert.ok(!page.text.includes('Thank You'));
					await rest();
					const [item, ...more] = items('expiring');
					assert.deepEqual(more, []);
					assert.deepEqual(
						[item.expired, item.approved, item.responded_at, item.conversation_id],
						[true, false, null, expiring.conversation],
					);
				},
			);
			await logsNothing('so far');
			crashed = await ask('approval', 'After a crash?');
		},
		checkAfterCrash: async () => {
			await report('a response after a crash counts, once', async () => {
				const before = items('approval').length;
				assert.equal((await visit(crashed.urls[0])).status, 200);
				const page = await visit(crashed.urls[0], 'approve');
				assert.ok(page.status === 200 && page.text.includes('Thank You'), page.text);
				await until('the response', async () => {
					assert.deepEqual(await api.failures('approval'), []);
					return items('approval').length > before;
				});
				await rest();
				await visit(crashed.urls[0], 'approve');
				await rest();
				assert.equal(items('approval').length, before + 1);
			});
			await logsNothing('after the crash');
		},
		close: async () => {
			await Promise.all([sandbox.close(), collector.close()]);
		},
	};
};
