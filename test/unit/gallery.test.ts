import { CATEGORIES, galleryEntry, galleryNames } from '../../docs/gallery';

/** Templates as n8n's gallery takes them. */

const entries = galleryNames().map((name) => [name, galleryEntry(name)] as const);

test('has every template with a title of its own', () => {
	expect(entries.length).toBeGreaterThan(30);
	const titles = entries.map(([, { title }]) => title);
	expect(new Set(titles).size).toBe(titles.length);
});

describe.each(entries)('%s', (_, { title, categories, description, workflow }) => {
	test('has a title that names Chatwoot and is not cut off', () => {
		expect(title).toMatch(/Chatwoot/);
		expect(title.length).toBeLessThanOrEqual(80);
	});

	test("has one to three of the gallery's categories", () => {
		expect(categories.length).toBeGreaterThan(0);
		expect(categories.length).toBeLessThanOrEqual(3);
		for (const category of categories) expect(CATEGORIES).toContain(category);
	});

	test('says for whom it is, how it works, how to set it up and what it needs', () => {
		const [intro, ...sections] = description.split(/\n\n## /);
		expect(intro).toMatch(/^\S.{30,}[.:]$/s);
		const heads = sections.map((section) => section.split('\n')[0]);
		expect(heads.slice(0, 4)).toEqual([
			...['Who it is for', 'How it works', 'Set up', 'Requirements'],
		]);
		for (const section of sections)
			expect(section.split('\n\n').slice(1).join('').length).toBeGreaterThan(20);
		expect(description).not.toMatch(/undefined|\*\*Change\*\*/);
	});

	test('names each service that it needs', () => {
		const needs = { lmChatOpenAi: /OpenAI/, emailSend: /SMTP/ };
		for (const [type, words] of Object.entries(needs))
			if (workflow.includes(`.${type}"`)) expect(description).toMatch(words);
	});
});
