/** Sends as the service does: one attempt of five seconds, a connection for each. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sent } from './flood';

const PATIENCE = 5_000;

/** As many as the service's background threads. */
const AT_ONCE = 10;

/** One delivery, not sent yet. */
export interface Letter extends Pick<Sent, 'key' | 'kind'> {
	/** The path and the query. */
	path: string;
	text: string;
	/** Made when it is sent: a signature has a time. */
	headers: () => Record<string, string>;
}

type Answer = Pick<Sent, 'status' | 'isStarted' | 'replyText' | 'fault'>;

async function post(origin: string, { path, text, headers }: Letter): Promise<Answer> {
	return await new Promise((resolve) => {
		const sent = request(
			origin + path,
			{
				method: 'POST',
				agent: false,
				signal: AbortSignal.timeout(PATIENCE),
				headers: {
					...{ accept: 'application/json', 'content-type': 'application/json' },
					...headers(),
				},
			},
			(reply) => {
				const chunks: Buffer[] = [];
				reply.on('data', (chunk: Buffer) => chunks.push(chunk));
				reply.on('error', fail);
				reply.on('end', () => {
					const replyText = Buffer.concat(chunks).toString().slice(0, 80);
					const isStarted = !replyText.includes('Webhook call received');
					resolve({ status: reply.statusCode, isStarted, replyText });
				});
			},
		);
		const fail = (error: Error & { code?: string }) =>
			resolve({ fault: error.code === 'ABORT_ERR' ? 'time-out' : (error.code ?? error.message) });
		sent.on('error', fail);
		sent.end(text);
	});
}

/** What happens while deliveries are sent. */
export interface Happening {
	/** After this share of them. */
	after: number;
	act: () => Promise<void>;
}

/**
 * Sends to these processes in turn, as a balancer does: who refuses the connection is passed over.
 * @param rate deliveries a second at most
 */
export async function sendAll(
	letters: Letter[],
	processes: Array<{ name: string; address: string }>,
	rate = Infinity,
	happenings: Happening[] = [],
): Promise<Sent[]> {
	const sent: Sent[] = [];
	let slot = 0;
	const acts: Array<Promise<void>> = [];
	const faults: Error[] = [];
	const waiting = [...happenings];
	let next = 0;
	const work = async () => {
		while (next < letters.length) {
			const index = next++;
			while (waiting.length && index >= waiting[0].after * letters.length)
				acts.push(
					waiting
						.shift()!
						.act()
						.catch((error: Error) => void faults.push(error)),
				);
			slot = Math.max(slot + 1000 / rate, Date.now());
			await sleep(slot - Date.now());
			const letter = letters[index];
			for (const turn of processes.keys()) {
				const { name, address } = processes[(index + turn) % processes.length];
				const answer = await post(address, letter);
				const isLast = turn === processes.length - 1;
				if (answer.fault === 'ECONNREFUSED' && !isLast) continue;
				sent.push({ key: letter.key, kind: letter.kind, at: name, ...answer });
				break;
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	await Promise.all(acts);
	if (faults.length) throw faults[0];
	return sent;
}
