import type { IDataObject } from 'n8n-workflow';
import { getNewMessages } from '../../../nodes/CustomerConversation/resources/conversation/getNewMessages';
import { readList } from '../../../nodes/shared/transport/pages';
import type { Call, Request } from '../../../nodes/shared/vocabulary';

/*
 * Customers, Chatwoot, three workers of n8n and a bot, on a clock that passes at once: what customers write
 * starts executions, late and in any order, and the bot answers what the operation returns.
 */

/** Numbers that look random, the same for the same seed. */
const dice = (seed: number) => () => {
	seed = (seed + 0x6d2b79f5) | 0;
	let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
	mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
	return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

interface Message extends IDataObject {
	id: number;
	/** When the customer or the bot wrote it, in seconds. */
	written: number;
}

/** Seconds that something takes, at least and at most. */
type Span = [least: number, most: number];

interface Setting {
	bursts: number;
	/** Messages of a burst, at most. */
	most: number;
	/** Between two messages of a burst. */
	gap: Span;
	/** Until n8n begins the execution of a message. */
	delivery: Span;
	/** Until the bot has its answer. */
	thinking: Span;
	wait: number;
}

beforeEach(() =>
	jest.useFakeTimers({ now: 1_790_000_000_000, doNotFake: ['queueMicrotask', 'nextTick'] }),
);
afterEach(() => jest.useRealTimers());

const WORKERS = 3;

/** @returns messages and answers by conversation */
async function simulate(seed: number, setting: Setting) {
	const roll = dice(seed);
	const within = ([least, most]: Span) => least + roll() * (most - least);
	const pass = async (seconds: number) =>
		await new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));
	const now = () => Date.now() / 1000;
	const talks = Array.from({ length: setting.bursts }, (): Message[] => []);
	const answers = talks.map((): number[][] => []);
	const executions = Array<number>(WORKERS).fill(0);
	let ids = 0;

	/** Transactions end a little later than they begin, and not in the same order. */
	async function store(talk: number, more: IDataObject): Promise<Message> {
		const written = now();
		await pass(within([0, 0.03]));
		const message = {
			...{ id: ++ids, written, created_at: Math.floor(written) },
			...{ private: false, content_type: 'text', content_attributes: {}, ...more },
		};
		await pass(within([0, 0.03]));
		talks[talk].push(message);
		return message;
	}

	/** Chatwoot's list of messages. */
	async function reply(talk: number, { query = {} }: Request) {
		await pass(within([0.01, 0.2]));
		const before = Number(query.before ?? Infinity);
		const payload = talks[talk]
			.filter(({ id }) => id < before)
			.sort((one, other) => one.written - other.written)
			.slice(-20)
			.map(({ written: _, ...message }) => message);
		await pass(within([0.01, 0.2]));
		return { payload };
	}

	async function execute(talk: number, started: number): Promise<void> {
		executions[Math.floor(roll() * WORKERS)]++;
		const send = async (request: Request) => await reply(talk, request);
		const call = {
			values: { conversation_id: talk, started_message_id: started, wait_seconds: setting.wait },
			request: { method: 'GET', path: `/api/v1/accounts/1/conversations/${talk}/messages` },
			host: {
				hint: () => {},
				wait: async (milliseconds: number) => await pass(milliseconds / 1000),
			},
			list: async (request: Request, form: Parameters<Call['list']>[1], isEnough: never) =>
				await readList(send, request, form, 10, { isEnough }),
		} as unknown as Call;
		const [item] = (await getNewMessages.run?.(call)) as IDataObject[];
		if (!item) return;
		const read = (item.messages as Message[]).map(({ id }) => id);
		await pass(within(setting.thinking));
		answers[talk].push(read);
		await store(talk, {
			message_type: 1,
			content: String(item.text),
			sender: { type: 'agent_bot' },
		});
	}

	async function customer(talk: number): Promise<void> {
		const amount = 1 + (talk % setting.most);
		const begun: Array<Promise<void>> = [];
		await pass(within([0, 5]));
		for (let number = 1; number <= amount; number++) {
			if (number > 1) await pass(within(setting.gap));
			const writing = store(talk, {
				message_type: 0,
				content: number % 3 ? `Text ${number}` : null,
				attachments: number % 3 ? [] : [{ file_type: 'image', data_url: '/a.png' }],
				sender: { type: 'contact' },
			});
			begun.push(
				writing.then(async ({ id }) => {
					await pass(within(setting.delivery));
					await execute(talk, id);
				}),
			);
		}
		await Promise.all(begun);
	}

	const all = Promise.all(talks.map(async (_, talk) => await customer(talk)));
	await jest.runAllTimersAsync();
	await all;
	const fromCustomer = talks.map((talk) =>
		[...talk]
			.sort((one, other) => Number(one.created_at) - Number(other.created_at) || one.id - other.id)
			.filter(({ message_type }) => message_type === 0)
			.map(({ id }) => id),
	);
	const leftOut = fromCustomer.flatMap((messages, talk) =>
		messages.filter((id) => !answers[talk].flat().includes(id)),
	);
	return { fromCustomer, answers, executions, leftOut };
}

test.each([1, 2, 3])(
	'answers each of 100 bursts of 1 to 9 messages once, seed %i',
	async (seed) => {
		const { fromCustomer, answers, executions, leftOut } = await simulate(seed, {
			...{ bursts: 100, most: 9, wait: 8 },
			...{ delivery: [0.05, 3], gap: [0.01, 6], thinking: [0.5, 12] },
		});
		expect(answers).toEqual(fromCustomer.map((messages) => [messages]));
		expect(executions.every((count) => count > 0)).toBe(true);
		process.stdout.write(
			`bursts: ${fromCustomer.length} of ${fromCustomer.flat().length} messages, executions of ${WORKERS} workers: ${executions.join(' + ')}, answers: ${answers.flat().length}, messages left out: ${leftOut.length}\n`,
		);
	},
);

test.each([4, 5, 6])(
	'leaves nothing out if customers write on while the bot makes its answer, seed %i',
	async (seed) => {
		const { fromCustomer, answers, leftOut } = await simulate(seed, {
			...{ bursts: 100, most: 12, wait: 8 },
			...{ delivery: [0.05, 0.9], gap: [0.01, 14], thinking: [0.5, 20] },
		});
		expect(leftOut).toEqual([]);
		const repeated = answers.flat(2).length - fromCustomer.flat().length;
		process.stdout.write(
			`customers who write on: ${fromCustomer.flat().length} messages, answers: ${answers.flat().length}, messages left out: ${leftOut.length}, read again for a later answer: ${repeated}\n`,
		);
	},
);
