import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import { compared } from '../../../live/compare';
import { record } from '../../../live/record';
import { recordingsOf } from '../../../live/recorder';
import { watched, type Exchange } from '../../../live/watch';
import { isObject } from '../../../nodes/shared/values';
import { startSandbox } from '../../../sandbox/server';
import {
	allRecordings,
	operationAt,
	recording,
	releases,
	type Recording,
} from '../../../truth/recordings';
import { json } from '../../support/run';
import { forward, listen, type Answer } from '../../support/server';

// The programs load n8n, and thousands of calls go over the wire.
jest.setTimeout(240_000);

const pairs = (query: Recording['request']['query'] = {}): Array<[string, string]> =>
	(typeof query === 'string' ? [...new URLSearchParams(query)] : Object.entries(query)).flatMap(
		([key, value]) => [value].flat().map((one): [string, string] => [key, String(one)]),
	);

/** Why a recorded call says nothing of what the recorder does, or cannot be sent again. */
function leftOut({ op, request, response }: Recording): string | undefined {
	const { method, path, query, body, files, headers } = request as Recording['request'] & {
		headers?: IDataObject;
	};
	const text = JSON.stringify(request);
	const sent = Object.assign({}, ...[query, body].filter(isObject)) as IDataObject;
	if (!op) return 'it tries what belongs to no operation';
	if (!response.status) return 'no reply came';
	if (headers) return 'it tries headers';
	if (method === 'GET' && body !== undefined) return 'it tries a GET with a body';
	if (typeof body === 'string') return 'it tries what is no JSON';
	if (typeof query === 'string') return 'it tries what no client sends';
	if (/\(\d+ characters\)|"[^"]{8001}/.test(text)) return 'its text is too long to be kept';
	if (Object.values(files ?? {}).some((file) => !Array.isArray(file)))
		return 'it has parts of a form without a name';
	if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method)) return 'it tries a method';
	if (operationAt(`${method} ${path}`, sent)?.entry.id !== op)
		return 'it tries another address than that of its operation';
	return undefined;
}

/** Keys with secrets that some recordings show, such as a password that is refused. */
const SHOWN =
	/^(.*password.*|identifier_hash|api_key.*|token|(api|api_access|website|webhook_verify|line_channel|bot)_token|(line_channel|api)_secret|(access|secret)_key)$/;

function hidden(value: unknown, key = ''): unknown {
	if (typeof value === 'string' && value && SHOWN.test(key)) return `${key}-redacted`;
	if (typeof value === 'string' && value && key === 'inbox_identifier') return 'inbox-identifier';
	if (Array.isArray(value)) return value.map((entry) => hidden(entry, key));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, inner]) => [name, hidden(inner, name)]),
	);
}

/** Recordings spell stand-ins in several ways, the recorder in one. */
const spelled = <T>(line: T): T =>
	JSON.parse(
		JSON.stringify(hidden(line))
			.replace(
				/(second-|third-)?inbox-identifier(-\d\b)?|\{inbox_identifier\}/g,
				'inbox-identifier',
			)
			.replace(/websiteToken: '[\w-]+'/g, "websiteToken: 'website_token-redacted'")
			.replace(/sso_auth_token=[\w-]+/g, 'sso_auth_token=sso_auth_token-redacted'),
	) as T;

/** What a server would really say and take where recordings have a stand-in. */
const real = (text: string, url: string): string =>
	text
		.replace(/[\w-]+-redacted/g, (name) => createHash('md5').update(name).digest('base64url'))
		.replaceAll('{base_url}', url)
		.replace(/signed-id(?!=)/g, `eyJfcmFpbHMiOnsiZGF0YSI6MX19--${'0a1b2c3d'.repeat(5)}`)
		.replaceAll('inbox-identifier', 'Qm7xT2pL9vKd4RwZ8sNc3HbY');

/** Without keys that hold nothing. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** A recording as it is compared: on the wire a query is text, and lengths change with secrets. */
function comparable({ op, case: name, as, request, response }: Recording) {
	const { method, path, query, body, form, files } = request;
	const { status, headers = {}, text, body: reply } = response;
	const recordedHeaders = ['content-type', 'content-disposition', 'location'].filter(
		(key) => headers[key],
	);
	return {
		...{ op, name, as, method, path, query: pairs(query), body, files },
		form: form && Object.keys(form).length ? form : undefined,
		response: {
			status,
			headers: recordedHeaders.map((key) => [key, headers[key]]),
			text,
			body: reply,
		},
	};
}

/** Sends the request of a recording. */
async function call(url: string, { as, request }: Recording): Promise<void> {
	const { method, path, query, body, form, files } = request;
	const search = new URLSearchParams(pairs(query)).toString();
	const headers: Record<string, string> = as === 'none' ? {} : { api_access_token: `token-${as}` };
	let content: Buffer | undefined;
	if (form || files) {
		const parts = new FormData();
		for (const [name, value] of Object.entries(form ?? {})) parts.append(name, value);
		for (const [name, [file, size, type]] of Object.entries(files ?? {}))
			parts.append(name, new Blob(['x'.repeat(Number.parseInt(size))], { type }), file);
		const packed = new Response(parts);
		headers['content-type'] = packed.headers.get('content-type')!;
		content = Buffer.from(await packed.arrayBuffer());
	} else if (body !== undefined) {
		headers['content-type'] = 'application/json';
		content = Buffer.from(JSON.stringify(body));
	}
	if (content) headers['content-length'] = String(content.length);
	await new Promise<void>((resolve, reject) => {
		const request = send(`${url}${path}${search && `?${search}`}`, { method, headers }, (reply) => {
			reply.resume().on('end', resolve);
		});
		request.on('error', reject).end(content);
	});
}

const WHOSE = Object.fromEntries(
	['admin', 'agent', 'agent2', 'bot', 'platform'].map((as) => [`token-${as}`, as]),
);

const answerOf = ({ status, headers = {}, body, text = '' }: Recording['response']): Answer => ({
	status,
	headers: Object.fromEntries(
		Object.entries(headers).filter(([name]) => name !== 'content-length'),
	),
	body: body === undefined ? text : JSON.stringify(body),
});

test.each(releases)('what was recorded of %s is recorded again', async (release) => {
	const all = allRecordings(release);
	const reasons = new Map<string, number>();
	const played = all.filter((line) => {
		const why = leftOut(line);
		if (why) reasons.set(why, (reasons.get(why) ?? 0) + 1);
		return !why;
	});
	const server = await listen((_, count) => {
		const { response } = spelled(played[count]);
		return answerOf(JSON.parse(real(JSON.stringify(response), server.url)) as typeof response);
	});
	try {
		const [, exchanges] = await watched(async () => {
			for (const line of played)
				await call(
					server.url,
					JSON.parse(real(JSON.stringify(spelled(line)), server.url)) as Recording,
				);
		});
		const heard = exchanges.map((exchange, index) => ({ exchange, name: played[index].case }));
		const files = await recordingsOf(heard, {
			root: server.url,
			tokens: Object.keys(WHOSE),
			whose: WHOSE,
			mark: '',
		});
		const made = [...files.values()].flat();
		const of = (lines: Recording[]) =>
			new Map(lines.map((line) => [`${line.op} ${line.case}`, comparable(line)]));
		const [before, after] = [of(spelled(played)), of(made)];
		expect(after.size).toBe(before.size);
		const differing = [...before].flatMap(([key, line]) =>
			isDeepStrictEqual(plain(after.get(key)), plain(line))
				? []
				: [{ key, wanted: JSON.stringify(line), made: JSON.stringify(after.get(key)) }],
		);
		expect(differing).toEqual([]);
		const left = [...reasons].map(([why, count]) => `${count} where ${why}`);
		process.stdout.write(
			`${release}: ${made.length} recordings the same; left out ${left.join(', ')}\n`,
		);
		expect(made.length).toBeGreaterThan(all.length * 0.85);
	} finally {
		await server.close();
	}
});

const folders: string[] = [];

/** A folder of this test alone. */
function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'record-'));
	folders.push(folder);
	return folder;
}

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** The recordings in a folder, by their files. */
const filesIn = (folder: string): Record<string, string> =>
	Object.fromEntries(
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.jsonl'))
			.sort()
			.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
	);

/** Records a server with the tokens of the sandbox. */
async function recorded(url: string, options: string[] = [], out = newFolder()) {
	const args = ['--url', url, '--token', 'sandbox-user', '--platform-token', 'sandbox-platform'];
	const all = [...args, '--release', '4.10', '--yes', '--everything', '--out', out, ...options];
	const outcome = await record(all, {}, () => undefined);
	return { ...outcome, out, files: filesIn(out) };
}

const linesOf = (files: Record<string, string>) =>
	Object.values(files).flatMap((text) =>
		text
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line) as Recording),
	);

/** In order, by method and path; where one was sent the same, that. */
async function startReplay(lines: Recording[]) {
	let number = '1000000';
	const left = new Map<string, Recording[]>();
	for (const line of lines) {
		const key = `${line.request.method} ${line.request.path}`;
		left.set(key, [...(left.get(key) ?? []), line]);
	}
	const server = await listen(({ method, path, query, body }) => {
		const sent = body.toString();
		number =
			/live-(\d{7})/.exec(`${decodeURIComponent(path)}${String(query)}${sent}`)?.[1] ?? number;
		const neutral = (text: string) => text.replaceAll(number, '1000000');
		const queue = left.get(`${method} ${neutral(path)}`) ?? [];
		const isSame = ({ request }: Recording) =>
			isDeepStrictEqual(
				pairs(request.query).sort(),
				query.map((pair) => pair.map(neutral)).sort(),
			) &&
			(!sent || isDeepStrictEqual(JSON.stringify(request.body), neutral(sent)));
		const [line] = queue.splice(Math.max(0, queue.findIndex(isSame)), 1);
		if (!line) return json({ error: `${method} ${path} was not recorded` }, 404);
		const { status, headers, body: answer } = answerOf(line.response);
		return {
			status,
			// Its records are not kept: what comes back is not judged.
			headers: { ...headers, 'x-replayed': 'true' },
			body: String(answer).replaceAll('1000000', number).replaceAll('{base_url}', server.url),
		};
	});
	return { ...server, rest: () => [...left.values()].flat() };
}

/** When a scenario was run is in what it sends. */
const timeless = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then');

/** An export asks as often as replies take: it is left to its own tests. */
const SOME = ['--only', 'user,agentBot,file,csatSurvey'];

describe('npm run record', () => {
	test('records the scenarios, and from what was recorded the same once more', async () => {
		const sandbox = await startSandbox();
		const once = await recorded(sandbox.url, SOME);
		await sandbox.close();
		expect([once.status, once.text.split('\n').at(-1)]).toEqual([
			0,
			`${linesOf(once.files).length} recordings are in ${join(once.out, '4.10')}`,
		]);
		const lines = linesOf(once.files);
		expect(lines.length).toBeGreaterThan(90);
		const names = lines.map(({ op, case: name }) => `${op} ${name}`);
		expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
		expect(names).toContain('undefined transport-api-root');
		const replay = await startReplay(lines);
		const again = await recorded(replay.url, SOME);
		await replay.close();
		expect(replay.rest()).toEqual([]);
		/** Requests that an operation sends side by side arrive in any order, by which their cases are numbered. */
		const contentsOf = (files: Record<string, string>) =>
			Object.entries(files).map(([file, text]) => [
				file,
				timeless(text)
					// Instead of a file that is no text, the replay sends what was recorded of it.
					.replace(/\(\d+ bytes\)/g, '(bytes)')
					.replace(/("case":"[^"]+?)(-\d+)?"/g, '$1"')
					.split('\n')
					.sort(),
			]);
		expect(contentsOf(again.files)).toEqual(contentsOf(once.files));
	});

	test('hides the server, its tokens and those who are there, also where replies are packed', async () => {
		const sandbox = await startSandbox();
		const server = await listen(async (request) => {
			const reply = await forward(sandbox.url, request);
			return {
				status: reply.status,
				headers: {
					...reply.headers,
					'content-encoding': 'gzip',
					'content-length': String(gzipSync(reply.body).length),
				},
				body: gzipSync(reply.body),
			};
		});
		const { files } = await recorded(server.url, ['--only', 'label']);
		await server.close();
		await sandbox.close();
		const text = JSON.stringify(files);
		expect(text).toContain('live-1000000 Jürgen Straß');
		expect(text).toMatch(/"Name 1\\?"/);
		for (const secret of [server.url, sandbox.url, ...Object.values(sandbox.tokens)])
			expect(text).not.toContain(secret);
		expect(text).not.toMatch(/Ada|Lindqvist|Acme|acme/);
	});

	const TOKEN = 'tok-3f9a7c51d2e84b06';
	const SERVER = {
		root: 'https://chat.acme.example',
		tokens: [TOKEN],
		whose: { [TOKEN]: 'admin' },
		mark: 'live-4821035',
	};

	/** What is recorded of a reply. */
	async function shown(
		path: string,
		body: unknown,
		type = 'application/json',
		more: IDataObject = {},
	) {
		const exchange: Exchange = {
			at: 0,
			request: {
				method: 'GET',
				url: `${SERVER.root}${path}`,
				headers: { api_access_token: TOKEN },
				body: '',
			},
			response: {
				status: 200,
				headers: { 'content-type': type, ...(more as Record<string, string>) },
				body: typeof body === 'string' ? body : JSON.stringify(body),
			},
		};
		const files = await recordingsOf([{ exchange, name: 'x' }], SERVER);
		return [...files.values()].flat()[0];
	}

	test('leaves no secret in keys, texts, addresses, headers and pages', async () => {
		const secret = 'Zk3J9vQ2pXw7Rt5Y';
		const signed = `eyJfcmFpbHMiOnsiZGF0YSI6MX19--${'0a1b2c3d'.repeat(5)}`;
		const inbox = {
			id: 7,
			name: 'live-4821035',
			inbox_identifier: 'Qm7xT2pL9vKd4RwZ8sNc3HbY',
			hmac_token: secret,
			website_token: 'wT4-x81Kd0',
			callback: `https://files.acme.example/rails/active_storage/blobs/redirect/${signed}/a.png`,
		};
		const { response, request, as } = await shown(
			`/api/v1/accounts/1/inboxes?access_token=${TOKEN}`,
			{
				payload: [
					{
						...inbox,
						script: `live-4821035 websiteToken: 'wT4-x81Kd0' ${secret} ${TOKEN} ${SERVER.root}`,
					},
				],
			},
			'application/json',
			{ location: `${SERVER.root}/app?sso_auth_token=${secret}&x=1` },
		);
		expect(as).toBe('admin');
		expect(request.query).toEqual({ access_token: 'access_token-redacted' });
		expect(response.headers?.location).toBe(
			'{base_url}/app?sso_auth_token=sso_auth_token-redacted&x=1',
		);
		expect(response.body).toEqual({
			payload: [
				{
					id: 7,
					name: 'live-1000000',
					inbox_identifier: 'inbox-identifier',
					hmac_token: 'hmac_token-redacted',
					website_token: 'website_token-redacted',
					callback: '{base_url}/rails/active_storage/blobs/redirect/signed-id/a.png',
					script:
						"live-1000000 websiteToken: 'website_token-redacted' hmac_token-redacted token-redacted {base_url}",
				},
			],
		});
	});

	test('gives people who are not ours other names, the same ones everywhere', async () => {
		const ada = {
			id: 1,
			name: 'Ada Lindqvist',
			email: 'ada@acme.example',
			role: 'agent',
			phone_number: '+4915112345678',
			created_at: '2026-11-22T02:38:10.866Z',
		};
		const { response } = await shown('/api/v1/accounts/1/conversations/5/messages', {
			payload: [
				{ id: 2, content: 'live-4821035 asks', sender: ada },
				{
					id: 3,
					content: 'Meine Adresse ist Am Markt 3',
					content_type: 'text',
					message_type: 0,
					sender: ada,
					content_attributes: { city: 'Köln' },
				},
				{ id: 4, content: 'live-4821035 was assigned to Ada Lindqvist, see ada@acme.example' },
			],
		});
		const person = {
			id: 1,
			name: 'Name 1',
			email: 'person-1@example.com',
			role: 'agent',
			phone_number: '+15550100001',
			created_at: ada.created_at,
		};
		expect(response.body).toEqual({
			payload: [
				{ id: 2, content: 'live-1000000 asks', sender: person },
				{
					id: 3,
					content: 'Text 1',
					content_type: 'text',
					message_type: 0,
					sender: person,
					content_attributes: { city: 'Text 2' },
				},
				{ id: 4, content: 'live-1000000 was assigned to Name 1, see person-1@example.com' },
			],
		});
	});

	test('keeps the head of a table, its figures and our rows', async () => {
		const table = [
			'Agent name,Rating,Feedback Comment,Contact Email Address,Time',
			'Ada Lindqvist,4,"Danke,\nHerr Meier",bo@acme.example,2 hours 29 minutes',
			'live-4821035,1,ours,live-4821035@example.com,N/A',
			'',
		].join('\n');
		const { response } = await shown(
			'/api/v1/accounts/1/csat_survey_responses/download',
			table,
			'text/csv',
		);
		expect(response.text).toBe(
			[
				'Agent name,Rating,Feedback Comment,Contact Email Address,Time',
				'Text 1,4,Text 2,person-1@example.com,2 hours 29 minutes',
				'live-1000000,1,ours,live-1000000@example.com,N/A',
				'',
			].join('\n'),
		);
	});

	test('overwrites nothing, and records no other release', async () => {
		const sandbox = await startSandbox();
		const { out, files } = await recorded(sandbox.url, ['--only', 'file']);
		const again = await recorded(sandbox.url, ['--only', 'file'], out);
		const newer = await recorded(sandbox.url, ['--release', '4.17']);
		await sandbox.close();
		expect([again.status, again.files]).toEqual([2, files]);
		expect(again.text).toMatch(/4\.10 is there already, and nothing in it is overwritten/);
		expect([newer.status, newer.text, newer.files]).toEqual([
			2,
			'The server is of release 4.10.0, not of 4.17',
			{},
		]);
	});

	test.each([
		[['--release', ''], '--release must be two numbers, such as 4.17'],
		[['--compare', '3.0'], '--compare knows 4.10, 4.16, not "3.0"'],
	])('%j is told', async (options, words) => {
		expect(await recorded('http://127.0.0.1:1', options)).toMatchObject({ status: 2, text: words });
	});

	test('compares what is there without a server, and tells routes that nobody knows', async () => {
		const sandbox = await startSandbox();
		const server = await listen(async (request) =>
			request.path === '/swagger/swagger.json'
				? json({
						paths: {
							'/api/v1/accounts/{account_id}/labels/{id}': { get: {}, parameters: [] },
							'/api/v1/accounts/{id}/moods': { get: {}, post: {} },
						},
					})
				: await forward(sandbox.url, request),
		);
		const { out, text } = await recorded(server.url, ['--only', 'file', '--compare', '4.10']);
		const plainServer = await recorded(sandbox.url, ['--only', 'file']);
		await server.close();
		await sandbox.close();
		expect(text).toContain(
			'2 routes that the catalogue does not know:\n  GET /api/v1/accounts/{id}/moods\n  POST /api/v1/accounts/{id}/moods\n',
		);
		expect(plainServer.text).toContain(
			'The server does not tell its routes: /swagger is not served',
		);
		const { status, text: alone } = await record(
			['--release', '4.10', '--out', out, '--compare', '4.10'],
			{},
			() => undefined,
		);
		expect([status, text.startsWith(alone)]).toEqual([0, true]);
		const asData = await record(
			['--release', '4.10', '--out', out, '--compare', '4.10', '--json'],
			{},
			() => undefined,
		);
		expect(JSON.parse(asData.text)).toEqual({ compared: alone.split('\n') });
		expect(alone).toMatch(
			/\d+ operations as on 4\.10, \d+ otherwise; \d+ were recorded there alone$/,
		);
	});
});

describe('what differs from another release', () => {
	const list = recording('account.conversation.list', 'ok', '4.10');
	type Body = { data: { meta: { all_count: number }; payload: IDataObject[] } };

	/** A list of two conversations, with what became of it. */
	function changed(change: (line: Recording, body: Body) => void): Recording {
		const line = structuredClone(list);
		const body = line.response.body as Body;
		body.data.payload = [9, 8].map((id) => ({ ...body.data.payload[0], id }));
		body.data.meta.all_count = 2;
		change(line, body);
		return line;
	}
	const before = changed(() => undefined);

	test.each<[string, (line: Recording, body: Body) => void, string]>([
		['a status', ({ response }) => (response.status = 201), 'status 201; it was status 200'],
		[
			'a lost key',
			(_, { data }) => data.payload.forEach((row) => delete row.uuid),
			'data.payload[].uuid is gone',
		],
		[
			'a new key',
			(_, { data }) => data.payload.forEach((row) => (row.mood = 'good')),
			'data.payload[].mood is new',
		],
		[
			'a type',
			(_, { data }) => data.payload.forEach((row) => (row.created_at = 'now')),
			'data.payload[].created_at: string; it was number',
		],
		[
			'an order',
			(_, { data }) => void data.payload.reverse(),
			'rows by rising id; it was rows by falling id',
		],
		[
			'a total',
			(_, { data }) => (data.meta.all_count = 7),
			'a total of more; it was a total of all rows',
		],
	])('%s is told', (_, change, words) => {
		const expected = words.startsWith('status') ? `ok: ${words}` : words;
		expect(compared([changed(change)], [before], '4.10').join('\n')).toBe(
			`account.conversation.list\n  ${expected}\n0 operations as on 4.10, 1 otherwise; 0 were recorded there alone`,
		);
		const other = { ...changed(change), case: 'another name' };
		if (words.startsWith('status')) return;
		expect(compared([other], [before], '4.10').join('\n')).toContain(`\n  ${words}\n`);
	});

	test('other values, ids and times are not', () => {
		const unchanged = changed((_, { data }) =>
			data.payload.forEach((row) =>
				Object.assign(row, {
					id: Number(row.id) + 70,
					status: 'resolved',
					custom_attributes: { a: 1 },
				}),
			),
		);
		expect(compared([unchanged], [before], '4.10').join('\n')).toBe(
			'1 operations as on 4.10, 0 otherwise; 0 were recorded there alone',
		);
		const all = allRecordings('4.16');
		expect(compared(all, all, '4.16').join('\n')).toMatch(
			/^\d+ operations as on 4\.16, 0 otherwise; 0 were/,
		);
	});

	test('another run at the same server does not differ: nobody is assigned yet, other people write, rows come otherwise', () => {
		const first = allRecordings('4.16').filter(({ op = '' }) =>
			/^account\.(conversation|message)\./.test(op),
		);
		const users = new Map<string, IDataObject>();
		const remember = (value: unknown): void => {
			if (Array.isArray(value)) value.forEach(remember);
			if (!isObject(value)) return;
			const { sender } = value as { sender?: IDataObject };
			if (sender?.type) users.set(String(sender.type), sender);
			Object.values(value).forEach(remember);
		};
		first.forEach(({ response }) => remember(response.body));
		const contact = users.get('contact')!;
		let changes = 0;
		const otherwise = (value: unknown): unknown => {
			if (Array.isArray(value)) return value.map(otherwise);
			if (!isObject(value)) return value;
			const entries = Object.entries(value).map(([key, inner]) => [key, otherwise(inner)] as const);
			const changed = Object.fromEntries(entries) as IDataObject;
			const { meta, sender } = changed as { meta?: IDataObject; sender?: IDataObject };
			if (sender?.type === 'user') changed.sender = contact;
			if (meta && 'assignee' in meta) {
				changed.meta = Object.fromEntries(
					Object.entries(meta).filter(([key]) => !key.startsWith('assignee')),
				);
				changes++;
			}
			return changed;
		};
		const second = first.map((line) =>
			line.op === 'account.message.list' || line.op === 'account.conversation.get'
				? { ...line, response: { ...line.response, body: otherwise(line.response.body) } }
				: line,
		) as Recording[];
		expect([changes > 0, contact.type]).toEqual([true, 'contact']);
		const nothing = /^\d+ operations as on 4\.16, 0 otherwise; 0 were recorded there alone$/;
		expect(compared(second, first, '4.16').join('\n')).toMatch(nothing);
		expect(compared(first, second, '4.16').join('\n')).toMatch(nothing);
	});
});
