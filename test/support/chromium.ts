import { existsSync } from 'node:fs';
import { chromium, selectors, type Browser } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** What is missing, and how to install it; nothing if Chromium is there. */
export const chromiumProblem = (): string | undefined =>
	existsSync(executablePath)
		? undefined
		: `There is no Chromium at ${executablePath}. Debian: apt-get install -y chromium; elsewhere name one: CHROMIUM=/path/to/chromium`;

/**
 * Chromium, without a window; n8n marks what its own tests look for by `data-test-id`.
 * @throws Error that says how to install it
 */
export async function openBrowser(): Promise<Browser> {
	const problem = chromiumProblem();
	if (problem) throw new Error(problem);
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath,
		args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
	});
}

/** Chromium if it is there; in CI it has to be. */
export const browserIfThere = async (): Promise<Browser | undefined> =>
	chromiumProblem() && process.env.CI !== 'true' ? undefined : await openBrowser();
