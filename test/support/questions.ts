import { request } from 'node:http';

/** Opens the page of a question; with a response, sends its form. */
export async function visit(url: string, response?: string, method = 'POST') {
	const body = response === undefined ? undefined : new URLSearchParams({ response });
	const reply = await fetch(url, body ? { method, body } : {});
	return { status: reply.status, text: await reply.text(), headers: reply.headers };
}

/**
 * The same at this address, as a proxy passes it on: n8n 1.123 signs the host, too.
 * @returns the status
 */
export const visitThrough = async (
	address: string,
	url: string,
	response?: string,
): Promise<number | undefined> =>
	await new Promise((resolve, reject) => {
		const { host, pathname, search } = new URL(url);
		const sent = request(
			address + pathname + search,
			{
				method: response === undefined ? 'GET' : 'POST',
				headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
			},
			(reply) => {
				reply.resume();
				reply.on('end', () => resolve(reply.statusCode));
			},
		);
		sent.on('error', reject);
		sent.end(response === undefined ? '' : new URLSearchParams({ response }).toString());
	});

/** The URLs of n8n in a message. */
export const urlsIn = (text: unknown): string[] =>
	[...String(text).matchAll(/http:\/\/(?:127|localhost)[^\s)]+/g)].map(([url]) => url);
