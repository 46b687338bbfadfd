import { prove, type Done, type Finding, type Setting } from '../../../live/prove';
import type { Report } from '../../../live/report';
import type { Scenario, Step } from '../../../truth/scenarios';
import { isObject } from '../../../nodes/shared/values';
import { testLive } from '../../../live/test';
import { proven, SOURCES } from '../../../live/sources';
import { proveTrigger, type TriggerSetting } from '../../../live/trigger';
import { startSandbox } from '../../../sandbox/server';
import { delay } from '../../support/clock';
import {
	asSigning,
	found,
	MARK,
	ofOperations,
	ofPolling,
	ofSource,
	REFUSED,
	signed,
	wrapped,
	wrongIn,
	type Lie,
	type Proof,
} from '../../support/liar';
import { json } from '../../support/run';
import { scenarios } from '../../support/scenarios';
import { forward, listen, type Answer, type Received } from '../../support/server';

// A round plays every scenario; a second core may be busy.
jest.setTimeout(900_000);

/** How many of each there are, and what stands in the lists. */
const standing = async (url: string) =>
	await Promise.all(
		'contacts?page=1 conversations/meta?status=all labels inboxes agents agent_bots teams webhooks'
			.split(' ')
			.map(async (path) => {
				const headers = { api_access_token: 'sandbox-user' };
				const reply = await fetch(`${url}/api/v1/accounts/1/${path}`, { headers });
				return (await reply.json()) as unknown;
			}),
	);

/** The paths to all values. */
const pathsIn = (value: unknown, way = ''): string[] =>
	isObject(value)
		? Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, `${way}.${key}`))
		: [way];

const has = (item: unknown, path: string) =>
	path
		.split('.')
		.slice(1)
		.reduce<[boolean, unknown]>(
			([there, inner], key) => [
				there && isObject(inner) && key in inner,
				isObject(inner) ? inner[key] : undefined,
			],
			[true, item],
		)[0];

test('an honest server is right and left as it was, and recorded items have all that is expected', async () => {
	const missing: string[] = [];
	let replayed = 0;
	const seen: Setting['seen'] = (
		{ run, expect: wanted = {}, has: listed = {} },
		{ items, error, exchanges },
	) => {
		const isReplayed = exchanges.some(({ response }) => response.headers['x-replayed']);
		if (!isReplayed || error) return;
		replayed++;
		for (const path of [...pathsIn(wanted), ...pathsIn(listed)])
			if (path && !items.every((item) => has(item, path)))
				missing.push(`${run}: ${path} is in no item such as ${JSON.stringify(items[0])}`);
	};
	const all: Proof = async (setting) => {
		const before = await standing(setting.access.root);
		const findings = await ofOperations(undefined, seen)(setting);
		expect(await standing(setting.access.root)).toEqual(before);
		return findings;
	};
	const findings = [...(await found(all)), ...(await found(ofPolling))];
	for (const source of SOURCES) findings.push(...(await found(ofSource(source))));
	expect(missing).toEqual([]);
	expect(replayed).toBeGreaterThan(100);
	expect(findings.filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
	expect(findings.length).toBeGreaterThan(25);
});

/** All that is found of the trigger, one source after the other. */
const PARTS = [
	...['register', 'deliver', 'signature', 'remove'].map((part) => `trigger.${part}`),
	...['register', 'deliver', 'signature', 'bridge', 'handOver', 'remove'].map(
		(part) => `trigger.agentBot.${part}`,
	),
	...['register', 'deliver', 'signature', 'report', 'remove'].map(
		(part) => `trigger.apiInbox.${part}`,
	),
	...['macro', 'rule'].flatMap((kind) =>
		['register', 'deliver', 'signature', 'made', 'remove'].map((part) => `trigger.${kind}.${part}`),
	),
];

test('deliveries that are signed, and come twice, are right', async () => {
	const twice = (body: string) => [signed(body), signed(body)];
	const findings: Finding[] = [];
	for (const source of SOURCES)
		// Actions of macros and rules have nothing by which a repeated call could be known.
		findings.push(
			...(await found(ofSource(source), {
				after: asSigning,
				...(/macro|rule/.test(source) ? {} : { delivered: twice }),
			})),
		);
	expect(findings).toEqual(
		PARTS.map((operation) => ({
			...{ operation, scenario: expect.any(String), verdict: 'right' },
			...(/(macro|rule)\.signature/.test(operation)
				? { reason: expect.stringContaining('Chatwoot does not sign these calls') }
				: {}),
		})),
	);
});

test('a server that is not as fast with each of the contacts made at once is right', async () => {
	const sandbox = await startSandbox();
	const slow = await listen(async (request) => {
		const [, number = '0'] = /in a list (\d+)/.exec(request.body.toString()) ?? [];
		if (request.path.endsWith('/contacts')) await delay(Number(number) % 2 ? 40 : 0);
		return await forward(sandbox.url, request);
	});
	try {
		const list = scenarios().filter(({ name }) => name.startsWith('Contacts in lists'));
		const findings = await prove(list, {
			access: { root: slow.url, token: sandbox.tokens.user, account: '1', platformToken: '' },
			whyNot: () => undefined,
			mark: MARK,
			patience: 0,
			say: () => undefined,
		});
		expect(wrongIn(findings)).toEqual([]);
		expect(findings).toContainEqual(
			expect.objectContaining({ operation: 'account.contact.getAll', verdict: 'right' }),
		);
	} finally {
		await slow.close();
		await sandbox.close();
	}
});

test('what a server may refuse for what happened before is told as refused, with its reason', async () => {
	const status = 500;
	const findings = await found(ofOperations('platform.account.getAll'), {
		instead: (request) =>
			wrapped(/^\/platform\/api\/v1\/accounts$/, 'GET')(request)
				? { answer: { error: 'Internal Server Error' }, status }
				: undefined,
	});
	const [list] = findings.filter(({ operation }) => operation === 'platform.account.getAll');
	expect(list).toMatchObject({
		verdict: 'refused',
		reason: 'Internal Server Error',
	});
	expect(wrongIn(findings)).toEqual([]);
});

describe('a refusal', () => {
	/** What comes of a scenario at a server that answers with these statuses, one after the other. */
	async function after(statuses: number[], scenario: Omit<Scenario, 'name'>, reason?: string) {
		const left = [...statuses];
		// A refused token is asked for its owner.
		const server = await listen(({ path }) =>
			json({}, path === '/api/v1/profile' ? 401 : left.shift()),
		);
		try {
			const findings = await prove([{ name: 'refusals', ...scenario }], {
				access: { root: server.url, token: 'the-token', account: '1', platformToken: '' },
				whyNot: () => reason,
				mark: MARK,
				patience: 0,
				say: () => undefined,
			});
			return findings.map(({ verdict }) => verdict);
		} finally {
			await server.close();
		}
	}
	const remove: Step = { run: 'account.macro.delete', parameters: { macro_id: 7 } };
	const unknown: Step = {
		run: 'account.profile.revokeSession',
		parameters: { session_id: 7 },
		refused: 404,
	};

	test('of what a step has removed is no fault, of what stands is one', async () => {
		expect(await after([200, 500], { steps: [remove], undo: [remove] })).toEqual(['right']);
		expect(await after([500], { steps: [], undo: [remove] })).toEqual(['wrong']);
		const barred = { ...remove, refused: 401 };
		expect(await after([401, 500], { steps: [barred], undo: [remove] })).toEqual(['wrong']);
	});

	test('proves nothing where the server has no such operation', async () => {
		expect(await after([404], { steps: [unknown] })).toEqual(['right']);
		expect(await after([404], { steps: [unknown] }, 'Too old')).toEqual(['refused']);
		expect(await after([401], { steps: [unknown] }, 'Not for agents')).toEqual(['refused']);
		expect(await after([422], { steps: [remove] }, 'The feature is off')).toEqual(['refused']);
	});

	test('of an operation that the release does not have can be any answer', async () => {
		expect(await after([500], { steps: [remove] }, 'On Chatwoot 4.14 or newer')).toEqual([
			'refused',
		]);
		expect(await after([500], { steps: [remove] })).toEqual(['wrong']);
	});
});

describe('what a step gives', () => {
	const GET = 'account.contact.getAll';
	const SET = 'account.article.setStatusOfMany';
	const row = (id: number, more: object = {}) => ({ id, ...more });

	/**
	 * What is found where the steps give these outcomes, one after the other.
	 * @param reasons why the server must refuse an operation
	 */
	async function findingsFor(
		steps: Step[],
		outcomes: Array<Partial<Done>>,
		reasons: Record<string, string> = {},
	) {
		const left = [...outcomes];
		const setting: Setting = {
			access: { root: 'http://127.0.0.1:1', token: 'the-token', account: '1', platformToken: '' },
			whyNot: (run) => reasons[run],
			begin: async () => async () => ({ items: [], files: [], exchanges: [], ...left.shift() }),
			mark: MARK,
			patience: 0,
			say: () => undefined,
		};
		const findings = await prove([{ name: 'given', steps }], setting);
		return findings.map(({ operation, verdict, reason }) => ({ operation, verdict, reason }));
	}
	const verdictOf = async (step: Omit<Step, 'run'>, outcome: Partial<Done>) =>
		(await findingsFor([{ run: GET, ...step }], [outcome]))[0];

	test('is as many items as were wanted, for an operation that runs once, too', async () => {
		const two = { items: [row(1), row(2)] };
		expect(await verdictOf({ count: 2 }, two)).toMatchObject({ verdict: 'right' });
		expect(await verdictOf({ count: 1 }, two)).toMatchObject({ verdict: 'wrong' });
		expect(await verdictOf({ count: 3 }, two)).toMatchObject({ verdict: 'wrong' });
	});

	test('is in order by its values, of which those of records made at once can be equal', async () => {
		const times = (...at: string[]) => ({
			items: at.map((created_at, id) => row(id, { created_at })),
		});
		const step = { rising: 'created_at' };
		const early = '2026-11-23T10:00:00.000Z';
		const late = '2026-11-23T10:00:01.000Z';
		expect(await verdictOf(step, times(early, early, late))).toMatchObject({ verdict: 'right' });
		expect(await verdictOf(step, times(late, early))).toEqual({
			operation: GET,
			verdict: 'wrong',
			reason: 'created_at falls',
		});
	});

	test('is a whole list, or says that it is not', async () => {
		const step: Omit<Step, 'run'> = { count: 3, once: 'id', may_lack: true };
		const message = 'The list is incomplete: its pages repeated 1 of 2 rows';
		const error = (httpCode: string | null, words = message) => ({
			error: { message: words, httpCode },
		});
		const whole = [row(1), row(2), row(3)];
		expect(await verdictOf(step, { items: whole })).toMatchObject({ verdict: 'right' });
		expect(await verdictOf(step, { items: [row(1), row(2)] })).toMatchObject({ verdict: 'wrong' });
		expect(await verdictOf(step, { items: [row(1), row(2), row(2)] })).toMatchObject({
			verdict: 'wrong',
		});
		const known = [row(1, { complete: false }), row(2, { complete: false })];
		expect(await verdictOf(step, { items: known })).toMatchObject({ verdict: 'refused' });
		expect(await verdictOf(step, error('200'))).toEqual({
			operation: GET,
			verdict: 'refused',
			reason: message,
		});
		for (const other of [error(null), error('500'), error('200', 'Another fault')])
			expect(await verdictOf(step, other)).toMatchObject({ verdict: 'wrong' });
		expect(await verdictOf({ count: 3 }, error('200'))).toMatchObject({ verdict: 'wrong' });
	});

	test('is a refusal that names what is wrong', async () => {
		const step = { refused: 422, words: 'Title has already been taken' };
		const taken = { error: { message: 'Title has already been taken [item 1]', httpCode: '422' } };
		const vague = { error: { message: 'The service refused a value', httpCode: '422' } };
		expect(await verdictOf(step, taken)).toMatchObject({ verdict: 'right' });
		expect(await verdictOf(step, vague)).toMatchObject({ verdict: 'wrong' });
	});

	test.each(['429', '502', '503', '504', null])('is no refusal with %s', async (httpCode) => {
		const error = { message: 'No answer', httpCode };
		const [{ verdict }] = await findingsFor([{ run: SET }], [{ error }], { [SET]: 'Too old' });
		expect(verdict).toBe('wrong');
	});

	test('is not looked for after a refusal, and all else still is', async () => {
		const steps: Step[] = [
			{ run: SET },
			{ run: GET, about: SET, least: 2 },
			{ run: GET, least: 1 },
		];
		// 4.13 does nothing and answers 200, which is an error of the node.
		const nothing = { error: { message: 'Of 2 articles 0 were changed', httpCode: '200' } };
		const reasons = { [SET]: 'On Chatwoot 4.14 or newer' };
		expect(await findingsFor(steps, [nothing, { items: [row(1)] }], reasons)).toEqual([
			{ operation: SET, verdict: 'refused', reason: reasons[SET] },
			{ operation: GET, verdict: 'right', reason: undefined },
		]);
		const again: Step[] = [{ run: SET, may_refuse: 409 }, { run: SET }, ...steps.slice(1)];
		const conflict = { error: { message: 'Not now', httpCode: '409' } };
		expect(await findingsFor(again, [conflict, {}, { items: [] }])).toEqual(
			[
				{ operation: GET, verdict: 'untried', reason: 'something before it is wrong' },
				{ operation: SET, verdict: 'wrong', reason: 'fewer items than there are' },
			].sort((one, other) => one.operation.localeCompare(other.operation)),
		);
	});
});

describe('the trigger', () => {
	const verdictsOf = (findings: Finding[]) =>
		Object.fromEntries(
			findings.map(({ operation, verdict, reason = '' }) => [
				operation,
				`${verdict} ${reason}`.trim(),
			]),
		);

	test.each<[string, Partial<TriggerSetting>, Lie, Record<string, unknown>]>([
		[
			'where the server cannot call this machine, the rest is proven',
			{ door: undefined },
			{},
			{
				'trigger.register': 'right',
				'trigger.deliver': expect.stringMatching(/^untried give --webhook-url, /),
				'trigger.signature': expect.stringMatching(/^untried give --webhook-url, /),
				'trigger.remove': 'right',
			},
		],
		[
			'where a newer release calls no private address',
			{},
			{ after: asSigning, delivered: () => [] },
			{
				'trigger.register': 'right',
				'trigger.deliver': expect.stringMatching(/^impossible Chatwoot 4.16.2 does not call /),
				'trigger.signature': expect.stringMatching(/^impossible Chatwoot 4.16.2 does not call /),
				'trigger.remove': 'right',
			},
		],
		[
			'where nothing comes to an address that was given',
			{},
			{ delivered: () => [] },
			{
				'trigger.register': 'right',
				'trigger.deliver': expect.stringMatching(/^wrong contact_created \d+ did not come$/),
				'trigger.signature': 'untried nothing of ours came',
				'trigger.remove': 'right',
			},
		],
		[
			'where the token may not register it',
			{ whyNot: () => 'For administrators' },
			{ instead: ({ path }) => (path.endsWith('/webhooks') ? REFUSED : undefined) },
			{
				'trigger.register': 'refused For administrators',
				'trigger.deliver': 'untried it was not registered',
				'trigger.signature': 'untried it was not registered',
				'trigger.remove': 'untried it was not registered',
			},
		],
		[
			'where a newer release opens what its bot cannot be told',
			{ source: 'agent_bot' },
			{ after: asSigning, delivered: () => [] },
			{
				'trigger.agentBot.register': 'right',
				'trigger.agentBot.deliver': expect.stringMatching(/^impossible Chatwoot 4.16.2 /),
				'trigger.agentBot.signature': expect.stringMatching(/^impossible Chatwoot 4.16.2 /),
				'trigger.agentBot.bridge': expect.stringMatching(/^impossible Chatwoot 4.16.2 /),
				'trigger.agentBot.handOver': expect.stringMatching(/^impossible Chatwoot 4.16.2 /),
				'trigger.agentBot.remove': 'right',
			},
		],
		[
			'where the token may make no inbox for it',
			{ source: 'api_inbox', whyNot: () => 'For administrators' },
			{ instead: (request) => (wrapped(/\/inboxes$/, 'POST')(request) ? REFUSED : undefined) },
			{
				'trigger.apiInbox.register': 'refused For administrators',
				'trigger.apiInbox.deliver': 'untried it was not registered',
				'trigger.apiInbox.signature': 'untried it was not registered',
				'trigger.apiInbox.report': 'untried it was not registered',
				'trigger.apiInbox.remove': 'untried it was not registered',
			},
		],
	])('%s', async (_, setting, lie, expected) => {
		const findings = await found(
			async (usual) => await proveTrigger({ ...usual, ...setting }),
			lie,
		);
		expect(verdictsOf(findings)).toEqual(expected);
	});

	test.each(SOURCES)('leaves nothing of %s when it is ended', async (source) => {
		const stop = new AbortController();
		const seen: unknown[] = [];
		const proof: Proof = async (setting) => {
			seen.push(await standing(setting.access.root));
			const findings = await proveTrigger({ ...setting, source, signal: stop.signal });
			seen.push(await standing(setting.access.root));
			return findings;
		};
		const after: Lie['after'] = (request) => {
			if (wrapped(/\/conversations$/, 'POST')(request)) stop.abort();
		};
		const expected = { [`${proven[source].name}.register`]: 'right' };
		expect(verdictsOf(await found(proof, { after }))).toEqual(expected);
		expect(seen[1]).toEqual(seen[0]);
		expect(JSON.stringify(seen[0])).not.toContain(MARK);
	});
});

/** What comes of a scenario at a server that gives one answer to all. */
async function at(answer: Answer, scenario: Omit<Scenario, 'name'>, reason?: string) {
	const server = await listen(() => answer);
	try {
		const findings = await prove([{ name: 'one answer', ...scenario }], {
			access: { root: server.url, token: 'token-of-ours', account: '1', platformToken: '' },
			whyNot: () => reason,
			mark: MARK,
			patience: 0,
			say: () => undefined,
		});
		return { findings, methods: server.received.map(({ method }) => method) };
	} finally {
		await server.close();
	}
}

test('what is not in a list is not taken for its first record: nothing of others is removed', async () => {
	const list: Step = { run: 'account.agent.getAll', as: 'one', has: { email: 'x@example.com' } };
	const remove: Step = { run: 'account.agent.delete', parameters: { agent_id: '{one.id}' } };
	const others = json([{ id: 7, email: 'someone@example.com' }]);
	const { findings, methods } = await at(others, { steps: [list], undo: [remove] });
	expect(findings).toMatchObject([{ verdict: 'wrong', reason: 'it is not in the list' }]);
	expect(methods).toEqual(['GET']);
});

test('an unknown record proves nothing where the server has no such operation', async () => {
	const run = 'account.inbox.resetSecret';
	const steps: Step[] = [{ run, parameters: { inbox_id: 7 }, refused: 404 }];
	const verdict = async (reason?: string) => (await at(json({}, 404), { steps }, reason)).findings;
	expect(await verdict()).toMatchObject([{ verdict: 'right' }]);
	expect(await verdict('Too old')).toMatchObject([{ verdict: 'refused', reason: 'Too old' }]);
});

describe('npm run test:live', () => {
	/**
	 * Runs it against a fresh sandbox.
	 * @param isEnd whether a request, with the progress before it, ends the run
	 * @param gateway refuses a request, or changes it
	 * @returns what it said, and whether all is as it was
	 */
	async function atSandbox(
		options: string[],
		isEnd?: (request: Received, progress: string[]) => boolean,
		gateway?: (request: Received) => Answer | undefined,
	) {
		const sandbox = await startSandbox();
		const progress: string[] = [];
		const stop = new AbortController();
		const watched =
			(isEnd ?? gateway) &&
			(await listen(async (request) => {
				if (isEnd?.(request, progress)) stop.abort();
				return gateway?.(request) ?? (await forward(sandbox.url, request));
			}));
		try {
			const { url } = watched ?? sandbox;
			const token = sandbox.tokens.user;
			const before = await standing(sandbox.url);
			const args = ['--url', url, '--token', token, ...options];
			const say = (line: string) => void progress.push(line);
			const outcome = await testLive(args, {}, say, isEnd && stop.signal);
			const after = await standing(sandbox.url);
			return { ...outcome, progress, before, after, url, token, isEnded: stop.signal.aborted };
		} finally {
			await watched?.close();
			await sandbox.close();
		}
	}

	test('leaves the sandbox as it was, and says which operations are right', async () => {
		const { status, text, progress, before, after, token } = await atSandbox([
			'--yes',
			'--only',
			'label',
		]);
		expect([status, after]).toEqual([0, before]);
		expect(text).toMatch(/^account\.label\.create +right$/m);
		expect(text).toMatch(
			/ right, \d+ refused, as it must be, \d+ not possible here, \d+ not tried, 0 WRONG$/,
		);
		expect(progress[0]).toMatch(/^Account 1 \(Acme Support\) at .*, conversations: 240$/);
		expect([text, ...progress].join()).not.toContain(token);
	});

	test('sends the headers of a gateway, and the token in the header that arrives', async () => {
		const secret = 's3cr3t-of-access';
		const refused: string[] = [];
		const { status, text } = await atSandbox(
			['--yes', '--only', 'label', '--headers', `X-Id: me\nX-Secret: ${secret}`],
			undefined,
			({ path, headers }) => {
				// As nginx does it: names with underscores are dropped.
				headers.api_access_token = headers['api-access-token'];
				if (headers['x-id'] === 'me' && headers['x-secret'] === secret) return undefined;
				refused.push(path);
				return { status: 403, body: '<html>' };
			},
		);
		expect(refused).toEqual([]);
		expect(status).toBe(0);
		expect(text).toMatch(/^account\.label\.create +right$/m);
		expect(text).toContain(', 0 WRONG');
		expect(text).not.toContain(secret);
	});

	test('does nothing without --yes, and says where it would', async () => {
		const { status, text, progress, before, after } = await atSandbox([]);
		expect([status, progress, after]).toEqual([2, [], before]);
		expect(text).toMatch(/^Account 1 .*conversations: 240\nNothing was done\..*--yes\.$/);
	});

	test('removes what it has made when it is ended', async () => {
		const SIXTEEN = / sixteen contacts, each once$/;
		let created = 0;
		const { before, after, progress, isEnded } = await atSandbox(
			['--yes', '--only', 'contact'],
			({ method, path }, lines) =>
				SIXTEEN.test(lines.at(-1) ?? '') &&
				method === 'POST' &&
				path.endsWith('/contacts') &&
				++created === 3,
		);
		expect(isEnded).toBe(true);
		expect(after).toEqual(before);
		expect(progress.at(-1)).toMatch(SIXTEEN);
	});

	test('prints JSON that can be kept and shown, without names, addresses and the token', async () => {
		const begun = Date.now();
		const { text, url, token } = await atSandbox(['--yes', '--only', 'trigger', '--json']);
		const { date, server, findings } = JSON.parse(text) as Report;
		expect(Date.parse(date)).toBeGreaterThanOrEqual(begun);
		expect(server).toMatchObject({ release: '4.10.0', role: 'administrator' });
		expect(findings.map(({ operation, verdict, sent }) => [operation, verdict, sent])).toEqual(
			PARTS.map((operation) => [operation, 'right', undefined]),
		);
		for (const hidden of [new URL(url).host, token, 'Acme Support', 'Ada'])
			expect(text).not.toContain(hidden);
	});

	test('proves polling by itself', async () => {
		const { text, before, after } = await atSandbox(['--yes', '--only', 'polling']);
		expect(text).toMatch(/^polling\.find +right$/m);
		expect(text).toMatch(/\nChecks of triggers and polling: 1 right, 0 refused/);
		expect(after).toEqual(before);
	});

	test.each([
		['--only', 'nonsense', /--only knows no nonsense: there are .*\bcontact, /],
		['--token', 'wrong', /Invalid Access Token|token/],
		['--webhook-url', 'https://n8n.example.com', /^--listen must be the port of this machine/],
		['--webhook-url', 'n8n', /^--webhook-url must be an address/],
		['--listen', 'x', /^--listen must be the port/],
		['--keep', 'truth', /^--keep is for a whole run: with --everything, without --only$/],
	])('%s %s is told, and nothing is done', async (option, value, words) => {
		const { status, text, before, after } = await atSandbox(['--yes', option, value]);
		expect([status, after]).toEqual([2, before]);
		expect(text).toMatch(words);
	});
});
