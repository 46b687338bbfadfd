import type { IDataObject } from 'n8n-workflow';
import { recording, releases, type Release } from '../../../truth/recordings';
import { delay } from '../../support/clock';
import { recorded } from '../../support/faults';
import { json, run, runAt } from '../../support/run';
import { listen, type Received } from '../../support/server';

/** Articles that come from elsewhere, and what goes out beside a portal and a category. */

const PORTAL = '/api/v1/accounts/1/portals/help';

/** A portal of a server, as far as articles ask for it. */
class HelpCenter {
	/** `POST articles`, and so on. */
	readonly requests: string[] = [];
	readonly articles: IDataObject[] = [];
	readonly categories: IDataObject[] = [];
	private readonly article: IDataObject;
	private readonly category: IDataObject;

	constructor(readonly release: Release) {
		const payload = (op: string) =>
			(recording(op, 'ok', release).response.body as { payload: IDataObject }).payload;
		this.article = payload('account.article.create');
		this.category = payload('account.category.create');
	}

	private categoryOf(id: unknown): IDataObject {
		const found = this.categories.find((one) => one.id === id);
		return { id: id as number, name: found?.name ?? null, locale: found?.locale ?? null };
	}

	private shown(sent: IDataObject): IDataObject {
		const { author_id, category_id, ...rest } = sent;
		return {
			...rest,
			...(author_id ? { author: { id: author_id } } : {}),
			...(category_id ? { category: this.categoryOf(category_id) } : {}),
		};
	}

	private page(query: Array<[string, string]>) {
		const number = Number(new URLSearchParams(query).get('page') ?? 1);
		// As the service lists them: the last changed first.
		const rows = [...this.articles].reverse().slice((number - 1) * 25, number * 25);
		return json({ payload: rows, meta: { articles_count: this.articles.length } });
	}

	readonly answer = ({ method, path, query, body }: Received) => {
		if (path === '/api') return json({ timestamp: '2027-01-01 00:00:00' });
		const [, list, id] = /portals\/help\/(\w+)(?:\/(\d+))?$/.exec(path) ?? [];
		this.requests.push([method, list, id].filter(Boolean).join(' '));
		const sent = body.length ? (JSON.parse(body.toString()) as IDataObject) : {};
		const rows = list === 'articles' ? this.articles : this.categories;
		const row = rows.find((one) => one.id === Number(id));
		if (method === 'GET' && row) return json({ payload: row });
		if (method === 'GET' && list === 'articles') return this.page(query);
		if (method === 'GET') {
			const locale = new URLSearchParams(query).get('locale');
			return json({ payload: rows.filter((one) => one.locale === locale), meta: {} });
		}
		if (row) return json({ payload: Object.assign(row, this.shown(sent)) });
		if (this.articles.some(({ slug }) => slug === sent.slug))
			return recorded('account.article.create', 'duplicate', this.release);
		const made = {
			...(list === 'articles' ? this.article : this.category),
			...this.shown((sent.category as IDataObject | undefined) ?? sent),
			id: 100 + this.articles.length + this.categories.length,
		};
		rows.push(made);
		return json({ payload: made });
	};

	/** Requests that change something. */
	changes = () => this.requests.splice(0).filter((request) => !request.startsWith('GET '));

	async run(items: IDataObject[], parameters: IDataObject = {}, engine = false) {
		const server = await listen(async (request) => {
			// So that nothing is in order by itself.
			await delay(Math.random() * 5);
			return this.answer(request);
		});
		const allParameters = {
			portal_slug: 'help',
			...{ slug: '={{ $json.slug }}', title: '={{ $json.title }}', author_id: 7 },
			...{ locale: '={{ $json.locale }}', content: '={{ $json.content }}' },
			category_name: '={{ $json.category }}',
			...parameters,
		};
		try {
			const { items: found, error } = await runAt(server.url, 'article.upsert', allParameters, {
				items: items.map((item) => ({ json: item })),
				engine,
			});
			return { items: found.map(({ json: item }) => item), error };
		} finally {
			await server.close();
		}
	}
}

const articles = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		slug: `a-${index}`,
		title: `Article ${index}`,
		locale: index % 2 ? 'de' : 'en',
		content: `Text ${index}`,
		// One name, however it is written.
		category: ['Größe', ' GRÖßE ', 'Gro\u0308ße', 'Other'][index % 4],
	}));

describe.each(releases)('Create or Update on %s', (release) => {
	let portal: HelpCenter;

	beforeEach(() => {
		portal = new HelpCenter(release);
	});

	test.each([false, true])(
		'many items make each category once, in order (engine: %s)',
		async (engine) => {
			const items = articles(60);
			const { items: found, error } = await portal.run(items, {}, engine);
			expect(error).toBeUndefined();
			expect(found.map(({ action, slug }) => [action, slug])).toEqual(
				items.map(({ slug }) => ['created', slug]),
			);
			expect(
				portal.categories.map(({ name, slug, locale }) => [name, slug, locale]).sort(),
			).toEqual(
				[
					['Größe', 'größe', 'en'],
					['GRÖßE', 'größe', 'de'],
					['Other', 'other', 'de'],
				].sort(),
			);
			for (const { id } of portal.categories) {
				const inCategory = portal.articles.filter(
					({ category }) => (category as IDataObject).id === id,
				);
				const numbers = inCategory.map(({ slug }) => Number(String(slug).slice(2)));
				if (!engine) expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
				expect(numbers.length).toBeGreaterThan(10);
			}
			expect(portal.requests.filter((one) => one === 'GET categories')).toHaveLength(3);
			// One page was enough to know that there is none.
			expect(portal.requests.filter((one) => one === 'GET articles')).toHaveLength(1);
		},
	);

	test('what comes again changes nothing, and what changed goes out alone', async () => {
		const items = articles(60);
		await portal.run(items);
		portal.changes();
		expect((await portal.run(items)).items.map(({ action }) => action)).toEqual(
			items.map(() => 'unchanged'),
		);
		expect(portal.requests.filter((one) => one === 'GET articles').length).toBeGreaterThan(2);
		expect(portal.changes()).toEqual([]);
		const [first] = items;
		const { items: found } = await portal.run([
			{ ...first, content: 'text 0' },
			{ ...first, content: 'text 0' },
			{ ...first, content: 'text 0', category: 'Third' },
			{ ...first, content: '', category: '' },
		]);
		expect(found.map(({ action }) => action)).toEqual([
			...['updated', 'unchanged', 'updated', 'unchanged'],
		]);
		expect(found[3]).toMatchObject({ content: 'text 0', category_name: 'Third' });
		expect(portal.changes()).toEqual([
			'PATCH articles 101',
			'POST categories',
			'PATCH articles 101',
		]);
	});

	test('a slug that comes twice is made and then updated', async () => {
		const [first] = articles(1);
		const { items: found } = await portal.run([first, { ...first, title: 'Anew' }]);
		expect(found.map(({ action, title }) => [action, title])).toEqual([
			['created', 'Article 0'],
			['updated', 'Anew'],
		]);
	});

	test('a category of another name with the same slug is taken, several of one name are not', async () => {
		portal.categories.push({ id: 5, name: 'Renamed', slug: 'größe', locale: 'en' });
		const [first] = articles(1);
		expect((await portal.run([first])).items[0]).toMatchObject({ category_id: 5 });
		expect(portal.changes()).toEqual(['POST articles']);
		portal.categories.push(
			{ id: 6, name: 'Größe', slug: 'x', locale: 'en' },
			{ id: 7, name: 'größe', slug: 'y', locale: 'en' },
		);
		const { error } = await portal.run([{ ...first, slug: 'b' }]);
		expect(error?.message).toBe('There is more than one category "Größe" in en: 6, 7. Rename one.');
		expect(portal.changes()).toEqual([]);
	});

	test('a slug that another portal has is explained, with what was done before', async () => {
		const server = await listen((request) =>
			request.method === 'POST' && request.path.endsWith('/articles')
				? recorded('account.article.create', 'duplicate', release)
				: portal.answer(request),
		);
		try {
			const { error } = await runAt(server.url, 'article.upsert', {
				...{ portal_slug: 'help', slug: 'a', title: 'A', author_id: 7, locale: 'en' },
				category_name: 'Billing',
			});
			expect(error?.message).toBe('Creating the article failed: Internal Server Error');
			expect(error?.description).toContain('The slug may be taken');
			expect(error?.description).toContain('Already done: category 100 exists.');
		} finally {
			await server.close();
		}
	});
});

const text = (content: Buffer | string, mimeType = 'text/plain') => [
	{
		json: {},
		binary: {
			data: { data: Buffer.from(content as string).toString('base64'), mimeType, fileName: 'a.md' },
		},
	},
];

describe('the content of a file', () => {
	const made = recorded('account.article.create', 'ok');
	const create = async (content: Buffer | string) => {
		const { received, error } = await run(
			'article.create',
			{
				...{ portal_slug: 'help', title: 'A', author_id: 15 },
				additional_fields: { content_file: 'data' },
			},
			[made],
			{ items: text(content) },
		);
		return { bodies: received.map(({ body }) => JSON.parse(body.toString()) as unknown), error };
	};

	test('goes out as text, without a byte order mark', async () => {
		const { bodies } = await create('\ufeff# Größe\r\n\r\nText');
		expect(bodies).toEqual([{ title: 'A', author_id: 15, content: '# Größe\r\n\r\nText' }]);
	});

	test.each<[string, Buffer | string, string]>([
		['no UTF-8', Buffer.from([0x47, 0x72, 0xf6]), 'Content Binary Field is not UTF-8 text'],
		['nothing', ' \n', 'Content Binary Field is empty: fill it in'],
		[
			'too long',
			'ü'.repeat(20_001),
			'Content Binary Field has 20001 characters; the maximum is 20000',
		],
		[
			'a NUL',
			'a\0b',
			'Content Binary Field contains a NUL or an incomplete Unicode character, which Chatwoot cannot store',
		],
	])('is refused where it is %s', async (_, content, words) => {
		const { bodies, error } = await create(content);
		expect([bodies, error?.message]).toEqual([[], words]);
	});
});

describe('what goes out beside', () => {
	const bodyOf = ({ body }: Received) => JSON.parse(body.toString()) as unknown;

	test('a category keeps its related ones, by name, in the wrapper', async () => {
		const { received } = await run(
			'category.update',
			{ portal_slug: 'help', category_id: 15, update_fields: { related_category_ids: 'Parent' } },
			[
				json({ payload: [{ id: 16, name: 'Parent' }] }),
				recorded('account.category.update', 'related'),
			],
		);
		expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`GET ${PORTAL}/categories`,
			`PATCH ${PORTAL}/categories/15`,
		]);
		expect(bodyOf(received[1])).toEqual({ category: { related_category_ids: [16] } });
	});

	const logo = { fileName: 'logo.png', mimeType: 'image/png', data: 'iVBORw0=' };
	const items = [{ json: {}, binary: { data: logo } }];

	test.each(['create', 'update'])('a logo is uploaded first: %s', async (operation) => {
		const isNew = operation === 'create';
		const { received, error } = await run(
			`portal.${operation}`,
			isNew
				? { name: 'Min', slug: 'min', additional_fields: { logo: 'data' } }
				: { portal_path: 'portal', portal_slug: 'help', update_fields: { logo: 'data' } },
			[
				recorded('account.upload.create', 'ok'),
				json({ id: 1, name: 'Min', slug: 'min', logo: { file_url: 'x' } }),
			],
			{ items },
		);
		expect(error).toBeUndefined();
		const [upload, saved] = received;
		expect(upload.path).toBe('/api/v1/accounts/1/upload');
		expect(upload.body.toString()).toContain('name="attachment"; filename="logo.png"');
		expect(saved.headers['content-type']).toBe('application/json');
		expect(bodyOf(saved)).toEqual({
			...(isNew ? { name: 'Min', slug: 'min', custom_domain: '' } : {}),
			blob_id: 'signed-id',
		});
	});

	test('a logo that is given twice is refused', async () => {
		const update_fields = { logo: 'data', blob_id: 'x' };
		const { received, error } = await run(
			'portal.update',
			{ portal_path: 'portal', portal_slug: 'help', update_fields },
			undefined,
			{ items },
		);
		expect(received).toEqual([]);
		expect(error?.message).toBe('Logo Blob ID is also set: remove Logo or Logo Blob ID');
	});

	test('what a 500 means where a portal is named is said', async () => {
		const { error } = await run('portal.get', { portal_slug: 'nope' }, [
			recorded('account.portal.get', 'unknown-id'),
		]);
		expect(error?.description).toContain('There may be no portal with this slug');
	});

	test('a category in a portal that does not exist is refused with the name of the portal', async () => {
		const { error } = await run(
			'category.create',
			{ portal_slug: 'nope', name: 'Billing', slug: 'billing' },
			[recorded('account.category.create', 'unknown-portal')],
		);
		expect(error?.description).toContain('The portal "nope" may not exist');
	});
});
