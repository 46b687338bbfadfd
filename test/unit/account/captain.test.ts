import type { IDataObject } from 'n8n-workflow';
import { recording, releases, type Release } from '../../../truth/recordings';
import { delay, untilInFlight } from '../../support/clock';
import { recorded, serveFaults, type Seen } from '../../support/faults';
import { json, runAt } from '../../support/run';
import { listen, type Received } from '../../support/server';

/** Imported FAQs, questions to an assistant, and settings that an update must keep. */

const bodyOf = ({ body }: Received) =>
	(body.length ? JSON.parse(body.toString()) : {}) as IDataObject;

const later = async () => await delay(Math.random() * 5);

/** A server with the FAQs of assistants. */
class Knowledge {
	/** `POST`, `PATCH 101`, and so on. */
	readonly requests: string[] = [];
	readonly faqs: IDataObject[] = [];
	private readonly faq: IDataObject;

	constructor(readonly release: Release) {
		this.faq = recording('account.captain_response.create', 'ok', release).response
			.body as IDataObject;
	}

	private page(query: Array<[string, string]>) {
		const { assistant_id, page = 1 } = Object.fromEntries(query) as Record<string, string>;
		const rows = this.faqs.filter(
			({ assistant }) => String((assistant as IDataObject).id) === assistant_id,
		);
		// Newest first, as the service lists them.
		const shown = [...rows].reverse().slice((Number(page) - 1) * 25, Number(page) * 25);
		return json({ payload: shown, meta: { total_count: rows.length, page } });
	}

	private readonly answer = (request: Received) => {
		const [, id] = /assistant_responses(?:\/(\d+))?$/.exec(request.path) ?? [];
		this.requests.push([request.method, id].filter(Boolean).join(' '));
		if (request.method === 'GET') return this.page(request.query);
		const { assistant_id, ...sent } = bodyOf(request);
		const known = this.faqs.find((one) => one.id === Number(id));
		if (known) return json(Object.assign(known, sent));
		if (sent.answer === 'refused')
			return recorded('account.captain_response.create', 'missing-answer', this.release);
		const made = {
			...this.faq,
			...sent,
			id: 100 + this.faqs.length,
			assistant: { id: assistant_id, name: 'Robo' },
		};
		this.faqs.push(made as IDataObject);
		return json(made);
	};

	/** Requests that change something. */
	changes = () => this.requests.splice(0).filter((request) => request !== 'GET');

	async import(items: IDataObject[], engine = false) {
		const server = await listen(async (request) => {
			// Random, so that order is not kept by accident.
			await later();
			return this.answer(request);
		});
		const parameters = {
			assistant_id: '={{ $json.assistant }}',
			question: '={{ $json.question }}',
			answer: '={{ $json.answer }}',
		};
		try {
			const { items: found, error } = await runAt(server.url, 'faq.upsert', parameters, {
				items: items.map((item) => ({ json: item })),
				onError: 'continueRegularOutput',
				engine,
			});
			return { items: found.map(({ json: item }) => item), error };
		} finally {
			await server.close();
		}
	}
}

const faqs = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		assistant: 1 + (index % 2),
		question: `Größe ${index}?`,
		answer: `Answer ${index}`,
	}));

const actions = (items: IDataObject[]) => items.map(({ action }) => action);

describe.each(releases)('imported FAQs on %s', (release) => {
	let knowledge: Knowledge;

	beforeEach(() => {
		knowledge = new Knowledge(release);
	});

	test.each([false, true])(
		'are created once, in the order of items (engine: %s)',
		async (engine) => {
			const items = faqs(60);
			const { items: found } = await knowledge.import(items, engine);
			expect(found.map(({ action, question, assistant_id }) => [action, question, assistant_id]))
				// Each item gets its own answer.
				.toEqual(items.map(({ question, assistant }) => ['created', question, assistant]));
			const numbers = knowledge.faqs.map(({ question }) => parseInt(String(question).slice(6)));
			for (const rest of [0, 1]) {
				const matching = numbers.filter((number) => number % 2 === rest);
				if (!engine) expect(matching).toEqual([...matching].sort((one, other) => one - other));
			}
			// One list per assistant.
			expect(knowledge.requests.filter((one) => one === 'GET')).toHaveLength(2);
		},
	);

	test('are not sent again, and of changed ones only the changes are sent', async () => {
		const items = faqs(120);
		await knowledge.import(items);
		knowledge.changes();
		expect(actions((await knowledge.import(items)).items)).toEqual(items.map(() => 'unchanged'));
		expect(knowledge.requests.length).toBeGreaterThan(5);
		expect(knowledge.changes()).toEqual([]);
		const [first] = items;
		const { items: found } = await knowledge.import([
			{ ...first, answer: 'New' },
			{ ...first, answer: 'New' },
			{ ...first, question: ' Gro\u0308ße 0? ', answer: 'New' },
			// For another assistant it is another question.
			{ ...first, assistant: 2 },
		]);
		expect(actions(found)).toEqual(['updated', 'unchanged', 'updated', 'created']);
		expect(found[0]).toMatchObject({ answer: 'New', assistant_id: 1 });
		expect(knowledge.changes().sort()).toEqual([
			`PATCH ${String(found[0].id)}`,
			`PATCH ${String(found[0].id)}`,
			'POST',
		]);
	});

	test('that occur twice are created and then updated', async () => {
		const [first] = faqs(1);
		const { items: found } = await knowledge.import([first, { ...first, answer: 'Anew' }]);
		expect(found.map(({ action, answer }) => [action, answer])).toEqual([
			['created', 'Answer 0'],
			['updated', 'Anew'],
		]);
	});

	test('are refused if several have the question, and the next items still run', async () => {
		const [first] = faqs(1);
		const assistant = { id: 1 };
		for (const id of [7, 8]) knowledge.faqs.push({ ...first, id, assistant });
		const { items: found } = await knowledge.import([
			first,
			{ ...first, question: 'B', answer: 'refused' },
			{ ...first, question: 'B' },
		]);
		expect(
			found.map(({ error, action }) => action ?? (error as IDataObject | undefined)?.message),
		).toEqual([
			'Several FAQs have this question: 8, 7. Delete all but one.',
			"Answer can't be blank",
			'created',
		]);
	});
});

/** Asks a question for each item. */
async function ask(answer: (request: Seen) => ReturnType<typeof json>, count = 1) {
	const hold = untilInFlight(Math.min(count, 10));
	const server = await serveFaults({
		answer: async (request) => {
			await hold();
			await later();
			return answer(request);
		},
	});
	try {
		const items = Array.from({ length: count }, (_, index) => ({ json: { q: `Q${index}` } }));
		const { items: found, error } = await runAt(
			server.url,
			'assistant.ask',
			{ assistant_id: 2, message_content: '={{ $json.q }}' },
			{ items },
		);
		return { items: found.map(({ json: item }) => item), error, most: server.most() };
	} finally {
		await server.close();
	}
}

describe('a question to an assistant', () => {
	test('returns the answers, with the items running in parallel', async () => {
		const { items, most } = await ask(
			(request) =>
				json({
					response: `To ${String(bodyOf(request).message_content)}`,
					reasoning: 'Because',
					agent_name: null,
					handoff_tool_called: false,
				}),
			12,
		);
		expect(items.map(({ answer }) => answer)).toEqual(items.map((_, index) => `To Q${index}`));
		expect(items[0]).toEqual({
			...{ answer: 'To Q0', handoff: false, agent_name: null, reasoning: 'Because' },
			assistant_id: 2,
		});
		expect(most).toBe(10);
	});

	test.each<[string, Release, string, string]>([
		['500', '4.10', 'no-model-flat', 'Internal Server Error'],
		['200 without an answer', '4.16', 'no-model-flat', 'The assistant gave no answer'],
		['500 of the older engine', '4.16', 'no-model-without-v2', 'Internal Server Error'],
	])('says that the server may have no AI model: %s', async (_, release, name, words) => {
		const { items, error } = await ask(() =>
			recorded('account.captain_assistant.playground', name, release),
		);
		expect([items, error?.message]).toEqual([[], words]);
		expect(error?.description).toContain('The server may have no AI model');
	});

	test('gives no answer if an agent should take over, or if the model failed', async () => {
		const response = 'conversation_handoff';
		const { items } = await ask(() => json({ response, reasoning: 'A refund' }));
		expect(items).toEqual([
			{ answer: null, handoff: true, agent_name: null, reasoning: 'A refund', assistant_id: 2 },
		]);
		const { error } = await ask(() => json({ response, reasoning: 'Error occurred: No key' }));
		expect(error?.message).toBe('The assistant gave no answer: No key');
	});

	test.each([{ response: ' ' }, { response: null }, { response: 7 }])(
		'is no answer where it is %p',
		async (reply) => {
			const { error } = await ask(() => json(reply));
			expect(error?.message).toBe('The assistant gave no answer');
		},
	);
});

describe('the settings of an assistant', () => {
	test('are kept if others are changed, also by items that run in parallel', async () => {
		const { body } = recording('account.captain_assistant.get', 'ok').response;
		let stored = body as IDataObject & { config: IDataObject };
		const before = { ...stored.config };
		const server = await listen(async (request) => {
			await later();
			if (request.method === 'PATCH') stored = { ...stored, ...bodyOf(request) };
			return json(stored);
		});
		const names = ['product_name', 'welcome_message', 'handoff_message', 'instructions'];
		const { items, error } = await runAt(
			server.url,
			'assistant.update',
			{
				assistant_id: 10,
				update_fields: {
					response_guidelines: 'Be short, and kind\n\n Use "you" ',
					product_name: '={{ $json.name === "product_name" ? "Ünï" : $json.product }}',
					temperature: '={{ $json.name.length / 100 }}',
				},
			},
			{ items: names.map((name) => ({ json: { name, product: 'Ünï' } })) },
		);
		await server.close();
		expect(error).toBeUndefined();
		expect(items).toHaveLength(names.length);
		expect(stored.config).toEqual({ ...before, product_name: 'Ünï', temperature: 0.12 });
		expect(stored.response_guidelines).toEqual(['Be short, and kind', 'Use "you"']);
	});

	test('are not read if no item changes them', async () => {
		const server = await listen(() => recorded('account.captain_assistant.update', 'ok'));
		await runAt(server.url, 'assistant.update', {
			...{ assistant_id: 9, update_fields: { name: 'Plain 2' } },
		});
		await server.close();
		expect(server.received.map((one) => [one.method, bodyOf(one)])).toEqual([
			['PATCH', { name: 'Plain 2' }],
		]);
	});
});
