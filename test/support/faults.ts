import { createHash } from 'node:crypto';
import {
	createServer,
	type IncomingMessage,
	type OutgoingHttpHeaders,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { recording, type Release } from '../../truth/recordings';
import { json, JSON_TYPE } from './run';
import type { Answer, Received } from './server';

/** The real one: the server keeps its pace when a test makes the clock false. */
const { setTimeout: later } = globalThis;

/** A request as it came, and when. */
export interface Seen extends Received {
	/** Unix time in milliseconds, of the test's clock. */
	at: number;
	/** How often the very same request came before. */
	repeat: number;
}

/** What goes wrong with one request. */
export interface Fault {
	/** The service does what is asked before the fault comes. */
	acts: boolean;
	/** @param answer what the service would have said, where it acts */
	spoil: (response: ServerResponse, answer: Answer) => void;
}

export interface Service {
	/** Does what is asked. */
	answer: (request: Seen) => Answer | Promise<Answer>;
	fault?: (request: Seen) => Fault | undefined;
	/** Milliseconds that a good answer takes; faults come at once. */
	delay?: number;
	/** Of an earlier server, to stand in its place. */
	port?: number;
}

/** A recorded reply, unedited. */
export function recorded(op: string, name: string, release?: Release): Answer {
	const { status, headers, body, text } = recording(op, name, release).response;
	// Chatwoot escapes some characters differently, so the recorded length would be wrong.
	const { 'content-length': _, ...otherHeaders }: Record<string, string> = headers ?? JSON_TYPE;
	return {
		status,
		headers: otherHeaders,
		body: body === undefined ? text : JSON.stringify(body),
	};
}

function reply(response: ServerResponse, { status, headers, body }: Answer): void {
	response.writeHead(status, headers);
	response.end(body);
}

export const answersWith = (answer: Answer, acts = false): Fault => ({
	acts,
	spoil: (response) => reply(response, answer),
});

const spoils = (change: (answer: Answer) => Answer): Fault => ({
	acts: true,
	spoil: (response, answer) => reply(response, change(answer)),
});

const text = (body: string, status = 200, type = 'text/plain'): Answer => ({
	status,
	headers: { 'content-type': type },
	body,
});

const page = (status: number) =>
	text('<!DOCTYPE html><html><body>Sorry</body></html>', status, 'text/html');

/** What a proxy in front of the service says; a Date header comes with it. */
const asksToWait = (status: number, until: (now: number) => string): Fault => ({
	acts: false,
	spoil: (response) => {
		const now = Date.now();
		const headers = { date: new Date(now).toUTCString(), 'retry-after': until(now) };
		reply(response, { ...page(status), headers: { 'content-type': 'text/html', ...headers } });
	},
});

const redirectTo = (location: string, status: number): Fault =>
	answersWith({ status, headers: { location } });

const reset = (acts: boolean): Fault => ({
	acts,
	spoil: ({ socket }) => void socket?.resetAndDestroy(),
});

/** No answer until the other side goes away. */
const silence = (acts: boolean): Fault => ({ acts, spoil: () => undefined });

const bodyOf = ({ body = '' }: Answer) => Buffer.from(body);
const firstHalf = (body: Buffer) => body.subarray(0, body.length / 2);

/** The connection ends before the body does. */
const cutBody = (
	encode: (body: Buffer) => Buffer,
	headersFor: (length: number) => OutgoingHttpHeaders,
): Fault => ({
	acts: true,
	spoil: (response, answer) => {
		const body = encode(bodyOf(answer));
		response.writeHead(answer.status, { ...answer.headers, ...headersFor(body.length) });
		response.write(firstHalf(body), () => response.destroy());
	},
});
const plain = (body: Buffer) => body;

const padding = Buffer.from(`{"padding":"${'x'.repeat(20e6)}",`);

/** Everything that goes wrong between a client and the service. */
export const faults = {
	'429': answersWith(recorded('account.contact.create', 'transport-rate-limit-general-post')),
	'429 with seconds': asksToWait(429, () => '7'),
	'429 with a date': asksToWait(429, (now) => new Date(now + 90_000).toUTCString()),
	'500': answersWith(json({ status: 500, error: 'Internal Server Error' }, 500)),
	'500 after acting': answersWith(json({ status: 500, error: 'Internal Server Error' }, 500), true),
	'501': answersWith(page(501)),
	'502': answersWith(page(502)),
	'503': answersWith(text('', 503)),
	'503 with seconds': asksToWait(503, () => '30'),
	'504': answersWith(page(504)),
	'504 after acting': answersWith(page(504), true),
	reset: reset(false),
	'reset after acting': reset(true),
	silence: silence(false),
	'silence after acting': silence(true),
	'half JSON': spoils((answer) => ({ ...answer, body: firstHalf(bodyOf(answer)) })),
	'cut body': cutBody(plain, (length) => ({ 'content-length': length })),
	'cut chunks': cutBody(plain, () => ({})),
	'cut gzip': cutBody(gzipSync, (length) => ({
		'content-length': length,
		'content-encoding': 'gzip',
	})),
	'web page': answersWith(page(200)),
	nothing: spoils((answer) => ({ ...answer, body: '' })),
	'plain text': answersWith(text('OK')),
	'other type': spoils((answer) => ({ ...answer, headers: { 'content-type': 'text/html' } })),
	'huge body': spoils((answer) => ({
		...answer,
		body: Buffer.concat([padding, bodyOf(answer).subarray(1)]),
	})),
	'301': redirectTo('https://service.example/', 301),
	'302': redirectTo('/elsewhere', 302),
	'307': redirectTo('/elsewhere', 307),
	'308': redirectTo('/elsewhere', 308),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults) as FaultName[];

async function contentOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

/** A real HTTP server that meets faults, keeps what it received and counts what is in flight. */
export async function serveFaults({
	answer,
	fault = () => undefined,
	delay = 0,
	port = 0,
}: Service) {
	const received: Seen[] = [];
	const repeats = new Map<string, number>();
	let inFlight = 0;
	let most = 0;

	function see({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Seen {
		const key = `${method} ${url} ${body.toString('base64')}`;
		const repeat = repeats.get(key) ?? 0;
		repeats.set(key, repeat + 1);
		const [path, query] = url.split(/\?(.*)/s);
		const pairs = [...new URLSearchParams(query)];
		return { method, path, query: pairs, headers, body, at: Date.now(), repeat };
	}

	async function handle(request: IncomingMessage, response: ServerResponse) {
		const seen = see(request, await contentOf(request));
		received.push(seen);
		const wrong = fault(seen);
		const good = !wrong || wrong.acts ? await answer(seen) : { status: 200 };
		if (wrong) wrong.spoil(response, good);
		else if (delay) later(() => reply(response, good), delay);
		else reply(response, good);
	}

	const server = createServer((request, response) => {
		most = Math.max(most, ++inFlight);
		response.on('close', () => inFlight--);
		// As the recorded replies of the service, which tell no date.
		response.sendDate = false;
		void handle(request, response);
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	const address = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${address.port}`,
		port: address.port,
		received,
		/** Highest number of requests in flight. */
		most: () => most,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** The same number from 0 to 1 for the same words, whatever the order of the questions. */
export const chance = (...words: Array<string | number>): number =>
	createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;
