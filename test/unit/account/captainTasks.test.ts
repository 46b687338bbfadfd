import type { IDataObject } from 'n8n-workflow';
import { releases, type Release } from '../../../truth/recordings';
import { fastClock, untilInFlight } from '../../support/clock';
import { recorded, serveFaults, type Seen } from '../../support/faults';
import { json, runAt } from '../../support/run';
import type { Answer } from '../../support/server';

/** Answers of the copilot, texts of the model, and custom tools: no recording has them, because the servers had no AI model. */

const bodyOf = ({ body }: Seen) => (body.length ? JSON.parse(body.toString()) : {}) as IDataObject;

/** Runs an operation against a service that answers like this. */
async function run(
	operation: string,
	parameters: IDataObject,
	answer: (request: Seen) => Answer | Promise<Answer>,
	items: IDataObject[] = [{}],
) {
	const hold = untilInFlight(items.length);
	const server = await serveFaults({
		answer: async (request) => {
			await hold();
			return await answer(request);
		},
	});
	try {
		const { items: found, error } = await runAt(server.url, operation, parameters, {
			items: items.map((item) => ({ json: item })),
		});
		const received = server.received.map((one) => [one.method, one.path, bodyOf(one)] as const);
		return { items: found.map(({ json: item }) => item), error, received, most: server.most() };
	} finally {
		await server.close();
	}
}

const message = (id: number, message_type: string, content: unknown) => ({
	...{ id, message_type, message: { content }, created_at: 1795244337 },
	copilot_thread: { id: 12, title: 'T' },
});

/** A thread with these messages; the last one arrives with the second check. */
function thread(rows: IDataObject[]) {
	let checks = 0;
	return ({ method }: Seen) => {
		if (method === 'POST') return json({ ...message(24, 'user', 'And?'), title: 'T' });
		return json({ payload: checks++ ? rows : rows.slice(0, -1) });
	};
}

describe('an answer of the copilot', () => {
	fastClock();

	const rows = [
		message(15, 'user', 'What?'),
		message(16, 'assistant', 'Of before'),
		message(24, 'user', 'And?'),
		message(25, 'assistant_thinking', 'Hm'),
		message(26, 'assistant', ' '),
		message(27, 'assistant', 'Größer'),
	];

	test('is waited for, and answers the question that was asked', async () => {
		const { items, received } = await run(
			'copilot.createMessage',
			{ thread_id: 12, message: 'And?', options: { wait: 30 } },
			thread(rows),
		);
		expect(items).toEqual([expect.objectContaining({ id: 24, answer: 'Größer', thread_id: 12 })]);
		const path = '/api/v1/accounts/1/captain/copilot_threads/12/copilot_messages';
		expect(received).toEqual([
			['POST', path, { message: 'And?' }],
			['GET', path, {}],
			['GET', path, {}],
		]);
	});

	test('is the first answer in a new thread', async () => {
		const { items, received } = await run(
			'copilot.createThread',
			{ assistant_id: 2, message: 'What?', options: { wait: 30 } },
			thread(rows.slice(0, 2)),
		);
		expect(items).toEqual([expect.objectContaining({ id: 24, title: 'T', answer: 'Of before' })]);
		expect(received[1][1]).toBe('/api/v1/accounts/1/captain/copilot_threads/24/copilot_messages');
	});

	test('that does not arrive in time is an error that names possible causes', async () => {
		const { items, error } = await run(
			'copilot.createMessage',
			{ thread_id: 12, message: 'And?', options: { wait: 1 } },
			thread(rows.slice(0, 5)),
		);
		expect([items, error?.message]).toEqual([[], 'The copilot did not answer in time']);
		expect(error?.description).toContain('The server may have no AI model');
	});

	test('is waited for in parallel if each item has a thread of its own', async () => {
		const items = Array.from({ length: 6 }, (_, index) => ({ q: `Q${index}` }));
		const { items: found, most } = await run(
			'copilot.createThread',
			{ assistant_id: 2, message: '={{ $json.q }}' },
			(request) => json({ id: 1, title: bodyOf(request).message }),
			items,
		);
		expect(found.map(({ title }) => title)).toEqual(items.map(({ q }) => q));
		expect(most).toBe(6);
	});
});

const context = { event_name: 'summarize', original_context: 'x', last_response: 'y' };

/** The tasks that return a text, with their required fields. */
const TEXTS: Array<[string, IDataObject]> = [
	['task.rewrite', { content: 'helo', rewrite_as: 'casual' }],
	['task.summarize', { conversation_id: 8 }],
	['task.suggestReply', { conversation_id: 8 }],
	['task.followUp', { message: 'Shorter', follow_up_context: context }],
];

describe.each(TEXTS)('%s', (operation, parameters) => {
	test('returns the text and the context for Follow Up, with the items running in parallel', async () => {
		const reply = { message: 'Größe', follow_up_context: context };
		const { items, most } = await run(
			operation,
			parameters,
			() => json(reply),
			Array.from({ length: 8 }, () => ({})),
		);
		expect(items).toEqual(Array.from({ length: 8 }, () => reply));
		expect(most).toBe(8);
	});

	test.each([{ message: null }, { message: ' ' }])('is an error with %p', async (reply) => {
		const { items, error } = await run(operation, parameters, () => json(reply));
		expect([items, error?.message]).toEqual([[], 'The AI model returned no text']);
		expect(error?.description).toContain('The server may have no AI model');
	});

	test('says where to enter a missing API key', async () => {
		const { error } = await run(operation, parameters, () =>
			recorded('account.captain_task.rewrite', 'no-model', '4.16'),
		);
		expect(error?.message).toBe('Captain AI API key is not configured.');
		expect(error?.description).toContain('A super admin enters it in the settings of Captain');
	});
});

test('the error for a 500 of a task names the conversation', async () => {
	const { error } = await run('task.summarize', { conversation_id: 99999999 }, () =>
		recorded('account.captain_task.summarize', 'unknown-conversation', '4.16'),
	);
	expect(error?.description).toContain('the account has no conversation 99999999');
});

test.each<[unknown, string[]]>([
	['billing, größe', ['billing', 'größe']],
	['vip', ['vip']],
	['', []],
])('suggested labels are returned as a list: %p', async (text, labels) => {
	const { items } = await run('task.suggestLabels', { conversation_id: 8 }, ({ method }) =>
		json(method === 'POST' ? { message: text } : { id: 8 }),
	);
	expect(items).toEqual([{ labels }]);
});

describe.each(releases)('a custom tool on %s', (release: Release) => {
	test.each(['get', 'getAll'])('hides secrets unless Include Secrets is on: %s', async (name) => {
		const op = `account.captain_custom_tool.${name === 'get' ? 'get' : 'list'}`;
		const shown = async (options: IDataObject) =>
			JSON.stringify(
				(
					await run(`customTool.${name}`, { custom_tool_id: 9, returnAll: true, options }, () =>
						recorded(op, 'ok', release),
					)
				).items,
			);
		expect(await shown({})).toContain('"auth_config":"***"');
		expect(await shown({})).not.toContain('sample-token');
		expect(await shown({ include_secrets: true })).toContain('"token":"sample-token"');
	});

	test.each<[string, IDataObject, IDataObject]>([
		['none', {}, { auth_type: 'none', auth_config: {} }],
		['unchanged', {}, {}],
		['bearer', { auth_token: 'ü' }, { auth_type: 'bearer', auth_config: { token: 'ü' } }],
		[
			'basic',
			{ auth_username: 'u', auth_password: 'p' },
			{ auth_type: 'basic', auth_config: { username: 'u', password: 'p' } },
		],
		[
			'api_key',
			{ auth_header: 'X-Key', auth_key: 'k' },
			{ auth_type: 'api_key', auth_config: { location: 'header', name: 'X-Key', key: 'k' } },
		],
	])('sends its authentication as one object: %s', async (auth_type, fields, wanted) => {
		const { received, error } = await run(
			'customTool.update',
			{ custom_tool_id: 8, auth_type, ...fields, update_fields: { description: 'new' } },
			() => recorded('account.captain_custom_tool.update', 'ok', release),
		);
		expect(error).toBeUndefined();
		expect(received.map(([, , body]) => body)).toEqual([{ description: 'new', ...wanted }]);
	});

	test('reports an error if the service dropped its parameters', async () => {
		const parameters = [{ name: 'a', type: 'string', description: 'b', required: false }];
		const { error } = await run(
			'customTool.create',
			{
				...{ title: 'Ping', endpoint_url: 'https://api.example.com/ping', auth_type: 'none' },
				additional_fields: { param_schema: parameters },
			},
			() => recorded('account.captain_custom_tool.create', 'ok', release),
		);
		expect(error?.message).toBe('Chatwoot did not save Parameters (JSON)');
	});
});

test('models and features of Captain are sent as chosen', async () => {
	const { received } = await run(
		'preference.update',
		{
			update_fields: {
				captain_models: { editor: 'default', label_suggestion: '={{ $json.model }}' },
				captain_features: { editor: false, copilot: '={{ "true" }}' },
			},
		},
		() => recorded('account.captain_preference.update', 'ok'),
		[{ model: 'gpt-5-mini' }],
	);
	expect(received.map(([method, , body]) => [method, body])).toEqual([
		[
			'PATCH',
			{
				captain_models: { editor: null, label_suggestion: 'gpt-5-mini' },
				captain_features: { editor: false, copilot: true },
			},
		],
	]);
});

test('the error for a message without a session says which messages have one', async () => {
	const { error } = await run('assistant.getSession', { message_id: 243 }, () =>
		recorded('account.captain_agent_session.get', 'message-without-session', '4.16'),
	);
	expect(error?.description).toContain('no assistant wrote it');
});
