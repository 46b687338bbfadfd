import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** One request as it came over the wire. */
export interface Received {
	method: string;
	path: string;
	query: Array<[string, string]>;
	headers: Record<string, string | string[] | undefined>;
	body: Buffer;
}

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

interface Place {
	port?: number;
	host?: string;
	certificate?: Buffer;
}

/**
 * A real HTTP server that keeps what it receives and answers as told; port 0 takes any free one.
 * @param certificate for HTTPS, with its key
 */
export async function listen(
	answer: (request: Received, count: number) => Answer | Promise<Answer>,
	{ port = 0, host = '127.0.0.1', certificate }: Place = {},
) {
	const received: Received[] = [];
	const listener: RequestListener = (request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const [path, query] = (request.url ?? '').split(/\?(.*)/s);
			const entry = {
				method: request.method ?? '',
				path,
				query: [...new URLSearchParams(query)],
				headers: request.headers,
				body: Buffer.concat(chunks),
			};
			received.push(entry);
			const send = ({ status, headers, body }: Answer) => {
				response.writeHead(status, headers);
				response.end(body);
			};
			const reply = answer(entry, received.length - 1);
			if (reply instanceof Promise) void reply.then(send);
			else send(reply);
		});
	};
	const server = certificate
		? createSecureServer({ cert: certificate, key: certificate }, listener)
		: createServer(listener);
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(port, host, resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Asks another server the same. @param body in place of what was sent */
export async function forward(
	url: string,
	{ method, path, query, headers, body }: Received,
	sent: string | Buffer = body,
) {
	const search = query.length ? `?${new URLSearchParams(query).toString()}` : '';
	const { api_access_token: token, 'content-type': type } = headers;
	const reply = await fetch(`${url}${path}${search}`, {
		method,
		headers: {
			...(token ? { api_access_token: String(token) } : {}),
			...(type ? { 'content-type': String(type) } : {}),
		},
		body: sent.length ? sent : undefined,
	});
	return {
		status: reply.status,
		headers: Object.fromEntries(reply.headers),
		body: await reply.text(),
	};
}
