import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { driverProblem } from '../host/checks';
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

/** Entries run one after the other, the lists of an entry side by side, because each of them waits at times. */
type Plan = Step[][][];

const WHOLE: Plan = [
	[
		[step('build and package', 'tsx', 'host/pack.ts')],
		[
			step('format', 'prettier', '--check', '--log-level=warn', '.'),
			step('types', 'tsc', '--noEmit'),
		],
	],
	[
		[
			host('npm start -- --once', 'npm', 'start', '--silent', '--', '--once'),
			host(
				'nodes, templates, moving, polling, trigger, waiting and replies in n8n 2',
				...['tsx', 'test/host/run.ts', '--deliveries=1000'],
			),
			{
				...step("n8n 2's queue mode", 'tsx', 'test/host/queue.ts', '--deliveries=500'),
				lacks: () => driverProblem() ?? servicesProblem(),
			},
			host('scenarios in n8n 2', 'tsx', 'test/host/scenarios.ts'),
			{
				...step('web pages in Chromium', 'tsx', 'test/host/browser.ts', 'pages'),
				lacks: chromiumProblem,
			},
			step("n8n's lint", 'tsx', 'test/lint.ts'),
		],
		[
			{ ...step('tests', 'jest', '--silent'), env: { TEST_PART: 'true' } },
			host(
				'nodes, polling, trigger, waiting and replies in n8n 1.123',
				...['tsx', 'test/host/run.ts', 'nodes', 'polling', 'trigger', 'waiting', 'replies'],
				...['--deliveries=500', '--line=1.123'],
			),
		],
	],
];

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

/** Runs a command and shows what it prints. @returns undefined if it did not fail */
async function failureOf(
	{ command: [program, ...args], env }: Step,
	mark: string,
): Promise<Failure | undefined> {
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
	if (status === 0) return undefined;
	const text = printed.join('');
	const reasons = [...new Set(text.match(FAILED))].join('\n');
	return { reasons: reasons.slice(0, REASONS), end: text.slice(-END) };
}

const secondsSince = (from: number) => ((Date.now() - from) / 1000).toFixed(1);

/**
 * `npm test -- operations` runs only the tests of that name. A step that this machine cannot run is
 * skipped in plain sight, which is a failure where everything must be there.
 */
async function main(names: string[]): Promise<number> {
	const plan: Plan = names.length ? [[[step('tests', 'jest', ...names)]]] : WHOLE;
	const steps = plan.flat(2);
	const failures: Array<Failure & { name: string }> = [];
	const skipped: string[] = [];
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
		const failure = await failureOf(one, mark);
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
	process.stdout.write(`\nAll in ${secondsSince(begin)} s\n`);
	process.stdout.write(
		`${passed} passed, ${failures.length} failed${skipped.length ? `, ${skipped.length} skipped` : ''}\n`,
	);
	return failures.length || (skipped.length && process.env.CI) ? 1 : 0;
}

void main(process.argv.slice(2)).then((status) => process.exit(status));
