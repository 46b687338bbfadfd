/** Redis and PostgreSQL of the system's own packages, each in a temporary folder on a free port. */
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { anyPort, freePort } from '../../host/checks';
import { end, launch, run } from '../../host/steps';
import { until } from './editor';

/** Where Debian and Ubuntu put PostgreSQL's programs, which are not on the path. */
const POSTGRES = '/usr/lib/postgresql';

/** The folder of the newest PostgreSQL's programs; empty where they are on the path. */
function postgresFolder(): string | undefined {
	if (spawnSync('initdb', ['--version']).status === 0) return '';
	const folders = existsSync(POSTGRES) ? readdirSync(POSTGRES) : [];
	const [newest] = folders.sort((a, b) => Number(b) - Number(a));
	return newest && join(POSTGRES, newest, 'bin');
}

/** What is missing, and how to install it; nothing if all is there. */
export function servicesProblem(): string | undefined {
	const bin = postgresFolder();
	const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
	const missing = [
		...(hasRedis ? [] : ['redis-server']),
		...(bin === undefined ? ['postgresql'] : []),
	];
	if (missing.length === 0) return undefined;
	return `n8n's queue mode needs Redis and PostgreSQL, but there is no ${missing.join(' and no ')}. Debian, Ubuntu: apt-get install -y ${missing.join(' ')}`;
}

/** @throws Error that says how to install what is missing */
export function checkServices(): { bin: string } {
	const problem = servicesProblem();
	if (problem) throw new Error(problem);
	return { bin: postgresFolder() ?? '' };
}

/** A service that can be away. */
export interface Service {
	port: number;
	start: () => Promise<void>;
	stop: (by?: NodeJS.Signals) => Promise<void>;
}

function folderOf(name: string): string {
	const folder = mkdtempSync(join(tmpdir(), `${name}-`));
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** @param lasting whether what it holds outlives it */
export async function redis(lasting: boolean): Promise<Service> {
	const folder = folderOf('redis');
	const port = await anyPort();
	const settings = {
		...{ port, bind: '127.0.0.1', dir: folder, save: '' },
		appendonly: lasting ? 'yes' : 'no',
	};
	const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`]);
	let stop = async (_?: NodeJS.Signals) => {};
	return {
		port,
		start: async () => {
			const { child, logFile } = launch('test-redis', ['redis-server', ...options]);
			stop = async (by) => await end(child, by);
			await until(`Redis, see ${logFile}`, async () => !(await isFree(port)));
		},
		stop: async (by) => await stop(by),
	};
}

const isFree = async (port: number) => (await freePort(port)) === port;

/** PostgreSQL runs as nobody's root: there it is the user whom its package makes. */
function user(): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres']).toString());
	return { uid: id('-u'), gid: id('-g') };
}

/** With `query`: a list of rows, as JSON. */
export async function postgres(bin: string) {
	const folder = folderOf('postgres');
	const port = await anyPort();
	const identity = user();
	if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid ?? identity.uid);
	const options = { cwd: folder, ...identity };
	const data = join(folder, 'data');
	const initdb = [join(bin, 'initdb'), '-D', data, '-U', 'n8n', '-E', 'UTF8'];
	await run('test-initdb', [...initdb, '--locale=C', '--auth=trust'], options);
	const psql = async (sql: string): Promise<string> => {
		const address = `postgresql://n8n@127.0.0.1:${port}/postgres`;
		const command = [address, '-v', 'ON_ERROR_STOP=1', '-Atc', sql];
		const { stdout } = await promisify(execFile)(join(bin, 'psql'), command, { maxBuffer: 1e9 });
		return stdout;
	};
	const query = async <T>(sql: string): Promise<T[]> =>
		JSON.parse(await psql(`select coalesce(json_agg(row), '[]') from (${sql}) row`)) as T[];
	let stop = async (_?: NodeJS.Signals) => {};
	return {
		port,
		query,
		run: psql,
		start: async () => {
			const command = [join(bin, 'postgres'), '-D', data, '-p', `${port}`];
			const { child, logFile } = launch(
				'test-postgres',
				[...command, '-h', '127.0.0.1', '-k', folder],
				options,
			);
			stop = async (by) => await end(child, by);
			await until(`PostgreSQL, see ${logFile}`, async () => {
				const [answer] = await Promise.allSettled([query('select 1')]);
				return answer.status === 'fulfilled';
			});
		},
		stop: async (by?: NodeJS.Signals) => await stop(by),
	};
}
