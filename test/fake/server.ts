import type { IDataObject } from 'n8n-workflow';
import { recording, type Release } from '../../truth/recordings';
import { serveFaults, type Fault } from '../support/faults';
import { paramsOf } from '../support/form';
import { json, runAt } from '../support/run';
import type { Answer, Received } from '../support/server';
import { contactRoutes } from './contacts';
import { conversationRoutes } from './conversations';
import { importRoutes } from './imports';
import { messageRoutes } from './messages';
import { Records, sampleOf } from './records';
import { recordedAs } from './releases';
import { reportRoutes } from './reports';
import type { FakeRequest, Route } from './routes';

const ACCOUNT = '/api/v1/accounts/1/';

/** What happens before the answer to a request. @param usual gives that answer */
type Meanwhile = (request: FakeRequest, usual: () => unknown) => unknown;

const isAnswer = (reply: unknown): reply is Answer =>
	typeof (reply as Answer | undefined)?.status === 'number';

function answerOf(reply: unknown): Answer {
	if (isAnswer(reply)) return reply;
	return reply === undefined ? json({ error: 'Resource could not be found' }, 404) : json(reply);
}

/**
 * A stateful Chatwoot with account 1. It answers as the recorded server of a release, in its words, with
 * its orders and pages; `changes` in `releases.ts` has the differences between releases.
 */
export class FakeChatwoot extends Records {
	readonly received: FakeRequest[] = [];
	/** What goes wrong with a request such as `POST contacts`. */
	fault: (request: string) => Fault | undefined = () => undefined;

	private readonly meanwhile: Array<[pattern: string, act: Meanwhile]> = [];
	private readonly routes: Route[];
	private readonly open: Array<() => Promise<void>> = [];

	constructor(release: Release = '4.16', size?: number) {
		super(release, size);
		const body = (op: string, name: string) =>
			recording(op, name, recordedAs(release)).response.body as IDataObject;
		this.routes = [
			['GET /api', () => ({ ...body('transport', 'transport-api-root'), timestamp: this.clock() })],
			['GET /api/v#/profile', () => body('account.profile.get', 'ok')],
			['GET /platform/api/v#/accounts/#', () => json({ error: 'Invalid access_token' }, 401)],
			['GET /api/v#/accounts/#', () => ({ id: 1, name: 'Acme', features: this.features })],
			['GET inboxes', () => ({ payload: this.inboxes })],
			['GET webhooks', () => this.webhooks && { payload: { webhooks: this.webhooks } }],
			['GET inboxes/#/agent_bot', () => this.bot],
			['GET inboxes/#', ({ ids: [id] }) => this.inboxes.find((row) => row.id === id)],
			[
				'GET labels',
				() => ({
					payload: this.labels.map((title, index) => ({
						...sampleOf('account.label.list', release),
						...{ id: index + 1, title },
					})),
				}),
			],
			...contactRoutes(this),
			...importRoutes(this),
			['GET custom_attribute_definitions', () => this.attributes],
			...conversationRoutes(this),
			...messageRoutes(this),
			...reportRoutes(this),
		];
	}

	/** Requests so far, `POST contacts/7` and so on. */
	requests = (): string[] => this.received.map(({ method, path }) => `${method} ${path}`);

	/** What was sent with such requests. */
	bodies = (request: string): IDataObject[] =>
		this.received
			.filter(({ method, path }) => `${method} ${path}` === request)
			.map(({ body }) => body);

	/**
	 * Something happens before each answer to requests of this pattern, `*` for all: the records change, or
	 * there is another answer.
	 * @param pattern method and path, `#` for a number
	 * @param act may return an answer as routes do, or a promise of it
	 * @returns ends it
	 */
	before(pattern: string, act: Meanwhile): () => void {
		const entry: [string, Meanwhile] = [pattern, act];
		this.meanwhile.unshift(entry);
		return () => void this.meanwhile.splice(this.meanwhile.indexOf(entry), 1);
	}

	/** Runs an operation of the node against it. */
	async run(operation: string, parameters: IDataObject, options?: Parameters<typeof runAt>[3]) {
		return await this.served(async (url) => await runAt(url, operation, parameters, options));
	}

	/** Lets something send requests to it at this address. */
	async served<T>(task: (url: string) => Promise<T>): Promise<T> {
		const server = await this.listen();
		try {
			return await task(server.url);
		} finally {
			await server.close();
		}
	}

	/** @returns its address, until `close` */
	async start(): Promise<string> {
		const { url, close } = await this.listen();
		this.open.push(close);
		return url;
	}

	async close(): Promise<void> {
		for (const close of this.open.splice(0)) await close();
	}

	/** As `GET /api` tells it. */
	private clock = (): string =>
		new Date(Math.floor(this.now) * 1000).toISOString().slice(0, 19).replace('T', ' ');

	private async listen() {
		return await serveFaults({
			answer: (request) => this.answer(request),
			fault: ({ method, path }) => this.fault(`${method} ${path.replace(ACCOUNT, '')}`),
		});
	}

	private answer(received: Received): Answer | Promise<Answer> {
		const { method, path: whole, query, body } = received;
		const path = whole.replace(ACCOUNT, '');
		const request: FakeRequest = {
			...{ method, path },
			ids: (path.match(/\d+/g) ?? []).map(Number),
			query: Object.fromEntries(query),
			body: body.length ? (paramsOf(received) as IDataObject) : {},
		};
		this.received.push(request);
		const pattern = `${method} ${path.replace(/\d+/g, '#')}`;
		const acts = this.meanwhile.filter(([one]) => one === pattern || one === '*');
		const from = (index: number): unknown => {
			const [, act] = acts[index] ?? [];
			if (!act) return this.routes.find(([one]) => one === pattern)?.[1](request);
			const reply = act(request, () => from(index + 1));
			return reply === undefined ? from(index + 1) : reply;
		};
		const reply = from(0);
		return reply instanceof Promise ? reply.then(answerOf) : answerOf(reply);
	}
}

/**
 * Opens a new fake for each test of a file, and closes it after the test.
 * @param begin gets the fake and its address
 */
export function fakeForEach(begin: (fake: FakeChatwoot, url: string) => void): void {
	let fake: FakeChatwoot;
	beforeEach(async () => {
		fake = new FakeChatwoot();
		begin(fake, await fake.start());
	});
	afterEach(async () => await fake.close());
}
