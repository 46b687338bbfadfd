import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { convert } from '../../moving/engine';
import { lineOf, scoreOf } from '../../moving/note';
import { pageHtml, servePage } from '../../moving/page/build';
import { languages, type Words } from '../../moving/page/words';
import { HOSTILE, hostileWorkflow, longWorkflow } from '../support/pageWorkflows';
import { FAULTS } from './pages';

/** The page that converts workflows, in Chromium. */

const hostile = JSON.stringify(hostileWorkflow);
const conversion = convert(hostileWorkflow);

/** Puts a text into the clipboard of the page's browser, as n8n does. */
const toClipboard = (page: Page, text: string) =>
	page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);

const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

const field = (page: Page) => page.getByRole('textbox').first();
const alert = (page: Page) => page.locator('#error');

async function shows(page: Page, text: string): Promise<void> {
	await field(page).fill(text);
	await page.getByRole('heading', { name: 'converted' }).waitFor();
}

/** @returns checks by title */
export function movingPageChecks(browser: Browser): Record<string, () => Promise<void>> {
	const html = pageHtml();

	/** Opens the page. Afterwards it has requested nothing but itself, and has no errors. */
	async function open(
		options: BrowserContextOptions,
		action: (page: Page) => Promise<void>,
	): Promise<void> {
		const { address, close } = await servePage(await html);
		const context = await browser.newContext({ locale: 'en-US', ...options });
		try {
			const requests: string[] = [];
			const errors: string[] = [];
			const page = await context.newPage();
			page.on('request', (request) => requests.push(request.url()));
			page.on('console', (message) => errors.push(message.text()));
			page.on('pageerror', (error) => errors.push(error.message));
			await page.goto(address);
			await action(page);
			assert.deepEqual(
				requests.filter((url) => !url.startsWith('blob:')),
				[address],
			);
			assert.deepEqual(errors, []);
			const stored = 'localStorage.length + sessionStorage.length + document.cookie.length';
			assert.equal(await page.evaluate<number>(stored), 0);
		} finally {
			await context.close();
			close();
		}
	}

	const checks: Record<string, () => Promise<void>> = {
		'pastes, shows and copies by keyboard': () =>
			open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
				await toClipboard(page, hostile);
				await field(page).focus();
				await page.keyboard.press('Control+V');
				await page.getByRole('heading', { name: scoreOf(conversion) }).waitFor();
				const points = page.locator('#points');
				assert.deepEqual(
					await points.getByRole('listitem').allTextContents(),
					conversion.points.map(lineOf),
				);
				assert.equal(await points.getByRole('heading').first().textContent(), 'Stays as it was');
				for (const button of ['Paste', 'Choose a file', 'Clear', 'Copy the result']) {
					await page.keyboard.press('Tab');
					const focused = await page.evaluate<string>('document.activeElement.textContent');
					assert.equal(focused, button);
				}
				await page.keyboard.press('Enter');
				await page.getByText(languages.en.copied).waitFor();
				assert.deepEqual(
					JSON.parse(await clipboard(page)),
					JSON.parse(JSON.stringify(conversion.workflow)),
				);
			}),

		'pastes with its button, and says that the clipboard is empty': () =>
			open({ permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
				const paste = page.getByRole('button', { name: 'Paste' });
				await toClipboard(page, ' ');
				await paste.click();
				await alert(page).getByText(languages.en.empty).waitFor();
				await toClipboard(page, hostile);
				await paste.click();
				await page.getByRole('heading', { name: 'converted' }).waitFor();
				assert.equal(await alert(page).textContent(), '');
			}),

		'selects the result if the browser does not allow copying': () =>
			open({ permissions: [] }, async (page) => {
				await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
				await shows(page, hostile);
				await page.getByRole('button', { name: 'Copy the result' }).click();
				await page.getByText(languages.en.copyByHand).waitFor();
				const selected = await page.evaluate<string>('getSelection().toString()');
				assert.deepEqual(JSON.parse(selected), JSON.parse(JSON.stringify(conversion.workflow)));
			}),

		'opens a file and downloads the result': () =>
			open({}, async (page) => {
				const file = {
					name: 'flow.json',
					mimeType: 'application/json',
					buffer: Buffer.from(hostile),
				};
				await page.locator('#file').setInputFiles(file);
				await page.getByRole('heading', { name: 'converted' }).waitFor();
				const download = page.waitForEvent('download');
				await page.getByRole('button', { name: 'Download' }).click();
				const path = await (await download).path();
				assert.deepEqual(
					JSON.parse(readFileSync(path, 'utf8')),
					JSON.parse(JSON.stringify(conversion.workflow)),
				);
			}),

		'opens a file that is dropped on it': () =>
			open({}, async (page) => {
				const transfer = await page.evaluateHandle<object>(
					`(() => {
						const transfer = new DataTransfer();
						transfer.items.add(new File([${JSON.stringify(hostile)}], 'flow.json'));
						return transfer;
					})()`,
				);
				await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
				await page.getByRole('heading', { name: 'converted' }).waitFor();
			}),

		'says at the field what is wrong': () =>
			open({}, async (page) => {
				const reasons: Array<[string, RegExp]> = [
					['Hello', /^This is not JSON\./],
					['{"nodes":', /^This is not JSON\./],
					['null', /This is not a workflow/],
					['[]', /This is a list, not a workflow/],
					['{"a":1}', /This is not a workflow/],
					[
						'{"nodes":[],"connections":{}}',
						/^Not converted\. .*Nothing in this workflow can be converted/,
					],
				];
				await shows(page, hostile);
				for (const [text, reason] of reasons) {
					await field(page).fill(text);
					await alert(page).filter({ hasText: reason }).waitFor();
					assert.equal(await field(page).getAttribute('aria-invalid'), 'true');
					assert.equal(await page.locator('#result').isVisible(), false);
				}
				await field(page).fill('');
				assert.equal(await alert(page).textContent(), '');
				assert.equal(await field(page).getAttribute('aria-invalid'), null);
			}),

		'shows hostile names as text': () =>
			open({}, async (page) => {
				await shows(page, hostile);
				const named = page
					.locator('#after')
					.getByRole('listitem', { name: `${HOSTILE}: converted` });
				assert.equal(await named.count(), 1);
				assert.equal(await page.locator('img, iframe, main script').count(), 0);
				assert.equal(await page.title(), languages.en.title);
			}),

		'draws 500 nodes': () =>
			open({}, async (page) => {
				await shows(page, JSON.stringify(longWorkflow(500)));
				assert.equal(await page.locator('#before [role=listitem]').count(), 500);
				assert.equal(await page.locator('#after [role=listitem]').count(), 501);
			}),

		'keeps the workflow when the language changes': () =>
			open({ locale: 'pt-BR' }, async (page) => {
				await field(page).fill(hostile);
				for (const [name, words] of Object.entries({ pt: languages.pt, es: languages.es })) {
					await page.locator('#language').selectOption(name);
					await page.getByRole('button', { name: words.copy }).waitFor();
					assert.equal(await page.locator('html').getAttribute('lang'), name);
					await page
						.getByRole('listitem', { name: `Webhook: ${words.converted}` })
						.first()
						.waitFor();
				}
			}),
	};

	for (const [name, words] of Object.entries<Words>(languages))
		checks[`can be read in ${name}`] = () =>
			open({ locale: name }, async (page) => {
				assert.equal(await page.title(), words.title);
				const check = async (state: string) => {
					for (const width of [360, 1280])
						for (const colorScheme of ['light', 'dark'] as const) {
							await page.setViewportSize({ width, height: 800 });
							await page.emulateMedia({ colorScheme });
							const faults = await page.evaluate<string[]>(FAULTS);
							assert.deepEqual(
								[state, width, colorScheme, faults],
								[state, width, colorScheme, []],
							);
						}
				};
				await field(page).fill('x');
				await check('with an error');
				await shows(page, hostile);
				await check('with a result');
			});

	return Object.fromEntries(
		Object.entries(checks).map(([title, check]) => [`Converting page: ${title}`, check]),
	);
}
