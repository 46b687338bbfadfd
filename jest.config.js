const { tmpdir } = require('node:os');

// n8n-core writes its settings on loading: not into the home of whoever runs the tests.
process.env.N8N_USER_FOLDER = tmpdir();
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'true';

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
