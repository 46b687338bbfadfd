import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { hardPages, shownPages } from '../support/pageSamples';

/** Web pages of the nodes in Chromium, as wide as a phone, a mail program and a screen. */

export const WIDTHS = [320, 600, 1200];

/**
 * In the page: what reaches out of it, words that are cut or broken, and colors that one cannot read. A drawing
 * scrolls, and what is only for screen readers is cut.
 */
export const FAULTS = `(() => {
	const faults = [];
	const reachesOut = (boxes, { left, right }) => boxes.some((box) => box.left < left || box.right > right + 1);
	if (document.documentElement.scrollWidth > innerWidth) faults.push('it scrolls to the side');
	const channels = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
	const lightness = (color) => {
		const [red, green, blue] = channels(color).map((one) => one / 255)
			.map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
		return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
	};
	const backgroundOf = (element) => {
		for (let one = element; one; one = one.parentElement) {
			const color = getComputedStyle(one).backgroundColor;
			if (channels(color)[3] !== 0) return color;
		}
		return 'rgb(255, 255, 255)';
	};
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const text = walker.currentNode;
		const element = text.parentElement;
		if (!text.data.trim() || !element.checkVisibility() || element.closest('svg, textarea, .unseen')) continue;
		const { color, overflow } = getComputedStyle(element);
		const [light, dark] = [lightness(color), lightness(backgroundOf(element))].sort((a, b) => b - a);
		if ((light + 0.05) / (dark + 0.05) < 4.5) faults.push('one cannot read ' + text.data.trim());
		if (overflow !== 'visible') faults.push('cuts ' + text.data.trim());
		for (const { 0: word, index } of text.data.matchAll(/\\S+/g)) {
			const range = document.createRange();
			range.setStart(text, index);
			range.setEnd(text, index + word.length);
			const boxes = [...range.getClientRects()];
			const around = [element.closest('td,th,div'), document.documentElement].filter(Boolean);
			if (around.some((one) => reachesOut(boxes, one.getBoundingClientRect()))) faults.push(word + ' reaches out');
			const isShort = word.length <= 12 && !/\\p{Script=Han}/u.test(word);
			if (isShort && new Set(boxes.map(({ top }) => Math.round(top))).size > 1) faults.push(word + ' is broken');
		}
	}
	return [...new Set(faults)];
})()`;

/** @returns the check of each page in each width and scheme, by title */
export const pageChecks = (browser: Browser): Record<string, () => Promise<void>> =>
	Object.fromEntries(
		Object.entries({ ...shownPages, ...hardPages }).map(([name, make]) => [
			`Page: ${name}`,
			async () => {
				const html = await make();
				const page = await browser.newPage();
				// A page loads nothing.
				await page.route(/./, (route) => route.abort());
				await page.setContent(html);
				for (const width of WIDTHS) {
					await page.setViewportSize({ width, height: 800 });
					for (const colorScheme of ['light', 'dark'] as const) {
						await page.emulateMedia({ colorScheme });
						const faults = await page.evaluate<string[]>(FAULTS);
						assert.deepEqual([width, colorScheme, faults], [width, colorScheme, []]);
					}
				}
				await page.close();
			},
		]),
	);
