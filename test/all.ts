import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { driverProblem } from '../host/checks';
import { servicesProblem } from './support/services';

/** One step of `npm test`. */
interface Step {
	/** What it proves. */
	name: string;
	command: [program: string, ...args: string[]];
	/** Why this machine cannot run it, with the command that installs what is missing. */
	lacks?: () => string | undefined;
}

const step = (name: string, ...command: Step['command']): Step => ({ name, command });

/** A step that runs a real n8n. */
const host = (name: string, ...command: Step['command']): Step => ({
	...step(name, ...command),
	lacks: driverProblem,
});

const UNIT: Step[] = [
	step('build', 'gulp', 'build', '--silent'),
	step('format', 'prettier', '--check', '--log-level=warn', '.'),
	step('types', 'tsc', '--noEmit'),
	step("n8n's lint", 'tsx', 'test/lint.ts'),
	step('tests', 'jest', '--silent'),
];

const OLDER = '--line=1.123';

const HOST: Step[] = [
	host('npm start -- --once', 'npm', 'start', '--silent', '--', '--once'),
	host('the nodes in n8n 2', 'tsx', 'test/host/nodes.ts'),
	host('the nodes in n8n 1.123', 'tsx', 'test/host/nodes.ts', OLDER),
	host('scenarios in n8n 2', 'tsx', 'test/host/scenarios.ts'),
	host('the templates in n8n 2', 'tsx', 'test/host/templates.ts'),
	host('converted workflows in n8n 2', 'tsx', 'test/host/moving.ts'),
	host('the trigger in n8n 2', 'tsx', 'test/host/trigger.ts', '--deliveries=2000'),
	host('polling in n8n 2', 'tsx', 'test/host/polling.ts'),
	host('a soak in n8n 2', 'tsx', 'test/host/soak.ts', '--minutes=5'),
	host('polling in n8n 1.123', 'tsx', 'test/host/polling.ts', OLDER),
	{
		...step("n8n 2's queue mode", 'tsx', 'test/host/queue.ts', '--deliveries=500'),
		lacks: () => driverProblem() ?? servicesProblem(),
	},
	host('the trigger in n8n 1.123', 'tsx', 'test/host/trigger.ts', '--deliveries=500', OLDER),
];

/** Letters of a failed step that stand at the end once more. */
const LAST = 4000;

/** Shows what a command prints. @returns why it failed, as it said last */
async function failureOf(command: string, args: string[]): Promise<string | undefined> {
	const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'] });
	let last = '';
	for (const name of ['stdout', 'stderr'] as const)
		child[name].setEncoding('utf8').on('data', (text: string) => {
			process[name].write(text);
			last = (last + text).slice(-LAST);
		});
	const [status] = (await once(child, 'close')) as [number | null];
	return status === 0 ? undefined : last;
}

const secondsSince = (from: number) => ((Date.now() - from) / 1000).toFixed(1);

/**
 * `npm test -- operations` runs only the tests of that name; `--unit` leaves the host out. A step that
 * this machine cannot run is skipped in plain sight, which is a failure where everything must be there.
 */
async function main(args: string[]): Promise<number> {
	const names = args.filter((argument) => argument !== '--unit');
	const steps: Step[] = names.length
		? [step('tests', 'jest', ...names)]
		: args.includes('--unit')
			? UNIT
			: [...UNIT, ...HOST];
	const failures: string[] = [];
	const skipped: string[] = [];
	const begin = Date.now();
	for (const [index, { name, command, lacks }] of steps.entries()) {
		const from = Date.now();
		process.stdout.write(`\n[${index + 1}/${steps.length}] ${name}\n`);
		const lacking = lacks?.();
		if (lacking) {
			process.stdout.write(`    SKIPPED: ${lacking}\n`);
			skipped.push(`\n${name} was SKIPPED: ${lacking}\n`);
			continue;
		}
		const [program, ...args] = command;
		const failure = await failureOf(program, args);
		const outcome = failure === undefined ? 'passed' : 'FAILED';
		process.stdout.write(`    ${outcome} in ${secondsSince(from)} s\n`);
		if (failure !== undefined) failures.push(`\n${name} FAILED:\n${failure}`);
	}
	process.stdout.write([...failures, ...skipped].join('\n'));
	const passed = steps.length - failures.length - skipped.length;
	process.stdout.write(`\nAll in ${secondsSince(begin)} s\n`);
	process.stdout.write(
		`${passed} passed, ${failures.length} failed${skipped.length ? `, ${skipped.length} skipped` : ''}\n`,
	);
	return failures.length || (skipped.length && process.env.CI) ? 1 : 0;
}

void main(process.argv.slice(2)).then((status) => process.exit(status));
