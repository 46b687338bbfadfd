import type { IDataObject } from 'n8n-workflow';
import { releases } from '../../../truth/recordings';
import { FakeChatwoot } from '../../fake/server';
import { answersWith } from '../../support/faults';
import { json } from '../../support/run';
import { listen } from '../../support/server';
import { callWait, n8nAt } from '../../support/waitingNode';

jest.setTimeout(60_000);

const amara = { id: 1, name: 'Amara', type: 'contact' };
const ada = { id: 7, name: 'Ada Admin', type: 'user' };
const URL_OF_WAIT = 'https://n8n.example/waiting?';
const QUESTION = {
	...{ content: 'Which order?', private: false },
	content_attributes: { n8n_question: true },
};
const ITEM = {
	...{ response_type: 'customer_reply', approved: null, choice: null, text: null, files: null },
	...{ expired: true, replaced: false, responded_at: null, responded_by_id: null },
	...{ responded_by_name: null, conversation_id: 1, reply_message_id: null },
};

describe.each(releases)("the customer's reply on %s", (release) => {
	let account: FakeChatwoot;
	let n8n: Awaited<ReturnType<typeof listen>>;

	beforeEach(async () => {
		n8n = await listen(() => json({ taken: null }));
		account = new FakeChatwoot(release);
		account.addContacts(1, () => ({ name: 'Amara' }));
		account.addConversations(1, () => ({ custom_attributes: { plan: 'pro', deep: { a: [1] } } }));
	});
	afterEach(async () => {
		jest.restoreAllMocks();
		await n8n.close();
	});

	const add = (more: IDataObject = {}) =>
		account.addMessages(1, (id) => ({
			...{ conversation_id: 1, content: `Text ${id}`, sender: amara, private: false },
			...{ created_at: id, message_type: 0, content_type: 'text', content_attributes: {}, ...more },
		}))[0].id;
	const byTeam = (more: IDataObject = {}) => add({ message_type: 1, sender: ada, ...more });
	const attributes = () => account.conversations[0].custom_attributes as IDataObject;
	const ask = async (parameters: IDataObject = {}) =>
		await account.run('question.sendAndWait', {
			...{ conversation_id: 1, message: 'Which order?', responseType: 'customer_reply' },
			...parameters,
		});

	describe('Send and Wait for Response', () => {
		test('sends the question, and stores the wait beside other attributes', async () => {
			const question = add() + 1;
			const { items, error } = await ask();
			expect([error, items[0].json]).toEqual([undefined, { ...ITEM, message_id: question }]);
			expect(account.requests()).toEqual([
				'POST conversations/1/messages',
				'GET conversations/1',
				'POST conversations/1/custom_attributes',
				'GET conversations/1/messages',
			]);
			expect(account.received[0].body).toEqual(QUESTION);
			expect(attributes()).toEqual({
				...{ plan: 'pro', deep: { a: [1] } },
				n8n_wait: { url: URL_OF_WAIT, question_id: question },
			});
		});

		test('continues at once if the customer has already written', async () => {
			account.before('GET conversations/#/messages', () => {
				if (account.messages.length === 1) add({ content: 'Number 5' });
				return undefined;
			});
			const { items } = await ask();
			expect(items[0].json).toEqual({
				...{ ...ITEM, message_id: 1, reply_message_id: 2, text: 'Number 5', files: [] },
				...{ expired: false, responded_by_id: 1, responded_by_name: 'Amara' },
				responded_at: '1970-01-01T00:00:02.000Z',
			});
			expect(attributes()).toEqual({ plan: 'pro', deep: { a: [1] }, n8n_wait: { taken: 2 } });
		});

		test.each([
			['POST conversations/1/custom_attributes', /^Storing that the execution waits failed: /],
			['GET conversations/1', /^Storing that the execution waits failed: /],
			['GET conversations/1/messages', /^Reading the conversation failed: /],
		])('says what was done if %s fails', async (request, message) => {
			account.fault = (one) =>
				one === request ? answersWith(json({ error: 'No' }, 422)) : undefined;
			const { error } = await ask();
			expect(error?.message).toMatch(message);
			expect(error?.description).toContain('message 1 was sent');
		});

		test('ends an earlier wait of this n8n, and calls nothing else', async () => {
			n8nAt(n8n.url);
			const store = (url: string) => Object.assign(attributes(), { n8n_wait: { url } });
			store(`${n8n.url}/webhook-waiting/3/node?wait=w`);
			await ask();
			expect(n8n.received.map(({ path }) => path)).toEqual(['/webhook-waiting/3/node']);
			for (const url of [`${n8n.url}/rest/users`, URL_OF_WAIT, 'text']) {
				store(url);
				expect((await ask()).error).toBeUndefined();
			}
			expect(n8n.received).toHaveLength(1);
			expect(attributes().n8n_wait).toMatchObject({ url: URL_OF_WAIT });
		});

		test('knows no recipient, and no links', async () => {
			await ask({ recipient: 'team', mention_user_ids: [5], options: { respond_label: 'X' } });
			expect(account.bodies('POST conversations/1/messages')).toEqual([QUESTION]);
		});
	});

	describe('the URL of the wait', () => {
		let count = 0;
		let wait: string;
		let question: number;

		beforeEach(() => {
			wait = `wait-${release}-${++count}`;
			add();
			question = byTeam();
			store({ url: `https://n8n.example/waiting?wait=${wait}`, question_id: question });
		});

		const store = (n8n_wait: IDataObject) => Object.assign(attributes(), { n8n_wait });
		const call = async (
			more: Partial<Parameters<typeof callWait>[0]> = {},
			choices: string[] = [],
		) =>
			await account.served(
				async (base_url) =>
					await callWait({
						base_url,
						query: { wait },
						kept: {
							...{ wait, path: '/api/v1/accounts/1/conversations/1/messages' },
							item: { ...ITEM, message_id: question },
							...{ buttons: [], choices, message: 'Which order?' },
						},
						body: { wake: true },
						...more,
					}),
			);

		test('keeps waiting if nobody has written after the question', async () => {
			byTeam();
			byTeam({ private: true });
			add({ message_type: 2, sender: null });
			add({ content_attributes: { deleted: true } });
			const forged = { wake: true, taken: 9, text: 'Forged', response: 'approve', replaced: true };
			const { status, body, items, log } = await call({ body: forged });
			expect([status, body, items, log]).toEqual([200, { taken: null }, undefined, []]);
			expect(account.bodies('POST conversations/1/custom_attributes')).toEqual([]);
		});

		test('continues with the first message after the question', async () => {
			byTeam();
			const attachments = [
				{ id: 4, file_type: 'image', data_url: 'https://x.example/a.png', file_size: 5, extra: 1 },
			];
			const reply = add({ content: ' Number 5 ', attachments });
			add();
			const { status, body, items } = await call();
			expect([status, body]).toEqual([200, { taken: reply }]);
			expect(items).toEqual([
				{
					...{ ...ITEM, message_id: question, reply_message_id: reply, expired: false },
					...{ text: 'Number 5', responded_by_id: 1, responded_by_name: 'Amara' },
					responded_at: `1970-01-01T00:00:0${reply}.000Z`,
					files: [{ id: 4, file_type: 'image', data_url: 'https://x.example/a.png', file_size: 5 }],
				},
			]);
			expect(attributes()).toEqual({ plan: 'pro', deep: { a: [1] }, n8n_wait: { taken: reply } });
		});

		test.each([
			[' rot ', 'Rot'],
			['Rotes', null],
		])('%j is a choice: %s', async (content, choice) => {
			add({ content });
			const { items } = await call({}, ['Blau', 'Rot']);
			expect(items?.[0]).toMatchObject({ choice, text: content.trim() });
		});

		test('continues if the customer presses a button of the question itself', async () => {
			const submitted_values = [{ title: 'Rot', value: 'Rot' }];
			const row = account.messages.find(({ id }) => id === question);
			Object.assign(row!, {
				content_type: 'input_select',
				content_attributes: { submitted_values },
			});
			const { body, items } = await call({}, ['Rot']);
			expect(body).toEqual({ taken: question });
			expect(items?.[0]).toMatchObject({ choice: 'Rot', reply_message_id: question });
		});

		test('tells what has no text in words', async () => {
			add({
				content: null,
				attachments: [{ id: 4, file_type: 'location', coordinates_lat: 1.5, coordinates_long: 2 }],
			});
			expect((await call()).items?.[0].text).toBe('[Place: 1.5, 2]');
		});

		test.each([
			[
				{
					content_type: 'input_select',
					content_attributes: { submitted_values: [{ title: 'Red', value: 'r' }] },
				},
				{ choice: 'Red', text: 'Red' },
			],
			[
				{
					content_type: 'form',
					content_attributes: { submitted_values: [{ name: 'size', value: 'M' }] },
				},
				{ choice: null, text: 'size: M' },
			],
			[
				{ content_type: 'input_email', content_attributes: { submitted_email: 'a@x.example' } },
				{ choice: null, text: 'a@x.example' },
			],
		])(
			'continues with what was entered into a later message of the team',
			async (form, response) => {
				const begun = Math.floor(Date.now() / 1000) * 1000;
				const reply = byTeam({ content: 'Choose', ...form });
				const { items } = await call();
				expect(items?.[0]).toMatchObject({
					...{ ...response, files: [], reply_message_id: reply, responded_by_id: 1 },
					responded_by_name: 'Amara',
				});
				expect(Date.parse(String(items?.[0].responded_at))).toBeGreaterThanOrEqual(begun);
			},
		);

		test('finds a reply behind a hundred messages of the team', async () => {
			for (let more = 0; more < 205; more++) byTeam();
			const reply = add();
			expect((await call()).body).toEqual({ taken: reply });
		});

		test('does not take an older message from a server that shows all', async () => {
			account.before('GET conversations/#/messages', () => ({ payload: account.messages }));
			expect((await call()).body).toEqual({ taken: null });
			const reply = add();
			expect((await call()).body).toEqual({ taken: reply });
		});

		test('continues once if two calls arrive together', async () => {
			const reply = add();
			const outcomes = await Promise.all([call(), call()]);
			expect(outcomes.map(({ body }) => body)).toEqual([{ taken: reply }, { taken: reply }]);
			expect(outcomes.filter(({ items }) => items)).toHaveLength(1);
		});

		test('continues without a reply if another wait has replaced it', async () => {
			const other = byTeam();
			store({ url: 'https://n8n.example/waiting?wait=other', question_id: other });
			add();
			const { body, items } = await call();
			expect(body).toEqual({ taken: null });
			expect(items).toEqual([{ ...ITEM, message_id: question, expired: false, replaced: true }]);
			expect(attributes().n8n_wait).toMatchObject({ question_id: other });
		});

		test('does not take the reply to another question from a server that shows all', async () => {
			store({ url: 'https://n8n.example/waiting?wait=other', question_id: byTeam() });
			add();
			account.before('GET conversations/#/messages', () => ({ payload: account.messages }));
			const { body, items } = await call();
			expect([body, items?.[0].replaced]).toEqual([{ taken: null }, true]);
		});

		test('continues with a reply to its question although another wait has replaced it', async () => {
			const reply = add();
			store({ url: 'https://n8n.example/waiting?wait=other', question_id: byTeam() });
			const { body, items } = await call();
			expect([body, items?.[0].replaced]).toEqual([{ taken: reply }, false]);
			expect(attributes().n8n_wait).not.toHaveProperty('taken');
		});

		test('is over after another round of the node', async () => {
			add();
			for (const query of [{}, { wait: 'earlier' }])
				expect(await call({ query })).toMatchObject({ status: 410, items: undefined });
			expect((await call({ kept: undefined })).status).toBe(410);
		});

		test('decides nothing if it is opened in a browser', async () => {
			add();
			const { status, body, items } = await call({ method: 'GET' });
			expect([status, items]).toEqual([200, undefined]);
			expect(String(body)).toContain('waits for what the customer writes');
			expect(account.requests()).toEqual([]);
		});

		test('keeps waiting if Chatwoot cannot be read', async () => {
			add();
			for (const failing of ['GET conversations/1', 'GET conversations/1/messages']) {
				account.fault = (request) =>
					request === failing ? answersWith(json({ error: 'No' }, 500)) : undefined;
				const { status, items, log } = await call();
				expect([status, items, log.length]).toEqual([500, undefined, 1]);
			}
			account.fault = () => undefined;
			expect((await call()).items).toHaveLength(1);
		});

		test('continues although its end cannot be stored', async () => {
			const reply = add();
			account.fault = (request) =>
				request.endsWith('custom_attributes') ? answersWith(json({}, 500)) : undefined;
			const { body, items, log } = await call();
			expect([body, items?.length]).toEqual([{ taken: reply }, 1]);
			expect(log.join()).toContain('the end of the wait was not stored');
		});
	});
});
