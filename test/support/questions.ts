/** Opens the page of a question; with a response, sends its form. */
export async function visit(url: string, response?: string, method = 'POST') {
	const body = response === undefined ? undefined : new URLSearchParams({ response });
	const reply = await fetch(url, body ? { method, body } : {});
	return { status: reply.status, text: await reply.text(), headers: reply.headers };
}

/** The URLs of n8n in a message. */
export const urlsIn = (text: unknown): string[] =>
	[...String(text).matchAll(/http:\/\/(?:127|localhost)[^\s)]+/g)].map(([url]) => url);
