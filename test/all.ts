import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** One step of `npm test`: what it proves, and the command. */
type Step = [name: string, command: string, ...args: string[]];

const UNIT: Step[] = [
	['build', 'gulp', 'build', '--silent'],
	['format', 'prettier', '--check', '--log-level=warn', '.'],
	['types', 'tsc', '--noEmit'],
	["n8n's lint", 'tsx', 'test/lint.ts'],
	['tests', 'jest', '--silent'],
];

const HOST: Step[] = [
	['npm start -- --once', 'npm', 'start', '--silent', '--', '--once'],
	['the nodes in n8n 2', 'tsx', 'test/host/nodes.ts'],
	['the nodes in n8n 1.123', 'tsx', 'test/host/nodes.ts', '--line=1.123'],
	['scenarios in n8n 2', 'tsx', 'test/host/scenarios.ts'],
	['the templates in n8n 2', 'tsx', 'test/host/templates.ts'],
	['converted workflows in n8n 2', 'tsx', 'test/host/moving.ts'],
	['the trigger in n8n 2', 'tsx', 'test/host/trigger.ts', '--deliveries=2000'],
	['polling in n8n 2', 'tsx', 'test/host/polling.ts'],
	['a soak in n8n 2', 'tsx', 'test/host/soak.ts', '--minutes=5'],
	['polling in n8n 1.123', 'tsx', 'test/host/polling.ts', '--line=1.123'],
	["n8n 2's queue mode", 'tsx', 'test/host/queue.ts', '--deliveries=500'],
	['the trigger in n8n 1.123', 'tsx', 'test/host/trigger.ts', '--deliveries=500', '--line=1.123'],
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

/** `npm test -- operations` runs only the tests of that name; `--unit` leaves the host out. */
async function main(given: string[]): Promise<number> {
	const names = given.filter((argument) => argument !== '--unit');
	const steps: Step[] = names.length
		? [['tests', 'jest', ...names]]
		: given.includes('--unit')
			? UNIT
			: [...UNIT, ...HOST];
	const failures: string[] = [];
	for (const [index, [name, command, ...args]] of steps.entries()) {
		const from = Date.now();
		process.stdout.write(`\n[${index + 1}/${steps.length}] ${name}\n`);
		const failure = await failureOf(command, args);
		const seconds = ((Date.now() - from) / 1000).toFixed(1);
		process.stdout.write(`    ${failure === undefined ? 'passed' : 'FAILED'} in ${seconds} s\n`);
		if (failure !== undefined) failures.push(`\n${name} FAILED:\n${failure}`);
	}
	process.stdout.write(failures.join('\n'));
	process.stdout.write(`\n${steps.length - failures.length} passed, ${failures.length} failed\n`);
	return failures.length ? 1 : 0;
}

void main(process.argv.slice(2)).then((status) => process.exit(status));
