import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { installN8n, lines, nodeOf } from '../host/install';
import { root, stampsFile } from '../host/steps';
import { FAILED } from './support/firstFailure';
import { mutations, type Mutation } from './support/mutations';

/**
 * `npm run test:mutations [-- pages]`: applies each change of `support/mutations.ts` alone in a copy of
 * the checkout, and expects one of its tests to fail. A word keeps to the changes whose file or tests
 * contain it. What a real n8n must notice is only run if asked for: `-- host`, `-- 'host waiting'`.
 * Exits 1 if a change survives, or if the list is out of date.
 */
const [word = ''] = process.argv.slice(2);
const HOST = 'host ';
const isHost = (name: string) => name.startsWith(HOST);
const needsHost = word.startsWith(HOST.trim());
const chosen = mutations.filter(
	([file, , , tests]) =>
		tests.some(isHost) === needsHost && [file, ...tests].some((name) => name.includes(word)),
);

/** A change counts as caught if the tests hang: if they take longer than this for each test file, in milliseconds. */
const LONGEST = 5 * 60_000;
/** Milliseconds to end after SIGTERM. */
const GRACE = 30_000;

const pathOf = (file: string) => join('nodes', file);
/** `transport/faults/retries -t stopping`: only the tests of the file that have these words in their titles. */
function testOf(name: string): string {
	const [file] = name.split(' -t ');
	return join('test', file.startsWith('long/') ? '' : 'unit', `${file}.test.ts`);
}
const titlesOf = (names: string[]) =>
	names.flatMap((name) => name.split(' -t ').slice(1)).flatMap((words) => ['-t', words]);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Why a change cannot be applied or tested any more; undefined if it can. */
function outOfDate([file, from, to, tests]: Mutation): string | undefined {
	const path = join(root, pathOf(file));
	if (!existsSync(path)) return 'there is no such file';
	const found = readFileSync(path, 'utf8').split(from).length - 1;
	if (found !== 1) return `the file has the text ${found} times, not once`;
	if (from === to) return 'it changes nothing';
	const missing = tests.filter((name) => !isHost(name) && !existsSync(join(root, testOf(name))));
	if (missing.length) return `there is no ${missing.map(testOf).join(', ')}`;
	return tests.length ? undefined : 'it names no test';
}

/** Copies what git knows and what is new; the packages are shared. */
function copyTo(folder: string): void {
	const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const names = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
	for (const name of names.split('\0').filter((one) => one && existsSync(join(root, one)))) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		copyFileSync(join(root, name), join(folder, name));
	}
	const share = (modules: string) =>
		symlinkSync(realpathSync(join(root, modules)), join(folder, modules));
	share('node_modules');
	if (!needsHost) return;
	for (const line of lines) share(relative(root, join(line.folder, 'node_modules')));
	// Nothing is installed again. Only the package is built again, from the changed sources.
	mkdirSync(join(folder, '.host'));
	copyFileSync(stampsFile, join(folder, relative(root, stampsFile)));
}

let running: ChildProcess | undefined;

/** Kills a program, and all that its tests started in its process group. */
function kill({ pid }: ChildProcess): void {
	if (pid === undefined) return;
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
}

/** Ends a program. `run.ts` then ends n8n, which has a process group of its own. */
function end(program: ChildProcess): void {
	program.kill('SIGTERM');
	const forced = setTimeout(() => kill(program), GRACE);
	program.once('exit', () => clearTimeout(forced));
}

/** Jest's heap limit in MB: a leak ends the tests, not the machine. */
const HEAP = 4096;

/** The arguments of Node that run tests in the copy: files of jest, or parts of `test/host/run.ts`. */
function programOf(folder: string, tests: string[]): string[] {
	const [first] = tests;
	if (isHost(first))
		return [
			...['--import', 'tsx', 'test/host/run.ts', '--deliveries=20', '--turns=2'],
			...first.slice(HOST.length).split(' '),
		];
	return [
		...[`--max-old-space-size=${HEAP}`, join(root, 'node_modules/jest/bin/jest.js')],
		...['--silent', '--bail', '--runInBand', '--testEnvironment=./test/support/firstFailure.ts'],
		...[`--cacheDirectory=${join(folder, 'cache')}`, '--runTestsByPath', ...tests.map(testOf)],
		...titlesOf(tests),
	];
}

/** A check of `test/host/run.ts` that failed. */
const FAILED_CHECK = /^ {2}✕ (.*)$/m;

/** Runs tests in the copy. @returns 'passed', the failed test, or what else went wrong */
async function outcomeOf(folder: string, copy: string, tests: string[]): Promise<string> {
	const program = spawn(process.execPath, programOf(folder, tests), {
		cwd: copy,
		detached: true,
		// Plays what `npm test` plays: a change that only the night notices counts as survived.
		env: { ...process.env, TEST_PART: 'true', TMPDIR: join(folder, 'tmp') },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	running = program;
	let text = '';
	let isEnding = false;
	const read = (some: string) => {
		text += some;
		// One failed check is enough.
		if (isEnding || !isHost(tests[0]) || !FAILED_CHECK.test(text)) return;
		isEnding = true;
		end(program);
	};
	for (const stream of [program.stdout, program.stderr])
		stream.setEncoding('utf8').on('data', read);
	let isLate = false;
	const late = setTimeout(() => {
		isLate = true;
		end(program);
	}, LONGEST * tests.length);
	const closed = new Promise((resolve) => program.once('close', resolve));
	const status = await new Promise((resolve) => program.once('exit', resolve));
	clearTimeout(late);
	// What a test started may hold the pipes open.
	kill(program);
	await closed;
	running = undefined;
	if (isLate) return HANGS;
	const failed = text.split(FAILED)[1]?.split('\n')[0] ?? FAILED_CHECK.exec(text)?.[1];
	if (failed) return failed;
	if (text.includes('heap out of memory')) return FULL;
	return status === 0 ? PASSED : `${BROKEN}\n${text.slice(-2000)}`;
}

const PASSED = 'passed';
const HANGS = 'the tests hang';
const FULL = 'the tests run out of memory';
/** Without a failed test it proves nothing: the change may be no TypeScript. */
const BROKEN = 'the tests do not run';

async function main(): Promise<number> {
	const stale = mutations.flatMap((mutation) => {
		const why = outOfDate(mutation);
		return why ? [`out of date  ${mutation[0]}: ${mutation[1]}\n             ${why}`] : [];
	});
	stale.forEach(say);
	if (stale.length || chosen.length === 0) {
		say(stale.length ? 'The list is out of date: mend it first' : `Nothing is called ${word}`);
		return 1;
	}
	const folder = mkdtempSync(join(tmpdir(), 'mutations-'));
	process.on('exit', () => {
		if (running) kill(running);
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	});
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => {
			if (!running) process.exit(1);
			running.once('exit', () => process.exit(1));
			end(running);
		});
	const copy = join(folder, 'copy');
	for (const name of ['copy', 'tmp', 'cache']) mkdirSync(join(folder, name));
	if (needsHost) for (const line of lines) await installN8n(nodeOf(line), line);
	copyTo(copy);

	const names = [...new Set(chosen.flatMap(([, , , tests]) => tests))].sort();
	const parts = names.filter((name) => name.includes(' -t ') || isHost(name));
	const whole = names.filter((name) => !parts.includes(name));
	for (const tests of [whole, ...parts.map((name) => [name])].filter((some) => some.length)) {
		const unchanged = await outcomeOf(folder, copy, tests);
		if (unchanged === PASSED) continue;
		say(`Without a change a test of ${tests.join(' ')} already fails: ${unchanged}`);
		return 1;
	}
	let survived = 0;
	for (const [file, from, to, tests] of chosen) {
		const path = join(copy, pathOf(file));
		const original = readFileSync(path, 'utf8');
		writeFileSync(path, original.split(from).join(to));
		const begun = Date.now();
		const outcome = await outcomeOf(folder, copy, tests);
		writeFileSync(path, original);
		const isCaught = outcome !== PASSED && !outcome.startsWith(BROKEN);
		if (!isCaught) survived++;
		const seconds = Math.round((Date.now() - begun) / 1000);
		say(`${isCaught ? 'caught  ' : 'SURVIVED'} ${file}: ${from} → ${to || '(nothing)'}`);
		say(`         ${tests.join(' ')} (${seconds} s): ${outcome}`);
	}
	say(`${chosen.length} changes: ${chosen.length - survived} caught, ${survived} survived`);
	return survived ? 1 : 0;
}

void main().then((status) => process.exit(status));
