import { releases, type Release } from '../../truth/recordings';

/**
 * A fault that was found on a live server, and what proves that it is gone on each release. Tells of
 * it in one line.
 */
export function fault(name: string, prove: (release: Release) => Promise<void>): void {
	const right: string[] = [];
	describe(name, () => {
		test.each(releases)('is right on %s', async (release) => {
			await prove(release);
			right.push(`right on ${release}`);
		});
		afterAll(() => {
			process.stdout.write(`${name}: ${right.join(', ') || 'wrong'}\n`);
		});
	});
}
