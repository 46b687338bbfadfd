const { tmpdir } = require('node:os');
const { join } = require('node:path');

// n8n-core writes its settings on loading: not into the home of whoever runs the tests.
process.env.N8N_USER_FOLDER = tmpdir();
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'true';
// Where the processes of a run leave what they counted.
process.env.OPERATIONS_TALLY = join(tmpdir(), `operations-${process.pid}.jsonl`);

// A larger young generation, for Jest's workers: most of what a test allocates is garbage before the next one ends.
process.execArgv.push('--max-semi-space-size=64');

/** @type {import('jest').Config} */
module.exports = {
	// The files of a worker share its realm and its packages: loading n8n takes longer than most tests.
	testEnvironment: '<rootDir>/test/jest/environment.ts',
	runtime: '<rootDir>/test/jest/runtime.cjs',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/host', '<rootDir>/.host'],
	// Types are checked by `npm run types`; here they would only cost time.
	transform: { '^.+\\.ts$': ['@swc/jest', { sourceMaps: true, jsc: { target: 'es2022' } }] },
	globalTeardown: '<rootDir>/test/support/tally.ts',
	// Jest leaves one core free: of two that is half.
	maxWorkers: 2,
	// Against what hangs: on a busy machine many take longer than jest's five seconds.
	testTimeout: 60_000,
	// What passes, and what is skipped, needs no line of its own.
	verbose: false,
};
