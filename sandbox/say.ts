/** `npm run say -- "Hello"`: a customer writes to the stand-in that `npm start` runs. */
import { parseArgs } from 'node:util';

/** Where `npm start` runs the stand-in if the port is free: always the same, so that the credential stays as it is. */
export const PORT = 4010;

/** A contact of the stand-in, in an API inbox, where customers need no token. */
const CUSTOMER = '/public/api/v1/inboxes/acme-mobile-app/contacts/app-user-1';
const CONVERSATION = 240;

/**
 * @param url of the stand-in
 * @returns what happened, in one line
 * @throws Error with what to do
 */
export async function say(url: string, content: string): Promise<string> {
	const reply = await fetch(`${url}${CUSTOMER}/conversations/${CONVERSATION}/messages`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ content }),
	}).catch(() => undefined);
	if (!reply?.ok)
		throw new Error(`No stand-in answers at ${url}: run npm start first, and leave it running.`);
	return `A customer wrote in conversation ${CONVERSATION}: ${content}\nTriggers of published workflows receive it. All conversations: ${url}`;
}

if (require.main === module) {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { url: { type: 'string', default: `http://127.0.0.1:${PORT}` } },
	});
	say(values.url, positionals.join(' ') || 'Hello').then(
		(text) => console.log(text),
		(error: Error) => {
			console.error(error.message);
			process.exitCode = 1;
		},
	);
}
