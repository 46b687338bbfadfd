import { mkdirSync, rmSync } from 'node:fs';
import { driverProblem } from './checks';
import { installLinter, installN8n, lines, packPackage, tarball, type Line } from './install';
import { runFolder, stopAll } from './steps';

async function install(line: Line): Promise<void> {
	const node = line.node();
	if (node) await installN8n(node, line);
}

/**
 * What the steps of `npm test` share, so that none of them waits for it: the package, built and packed anew,
 * both lines of n8n and n8n's linter. An n8n that this machine cannot have is left out.
 */
async function prepare(): Promise<void> {
	mkdirSync(runFolder, { recursive: true });
	rmSync(tarball, { force: true });
	const hosts = driverProblem() ? [] : lines;
	await Promise.all([packPackage(), installLinter(), ...hosts.map(install)]);
}

prepare().catch(async (error: Error) => {
	console.error(error.message);
	await stopAll();
	process.exit(1);
});
