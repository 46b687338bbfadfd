import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../../sandbox/server';

/** One whose reply is cut in the middle at the first try. */
export const CUT = 14;
/** Contacts that are not read at the first try, and how it fails. */
export const FAULTS: Record<string, (to: ServerResponse) => void> = {
	11: (to) => to.writeHead(503).end(),
	12: (to) => to.writeHead(429, { 'retry-after': '0' }).end(),
	13: (to) => to.destroy(),
	[CUT]: (to) =>
		to.writeHead(200, { 'content-length': 1000 }).write('{"payload":', () => to.destroy()),
};
/** One that is never read. */
export const BROKEN = 15;

/** Entries of the feed. */
const MOST_EVENTS = 40;

/** A sandbox behind a gate that fails now and then, and counts the connections that are open. */
export async function service() {
	const sandbox = await startSandbox();
	const tried = new Set<string>();
	/** What n8n's own polling trigger reads. */
	let feed = [{ key: 'first', at: Date.now() }];
	// Leaves it to the client to close what it opened.
	const patient = { keepAliveTimeout: 3_600_000, headersTimeout: 0, requestTimeout: 0 };
	const server = createServer(patient, (from, to) => {
		const path = from.url ?? '';
		const [, contact] = /\/contacts\/(\d+)(?:\?|$)/.exec(path) ?? [];
		if (Number(contact) === BROKEN) return void to.writeHead(500).end();
		if (contact in FAULTS && !tried.delete(contact)) {
			tried.add(contact);
			return FAULTS[contact](to);
		}
		if (path === '/feed') {
			const entries = feed.map(({ key, at }) => {
				const date = new Date(at).toISOString();
				return `<item><title>${key}</title><guid>${key}</guid><pubDate>${date}</pubDate></item>`;
			});
			return void to.end(`<rss version="2.0"><channel>${entries.join('')}</channel></rss>`);
		}
		if (path.startsWith('/workflows')) {
			const data = Array.from({ length: 15 }, (_, id) => ({ id, name: `Workflow ${id}` }));
			return void to.setHeader('content-type', 'application/json').end(JSON.stringify({ data }));
		}
		const { method, headers } = from;
		const onward = request(sandbox.url + path, { method, headers }, (reply) => {
			to.writeHead(reply.statusCode ?? 500, reply.headers);
			reply.pipe(to);
		}).once('error', () => to.destroy());
		from.pipe(onward);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		sandbox,
		/** Puts these into the feed. */
		tell: (keys: string[]) => {
			for (const key of keys) feed.push({ key, at: Math.max(Date.now(), feed.at(-1)!.at + 1) });
			feed = feed.slice(-MOST_EVENTS);
		},
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** How many connections are open. */
		connections: async () =>
			await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count))),
		close: async () => {
			server.closeAllConnections();
			server.close();
			await sandbox.close();
		},
	};
}

export type Service = Awaited<ReturnType<typeof service>>;
