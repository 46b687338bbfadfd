import { spawnSync } from 'node:child_process';

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

/** `npm test -- operations` runs only the tests of that name; `--unit` leaves the host out. */
function main(given: string[]): number {
	const names = given.filter((argument) => argument !== '--unit');
	const steps: Step[] = names.length
		? [['tests', 'jest', ...names]]
		: given.includes('--unit')
			? UNIT
			: [...UNIT, ...HOST];
	const failed: string[] = [];
	for (const [index, [name, command, ...args]] of steps.entries()) {
		const from = Date.now();
		process.stdout.write(`\n[${index + 1}/${steps.length}] ${name}\n`);
		const { status } = spawnSync(command, args, { stdio: 'inherit' });
		const seconds = ((Date.now() - from) / 1000).toFixed(1);
		process.stdout.write(`    ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s\n`);
		if (status !== 0) failed.push(name);
	}
	const named = failed.length ? `: ${failed.join(', ')}` : '';
	process.stdout.write(
		`\n${steps.length - failed.length} passed, ${failed.length} failed${named}\n`,
	);
	return failed.length ? 1 : 0;
}

process.exit(main(process.argv.slice(2)));
