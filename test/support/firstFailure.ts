import { writeSync } from 'node:fs';
import type { Circus } from '@jest/types';
import SharedRealm from '../jest/environment';

/** Begins the line that names the failed test. */
export const FAILED = 'FAILED TEST: ';

/**
 * Ends the whole of jest at the first test that fails, and says which it was: `--bail` alone would go
 * on to the end of the file. Only for `jest --runInBand`.
 */
export default class FirstFailure extends SharedRealm {
	handleTestEvent(event: Circus.Event): void {
		if (event.name !== 'test_done' || event.test.errors.length === 0) return;
		// Jest's reporter replaces process.stdout.write, and calls nobody back.
		writeSync(1, `\n${FAILED}${event.test.name}\n`);
		process.exit(1);
	}
}
