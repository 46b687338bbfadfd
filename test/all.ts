import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { driverProblem } from '../host/checks';
import { lines } from '../host/install';
import { chromiumProblem } from './support/chromium';
import { servicesProblem } from './support/services';

/** One step of `npm test`. */
interface Step {
	/** What it proves, as a title. */
	name: string;
	command: [program: string, ...args: string[]];
	/** Beside that of `npm test`. */
	env?: NodeJS.ProcessEnv;
	/** Why this machine cannot run it, with the command that installs what is missing. */
	lacks?: () => string | undefined;
}

const step = (name: string, ...command: Step['command']): Step => ({ name, command });

/** A step that runs a real n8n. */
const host = (name: string, ...command: Step['command']): Step => ({
	...step(name, ...command),
	lacks: driverProblem,
});

/** Parts of `test/host/run.ts` in an n8n of their own. */
const inN8n = (parts: string, ...options: string[]): Step =>
	host(
		['n8n:', parts, ...options].join(' '),
		'tsx',
		'test/host/run.ts',
		...parts.split(' '),
		...options,
	);

/** Entries run one after the other, the lists of an entry side by side, because each of them waits at times. */
type Plan = Step[][][];

const prepare = step('build, package, install n8n', 'tsx', 'host/prepare.ts');
const format = step(
	'format',
	'prettier',
	'--check',
	'--log-level=warn',
	'--cache',
	'--cache-strategy=content',
	'.',
);
const types = step('types', 'npm', 'run', '--silent', 'types');

/** The night plays all of the longest simulations. */
const PART = { TEST_PART: 'true' };

const WHOLE: Plan = [
	[[prepare]],
	[
		[{ ...step('tests', 'jest', '--silent', 'test/unit', 'test/long'), env: PART }],
		[inN8n('trigger waiting+replies', '--deliveries=200', '--turns=20')],
		[
			inN8n('nodes files headers templates moving'),
			host('scenarios in n8n 2', 'tsx', 'test/host/scenarios.ts'),
		],
		// Of the older line only what Jest cannot show: Jest runs the nodes in its core.
		[
			inN8n('polling lives'),
			inN8n('polling', '--polls=cursors'),
			inN8n('nodes files headers lives waiting', `--line=${lines[1].name}`),
		],
		[
			{
				...step("n8n 2's queue mode", 'tsx', 'test/host/queue.ts', '--deliveries=500'),
				lacks: () => driverProblem() ?? servicesProblem(),
			},
			{
				...step('web pages in Chromium', 'tsx', 'test/host/browser.ts', 'pages'),
				lacks: chromiumProblem,
			},
			step("n8n's lint", 'tsx', 'test/lint.ts'),
			types,
			format,
			host('npm start -- --once', 'npm', 'start', '--silent', '--', '--once'),
		],
	],
];

/** Tests of what applies to every operation. */
const OF_EVERY_OPERATION = [
	...['choices', 'coverage', 'descriptions', 'docs', 'golden', 'house', 'outputs', 'scenarios'],
	...['stored', 'turns'],
];

/**
 * Jest with the test files that have these words in their paths below `test/`; what begins with the first
 * option is Jest's.
 * @throws if no path has one of the words
 */
function testsNamed(args: string[], env?: NodeJS.ProcessEnv): Step {
	const firstOption = args.findIndex((arg) => arg.startsWith('-'));
	const names = firstOption < 0 ? args : args.slice(0, firstOption);
	const options = args.slice(names.length);
	const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
		file.endsWith('.test.ts'),
	);
	const unknown = names.filter((name) => !files.some((file) => file.includes(name)));
	if (unknown.length)
		throw new Error(
			`No test file in test/ has ${unknown.map((name) => `"${name}"`).join(' or ')} in its path.`,
		);
	const chosen = files.filter((file) => names.some((name) => file.includes(name)));
	const paths = chosen.map((file) => join('test', file));
	return { ...step('tests', 'jest', ...options, '--runTestsByPath', ...paths), env };
}

/** @returns what `npm test` runs; with words, the tests with these names; with `--check`, what a change needs first */
function planOf(args: string[]): Plan {
	if (args[0] === '--check')
		return [[[testsNamed([...OF_EVERY_OPERATION, '--silent'], PART)], [types, format]]];
	return args.length ? [[[testsNamed(args)]]] : WHOLE;
}

/** A failed step, for the end of the output: a log that is cut at its beginning still names all of them. */
interface Failure {
	/** What failed, with the lines that begin its reason. */
	reasons: string;
	/** The last that the step printed. */
	end: string;
}

const FAILED = /^ *[●✕] .*(\n(?! *[●✕] ).*){0,9}/gm;
/** How many characters of the reasons and of the end of a failed step are repeated. */
const [REASONS, END] = [1500, 4000];

/** Writes text to a stream; with a mark, in whole lines that begin with it. */
function shower(stream: NodeJS.WriteStream, mark: string): (text: string) => void {
	if (!mark) return (text) => void stream.write(text);
	let rest = '';
	return (text) => {
		const lines = (rest + text).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) stream.write(`${mark}${line}\n`);
	};
}

/** Runs a command and shows what it prints. @returns that, and why it failed */
async function outcomeOf(
	{ command: [program, ...args], env }: Step,
	mark: string,
): Promise<{ text: string; failure?: Failure }> {
	const child = spawn(program, args, {
		stdio: ['inherit', 'pipe', 'pipe'],
		env: { ...process.env, ...env },
	});
	const printed: string[] = [];
	for (const name of ['stdout', 'stderr'] as const) {
		const show = shower(process[name], mark);
		child[name].setEncoding('utf8').on('data', (text: string) => {
			show(text);
			printed.push(text);
		});
	}
	const [status] = (await once(child, 'close')) as [number | null];
	const text = printed.join('');
	if (status === 0) return { text };
	const reasons = [...new Set(text.match(FAILED))].join('\n');
	return { text, failure: { reasons: reasons.slice(0, REASONS), end: text.slice(-END) } };
}

const secondsSince = (from: number) => ((Date.now() - from) / 1000).toFixed(1);

/** Lines that end with seconds: of Jest's files, of parts in n8n, of what was installed; not Jest's sum. */
const TIMED = /^ *(?:PASS |FAIL )?(?!Time:)(\S.*?)(?: …|:)? \(?([\d.]+) s\)?$/gm;
/** How many of them are named at the end. */
const SLOWEST = 10;

/** The slowest things, each as a line. */
function slowestOf(texts: string[]): string {
	const timed = texts.flatMap((text) => [...text.matchAll(TIMED)]);
	const sorted = timed.sort(([, , one], [, , other]) => Number(other) - Number(one));
	return sorted
		.slice(0, SLOWEST)
		.map(([, name, seconds]) => `${seconds.padStart(8)} s  ${name}\n`)
		.join('');
}

/**
 * `npm test -- operations` runs only the tests of that name. A step that this machine cannot run is
 * skipped in plain sight, which is a failure where everything must be there.
 */
async function main(args: string[]): Promise<number> {
	const plan = planOf(args);
	const steps = plan.flat(2);
	const failures: Array<Failure & { name: string }> = [];
	const skipped: string[] = [];
	const printed: string[] = [];
	const begin = Date.now();
	const run = async (one: Step, isBeside: boolean) => {
		const { name, lacks } = one;
		const number = `[${steps.indexOf(one) + 1}/${steps.length}]`;
		const mark = isBeside ? `${number} ` : '';
		const from = Date.now();
		process.stdout.write(`\n${number} ${name}\n`);
		const lacking = lacks?.();
		if (lacking) {
			process.stdout.write(`${mark}    SKIPPED: ${lacking}\n`);
			skipped.push(`\n${name} was SKIPPED: ${lacking}\n`);
			return;
		}
		const { text, failure } = await outcomeOf(one, mark);
		printed.push(text);
		const outcome = failure ? 'FAILED' : 'passed';
		process.stdout.write(`${mark}    ${outcome} in ${secondsSince(from)} s\n`);
		if (failure) failures.push({ name, ...failure });
	};
	for (const lists of plan)
		await Promise.all(
			lists.map(async (list) => {
				for (const one of list) await run(one, lists.length > 1);
			}),
		);
	const ends = failures.map(({ name, end }) => `\nThe end of ${name}:\n…${end}`);
	const reasons = failures.map(({ name, reasons }) => `\n${name} FAILED:\n${reasons}\n`);
	process.stdout.write([...ends, ...reasons, ...skipped].join('\n'));
	const passed = steps.length - failures.length - skipped.length;
	if (steps.length > 1) process.stdout.write(`\nSlowest:\n${slowestOf(printed)}`);
	process.stdout.write(`\nAll in ${secondsSince(begin)} s\n`);
	process.stdout.write(
		`${passed} passed, ${failures.length} failed${skipped.length ? `, ${skipped.length} skipped` : ''}\n`,
	);
	return failures.length || (skipped.length && process.env.CI) ? 1 : 0;
}

main(process.argv.slice(2)).then(
	(status) => process.exit(status),
	(error: Error) => {
		process.stderr.write(`${error.message}\n`);
		process.exit(1);
	},
);
