import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import { compared } from '../../live/compare';
import { record } from '../../live/record';
import { recordingsOf } from '../../live/recorder';
import { watched, type Exchange } from '../../live/watch';
import { isObject } from '../../nodes/shared/values';
import { startSandbox } from '../../sandbox/server';
import {
	allRecordings,
	operationAt,
	recording,
	releases,
	type Recording,
	type Release,
} from '../../truth/recordings';
import { json } from '../support/run';
import { forward, listen, type Answer, type Received } from '../support/server';

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
const SHOWN = /^(.*password.*|identifier_hash|api_key.*|token|api_access_token|website_token)$/;

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
	const kept = ['content-type', 'content-disposition', 'location'].filter((key) => headers[key]);
	return {
		...{ op, name, as, method, path, query: pairs(query), body, files },
		form: form && Object.keys(form).length ? form : undefined,
		response: { status, headers: kept.map((key) => [key, headers[key]]), text, body: reply },
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
		const asked = send(`${url}${path}${search && `?${search}`}`, { method, headers }, (reply) => {
			reply.resume().on('end', resolve);
		});
		asked.on('error', reject).end(content);
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
		writeFileSync(`/tmp/scratch-record/diff-${release}.json`, JSON.stringify(differing, null, 1));
		expect(differing.map(({ key }) => key)).toEqual([]);
		const left = [...reasons].map(([why, count]) => `${count} where ${why}`);
		process.stdout.write(
			`${release}: ${made.length} recordings the same; left out ${left.join(', ')}\n`,
		);
		expect(made.length).toBeGreaterThan(all.length * 0.85);
	} finally {
		await server.close();
	}
});
