import assert from 'node:assert/strict';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server';
import { atSandbox } from '../support/atSandbox';
import {
	activated,
	atRest,
	collect,
	collecting,
	itemsOf,
	started,
	type Editor,
} from '../support/atTrigger';
import { report } from '../support/checklist';
import { editor, until } from '../support/editor';
import type { Prepare } from '../support/part';
import { NEVER, polls } from '../support/polls';
import { asking, start, waitsFor } from '../support/questions';
import { forward, listen } from '../support/server';

/** Questions that customers answer by writing in their conversations. */
export const replies: Prepare = async (n8n) => {
	const sandbox = await startSandbox();
	const at = atSandbox(sandbox);
	/** Happens once, around a request of the node that asks. */
	let between: { pattern: RegExp; before?: () => Promise<unknown>; after?: () => Promise<unknown> };
	const calm = () => {
		between = { pattern: /$^/ };
	};
	calm();
	const way = await listen(async (request) => {
		const { pattern, before, after } = between;
		const isMet = pattern.test(`${request.method} ${request.path}`);
		if (isMet) calm();
		if (isMet) await before?.();
		const reply = await forward(sandbox.url, request);
		if (isMet) await after?.();
		return reply;
	});
	const collector = await collecting();
	const { collected } = collector;
	const items = (id: string) => itemsOf(collected, id);
	const bots = ['reply-bot', 'other-reply-bot'];
	const askers = ['asks', 'asks-too', 'asks-polled', 'expires'];
	const ids = [...askers, ...bots, 'reply-polls', 'bot-of-inbox'];
	const workflows = [
		...askers.map((id) => {
			const options = {
				...(id === 'expires' ? waitsFor(5) : {}),
				...(id === 'asks-polled' ? { trigger_is_active: true } : {}),
			};
			const parameters = { responseType: 'customer_reply', options };
			return asking(id, collector.url, parameters, 'replies-way');
		}),
		...bots.map((id) =>
			started(id, { events: ['customer_wrote'] }, [collect(`${collector.url}/${id}`)], 'replies'),
		),
		started(
			'bot-of-inbox',
			{
				...{ source: 'agent_bot', connection: 'by_node', agent_bot: 'existing' },
				...{ agent_bot_id: { __rl: true, mode: 'id', value: '1' }, bot_inbox_ids: [2] },
			},
			[collect(`${collector.url}/bot-of-inbox`)],
			'replies',
		),
		polls('reply-polls', 'replies', NEVER, { events: ['customer_wrote'] }, [
			collect(`${collector.url}/reply-polls`),
		]),
	];

	/** Starts a workflow, whose question is sent. */
	const begin = async (id: string, conversation: number) =>
		await start(n8n.address, id, conversation, 'Which order?');
	/** Starts a workflow, and waits until its execution waits. @returns the URL that resumes it */
	const ask = async (id: string, conversation: number) => {
		const earlier = await at.pointer(conversation);
		await begin(id, conversation);
		let url = '';
		await until(`the wait of ${id}`, async () => {
			url = String(await at.pointer(conversation));
			// As long as the execution runs, n8n answers 409.
			return url !== String(earlier) && (await fetch(url)).ok;
		});
		return url;
	};
	/** All items except those of `expires`, which can come at any time. */
	const others = () => collected.filter(({ workflow }) => workflow !== 'expires');
	let api: Editor;
	/** What failed as it should. */
	let refused: unknown[] = [];
	const writtenOf = (id: string) => items(id).map(({ content }) => content);
	/** Expects exactly this number of items after an action. */
	const gives = async (count: number, act: () => Promise<unknown>) => {
		const before = others().length;
		await act();
		await until(`${count} items`, () => others().length >= before + count);
		await atRest(api, sandbox, ...ids);
		const found = others().slice(before);
		assert.equal(found.length, count, JSON.stringify(found));
		return found.map(({ item }) => item as IDataObject);
	};
	/** The customer writes, and this is the response; no bot has an item of it. */
	const responds = async (conversation: number, content: string, poll = async () => {}) => {
		let message: IDataObject = {};
		const [item] = await gives(1, async () => {
			message = (await at.says(conversation, content)) as IDataObject;
			await poll();
		});
		assert.equal(item.text, content, JSON.stringify(item));
		assert.equal(item.reply_message_id, message.id);
		assert.equal(item.expired, false);
		assert.match(
			String(await at.pointer(conversation)),
			new RegExp(`^taken:${message.id as number}:`),
		);
		return item;
	};
	/** A message that nobody waits for starts both bots. */
	const startsBots = async (conversation: number, content: string) => {
		await gives(2, async () => await at.says(conversation, content));
		for (const id of bots) assert.equal(writtenOf(id).at(-1), content);
	};

	return {
		credentials: [
			['replies', sandbox.url],
			['replies-way', way.url],
		].map(([name, base_url]) => ({
			...{ id: name, name, type: 'customerConversationApi' },
			data: { base_url, account_id: '1', api_access_token: sandbox.tokens.user },
		})),
		workflows,
		check: async () => {
			await n8n.server();
			api = await editor(n8n.address);
			for (const id of askers) await api.activate(id);
			await report('without a trigger that would hear the reply nothing is sent', async () => {
				const conversation = await at.opens(6);
				await begin('asks', conversation);
				await until('the error', async () => (await api.executions('asks')).error === 1);
				assert.deepEqual(await at.answers(conversation), []);
				refused = await api.failures('asks');
				assert.match(
					JSON.stringify(refused),
					/No active workflow with a Customer Conversation Trigger/,
				);
			});
			for (const id of bots) await activated(api, sandbox, id);
			// It takes n8n up to a minute to see that the time has passed.
			await ask('expires', 4);
			const { custom_attributes: before, meta } = await at.conversation(6);
			let url = '';
			await report('a question goes to the customer as it is, and the wait is stored', async () => {
				url = await ask('asks', 6);
				const { content, private: isNote } = (await at.messages(6)).at(-1)!;
				assert.deepEqual([content, isNote], ['Which order?', false]);
				const { custom_attributes: after } = await at.conversation(6);
				assert.deepEqual(after, before);
				const { sender } = (await at.conversation(6)).meta;
				const n8n_wait_6 = url;
				assert.deepEqual(sender.custom_attributes, {
					...{ ...meta.sender.custom_attributes, n8n_wait_6 },
				});
				assert.ok(url.startsWith(`${n8n.address}/webhook-waiting/`));
			});
			await report('a call without a reply of the customer forges nothing', async () => {
				const forge = async () => {
					const reply = await fetch(url, {
						method: 'POST',
						headers: { 'content-type': 'application/json' },
						body: JSON.stringify({ wake: true, taken: 5, text: 'Forged', response: 'approve' }),
					});
					return [reply.status, await reply.text()];
				};
				assert.deepEqual(await forge(), [200, '{"taken":null}']);
				assert.ok((await (await fetch(url)).text()).includes('No Action Required'));
				assert.equal((await fetch(`${url}0`, { method: 'POST' })).status, 401);
				assert.deepEqual(others(), []);
			});
			await report('the reply resumes once, and no bot answers it', async () => {
				const item = await responds(6, 'No. 5');
				assert.equal(typeof item.responded_by_name, 'string');
				return JSON.stringify(item);
			});
			await report('the next message starts the bots', async () => {
				await startsBots(6, 'Thanks');
			});
			await report('the newest of two waits gets the reply', async () => {
				await ask('asks', 5);
				const [replaced] = await gives(1, async () => await ask('asks-too', 5));
				assert.deepEqual(
					[replaced.replaced, replaced.text, replaced.expired, items('asks').at(-1)],
					[true, null, false, replaced],
				);
				const item = await responds(5, 'To the second');
				assert.deepEqual([item.replaced, items('asks-too').at(-1)], [false, item]);
				await startsBots(5, 'Thanks for both');
			});
			await report('a reply before n8n has stored the execution as waiting', async () => {
				let message: IDataObject = {};
				between = {
					pattern: /^GET .*\/3\/messages$/,
					after: async () => {
						message = (await at.says(3, 'Quick')) as IDataObject;
					},
				};
				const [item] = await gives(1, async () => await begin('asks', 3));
				assert.deepEqual([item.text, item.reply_message_id], ['Quick', message.id]);
			});
			await report('a reply before the wait is stored in the contact', async () => {
				const says = async () => {
					// The triggers know the question, but no pointer.
					await sandbox.delivered();
					await at.says(2, 'Quicker');
				};
				between = { pattern: /^PUT .*\/contacts\//, before: says };
				const [item] = await gives(1, async () => await begin('asks', 2));
				assert.equal(item.text, 'Quicker');
				await startsBots(2, 'Thanks at once');
			});
			await report('a polling trigger wakes, too, and gives no item of it', async () => {
				for (const id of bots) await api.deactivate(id);
				// The trigger also gives what was written in the second of its first poll.
				const second = Math.floor(Date.now() / 1000);
				await until('the next second', () => Date.now() / 1000 > second + 1);
				await api.activate('reply-polls');
				await until('the first poll', async () => await api.hasPolled('reply-polls'));
				// n8n polls when it activates a workflow.
				const poll = async () => {
					await api.deactivate('reply-polls');
					await api.activate('reply-polls');
				};
				await ask('asks-polled', 6);
				await responds(6, 'To the poll', poll);
				await gives(1, async () => {
					await at.says(6, 'To the polling bot');
					await poll();
				});
				assert.deepEqual(writtenOf('reply-polls'), ['To the polling bot']);
			});
			await report('a question keeps the turn of the bot of the inbox', async () => {
				await api.activate('bot-of-inbox');
				const conversation = await at.opens(1);
				const startsBot = async (content: string) => {
					await gives(1, async () => await at.says(conversation, content));
					assert.equal(writtenOf('bot-of-inbox').at(-1), content);
				};
				for (const content of ['First', 'Second']) await startsBot(content);
				await ask('asks', conversation);
				await responds(conversation, 'No. 7');
				for (const content of ['Third', 'Fourth']) await startsBot(content);
				assert.equal((await at.conversation(conversation)).status, 'pending');
				await api.deactivate('bot-of-inbox');
			});
			await report('a wait that has expired leaves the message to the bots', async () => {
				for (const id of bots) await activated(api, sandbox, id);
				await api.deactivate('reply-polls');
				await until('it expired', () => items('expires').length > 0);
				const [{ expired, text }, ...more] = items('expires');
				assert.deepEqual([expired, text, more], [true, null, []]);
				await startsBots(4, 'Too late');
			});
			await ask('asks', 6);
		},
		checkAfterCrash: async () => {
			await report('the reply resumes after a crash', async () => {
				await responds(6, 'After the crash');
				await startsBots(6, 'Thanks again');
			});
			await report('no execution failed', async () => {
				for (const id of ids)
					assert.deepEqual(
						[id, ...(await api.failures(id))],
						[id, ...(id === 'asks' ? refused : [])],
					);
			});
		},
		close: async () => {
			await Promise.all([sandbox.close(), collector.close(), way.close()]);
		},
	};
};
