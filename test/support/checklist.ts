import { stopAll } from '../../host/steps';

const failures: string[] = [];

/** One line a check. @param check may give what to say after its name */
export async function report(
	name: string,
	check: () => void | Promise<string | void>,
): Promise<void> {
	try {
		const more = await check();
		process.stdout.write(`  ✓ ${name}${more ? `: ${more}` : ''}\n`);
	} catch (error) {
		const { message, cause } = error as Error;
		const failure = `  ✕ ${name}: ${message}${cause ? ` (${String(cause)})` : ''}\n`;
		failures.push(failure);
		process.stdout.write(failure);
	}
}

/** Runs a program of checks; it fails when one of them did, and says which once more at its end. */
export function runChecks(main: () => Promise<void>): void {
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void stopAll().then(() => process.exit(130)));
	main().then(
		() => {
			if (failures.length) process.stdout.write(`\nFailed:\n${failures.join('')}`);
			process.exit(failures.length ? 1 : 0);
		},
		(error: Error) => {
			process.stderr.write(`${error.message}\n`);
			process.exit(1);
		},
	);
}
