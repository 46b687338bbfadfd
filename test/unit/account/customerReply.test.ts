import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { digestOfSecret } from '../../../nodes/shared/tasks/customerReply';
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
const SECRET = 'secret';
const proofOf = (url: string) => ({ n8n_wait: { url, digest: digestOfSecret(SECRET) } });
const QUESTION = {
	...{ content: 'Which order?', private: false },
	content_attributes: {
		n8n_question: true,
		n8n_wait: { url: URL_OF_WAIT, digest: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown },
	},
};
const ITEM = {
	...{ response_type: 'customer_reply', approved: null, choice: null, text: null, files: null },
	...{ expired: true, replaced: false, responded_at: null, responded_by_id: null },
	conversation_deleted: false,
	...{ responded_by_name: null, conversation_id: 1, reply_message_id: null },
};

describe.each(releases)("the customer's reply on %s", (release) => {
	let account: FakeChatwoot;
	let n8n: Awaited<ReturnType<typeof listen>>;

	beforeEach(async () => {
		n8n = await listen(() => json({ taken: null }));
		account = new FakeChatwoot(release);
		const custom_attributes = { plan: 'pro', deep: { a: [1] } };
		account.addContacts(1, () => ({ name: 'Amara', custom_attributes }));
		account.addConversations(1, () => ({ custom_attributes: { page: '/' } }));
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
	const attributes = () => account.contacts[0].custom_attributes as IDataObject;
	const contentOf = (message: number) =>
		account.messages.find(({ id }) => id === message)?.content_attributes as IDataObject;
	const ask = async (parameters: IDataObject = {}) =>
		await account.run('question.sendAndWait', {
			...{ conversation_id: 1, message: 'Which order?', responseType: 'customer_reply' },
			...parameters,
		});

	describe('Send and Wait for Response', () => {
		test('sends the question with a proof, and stores the wait beside other attributes', async () => {
			const question = add() + 1;
			const { items, error } = await ask();
			expect([error, items[0].json]).toEqual([undefined, { ...ITEM, message_id: question }]);
			expect(account.requests()).toEqual([
				...['GET conversations/1', 'GET webhooks'],
				'POST conversations/1/messages',
				'PUT contacts/1',
				'GET conversations/1/messages',
			]);
			expect(account.received[2].body).toEqual(QUESTION);
			expect(account.received[3].body).toEqual({ custom_attributes: { n8n_wait_1: URL_OF_WAIT } });
			expect(attributes()).toEqual({ plan: 'pro', deep: { a: [1] }, n8n_wait_1: URL_OF_WAIT });
			expect(account.conversations[0].custom_attributes).toEqual({ page: '/' });
		});

		test('stores the wait again if the website wrote the contact at the same moment', async () => {
			account.before('GET conversations/#/messages', () => {
				account.contacts[0].custom_attributes = { plan: 'free' };
				return undefined;
			});
			expect((await ask()).error).toBeUndefined();
			expect(attributes()).toEqual({ plan: 'free', n8n_wait_1: URL_OF_WAIT });
		});

		test('stores the wait in the contact with whom the first one was merged', async () => {
			account.before('GET conversations/#/messages', () => {
				if (account.contacts.length > 1) return undefined;
				account.addContacts(1, () => ({ custom_attributes: {} }));
				account.conversations[0].contact_id = 2;
				return undefined;
			});
			await ask();
			expect(account.contacts[1].custom_attributes).toEqual({ n8n_wait_1: URL_OF_WAIT });
		});

		test('sends nothing if the conversation has no contact', async () => {
			account.contacts = [];
			const { error } = await ask();
			expect(error?.message).toBe('Conversation 1 has no contact that could reply');
			expect(account.requests()).toEqual(['GET conversations/1']);
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
			const [, secret] = /^taken:2:(\w+)$/.exec(String(attributes().n8n_wait_1)) ?? [];
			expect(contentOf(1).n8n_wait).toMatchObject({ digest: digestOfSecret(secret) });
		});

		test.each([
			['PUT contacts/1', /^Storing that the execution waits failed: /],
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
			const store = (url: string) => Object.assign(attributes(), { n8n_wait_1: url });
			store(`${n8n.url}/webhook-waiting/3/node?wait=w`);
			await ask();
			expect(n8n.received.map(({ path }) => path)).toEqual(['/webhook-waiting/3/node']);
			for (const url of [`${n8n.url}/rest/users`, URL_OF_WAIT, 'text']) {
				store(url);
				expect((await ask()).error).toBeUndefined();
			}
			expect(n8n.received).toHaveLength(1);
			expect(attributes().n8n_wait_1).toBe(URL_OF_WAIT);
		});

		test('ends earlier waits whatever a visitor wrote, but none that the customer has ended', async () => {
			n8nAt(n8n.url);
			const addQuestion = (execution: number) =>
				byTeam({ content_attributes: proofOf(`${n8n.url}/webhook-waiting/${execution}/node`) });
			addQuestion(3);
			add();
			addQuestion(4);
			byTeam();
			addQuestion(5);
			Object.assign(attributes(), { n8n_wait_1: 'nothing' });
			expect((await ask()).error).toBeUndefined();
			const paths = n8n.received.map(({ path }) => path);
			expect(paths).toEqual(['/webhook-waiting/5/node', '/webhook-waiting/4/node']);
		});

		test('knows no recipient, and no links', async () => {
			await ask({ recipient: 'team', mention_user_ids: [5], options: { respond_label: 'X' } });
			expect(account.bodies('POST conversations/1/messages')).toEqual([QUESTION]);
		});
	});

	describe('a trigger that receives the reply', () => {
		const NOBODY =
			/^No active workflow with a Customer Conversation Trigger listens to the inbox Website; nothing would notice the reply\. Activate one with the event Customer Wrote\./;
		const instance = jest.fn<string, []>();
		const here = (mark = instance().slice(0, 12)) =>
			`https://n8n.example/webhook/1/webhook?n8n=${mark}&workflow=2&node=3`;
		const hook = (url: string, subscriptions = ['message_created']) => ({ url, subscriptions });
		const HOOK = 'https://n8n.example/webhook/1/webhook';

		beforeEach(() => {
			instance.mockReturnValue('instance-of-this-n8n');
			jest.spyOn(ExecuteContext.prototype, 'getInstanceId').mockImplementation(instance);
			account.webhooks = [hook('https://crm.example/hook')];
		});

		test('must be there before anything is sent', async () => {
			const { error } = await ask();
			expect(error?.message).toMatch(NOBODY);
			expect(error?.message).toContain('turn on Options → Trigger Is Active');
			expect(account.requests().filter((one) => !one.startsWith('GET'))).toEqual([]);
		});

		test.each<[string, () => void]>([
			['has the webhook of another n8n', () => (account.webhooks = [hook(here('other-n8n'))])],
			[
				'does not receive messages',
				() => (account.webhooks = [hook(here(), ['conversation_updated'])]),
			],
			['has no address', () => (account.webhooks = [{ url: null } as never])],
			[
				'is another bot',
				() => (account.bot = { agent_bot: { outgoing_url: 'https://x.example' } }),
			],
			['is another program', () => (account.inboxes[0].webhook_url = 'https://x.example/webhook')],
		])('is missing if whatever is there %s', async (_, is) => {
			is();
			expect((await ask()).error?.message).toMatch(NOBODY);
		});

		test.each<[string, () => void]>([
			["the account's webhook", () => account.webhooks?.push(hook(here()))],
			['a webhook entered by hand', () => account.webhooks?.push(hook(HOOK))],
			['the bot of the inbox', () => (account.bot = { agent_bot: { outgoing_url: here() } })],
			['an API inbox', () => (account.inboxes[0].webhook_url = here())],
		])('can be %s', async (_, is) => {
			is();
			expect((await ask()).error).toBeUndefined();
		});

		test('is assumed if Chatwoot does not show it, or the user says so', async () => {
			expect((await ask({ options: { trigger_is_active: true } })).error).toBeUndefined();
			expect(account.requests()).not.toContain('GET webhooks');
			for (const hidden of ['webhooks', 'inboxes/1', 'inboxes/1/agent_bot']) {
				account.fault = (request) =>
					request === `GET ${hidden}` ? answersWith(json({ error: 'No' }, 401)) : undefined;
				expect([hidden, (await ask()).error]).toEqual([hidden, undefined]);
			}
		});

		test('is not looked for if a link is sent', async () => {
			expect((await ask({ responseType: 'approval' })).error).toBeUndefined();
		});
	});

	describe('the URL of the wait', () => {
		let count = 0;
		let wait: string;
		let question: number;

		beforeEach(() => {
			wait = `wait-${release}-${++count}`;
			add();
			question = byTeam({ content_attributes: proofOf(urlOf(wait)) });
			Object.assign(attributes(), { n8n_wait_1: urlOf(wait) });
		});

		const urlOf = (name: string) => `https://n8n.example/waiting?wait=${name}`;
		/** Another execution asks. */
		const asksToo = () => {
			const id = byTeam({ content_attributes: proofOf(urlOf('other')) });
			Object.assign(attributes(), { n8n_wait_1: urlOf('other') });
			return id;
		};
		const keptNow = (choices: string[] = []): IDataObject => ({
			...{ wait, secret: SECRET, path: '/api/v1/accounts/1/conversations/1/messages' },
			item: { ...ITEM, message_id: question },
			...{ buttons: [], choices, message: 'Which order?' },
		});
		const call = async (
			more: Partial<Parameters<typeof callWait>[0]> = {},
			choices: string[] = [],
		) =>
			await account.served(
				async (base_url) =>
					await callWait({
						base_url,
						query: { wait },
						kept: keptNow(choices),
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
			expect(account.requests().filter((one) => !one.startsWith('GET'))).toEqual([]);
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
			const n8n_wait_1 = `taken:${reply}:${SECRET}`;
			expect(attributes()).toEqual({ plan: 'pro', deep: { a: [1] }, n8n_wait_1 });
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
				content_attributes: { ...contentOf(question), submitted_values },
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
			asksToo();
			add();
			const { body, items } = await call();
			expect(body).toEqual({ taken: null });
			expect(items).toEqual([{ ...ITEM, message_id: question, expired: false, replaced: true }]);
			expect(attributes().n8n_wait_1).toBe(urlOf('other'));
		});

		test('does not take the reply to another question from a server that shows all', async () => {
			asksToo();
			add();
			account.before('GET conversations/#/messages', () => ({ payload: account.messages }));
			const { body, items } = await call();
			expect([body, items?.[0].replaced]).toEqual([{ taken: null }, true]);
		});

		test('continues with a reply to its question although another wait has replaced it', async () => {
			const reply = add();
			asksToo();
			const { body, items } = await call();
			expect([body, items?.[0].replaced]).toEqual([{ taken: reply }, false]);
			expect(attributes().n8n_wait_1).toBe(urlOf('other'));
		});

		test.each([
			['a URL of another wait', () => urlOf('other')],
			['nothing', () => ''],
			['an end', () => `taken:${question}:${SECRET}`],
		])('keeps waiting if a visitor wrote %s into the contact', async (_, pointer) => {
			Object.assign(attributes(), { n8n_wait_1: pointer() });
			expect(await call()).toMatchObject({ body: { taken: null }, items: undefined });
			const reply = add();
			expect((await call()).body).toEqual({ taken: reply });
		});

		test('continues with the reply after the contact was merged', async () => {
			account.addContacts(1, () => ({ name: 'Amara', custom_attributes: {} }));
			account.conversations[0].contact_id = 2;
			const reply = add();
			expect((await call()).items?.[0]).toMatchObject({ reply_message_id: reply });
			const n8n_wait_1 = `taken:${reply}:${SECRET}`;
			expect(account.contacts[1].custom_attributes).toEqual({ n8n_wait_1 });
		});

		test('ends if the conversation was deleted', async () => {
			account.conversations = [];
			const { body, items, log } = await call();
			expect([body, log]).toEqual([{ taken: null }, []]);
			const ended = { expired: false, conversation_deleted: true };
			expect(items).toEqual([{ ...ITEM, message_id: question, ...ended }]);
		});

		test('keeps waiting if a proxy answers everything with 404', async () => {
			account.fault = () => answersWith({ status: 404, body: '<h1>Not Found</h1>' });
			expect(await call()).toMatchObject({ status: 500, items: undefined });
		});

		test('leaves what comes after the end of its time to the bots', async () => {
			const reply = add();
			const kept = (until: number) => ({ kept: { ...keptNow(), until } });
			expect(await call(kept(Date.now()))).toMatchObject({ status: 410, items: undefined });
			expect(account.requests()).toEqual([]);
			// The time passes while Chatwoot is read.
			const until = Date.now() + 60_000;
			account.before('GET conversations/#/messages', () => {
				jest.spyOn(Date, 'now').mockReturnValue(until);
				return undefined;
			});
			expect(await call(kept(until))).toMatchObject({ body: { taken: null }, items: undefined });
			jest.restoreAllMocks();
			expect((await call(kept(Date.now() + 60_000))).body).toEqual({ taken: reply });
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
				request.startsWith('PUT contacts') ? answersWith(json({}, 500)) : undefined;
			const { body, items, log } = await call();
			expect([body, items?.length]).toEqual([{ taken: reply }, 1]);
			expect(log.join()).toContain('the end of the wait was not stored');
		});
	});
});
