import { stopAll } from '../../host/steps';

let failed = 0;

/** One line a check. */
export async function report(name: string, check: () => void | Promise<void>): Promise<void> {
	try {
		await check();
		process.stdout.write(`  ✓ ${name}\n`);
	} catch (error) {
		failed++;
		process.stdout.write(`  ✕ ${name}: ${(error as Error).message}\n`);
	}
}

/** Runs a program of checks; it fails when one of them did. */
export function runChecks(main: () => Promise<void>): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void stopAll().then(() => process.exit(130)));
	main().then(
		() => process.exit(failed ? 1 : 0),
		(error: Error) => {
			process.stderr.write(`${error.message}\n`);
			process.exit(1);
		},
	);
}
