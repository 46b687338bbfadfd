import { stopAll } from '../../host/steps';

let failed = 0;

/** One line a check. @param check may give what to say after its name */
export async function report(
	name: string,
	check: () => void | Promise<string | void>,
): Promise<void> {
	try {
		const more = await check();
		process.stdout.write(`  ✓ ${name}${more ? `: ${more}` : ''}\n`);
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
