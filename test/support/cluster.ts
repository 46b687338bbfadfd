/** n8n in queue mode: its processes, and what they share. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyPort } from '../../host/checks';
import type { Line } from '../../host/install';
import { end as endChild, isStopping, lastLines, step } from '../../host/steps';
import { until } from './editor';
import { realN8n } from './realN8n';
import { checkServices, postgres, redis } from './services';

/** Milliseconds without an answer after which a process counts as hung: while it starts, and once it was ready. */
const [STARTING, RUNNING] = [90_000, 60_000];

/** A main, a webhook process or a worker. */
interface Member {
	name: string;
	address: string;
	/** Until it is ready. */
	ready: () => Promise<void>;
	start: () => Promise<void>;
	stop: () => Promise<void>;
	/** As by kill -9. */
	kill: () => Promise<void>;
}

/** @param lasting whether Redis keeps what it holds over a restart */
export async function cluster(line: Line, lasting: boolean) {
	const { bin } = checkServices();
	const queue = await redis(lasting);
	const database = await postgres(bin);
	const n8n = await realN8n(line, {
		N8N_ENCRYPTION_KEY: randomUUID(),
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: `${queue.port}`,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: `${database.port}`,
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_DATABASE: 'postgres',
		EXECUTIONS_DATA_PRUNE: 'false',
		// What lost its place in the queue shows as crashed after a minute; by default after an hour.
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
		N8N_EXECUTIONS_QUEUE_RECOVERY_BATCH: '100000',
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		// That of n8n 2 makes an isolate a call, and takes eight times as long.
		N8N_EXPRESSION_ENGINE: 'legacy',
	});

	/** For a process of its own: a folder with the package, and ports. */
	const place = async () => {
		const folder = mkdtempSync(join(tmpdir(), 'n8n-'));
		process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
		cpSync(join(n8n.folder, '.n8n', 'nodes'), join(folder, '.n8n', 'nodes'), { recursive: true });
		const port = await anyPort();
		return {
			address: `http://127.0.0.1:${port}`,
			env: {
				N8N_USER_FOLDER: folder,
				N8N_PORT: `${port}`,
				QUEUE_HEALTH_CHECK_PORT: `${port}`,
				N8N_RUNNERS_BROKER_PORT: `${await anyPort()}`,
			},
		};
	};

	let more: NodeJS.ProcessEnv = {};

	/** @param path answers JSON once it is ready */
	const member = async (
		name: string,
		kind: string,
		path = '/healthz/readiness',
		settings: NodeJS.ProcessEnv = {},
	): Promise<Member> => {
		const { address, env } = await place();
		let isWanted = false;
		let current: ReturnType<typeof n8n.launch> | undefined;
		let lastReady = 0;
		let patience = STARTING;
		/** Who ends unasked is started again, as a container is; not beside one started since. */
		const begin = () => {
			lastReady = Date.now();
			patience = STARTING;
			const launched = n8n.launch(name.replace(' ', '-'), kind, { ...env, ...settings, ...more });
			current = launched;
			const again = () => isWanted && !isStopping && current === launched && begin();
			launched.child.once('exit', () => setTimeout(again, 1_000));
		};
		const isReady = async () => {
			try {
				const reply = await fetch(address + path, { signal: AbortSignal.timeout(5_000) });
				await reply.json();
				return reply.ok;
			} catch {
				return false;
			}
		};
		/** Kills a process that hangs, as a container's liveness probe would: n8n may never find its way back to PostgreSQL. */
		const watch = async () => {
			if (!isWanted || (await isReady())) {
				lastReady = Date.now();
				patience = RUNNING;
			}
			if (!current || Date.now() - lastReady < patience) return;
			lastReady = Date.now();
			console.error(`${name} hangs, and is started again. ${lastLines(current.logFile)}`);
			await endChild(current.child, 'SIGKILL');
		};
		setInterval(() => void watch(), 5_000).unref();
		const stop = async (by?: NodeJS.Signals) => {
			isWanted = false;
			if (current) await endChild(current.child, by);
		};
		const ready = async () => await until(`${name} is ready`, isReady, 3 * STARTING);
		return {
			...{ name, address, ready },
			start: async () => {
				isWanted = true;
				begin();
				await ready();
			},
			stop: async () => await stop(),
			kill: async () => await stop('SIGKILL'),
		};
	};
	const members = async (kind: string, count: number) =>
		await Promise.all(
			Array.from({ length: count }, async (_, index) => await member(`${kind} ${index + 1}`, kind)),
		);

	const atWebhooks = await members('webhook', 2);
	const atWorkers = await members('worker', 3);
	const main = await member('main', 'start', '/rest/settings', {
		WEBHOOK_URL: `${atWebhooks[0].address}/`,
	});
	const rest = [...atWebhooks, ...atWorkers];
	const all = [main, ...rest];
	await step('Start Redis and PostgreSQL', async () => {
		await queue.start();
		await database.start();
	});
	return {
		...{ n8n, redis: queue, postgres: database },
		...{ main, webhooks: atWebhooks, workers: atWorkers },
		/** Starts all of them. @param settings of their environment, from now on */
		start: async (settings: NodeJS.ProcessEnv = {}) => {
			more = settings;
			// The first of them brings the database up to date.
			await main.start();
			await Promise.all(rest.map(async (one) => await one.start()));
		},
		/** Until all are ready. */
		ready: async () => {
			await Promise.all(all.map(async (one) => await one.ready()));
		},
		/** Another main beside the first. */
		another: async (settings: NodeJS.ProcessEnv) => {
			const { env } = await place();
			return n8n.launch('main-2', 'start', { ...env, ...settings });
		},
		stop: async () => {
			await Promise.all(all.map(async (one) => await one.stop()));
		},
	};
}

export type Cluster = Awaited<ReturnType<typeof cluster>>;
