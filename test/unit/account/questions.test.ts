import { ExecuteContext } from 'n8n-core';
import { WAIT_INDEFINITELY, type IDataObject } from 'n8n-workflow';
import {
	contentOf,
	form,
	noticePage,
} from '../../../nodes/CustomerConversationSendAndWait/response/page';
import { withoutLinks } from '../../../nodes/CustomerConversationSendAndWait/resources/question/parts/wording';
import { json, run } from '../../support/run';
import { callWait } from '../../support/waitingNode';

const note = json({ id: 7, private: true });
const bodies = (received: Array<{ body: Buffer }>) =>
	received.map(({ body }) => (body.length ? (JSON.parse(String(body)) as IDataObject) : {}));

const ask = async (parameters: IDataObject, answers = [note], items?: number) =>
	await run(
		'question.sendAndWait',
		{ conversation_id: 5, message: 'Refund?', ...parameters },
		answers,
		items ? { items: Array.from({ length: items }, () => ({ json: {} })) } : {},
	);

const HOSTILE = [
	'</main><script>alert(1)</script>',
	'" autofocus onfocus="alert(1)',
	"' style='display:none",
	'<form action="https://evil.example"><button>Approve</button></form>',
	'&lt;b&gt; &amp; ü 😀 \u2028',
	'{{ $json }} ${1}',
];

describe('the page', () => {
	/** All that is markup: the text between the tags is left out. */
	const markup = (html: string) => html.replace(/>[^<]*</g, '><').replace(/value="[^"]*"/g, '');

	test.each(HOSTILE)('shows %j as text', (text) => {
		const shown = (words: string) => [
			noticePage(words, words),
			form({
				title: words,
				question: words,
				conversation: words,
				fault: words,
				buttons: [
					{ value: words, label: words },
					{ value: 'b', label: words },
				],
			}),
			form({ title: words, question: words, buttons: [] }),
		];
		expect(shown(text).map(markup)).toEqual(shown('words').map(markup));
	});

	test('has the button first in sight whose link was opened', () => {
		const buttons = [
			{ value: 'approve', label: 'Yes' },
			{ value: 'decline', label: 'No' },
		];
		const page = form({ title: 'T', question: 'Q', buttons, chosen: 'decline' });
		expect(page).toContain('value="decline" class="main">No<');
		expect(page).toContain('value="approve">Yes<');
	});

	test('names the conversation to the team, not to the customer', () => {
		const kept = { message: 'Q', buttons: [], item: { conversation_id: 5 } };
		expect(contentOf({ ...kept, recipient: 'team' }).conversation).toBe('Conversation 5');
		expect(contentOf({ ...kept, recipient: 'customer' }).conversation).toBeUndefined();
	});
});

test.each([
	['[Approve](https://evil.example)', '\\[Approve\\](https://evil.example)'],
	['\\[Approve](https://evil.example)', '\\\\\\[Approve\\](https://evil.example)'],
	['![x](y) [@All](mention://user/1/All)', '!\\[x\\](y) \\[@All\\](mention://user/1/All)'],
	['[x]: https://evil.example', '\\[x\\]: https://evil.example'],
])('%j makes no link in a note', (text, expected) => {
	expect(withoutLinks(text)).toBe(expected);
});

test('adds no link that is part of the question', async () => {
	const { received } = await ask({ message: 'Refund? [Approve](https://evil.example)' });
	const { content } = bodies(received).at(-1)!;
	expect(String(content).split('\n')).toEqual([
		'Refund? \\[Approve\\](https://evil.example)',
		'',
		'- [Approve](https://n8n.example/waiting?choose=approve)',
		'- [Decline](https://n8n.example/waiting?choose=decline)',
	]);
});

test('mentions agents and a team by name', async () => {
	const { received, error } = await ask(
		{ mention_user_ids: [8, 9], mention_team_id: { __rl: true, mode: 'id', value: 3 } },
		[
			json([
				{ id: 8, name: 'Jörg [B]' },
				{ id: 9, name: 'Ada (Ops)' },
			]),
			json([{ id: 3, name: 'sales team' }]),
			note,
		],
	);
	expect(error).toBeUndefined();
	expect(String(bodies(received).at(-1)?.content).split('\n')[0]).toBe(
		'[@Jörg \\[B\\]](mention://user/8/J%C3%B6rg%20%5BB%5D) [@Ada (Ops)](mention://user/9/Ada%20%28Ops%29) [@sales team](mention://team/3/sales%20team)',
	);
});

test('sends nothing if a mentioned agent is not in the account', async () => {
	const { received, error } = await ask({ mention_user_ids: [8] }, [json([{ id: 1, name: 'A' }])]);
	expect(error?.message).toContain("None of the account's agents has the ID 8");
	expect(received.map(({ method }) => method)).toEqual(['GET']);
});

test('assigns before it asks', async () => {
	const assign = { assignee_id: { __rl: true, mode: 'id', value: 8 } };
	const { received } = await ask(
		{ options: { ...assign, team_id: { __rl: true, mode: 'id', value: 3 } } },
		[json({ id: 3 }), json({ id: 8 }), note],
	);
	expect(received.map(({ path }) => path.split('/').at(-1))).toEqual([
		...['assignments', 'assignments'],
		// Whether an email is leaving.
		...['5', 'messages'],
	]);
	expect(bodies(received).slice(0, 2)).toEqual([{ team_id: 3 }, { assignee_id: 8 }]);
});

test('asks nothing if Chatwoot does not know the agent', async () => {
	const { received, error } = await ask(
		{ options: { assignee_id: { __rl: true, mode: 'id', value: 8 } } },
		[json(null), note],
	);
	expect(error?.message).toContain('No agent has this ID');
	expect(received.map(({ path }) => path.split('/').at(-1))).toEqual(['assignments']);
});

test('says that the conversation was assigned if the question is refused', async () => {
	const { error } = await ask({ options: { team_id: { __rl: true, mode: 'id', value: 3 } } }, [
		json({ id: 3 }),
		json({ error: 'No' }, 422),
	]);
	expect(error?.message).toContain('Sending the question failed');
	expect(error?.description).toContain('Already done: the conversation was assigned');
});

test('fails if the note became a message to the contact', async () => {
	const { error } = await ask({}, [json({ id: 7, private: false })]);
	expect(error?.message).toContain('the contact may see it');
});

describe('the URL of a link', () => {
	const KEPT = {
		...{ wait: 'w', path: '/api/v1/accounts/1/conversations/5/messages', message: 'Refund?' },
		item: { response_type: 'approval', conversation_id: 5, message_id: 7 },
	};
	const buttons = [
		{ value: 'approve', label: 'Yes' },
		{ value: 'decline', label: 'No' },
	];
	let count = 0;
	const call = async (kept: IDataObject, body: IDataObject | undefined, method?: 'GET') => {
		const wait = `link-${count++}`;
		const base_url = 'http://127.0.0.1:9';
		const about = { base_url, kept: { ...KEPT, buttons, wait, ...kept }, query: { wait } };
		return await callWait({ ...about, body, method });
	};

	test.each([
		['buttons', buttons, 'Press one of the buttons.'],
		['a text', [], 'Write a response of at most 10000 characters.'],
	])('answers an empty call with the page of %s', async (_, shown, words) => {
		// n8n keeps no body if none was sent.
		for (const body of [undefined, {}]) {
			const outcome = await call({ buttons: shown }, body);
			expect(outcome).toMatchObject({ status: 400, items: undefined, log: [] });
			expect(String(outcome.body)).toContain(words);
		}
	});

	test('is over when its time has passed: nothing is confirmed and expired', async () => {
		const until = Date.now() + 60_000;
		const press = { response: 'approve' };
		expect(await call({ until }, press)).toMatchObject({
			status: 200,
			items: [{ approved: true }],
		});
		const clock = jest.spyOn(Date, 'now').mockReturnValue(until);
		for (const method of [undefined, 'GET'] as const) {
			const outcome = await call({ until }, press, method);
			expect(outcome).toMatchObject({ status: 410, items: undefined });
			expect(String(outcome.body)).toContain('The time for a response has passed.');
		}
		clock.mockRestore();
	});

	test('leaves n8n waiting longer than a response at the last moment takes', async () => {
		const put = jest.spyOn(ExecuteContext.prototype, 'putExecutionToWait');
		const context = jest.spyOn(ExecuteContext.prototype, 'getContext');
		const limit = { limit_type: 'after_interval', resume_amount: 2, resume_unit: 'minutes' };
		await ask({ options: { limit_wait_time: { values: limit } } });
		const { question } = context.mock.results[0].value as { question: { until: number } };
		const [[end]] = put.mock.calls;
		// Two requests of ten seconds, an email that leaves, and a look at it.
		expect(end.getTime() - question.until).toBeGreaterThanOrEqual(45_000);
		put.mockClear();
		await ask({});
		expect(put.mock.calls).toEqual([[WAIT_INDEFINITELY]]);
		jest.restoreAllMocks();
	});
});

test('waits for one item at a time', async () => {
	const { received, error } = await ask({}, [note], 2);
	expect(received).toEqual([]);
	expect(error?.message).toContain('The node received 2 items');
});

test.each([
	[{ responseType: 'choice', choices: { choices: [{ label: 'A' }] } }, 'needs 2 to 20 entries'],
	[{ responseType: 'choice', choices: { choices: [] } }, 'Choices'],
	[
		{
			options: {
				limit_wait_time: {
					values: { limit_type: 'at_time', max_date_and_time: '2020-01-01T00:00:00Z' },
				},
			},
		},
		'must be in the future',
	],
])('refuses %j before anything is sent', async (parameters, words) => {
	const { received, error } = await ask(parameters);
	expect(received).toEqual([]);
	expect(error?.message).toContain(words);
});
