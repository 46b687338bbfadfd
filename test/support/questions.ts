import { request } from 'node:http';
import type { IDataObject } from 'n8n-workflow';
import { collect } from './atTrigger';
import { until } from './editor';
import { called, operation, type Step } from './workflow';

/** Name of the node that asks; it has what an expression must escape. */
export const ASK = 'Ask "it"';

/** Asks in the conversation with which the workflow was started. @param credential its name */
export const question = (parameters: IDataObject, after: string, credential: string): Step => ({
	name: ASK,
	...operation('question', 'sendAndWait', {
		account_id: { __rl: true, mode: 'id', value: '1' },
		conversation_id: {
			__rl: true,
			mode: 'id',
			value: "={{ $('Start').first().json.body.conversation }}",
		},
		message: "={{ $json.question ?? $('Start').first().json.body.questions[0].question }}",
		...parameters,
	}),
	credentials: { customerConversationApi: { id: credential, name: credential } },
	after,
});

/** A workflow that asks once, and sends the response to the collector. */
export const asking = (
	id: string,
	collector: string,
	parameters: IDataObject,
	credential: string,
) =>
	called(id, [
		question(parameters, 'Start', credential),
		{ ...collect(`${collector}/${id}`), after: ASK },
	]);

/** The option that ends a wait after so many seconds. @param seconds a number, or an expression */
export const waitsFor = (seconds: number | string): IDataObject => ({
	limit_wait_time: {
		values: {
			limit_type: 'at_time',
			max_date_and_time: `={{ $now.plus(${seconds}, "seconds").toISO() }}`,
		},
	},
});

/** Starts a workflow that asks. @param address of n8n */
export async function start(
	address: string,
	id: string,
	conversation: number,
	...questions: string[]
): Promise<void> {
	const body = { conversation, questions: questions.map((text) => ({ question: text })) };
	// After its start, n8n 2 publishes in the background.
	await until(`${id} is published`, async () => {
		const reply = await fetch(`${address}/webhook/${id}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return reply.ok;
	});
}

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
