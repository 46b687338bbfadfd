import { createServer } from 'node:http';
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

/** A real HTTP server that keeps what it receives and answers as told; port 0 takes any free one. */
export async function listen(
	answer: (request: Received, count: number) => Answer | Promise<Answer>,
	{ port = 0, host = '127.0.0.1' } = {},
) {
	const received: Received[] = [];
	const server = createServer((request, response) => {
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
			const told = answer(entry, received.length - 1);
			if (told instanceof Promise) void told.then(send);
			else send(told);
		});
	});
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
