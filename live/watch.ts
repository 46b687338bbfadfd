import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { ClientRequestInterceptor } from '@mswjs/interceptors/ClientRequest';

/** One request and its reply, as they were sent. */
export interface Exchange {
	/** When the request left, in Unix milliseconds. */
	at: number;
	request: { method: string; url: string; headers: Record<string, string>; body: string };
	response: { status: number; headers: Record<string, string>; body: string };
}

const PACKED: Record<string, (bytes: Buffer) => Buffer> = {
	br: brotliDecompressSync,
	deflate: inflateSync,
	gzip: gunzipSync,
};

/** The text of a reply, which may be compressed. */
async function textOf(response: Response): Promise<string> {
	const bytes = Buffer.from(await response.arrayBuffer());
	const unpack = bytes.length ? PACKED[response.headers.get('content-encoding') ?? ''] : undefined;
	return String(unpack ? unpack(bytes) : bytes);
}

/**
 * Reports every exchange of this process, in the order of the replies.
 * @returns a function that stops it
 */
export function onExchange(tell: (exchange: Promise<Exchange>) => void): () => void {
	const interceptor = new ClientRequestInterceptor();
	const left = new Map<string, number>();
	interceptor.on('request', ({ requestId }) => void left.set(requestId, Date.now()));
	interceptor.on('response', ({ request, response, requestId }) => {
		const [sent, got] = [request.clone(), response.clone()];
		const at = left.get(requestId) ?? 0;
		left.delete(requestId);
		tell(
			Promise.all([sent.text(), textOf(got)]).then(([requestBody, answered]) => ({
				at,
				request: {
					method: sent.method,
					url: sent.url,
					headers: Object.fromEntries(sent.headers),
					body: requestBody,
				},
				response: { status: got.status, headers: Object.fromEntries(got.headers), body: answered },
			})),
		);
	});
	interceptor.apply();
	return () => interceptor.dispose();
}

/** @returns the result of the task, and its exchanges */
export async function watched<T>(task: () => Promise<T>): Promise<[T, Exchange[]]> {
	const seen: Array<Promise<Exchange>> = [];
	const end = onExchange((exchange) => void seen.push(exchange));
	try {
		return [await task(), await Promise.all(seen)];
	} finally {
		end();
	}
}
