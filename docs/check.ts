/** `npm run docs:check`: whether what the pages say is there, runs and is what the nodes say. */
import { spawnSync } from 'node:child_process';
import { commandsOf, finding, HARMLESS, quick, type Finding } from './findings';
import { numbers } from './numbers';
import { stale } from './operations';
import { pages, read, root } from './pages';
import { hints, wording } from './wording';

/** Runs the blocks that say so. */
const run = (): Finding =>
	finding(
		'blocks of commands that were run',
		(page) => commandsOf(page).filter(({ text, runs }) => runs && HARMLESS.includes(text)),
		({ text }) => {
			const [command, ...args] = text.split(' ');
			const { status, stdout, stderr } = spawnSync(command, args, {
				cwd: root,
				encoding: 'utf8',
				timeout: 300_000,
			});
			return status === 0 ? undefined : `"${text}" failed:\n${stdout}${stderr}`;
		},
	);

const tablesOf = (page: string) => [...read(page).matchAll(/<!-- table: (.+?) -->/g)];

async function fresh(): Promise<Finding> {
	const wrong = (await stale()).map(([page]) => page);
	const { subject, count } = finding('tables made from the nodes', tablesOf, () => undefined);
	return {
		subject,
		count,
		faults: wrong.map((page) => `${page} is not fresh: npm run docs:operations`),
	};
}

async function main(): Promise<void> {
	const notRun = pages().flatMap((page) => commandsOf(page).filter(({ reason }) => reason));
	process.stdout.write(
		`${notRun.length} blocks of commands are not run: the comment before each says why\n`,
	);
	const findings = [...quick(), numbers(), ...wording(), ...hints(), await fresh(), run()];
	for (const { subject, count, faults } of findings) {
		process.stdout.write(`${count} ${subject}${faults.length ? `, ${faults.length} wrong` : ''}\n`);
		for (const fault of faults) process.stdout.write(`  ${fault}\n`);
	}
	process.exitCode = findings.some(({ faults }) => faults.length) ? 1 : 0;
}

void main();
