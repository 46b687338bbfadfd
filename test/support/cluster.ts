/** n8n in queue mode: its processes, and what they share. */
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyPort } from '../../host/checks';
import type { Line } from '../../host/install';
import { end as endChild, lastLines, step } from '../../host/steps';
import { until } from './editor';
import { realN8n } from './realN8n';
import { checkServices, postgres, redis } from './services';

/** What starts within this time on a busy machine; in milliseconds. */
const PATIENCE = 90_000;

/** So often one is started that does not get ready. */
const STARTS = 3;

/** A webhook process or a worker. */
export interface Member {
	name: string;
	address: string;
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

	const member = async (kind: string, count: number): Promise<Member> => {
		const name = `${kind} ${count}`;
		const { address, env } = await place();
		let isWanted = false;
		let current: ReturnType<typeof n8n.launch> | undefined;
		/** Who ends unasked is started again, as a container is; not beside one started since. */
		const begin = () => {
			const launched = (current = n8n.launch(name.replace(' ', '-'), kind, { ...env, ...more }));
			const again = () => isWanted && current === launched && begin();
			launched.child.once('exit', () => setTimeout(again, 1_000));
		};
		const isReady = async () => {
			const signal = AbortSignal.timeout(5_000);
			const reply = await fetch(`${address}/healthz/readiness`, { signal }).catch(() => undefined);
			return reply?.ok === true;
		};
		const stop = async (by?: NodeJS.Signals) => {
			isWanted = false;
			if (current) await endChild(current.child, by);
		};
		return {
			name,
			address,
			/** One that hangs is killed and started again, as by a container's liveness probe. */
			start: async () => {
				for (let attempt = 1; ; attempt++) {
					isWanted = true;
					begin();
					const [outcome] = await Promise.allSettled([until(name, isReady, PATIENCE)]);
					if (outcome.status === 'fulfilled') return;
					const problem = `${outcome.reason}; its log ends:\n${lastLines(current!.logFile)}`;
					await stop('SIGKILL');
					if (attempt === STARTS) throw new Error(problem);
					console.error(problem);
				}
			},
			stop: async () => await stop(),
			kill: async () => await stop('SIGKILL'),
		};
	};
	const members = async (kind: string, count: number) =>
		await Promise.all(
			Array.from({ length: count }, async (_, index) => await member(kind, index + 1)),
		);

	let more: NodeJS.ProcessEnv = {};
	let main: Awaited<ReturnType<typeof n8n.start>>;
	const atWebhooks = await members('webhook', 2);
	const atWorkers = await members('worker', 3);
	const own = {
		address: n8n.address,
		start: async () => {
			main = await n8n.start({ WEBHOOK_URL: `${atWebhooks[0].address}/`, ...more });
		},
		stop: async () => await main.stop(),
		kill: async () => await main.crash(),
	};
	await step('Start Redis and PostgreSQL', async () => {
		await queue.start();
		await database.start();
	});
	return {
		...{ n8n, redis: queue, postgres: database },
		...{ main: own, webhooks: atWebhooks, workers: atWorkers },
		/** Starts all of them. @param settings of their environment, from now on */
		start: async (settings: NodeJS.ProcessEnv = {}) => {
			more = settings;
			// The first of them brings the database up to date.
			await own.start();
			await Promise.all([...atWebhooks, ...atWorkers].map(async (one) => await one.start()));
		},
		/** Another main beside the first. */
		another: async (settings: NodeJS.ProcessEnv) => {
			const { env } = await place();
			return n8n.launch('main-2', 'start', { ...env, ...settings });
		},
		stop: async () => {
			await Promise.all([own, ...atWebhooks, ...atWorkers].map(async (one) => await one.stop()));
		},
	};
}

export type Cluster = Awaited<ReturnType<typeof cluster>>;
