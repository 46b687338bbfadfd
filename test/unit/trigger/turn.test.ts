import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { delivery, releases, type Release } from '../../../truth/recordings';
import { json } from '../../support/run';
import { listen } from '../../support/server';
import { accountOf, Trigger } from '../../support/triggerNode';
import { long } from '../../support/long';

/** What customers write to a bot, before all else was said. */
const INCOMING: Record<Release, string> = {
	'4.10': 'message_created--bot-reopened-pending',
	'4.16': 'agent_bot--message_created--bot-incoming-pending',
};
const PERSON: Record<Release, string> = {
	'4.10': 'message_created--bot-agent-outgoing',
	'4.16': 'agent_bot--message_created--bot-pending-admin-writes',
};

let lastId = 5_000;
const object = (value: unknown) => value as IDataObject;

/** A recorded body with other values in it and in its conversation. */
function bodyOf(
	name: string,
	release: Release,
	inside: IDataObject = {},
	fields: IDataObject = {},
): IDataObject {
	const body = structuredClone(delivery(name, release).body);
	const conversation = object(body.conversation);
	Object.assign(body, { id: ++lastId }, fields);
	if (!conversation) return Object.assign(body, { id: 25 }, inside);
	const [newest] = conversation.messages as IDataObject[];
	Object.assign(newest, { id: body.id, sender_type: (body.sender as IDataObject)?.type });
	const meta = { ...object(conversation.meta), ...object(inside.meta ?? {}) };
	Object.assign(conversation, { id: 25, ...inside, meta });
	return body;
}

describe.each(releases)('the turn of a bot of %s', (release) => {
	const bot = (parameters: IDataObject = {}) =>
		new Trigger({
			parameters: {
				...{ source: 'agent_bot', connection: 'by_hand', events: ['customer_wrote'] },
				...parameters,
			},
			staticData: {},
		});
	const started = async (trigger: Trigger, body: IDataObject) =>
		(await trigger.receive(body, { query: {} })).items.length;
	const customer = (inside: IDataObject = {}) =>
		bodyOf(INCOMING[release], release, { status: 'pending', ...inside });
	const person = (inside: IDataObject = {}, fields: IDataObject = {}) =>
		bodyOf(PERSON[release], release, { status: 'pending', ...inside }, fields);
	const statusEvent = (event: string, status: string) => {
		const name = release === '4.10' ? `${event}--bot-handoff` : `agent_bot--${event}--bot-handoff`;
		const resolved =
			release === '4.10'
				? 'conversation_resolved--assigned-bot-resolved'
				: 'agent_bot--conversation_resolved--bot-resolved';
		return bodyOf(event === 'conversation_resolved' ? resolved : name, release, { id: 25, status });
	};
	const assigned = (type: string, id = 9) => ({
		meta: {
			assignee: {
				...{ id, name: 'N' },
				...(type.startsWith('Captain') ? {} : { type: type === 'User' ? 'user' : 'agent_bot' }),
			},
			assignee_type: type,
		},
	});

	test.each<[string, IDataObject, number]>([
		['pending', {}, 1],
		['pending, after it was resolved by somebody who has it still', assigned('User'), 1],
		['open, and the bot’s', { status: 'open', ...assigned('AgentBot') }, 1],
		['open, and nobody’s', { status: 'open', meta: { assignee: null, assignee_type: null } }, 0],
		['open, and a person’s', { status: 'open', ...assigned('User') }, 0],
		['pending, and the AI assistant’s, as of 4.18', assigned('Captain::Assistant'), 0],
		['snoozed', { status: 'snoozed', meta: { assignee: null, assignee_type: null } }, 0],
	])('%s', async (_, inside, items) => {
		expect(await started(bot(), customer(inside))).toBe(items);
		const every = bot({ options: { only_its_turn: false } });
		expect(await started(every, customer(inside))).toBe(1);
	});

	test('is not there where the newest message is a person’s', async () => {
		const late = (message: IDataObject) => {
			const body = customer();
			const [newest] = object(body.conversation).messages as IDataObject[];
			Object.assign(newest, { id: lastId + 1_000, ...message });
			return body;
		};
		expect(await started(bot(), late({ sender_type: 'User' }))).toBe(0);
		for (const sender_type of ['AgentBot', 'Contact', null])
			expect(await started(bot(), late({ sender_type }))).toBe(1);
		const content_attributes = { n8n_question: true };
		expect(await started(bot(), late({ sender_type: 'User', content_attributes }))).toBe(1);
	});

	describe('ends with a person’s answer while it is pending', () => {
		test('also after n8n stored it, and in this conversation alone', async () => {
			const trigger = bot();
			expect(await started(trigger, customer())).toBe(1);
			await started(trigger, person());
			expect(await started(trigger, customer())).toBe(0);
			expect(trigger.setup.staticData.agent_bot).toMatchObject({
				taken: [{ id: 25, isBots: true }],
			});
			expect(await started(trigger, customer({ id: 26 }))).toBe(1);
			// Another process, which has what is stored alone.
			const other = new Trigger({ ...trigger.setup, nodeId: 'node-of-another-process' });
			expect(await started(other, customer())).toBe(0);
		});

		test.each<[string, IDataObject]>([
			['a note', { private: true }],
			['a bot’s answer', { sender: { id: 9, name: 'Helper', type: 'agent_bot' } }],
			['an answer of a rule', { sender: null }],
			['a question of Send and Wait', { content_attributes: { n8n_question: true } }],
		])('not with %s', async (_, fields) => {
			const trigger = bot();
			await started(trigger, person({}, fields));
			expect(await started(trigger, customer())).toBe(1);
		});

		test.each<[string, () => IDataObject]>([
			['it is opened', () => statusEvent('conversation_opened', 'open')],
			['it is resolved', () => statusEvent('conversation_resolved', 'resolved')],
		])('and is given back after %s, where it is pending again', async (_, event) => {
			const trigger = bot();
			await started(trigger, person());
			await started(trigger, event());
			expect(trigger.setup.staticData.agent_bot).toEqual({ taken: [] });
			expect(await started(trigger, customer())).toBe(1);
		});

		test('and one that came while it was open says nothing: somebody gave it back since', async () => {
			const trigger = bot();
			await started(
				trigger,
				person({ status: 'open', meta: { assignee: null, assignee_type: null } }),
			);
			expect(await started(trigger, customer())).toBe(1);
		});
	});

	describe('with a WhatsApp bridge', () => {
		const bridge = { id: 20, name: 'Bridge', type: 'user' };
		const bridged = { source_id: 'WAID:3EB0C431C26A1916E07E', content: 'One moment' };
		const row = (
			id: unknown,
			content: string,
			sender: IDataObject,
			more: IDataObject = {},
		): IDataObject => ({
			...{ id: Number(id), content, sender, message_type: 1, private: false },
			...{ created_at: 1_000, ...more },
		});
		/** A trigger whose service has these messages. */
		async function withMessages(
			messages: IDataObject[] | undefined,
			act: (trigger: Trigger) => Promise<void>,
		): Promise<string[]> {
			const calls: string[] = [];
			const server = await listen(({ method, path }) => {
				calls.push(`${method} ${path}`);
				return messages ? json({ payload: messages }) : json({ error: 'down' }, 500);
			});
			const trigger = bot({ connection: 'by_node', agent_bot: 'new', bot_name: 'Bot' });
			trigger.setup.credentials = {
				...trigger.setup.credentials,
				...{ base_url: server.url, account_id: accountOf[release] },
			};
			trigger.setup.staticData = { agent_bot: { secret: 'known' } };
			try {
				await act(trigger);
			} finally {
				await server.close();
			}
			return calls;
		}
		const startedBy = async (trigger: Trigger, body: IDataObject) =>
			(await trigger.receive(body, { query: { secret: 'known' } })).items.length;
		const helper = { id: 9, name: 'Helper', type: 'agent_bot' };

		test('an echo of the bot’s words is nobody’s answer, and starts nothing', async () => {
			const echo = person({}, { ...bridged, sender: bridge });
			const messages = [row(1, 'One moment', helper), row(echo.id, 'One moment', bridge, bridged)];
			const calls = await withMessages(messages, async (trigger) => {
				trigger.setup.parameters.events = ['customer_wrote', 'agent_wrote'];
				expect(await startedBy(trigger, echo)).toBe(0);
				expect(await startedBy(trigger, customer())).toBe(1);
			});
			expect(calls).toEqual([
				`GET /api/v1/accounts/${accountOf[release]}/conversations/25/messages`,
			]);
		});

		test('nor if it is the newest message when the customer writes', async () => {
			const body = customer();
			const [newest] = object(body.conversation).messages as IDataObject[];
			Object.assign(newest, { ...bridged, id: Number(body.id) + 1, sender_type: 'User' });
			Object.assign(newest, { message_type: 1, private: false });
			const messages = [
				row(1, 'One moment', helper),
				row(newest.id, 'One moment', bridge, bridged),
			];
			await withMessages(messages, async (trigger) => {
				expect(await startedBy(trigger, body)).toBe(1);
			});
			await withMessages(messages.slice(1), async (trigger) => {
				expect(await startedBy(trigger, body)).toBe(0);
			});
		});

		test.each<[string, IDataObject, number]>([
			[
				'a note of WAHA with what was typed on the phone is a person’s answer',
				{ private: true, content: 'I call you\n\n📱 *Sent from WhatsApp*' },
				0,
			],
			[
				'so is one of a newer WAHA',
				{ private: true, content: 'I call you', content_attributes: { external_echo: true } },
				0,
			],
			[
				'what a program sent through WAHA is nobody’s',
				{ private: true, content: 'Your code\n\n📱 *Enviado via API*' },
				1,
			],
			['an agent’s own note is none', { private: true, content: 'Sent from WhatsApp' }, 1],
		])('%s', async (_, fields, items) => {
			const note = person({}, { ...fields, sender: bridge });
			const messages = [row(note.id, String(fields.content), bridge, fields)];
			await withMessages(messages, async (trigger) => {
				expect(await startedBy(trigger, note)).toBe(0);
				expect(await startedBy(trigger, customer())).toBe(items);
			});
		});

		test.each<[string, IDataObject[] | undefined]>([
			['an answer from the phone', [row(1, 'Hello', helper)]],
			['words that cannot be compared', undefined],
			['words that are not in the list', []],
		])('%s is a person’s', async (_, before) => {
			const answer = person({}, { ...bridged, sender: bridge });
			const messages = before?.length
				? [...before, row(answer.id, 'One moment', bridge, bridged)]
				: before;
			await withMessages(messages, async (trigger) => {
				await startedBy(trigger, answer);
				expect(await startedBy(trigger, customer())).toBe(0);
			});
		});

		test('nothing is read for answers that no bridge brought in', async () => {
			const calls = await withMessages([], async (trigger) => {
				await startedBy(trigger, person());
				expect(await startedBy(trigger, customer())).toBe(0);
			});
			expect(calls).toEqual([]);
		});
	});

	describe('comes back after minutes without a message of a person', () => {
		const AGAIN = { options: { bots_turn_again_after: 30 } };
		const open = { status: 'open', ...assigned('User') };
		const minute = (minutes: number) => ({
			created_at: new Date(Date.UTC(2026, 8, 1, 12, minutes)).toISOString(),
		});
		const customerAt = (minutes: number, inside: IDataObject) =>
			bodyOf(INCOMING[release], release, { status: 'pending', ...inside }, minute(minutes));

		test.each<[string, IDataObject]>([
			['while it is pending', {}],
			['while it is open and assigned to an agent', open],
		])('%s', async (_, inside) => {
			const trigger = bot(AGAIN);
			await started(trigger, person(inside, minute(0)));
			expect(await started(trigger, customerAt(29, inside))).toBe(0);
			expect(await started(trigger, customerAt(30, inside))).toBe(1);
			await started(trigger, person(inside, minute(31)));
			expect(await started(trigger, customerAt(60, inside))).toBe(0);
			// Another process, which only has what is stored.
			const other = new Trigger({ ...trigger.setup, nodeId: 'node-of-another-process' });
			expect(await started(other, customerAt(60, inside))).toBe(0);
			expect(await started(other, customerAt(61, inside))).toBe(1);
		});

		test('never, if it is not set', async () => {
			const trigger = bot();
			await started(trigger, person({}, minute(0)));
			expect(await started(trigger, customerAt(5_000, {}))).toBe(0);
		});

		test('not if it is not known when a person wrote', async () => {
			expect(await started(bot(AGAIN), customerAt(5_000, open))).toBe(0);
		});

		test('at once if an agent set an open conversation to pending', async () => {
			const trigger = bot(AGAIN);
			await started(trigger, person(open, minute(0)));
			expect(await started(trigger, customerAt(1, {}))).toBe(1);
		});
	});

	test('says nothing of other events: who chooses them gets them', async () => {
		const trigger = bot({ events: ['agent_wrote', 'conversation_opened', 'message_created'] });
		expect(await started(trigger, person({ status: 'open' }))).toBe(1);
		expect(await started(trigger, statusEvent('conversation_opened', 'open'))).toBe(1);
	});

	test('its own messages and notes start nothing, whatever is chosen, but a note by its name', async () => {
		const name = (suffix: string) =>
			release === '4.10' ? `message_created--${suffix}` : `agent_bot--message_created--${suffix}`;
		const every = ['customer_wrote', 'message_created'];
		for (const suffix of ['bot-reply', 'bot-private', 'bot-private-by-bot'])
			expect(await started(bot({ events: every }), bodyOf(name(suffix), release))).toBe(0);
		const notes = bot({ events: ['note_written'] });
		expect(await started(notes, bodyOf(name('bot-private'), release))).toBe(1);
	});

	test('every turn starts the workflow once', async () => {
		const turns = long(100, 20);
		const trigger = bot();
		let starts = 0;
		for (let turn = 0; turn < turns; turn++) {
			const body = customer();
			starts += await started(trigger, body);
			starts += await started(trigger, structuredClone(body));
			await started(
				trigger,
				bodyOf(
					release === '4.10'
						? 'message_created--bot-reply'
						: 'agent_bot--message_created--bot-reply',
					release,
				),
			);
		}
		expect(starts).toBe(turns);
	});
});

test('4.16: a person to whom it is assigned takes it, and a bot to whom it is gets it back', async () => {
	const release = '4.16';
	const trigger = new Trigger({
		parameters: { source: 'agent_bot', connection: 'by_hand', events: ['customer_wrote'] },
		staticData: {},
	});
	const receive = async (body: IDataObject) =>
		(await trigger.receive(body, { query: {} })).items.length;
	const customer = (inside: IDataObject = {}) =>
		bodyOf('agent_bot--message_created--bot-incoming-pending', release, { id: 25, ...inside });
	const agent = { meta: { assignee: { id: 20, type: 'user' }, assignee_type: 'User' } };
	const updated = (changes: IDataObject[], inside: IDataObject) =>
		bodyOf('agent_bot--conversation_updated--bot-assigned-agent', release, {
			...{ id: 25, status: 'pending', changed_attributes: changes },
			...inside,
		});
	await receive(updated([{ assignee_id: { previous_value: null, current_value: 20 } }], agent));
	expect(await receive(customer(agent))).toBe(0);
	await receive(
		updated([{ assignee_agent_bot_id: { previous_value: null, current_value: 18 } }], {}),
	);
	expect(await receive(customer())).toBe(1);
});

test('4.16: a pending conversation that is taken from an agent is the bot’s again', async () => {
	const release = '4.16';
	const trigger = new Trigger({
		parameters: { source: 'agent_bot', connection: 'by_hand', events: ['customer_wrote'] },
		staticData: {},
	});
	const receive = async (body: IDataObject) =>
		(await trigger.receive(body, { query: {} })).items.length;
	const customer = () =>
		receive(bodyOf('agent_bot--message_created--bot-incoming-pending', release, { id: 25 }));
	const assigned = (from: number | null, to: number | null) =>
		receive(
			bodyOf('agent_bot--conversation_updated--bot-assigned-agent', release, {
				...{ id: 25, status: 'pending', meta: { assignee: null, assignee_type: null } },
				changed_attributes: [{ assignee_id: { previous_value: from, current_value: to } }],
			}),
		);
	await assigned(null, 20);
	expect(await customer()).toBe(0);
	await assigned(20, null);
	expect(await customer()).toBe(1);
});

test('remembers after a restart the newest of many conversations that people took over', async () => {
	const release = '4.16';
	const oldest = Array.from({ length: 500 }, (_, index) => ({
		...{ id: 1000 + index, at: 1, isBots: true },
	}));
	const trigger = new Trigger({
		parameters: { source: 'agent_bot', connection: 'by_hand', events: ['customer_wrote'] },
		staticData: { agent_bot: { taken: oldest } },
	});
	const inside = { id: 25, status: 'pending' };
	await trigger.receive(bodyOf(PERSON[release], release, inside), { query: {} });
	expect(trigger.setup.staticData.agent_bot).toEqual({
		taken: [...oldest.slice(1), { id: 25, at: expect.any(Number) as number, isBots: true }],
	});
	const restarted = new Trigger({ ...trigger.setup, nodeId: 'node-after-the-restart' });
	const { items } = await restarted.receive(bodyOf(INCOMING[release], release, inside), {
		query: {},
	});
	expect(items).toEqual([]);
});

test('4.16: what is tried again with the same id starts once', async () => {
	const names = ['fail-bot-500', 'fail-bot-500-attempt-2', 'fail-bot-500-attempt-3'];
	const trigger = new Trigger({
		parameters: { source: 'agent_bot', connection: 'by_hand', events: ['message_created'] },
		staticData: {},
	});
	const starts = [];
	for (const name of names) {
		const { body, headers } = delivery(`agent_bot--message_created--${name}`, '4.16');
		starts.push((await trigger.receive(body, { query: {}, headers })).items.length);
	}
	expect(starts).toEqual([1, 0, 0]);
});

test('another bot’s conversation is not this one’s, where the node knows which it is', async () => {
	const call = (botId: number) =>
		new Trigger({
			parameters: {
				...{ source: 'agent_bot', connection: 'by_node', agent_bot: 'new', bot_name: 'Bot' },
				events: ['customer_wrote'],
			},
			staticData: { agent_bot: { secret: 'x', signingSecret: 'key', id: botId } },
			credentials: { account_id: accountOf['4.16'] },
		}).receive(delivery('agent_bot--message_created--bot-incoming-pending', '4.16').body, signed());
	const signed = () => {
		const { body } = delivery('agent_bot--message_created--bot-incoming-pending', '4.16');
		const time = String(Math.floor(Date.now() / 1000));
		const rawBody = JSON.stringify(body);
		const signature = createHmac('sha256', 'key').update(`${time}.${rawBody}`).digest('hex');
		return {
			query: { secret: 'x' },
			rawBody,
			headers: {
				'x-chatwoot-timestamp': time,
				'x-chatwoot-signature': `sha256=${signature}`,
			},
		};
	};
	expect((await call(18)).items).toHaveLength(1);
	expect((await call(19)).items).toEqual([]);
});
