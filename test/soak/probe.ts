/**
 * Loaded into an n8n that is watched (`node --expose-gc --import`): tells on a port of its own what
 * the process holds after a garbage collection.
 */
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/** What a process holds; memory in bytes. */
export interface Held {
	heap: number;
	/** Beside the heap: buffers, and the isolates of expressions. */
	external: number;
	rss: number;
	/** What keeps the process alive: sockets, servers, timers, by kind. */
	handles: Record<string, number>;
}

function held(): Held {
	globalThis.gc?.();
	const { heapUsed, external, rss } = process.memoryUsage();
	const handles: Held['handles'] = {};
	for (const kind of process.getActiveResourcesInfo()) handles[kind] = (handles[kind] ?? 0) + 1;
	return { heap: heapUsed, external, rss, handles };
}

const { PROBE_PORT } = process.env;
if (isMainThread && PROBE_PORT)
	createServer((_, response) => {
		response.setHeader('connection', 'close');
		response.end(JSON.stringify(held()));
	})
		// A process that n8n starts has the port in its environment, too.
		.once('error', () => {})
		.listen(Number(PROBE_PORT), '127.0.0.1')
		.unref();
