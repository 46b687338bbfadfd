/**
 * A small local stand-in for Chatwoot that keeps its records in memory, for the demo and for tests.
 * The catalogue says which operations exist, and what their requests and replies look like.
 * Operations without records here return a recorded reply. If there is no recording, the request
 * fails with status 501.
 */
import fastify, { type FastifyRequest } from 'fastify';
import { operationAt, type CatalogueEntry as Operation } from '../truth/recordings';
import { collections, notFound, ok } from './collections';
import { announcer } from './deliveries';
import { pageOf } from './page';
import { replayOf, rootAt, type Answer } from './replays';
import { reporter } from './reports';
import { isRow, notKept, place, type Row, type Rows } from './rows';
import { specialOperations } from './special';
import { author, createState, tokens } from './state';

/** The error if the token of this user or bot cannot run the operation. */
function tokenError(
	{ role, agent_bot_token_allowed: isForBots }: Operation,
	token: string,
	user?: Row,
	bot?: Row,
): Row | undefined {
	if (role === 'none') return undefined;
	if (role === 'platform')
		return token === tokens.platform ? undefined : { error: 'Invalid access_token' };
	if (!token) return { errors: ['You need to sign in or sign up before continuing.'] };
	if (!user && !bot && token !== tokens.platform) return { error: 'Invalid Access Token' };
	if (user || isForBots) return undefined;
	return { error: 'Access to this endpoint is not authorized for bots' };
}

/** Types of the files that can be downloaded. */
const FILES: Record<string, string> = {
	png: 'image/png',
	txt: 'text/plain',
	wav: 'audio/x-wav',
	pdf: 'application/pdf',
};

/** The content of every file is the same: a text, or a document with this text. */
const fileOf = (extension: string) =>
	extension === 'pdf'
		? `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 31>>stream
BT /F 12 Tf 9 9 Td (A file) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`
		: 'A file';

/** The clock of a sandbox. */
interface Clock {
	/** Seconds that are added to the time in the reply to `GET /api`. */
	ahead: number;
}

/** Returns the function that replies to requests with these records. @param execute runs a macro */
function service(rows: Rows, clock: Clock, execute: (macro: Row, ids: unknown) => void) {
	const report = reporter(rows);
	const store = collections(rows);
	const special = specialOperations(rows, store, execute);

	/** Runs an operation. Returns undefined if the sandbox has no records for it. */
	function perform(
		operation: Operation,
		params: Record<string, string>,
		token: string,
		query: URLSearchParams,
		body: Row,
	): Answer | undefined {
		const holds = ({ access_token }: Row) => access_token === token;
		const [user] = rows['platform.user'].filter(holds).map(store.shown['platform.user']);
		const bot = rows['account.agent_bot'].find(holds);
		const error = tokenError(operation, token, user, bot);
		if (error) return { status: 401, body: error };
		const [surface, resource, action] = operation.id.split('.');
		// The public API has the same records as the API of the account.
		const name = `${surface.replace('public', 'account')}.${resource}`;
		if (operation.role === 'none') body.message_type = 'incoming';
		const record = store.recordAt(operation, params, body);
		if (!record) return notFound;
		const figures = name.endsWith('report') ? report(operation.id, query) : undefined;
		if (figures) return ok(figures);
		const by = bot ? author(bot, 'agent_bot') : user && author(user, 'user');
		const call = { operation, name, action, params, query, body, record, user, by };
		const runSpecial = special[`${name}.${action}`] ?? special[name];
		if (runSpecial) return runSpecial(call);
		return name in rows ? store.run(call) : undefined;
	}

	/** @param request method and path */
	return (request: string, token: string, query: URLSearchParams, body: Row): Answer => {
		if (request === 'GET /api') return rootAt(clock.ahead);
		const match = operationAt(request);
		const operation = match?.entry;
		const answer = operation && perform(operation, match.params, token, query, body);
		if (answer) return answer;
		const replay = replayOf(request) ?? (operation && replayOf(operation.id));
		if (replay) return { ...replay, replayed: true };
		const [, extension] = /\.(\w+)$/.exec(request) ?? [];
		if (extension in FILES) return { status: 200, body: fileOf(extension), type: FILES[extension] };
		throw notKept(request);
	};
}

/**
 * The fields of a form as an object. Brackets in names make objects and lists, such as `labels[]`.
 * Bodies that are neither JSON nor a form are empty.
 */
async function readForm({ headers }: FastifyRequest, raw: Buffer): Promise<unknown> {
	const type = headers['content-type'] ?? '';
	if (!type.includes('form')) return {};
	const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
	return [...new Set(form.keys())].reduce<unknown>((body, name) => {
		const path = name.split(/[[\]]+/).filter(Boolean);
		const values = form.getAll(name);
		return place(body, path.join('.'), name.endsWith('[]') ? values : values.at(-1));
	}, {});
}

/** Starts a sandbox with new data. With port 0, the system picks a free port. */
export async function startSandbox({ port = 0, host = '127.0.0.1' } = {}) {
	const rows = createState();
	const clock: Clock = { ahead: 0 };
	let url = '';
	const answer = service(rows, clock, (macro, ids) => execute(macro, ids, url));
	const ended = new AbortController();
	const { announce, execute, delivered } = announcer(rows, ended.signal);
	const app = fastify({ forceCloseConnections: true, bodyLimit: 50_000_000 });
	app.addContentTypeParser('*', { parseAs: 'buffer' }, readForm);
	const parseJson = app.getDefaultJsonParser('error', 'error');
	// Chatwoot accepts an empty body that is said to be JSON.
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, {});
		else parseJson(request, String(body), done);
	});
	app.all('/*', async ({ headers, method, url: address, body }, reply) => {
		const [path, query] = address.split('?');
		if (path === '/') return reply.type('text/html; charset=utf-8').send(pageOf(rows));
		// A browser asks for it beside the page.
		if (path === '/favicon.ico') return reply.code(204).send();
		const token = String(headers.api_access_token ?? headers['api-access-token'] ?? '');
		const request = `${method} ${path.replace(/\/+(?=\/|$)/g, '')}`;
		const found = answer(request, token, new URLSearchParams(query), isRow(body) ? body : {});
		if (method !== 'GET') announce(url);
		const { status, body: content = '', type } = found;
		const text = typeof content === 'string' ? content : JSON.stringify(content);
		const usual = text && text === content ? 'text/csv' : 'application/json; charset=utf-8';
		void reply.code(status).type(type ?? usual);
		if (found.replayed) void reply.header('x-replayed', 'true');
		return text.replaceAll('{base_url}', url);
	});
	url = await app.listen({ port, host });
	// Deliveries that are still running must not keep the process alive.
	const close = async () => {
		ended.abort();
		await app.close();
	};
	return { url, tokens: { ...tokens }, rows, clock, delivered, close };
}
