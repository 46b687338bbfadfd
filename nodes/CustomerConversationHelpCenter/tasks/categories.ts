import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../shared/faults';
import { recordOf } from '../../shared/steps';
import { CATEGORIES, plain, type Call } from '../../shared/vocabulary';

/** `Größe & Maße` → `größe-maße`: part of a URL, in any script. */
const slugOf = (name: string) =>
	plain(name)
		.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
		.replace(/^-|-$/g, '');

/**
 * The category in a language with a name, otherwise the one with the slug of this name, otherwise a new
 * one. It is looked up once per execution.
 * @param portal path of the portal
 * @throws BadInput if several categories have the name
 */
export async function categoryNamed(
	{ once, list, send }: Call,
	portal: string,
	name: string,
	locale: string,
): Promise<IDataObject> {
	const path = `${portal}/categories`;
	const slug = slugOf(name);
	if (!slug)
		throw new BadInput('Category Name must contain a letter or a digit', ['category_name']);
	return await once(`category ${path} ${locale} ${plain(name)}`, async () => {
		// Read again for each name: an earlier item may have created a category with the same slug.
		const rows = await list({ method: 'GET', path, query: { locale } }, CATEGORIES);
		const named = rows.filter((row) => plain(row.name) === plain(name));
		if (named.length > 1)
			throw new BadInput(
				`There is more than one category "${name}" in ${locale}: ${named.map(({ id }) => String(id)).join(', ')}. Rename one.`,
				['category_name'],
			);
		const known = named[0] ?? rows.find((row) => row.slug === slug);
		if (known) return known;
		const body = { category: { name: name.trim(), slug, locale } };
		return recordOf(await send({ method: 'POST', path, body }), 'payload', true);
	});
}
