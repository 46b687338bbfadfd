import type { IDataObject } from 'n8n-workflow';
import { explained } from '../../../shared/tasks/explain';
import { recordOf, steps } from '../../../shared/steps';
import { at, isSame } from '../../../shared/values';
import {
	account,
	ARTICLES,
	front,
	locale,
	operation,
	optional,
	portal,
	record,
	simplified,
	text,
	type Call,
} from '../../../shared/vocabulary';
import { categoryNamed } from '../../tasks/categories';
import { readContent, SLUG_TAKEN } from './parts/content';
import {
	articleContent,
	articleSlug,
	articleTitle,
	author,
	contentFile,
	description,
	meta,
	status,
} from './parts/fields';
import { ARTICLE } from './parts/simple';

/** The articles of the portal by their slugs, which the service cannot look up. */
const knownSlugs = async ({ once, list, request: { path } }: Call): Promise<Map<unknown, number>> =>
	await once(`slugs ${path}`, async () => {
		const rows = await list({ method: 'GET', path }, ARTICLES);
		return new Map(rows.map(({ slug, id }) => [slug, id as number]));
	});

/** Fields that replies have under another name. */
const SHOWN: Record<string, string> = { author_id: 'author.id', category_id: 'category.id' };

/** The items of one portal take turns, so that new articles are in the order of the items. */
export const upsert = operation({
	name: 'Create or Update',
	action: 'Create or update an article',
	gives: 'Returns the article, with action: created, updated or unchanged',
	needs: { role: 'administrator' },
	description: 'Matched by its slug; creates its category if there is none',
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/articles',
	path: [account(), portal()],
	body: [
		articleSlug('Used to find the article next time.'),
		articleTitle(),
		author(),
		locale({
			hint: 'Language of the category and of a new article. For a category, it must be one of the portal.',
			shown: false,
		}),
		front(articleContent()),
		optional(
			contentFile(),
			description(),
			status({ hint: 'Default for new articles: draft' }),
			meta(),
		),
	],
	options: [
		front(
			text('category_name', {
				max: 255,
				hint: 'Found by its name in the language, or created. If empty, the article stays in its category.',
			}),
		),
	],
	reply: simplified(record(), { action: 'action', ...ARTICLE }),
	run: async (call) => {
		const { request, send, values } = call;
		const { path } = request;
		readContent(call);
		const { locale: language, ...fields } = request.body ?? {};
		const step = steps();
		if (values.category_name) {
			const portalPath = path.replace(/\/articles$/, '');
			const category = await step(
				'Finding or creating the category',
				async () =>
					await categoryNamed(call, portalPath, String(values.category_name), String(language)),
				({ id }) => `category ${id as number} exists`,
			);
			fields.category_id = category.id;
		}
		const slugs = await knownSlugs(call);
		const id = slugs.get(fields.slug);
		if (id === undefined) {
			const made = await step(
				'Creating the article',
				async () =>
					await explained(send({ ...request, body: { ...fields, locale: language } }), SLUG_TAKEN),
				() => 'it was created',
			);
			const article = recordOf(made, 'payload', true);
			slugs.set(fields.slug, article.id as number);
			return [{ action: 'created', ...article }];
		}
		const place = `${path}/${id}`;
		const article = recordOf(await send({ method: 'GET', path: place }), 'payload');
		const changes = Object.entries(fields).filter(
			([key, value]) => !isSame(at(article, SHOWN[key] ?? key) ?? null, value),
		);
		if (changes.length === 0) return [{ action: 'unchanged', ...article }];
		const body = Object.fromEntries(changes) as IDataObject;
		const changed = await step(
			'Updating the article',
			async () => await send({ method: 'PATCH', path: place, body }),
			() => 'it was updated',
		);
		return [{ action: 'updated', ...recordOf(changed, 'payload') }];
	},
});
