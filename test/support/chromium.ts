import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser } from 'playwright-core';

/** Chromium, without a window; n8n marks what its own tests look for by `data-test-id`. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
	if (!existsSync(executablePath)) {
		throw new Error(
			`There is no Chromium at ${executablePath}. Debian: apt-get install -y chromium; elsewhere name one: CHROMIUM=/path/to/chromium`,
		);
	}
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath,
		args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
	});
}
