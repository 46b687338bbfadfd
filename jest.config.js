/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/host', '<rootDir>/.host'],
	// Types are checked by `npm run types`; here they would only cost time.
	transform: { '^.+\\.ts$': ['ts-jest', { diagnostics: false }] },
	// n8n-core leaves timers behind.
	forceExit: true,
};
