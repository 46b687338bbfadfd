import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { Parser } from 'htmlparser2';
import type { IDataObject } from 'n8n-workflow';
import { convert } from '../../moving/engine';
import { pageHtml, scriptOf } from '../../moving/page/build';
import { drawings, type Mark, type Shape } from '../../moving/page/drawing';
import { languageOf, languages } from '../../moving/page/words';
import { asWorkflow } from '../../moving/workflow';
import { hostileWorkflow, longWorkflow, pinnedWorkflow } from '../support/pageWorkflows';

/** The page that converts workflows: what needs no browser. The rest is in test/host/movingPage.ts. */

const fixtures = join(__dirname, '../moving');
const WORDS: Record<Mark, string> = languages.en;

const drawn = (input: IDataObject) => {
	const before = asWorkflow(input);
	return drawings(before, convert(before), WORDS);
};

/** The elements of a drawing, from outside to inside. */
const elementsOf = (shape: Shape): Shape[] => [
	shape,
	...shape.children.flatMap((child) => (typeof child === 'string' ? [] : elementsOf(child))),
];

const marksOf = (svg: Shape) =>
	elementsOf(svg).flatMap(({ attributes }) => attributes['aria-label'] ?? []);

describe('the file', () => {
	const texts: Record<string, string[]> = { script: [], style: [] };
	const addresses: string[] = [];
	const handlers: string[] = [];
	let policy = '';

	beforeAll(async () => {
		let open = '';
		new Parser({
			onopentag: (name, attributes) => {
				open = name;
				if (name in texts) texts[name].push('');
				for (const [key, value] of Object.entries(attributes)) {
					if (/^(src|href|srcset|action|data)$/.test(key)) addresses.push(value);
					if (/^(on|style$)/.test(key)) handlers.push(key);
				}
				if (attributes['http-equiv'] === 'Content-Security-Policy') policy = attributes.content;
			},
			ontext: (text) => {
				if (open in texts) texts[open][texts[open].length - 1] += text;
			},
			onclosetag: () => (open = ''),
		}).end(await pageHtml());
	});

	test('loads nothing', () => {
		expect(addresses).toEqual(['data:,']);
		expect(handlers).toEqual([]);
		expect(texts.style.join('')).not.toMatch(/url\(|@import/);
	});

	test.each(['script', 'style'])('allows its only %s by its hash', (name) => {
		expect(texts[name]).toHaveLength(1);
		const hash = createHash('sha256').update(texts[name][0]).digest('base64');
		expect(policy.split('; ')).toContain(`${name}-src 'sha256-${hash}'`);
	});

	test('forbids everything else, and text that becomes HTML', () => {
		expect(policy.split('; ').filter((part) => !/^(script|style)-src /.test(part))).toEqual([
			"default-src 'none'",
			'img-src data:',
			"base-uri 'none'",
			"form-action 'none'",
			"require-trusted-types-for 'script'",
			"trusted-types 'none'",
		]);
	});

	test('does not end its script or begin a comment inside of it', () => {
		expect(texts.script[0]).not.toMatch(/<!--|<\/script/i);
	});
});

describe('the engine in a browser', () => {
	/** A realm that has nothing of Node.js but what browsers have, too. */
	const realm = createContext({ URL });
	beforeAll(async () => {
		runInContext(await scriptOf('../engine.ts', 'engine'), realm);
	});
	const inBrowser = (input: unknown): unknown =>
		JSON.parse(
			String(
				runInContext(`JSON.stringify(engine.convert(${JSON.stringify(input)}))`, realm, {
					filename: 'page.js',
				}),
			),
		);

	test.each(readdirSync(fixtures))('converts %s as npm run convert does', (file) => {
		const input = JSON.parse(readFileSync(join(fixtures, file), 'utf8')) as unknown;
		expect(inBrowser(input)).toEqual(JSON.parse(JSON.stringify(convert(input))));
	});

	test('digests a pinned delivery as npm run convert does', () => {
		const converted = JSON.parse(JSON.stringify(convert(pinnedWorkflow))) as IDataObject;
		expect(JSON.stringify(converted)).toMatch(/"event_key":"[^"]*[0-9a-f]{16}"/);
		expect(inBrowser(pinnedWorkflow)).toEqual(converted);
	});
});

describe('a drawing', () => {
	test('contains names as texts only', () => {
		const { before, after } = drawn(hostileWorkflow);
		for (const { svg } of [before, after])
			for (const { tag, attributes } of elementsOf(svg)) {
				expect(tag).toMatch(/^(svg|g|title|rect|text|circle|path)$/);
				for (const [name, value] of Object.entries(attributes)) {
					expect(name).toMatch(/^(viewBox|role|aria-label|class|d|x|y|cx|cy|r|rx|width|height)$/);
					if (name !== 'aria-label') expect(String(value)).not.toMatch(/[<>"&]|NaN|Infinity/);
				}
			}
	});

	test('says what became of each node', () => {
		const { before, after } = drawn(hostileWorkflow);
		expect(marksOf(before.svg)).toEqual(
			expect.arrayContaining(['Webhook: converted', 'Only Customers: removed', 'Mystery: stays']),
		);
		expect(marksOf(after.svg)).toEqual(
			expect.arrayContaining([
				'Webhook: converted',
				'__proto__: changed',
				'Moved: added',
				'Nowhere',
			]),
		);
		expect(before.counts).toEqual({ converted: 2, kept: 1, removed: 1, rewritten: 1 });
	});

	test('has the list above the nodes, even if some have no position', () => {
		const { workflow } = convert(hostileWorkflow);
		expect(workflow.nodes.find(({ name }) => name === 'Moved')?.position).toEqual([
			0,
			expect.any(Number),
		]);
	});

	test('has each connection once, in circles and to nodes that are not there', () => {
		const { svg } = drawn(hostileWorkflow).before;
		expect(elementsOf(svg).filter(({ tag }) => tag === 'path')).toHaveLength(7);
	});

	test.each<[string, (input: IDataObject) => () => unknown]>([
		['converting', (input) => () => convert(input)],
		[
			'drawing',
			(input) => {
				const before = asWorkflow(input);
				const conversion = convert(before);
				return () => drawings(before, conversion, WORDS);
			},
		],
	])('%s takes twice the steps for twice the nodes', async (_, prepared) => {
		const session = new Session();
		session.connect();
		await session.post('Profiler.enable');
		const stepsFor = async (count: number) => {
			const run = prepared(longWorkflow(count));
			await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
			run();
			const { result } = await session.post('Profiler.takePreciseCoverage');
			await session.post('Profiler.stopPreciseCoverage');
			return result
				.filter(({ url }) => /[/\\]moving[/\\]/.test(url))
				.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges[0].count))
				.reduce((sum, steps) => sum + steps, 0);
		};
		const [some, all] = [await stepsFor(250), await stepsFor(500)];
		session.disconnect();
		expect(some).toBeGreaterThan(1000);
		expect(all / some).toBeLessThan(2.2);
	});
});

describe('the words', () => {
	test.each([
		[['pt-BR', 'en'], 'pt'],
		[['es-419'], 'es'],
		[['de', 'ES', 'en'], 'es'],
		[['de-AT', 'constructor'], 'en'],
		[[], 'en'],
	])('are for %j those of %s', (preferred, language) => {
		expect(languageOf(preferred)).toBe(language);
	});

	test('differ between the languages', () => {
		const { en, pt, es } = languages;
		const same = Object.entries(en).filter(([key, text]) =>
			[pt, es].some((words) => words[key as keyof typeof en] === text),
		);
		expect(same).toEqual([]);
	});
});
