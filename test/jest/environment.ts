import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { resetConfigureGlobal } from 'fast-check';
import SingleContext from 'jest-environment-node-single-context';
import { Settings } from 'luxon';
import { keepNoConnections } from '../support/connections';

keepNoConnections();

/** What tells whether a global is the one that it was. */
const PARTS = ['value', 'get', 'set'] as const;

/**
 * Test files run in the realm of their worker, without a context of their own, so that they can share
 * the packages that Node loaded (`runtime.cjs`): `instanceof`, errors, timers and the clock are the same.
 * What a file changed in globals, in `process` and in the settings of packages is undone after it.
 */
export default class SharedRealm extends SingleContext {
	private readonly globals = new Map(Object.entries(Object.getOwnPropertyDescriptors(globalThis)));
	private readonly environment = { ...process.env };
	private readonly exit = process.exit;

	constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
		super(config, context);
		// As in Jest's environment: ten lines rarely reach the test.
		Error.stackTraceLimit = 100;
	}

	override async teardown(): Promise<void> {
		await super.teardown();
		process.exit = this.exit;
		for (const name of Object.keys(process.env))
			if (!(name in this.environment)) delete process.env[name];
		Object.assign(process.env, this.environment);
		const globals = Object.getOwnPropertyDescriptors(globalThis);
		for (const name of new Set([...Object.keys(globals), ...this.globals.keys()])) {
			const [now, before] = [(globals as PropertyDescriptorMap)[name], this.globals.get(name)];
			const isAsBefore = PARTS.every((part) => now?.[part] === before?.[part]);
			if (isAsBefore || now?.configurable === false) continue;
			delete (globalThis as Record<string, unknown>)[name];
			if (before) Object.defineProperty(globalThis, name, before);
		}
		resetConfigureGlobal();
		// n8n sets it to the zone of the workflow that runs.
		Settings.defaultZone = 'system';
	}
}
