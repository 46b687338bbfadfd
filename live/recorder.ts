import { isObject } from '../nodes/shared/values';
import { operationAt, type Recording } from '../truth/recordings';
import { neutralizer, type Private } from './neutral';
import type { Exchange } from './watch';

/** An exchange, and the name of its case. */
export interface Heard {
	exchange: Exchange;
	name: string;
}

/** The server that was recorded. */
interface Source extends Private {
	/** The name of each token's owner, by token. */
	whose: Record<string, string>;
}

/** Headers that are recorded. */
const RECORDED_HEADERS = ['content-type', 'content-disposition', 'location'];

/** Pairs as an object; values of a repeated key become a list. */
function gathered(pairs: Iterable<[string, unknown]>): Record<string, unknown> {
	const found: Record<string, unknown> = {};
	for (const [name, value] of pairs)
		found[name] = name in found ? [found[name], value].flat() : value;
	return found;
}

/** The value of a JSON text; undefined for other texts. */
function json(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const isReadable = (text: string) => {
	try {
		return decodeURIComponent(text) !== undefined;
	} catch {
		return false;
	}
};

/** Query and body of a request. */
async function sentIn({ url, headers, body }: Exchange['request']) {
	const { search } = new URL(url);
	const query = isReadable(search) ? gathered(new URLSearchParams(search)) : search.slice(1);
	const type = headers['content-type'] ?? '';
	const queryPart = search ? { query } : {};
	if (!body) return queryPart;
	if (!type.startsWith('multipart')) return { ...queryPart, body: json(body) ?? body };
	const parts = [...(await new Response(body, { headers: { 'content-type': type } }).formData())];
	const texts = parts.filter(([, value]) => typeof value === 'string');
	const files = parts.flatMap(([name, value]): Array<[string, [string, string, string]]> =>
		typeof value === 'string' ? [] : [[name, [value.name, `${value.size} bytes`, value.type]]],
	);
	return {
		...queryPart,
		form: gathered(texts) as Record<string, string>,
		...(files.length ? { files: Object.fromEntries(files) } : {}),
	};
}

type Cleaner = ReturnType<typeof neutralizer>;

/** A reply as recordings have it: JSON as a value, everything else as text. */
function replyOf({ status, headers, body }: Exchange['response'], { clean, table }: Cleaner) {
	const type = headers['content-type'] ?? '';
	const shown = Object.fromEntries(
		RECORDED_HEADERS.filter((name) => headers[name]).map((name) => [
			name,
			String(clean(headers[name])),
		]),
	);
	const value = /json/.test(type) ? json(body) : undefined;
	if (value !== undefined && value !== null)
		return { status, headers: shown, body: clean(value, '', false) };
	const isText = /^$|text|json|xml|javascript/.test(type);
	const text = !isText
		? `(${headers['content-length'] ?? body.length} bytes)`
		: type.includes('csv')
			? table(body)
			: String(clean(body));
	return { status, headers: shown, text };
}

/**
 * Makes recordings like those in truth/ from exchanges with a server, without what must not be
 * published. `GET /api`, which returns the release, is recorded once.
 * @returns the recordings of each file, by its path in `recordings`
 */
export async function recordingsOf(
	heard: Heard[],
	{ whose, ...server }: Source,
): Promise<Map<string, Recording[]>> {
	const cleaner = neutralizer(server);
	const made: Array<{ file: string; recording: Recording }> = [];
	// The second pass applies what the last exchange taught to the first.
	for (const isLast of [false, true]) {
		const caseCounts = new Map<string, number>();
		for (const { exchange, name } of heard) {
			const { method, url, headers } = exchange.request;
			if (!url.startsWith(`${server.root}/`)) continue;
			const sent = await sentIn(exchange.request);
			const [path] = url.slice(server.root.length).split('?');
			const values = [sent.query, 'body' in sent ? sent.body : undefined].filter(isObject);
			const op = operationAt(`${method} ${path}`, Object.assign({}, ...values))?.entry.id;
			const wanted = path === '/api' ? 'transport-api-root' : name;
			const count = (caseCounts.get(`${op} ${wanted}`) ?? 0) + 1;
			caseCounts.set(`${op} ${wanted}`, count);
			if (path === '/api' && count > 1) continue;
			const token =
				headers.api_access_token ??
				headers['api-access-token'] ??
				/^Bearer (.+)/.exec(headers.authorization ?? '')?.[1];
			const recording = {
				...(op ? { op } : {}),
				case: count > 1 ? `${wanted}-${count}` : wanted,
				as: token ? (whose[token] ?? 'other') : 'none',
				request: { method, path: cleaner.clean(path), ...(cleaner.clean(sent) as object) },
				response: replyOf(exchange.response, cleaner),
			} as Recording;
			const file = op ? op.split('.').slice(0, 2).join('/') : 'transport';
			if (isLast) made.push({ file: `${file}.jsonl`, recording });
		}
		cleaner.learnt();
	}
	const files = new Map<string, Recording[]>();
	for (const { file, recording } of made) files.set(file, [...(files.get(file) ?? []), recording]);
	return files;
}
