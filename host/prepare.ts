import { mkdirSync, rmSync } from 'node:fs';
import { driverProblem } from './checks';
import { installLinter, installN8n, lines, packPackage, tarball, type Line } from './install';
import { runFolder, stopAll } from './steps';

async function install(line: Line): Promise<void> {
	const node = line.node();
	if (node) await installN8n(node, line);
}

/** Builds and packs the package from the sources as they are, whatever was packed before. */
async function pack(): Promise<void> {
	rmSync(tarball, { force: true });
	await packPackage();
}

/**
 * What the steps of `npm test` share, so that none of them waits for it: the package, both lines of n8n and
 * n8n's linter. An n8n that this machine cannot have is left out; `--install` leaves out the package.
 */
async function prepare([option]: string[]): Promise<void> {
	mkdirSync(runFolder, { recursive: true });
	const hosts = driverProblem() ? [] : lines;
	const installs = [installLinter(), ...hosts.map(install)];
	await Promise.all(option === '--install' ? installs : [pack(), ...installs]);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void stopAll().then(() => process.exit(130)));

prepare(process.argv.slice(2)).catch(async (error: Error) => {
	console.error(error.message);
	await stopAll();
	process.exit(1);
});
