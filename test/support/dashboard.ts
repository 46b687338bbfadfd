import type { Browser } from 'playwright-core';

/** The service's dashboard as an app in it sees it: it answers whoever asks about the open conversation. */
const PAGE = (address: string, contact: object) => `<!doctype html><iframe></iframe><script>
const frame = document.querySelector('iframe');
const tell = () => frame.contentWindow.postMessage(JSON.stringify({
	event: 'appContext',
	data: { conversation: { id: 1 }, contact: ${JSON.stringify(contact)}, currentAgent: { id: 1 } },
}), '*');
addEventListener('message', ({ data }) => data === 'chatwoot-dashboard-app:fetch-info' && tell());
frame.addEventListener('load', tell);
frame.src = ${JSON.stringify(address)};
</script>`;

/**
 * Opens an app beside a conversation with this contact.
 * @param isShown whether what it says is what is waited for
 * @returns its text, and how many pictures and scripts it has besides its own
 */
export async function openApp(
	browser: Browser,
	address: string,
	contact: object,
	isShown: RegExp,
): Promise<{ text: string; foreign: number }> {
	const page = await browser.newPage();
	try {
		await page.setContent(PAGE(address, contact));
		const body = page.frameLocator('iframe').locator('body');
		await body.filter({ hasText: isShown }).waitFor({ timeout: 30_000 });
		return {
			text: await body.innerText(),
			foreign: await body.locator('img, script, iframe, svg').count(),
		};
	} finally {
		await page.close();
	}
}
