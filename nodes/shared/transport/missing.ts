import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import type { Request } from '../vocabulary/call';
import { title } from '../vocabulary/fields/fields';
import type { Locator } from '../vocabulary/picking/picking';
import * as locators from '../vocabulary/locators';

/** Kinds of records. A locator of only some records, such as those of one channel, names no kind. */
const kinds = Object.values(locators)
	.flatMap((make) => make().locator ?? [])
	.filter(({ only }) => !only);

/** Kinds of records by the word that precedes their ID in a path. */
const byWord = new Map<string, Pick<Locator, 'title' | 'slug'>>([
	...kinds.map((kind) => [kind.list.replace(/^.*\/|\?.*$/g, ''), kind] as const),
	// The only path with another word for the inbox.
	['inbox_members', { title: 'Inbox' }],
]);

/** The title of the record that a key refers to, such as `inbox_id`, `label_ids`, `base_contact_id`, `agent_bot`. */
function titleOf(key: string): string | undefined {
	const name = key.replace(/_ids$/, '_id');
	const known =
		kinds.find((kind) => [name, `${name}_id`].includes(kind.name)) ??
		kinds.find((kind) => name.endsWith(`_${kind.name}`));
	return known?.title ?? (name.endsWith('_id') ? title(name) : undefined);
}

/** The records in a path, such as Conversation 8 and Message 5: each belongs to the one before. */
const inPath = (path: string): Array<{ title: string; id: string }> => {
	const words = path.split('/').map(decodeURIComponent);
	return words.flatMap((word, index) => {
		const id = words[index + 1] ?? '';
		const kind = byWord.get(word);
		const isRecord = /^\d+$/.test(id) || (id && kind?.slug);
		return isRecord ? [{ title: kind?.title ?? title(word.replace(/s$/, '')), id }] : [];
	});
};

/** Apps that an account can be connected to. While it is not, Chatwoot answers all their calls with 404 or 500. */
const APPS: Record<string, string> = {
	dyte: 'Dyte',
	linear: 'Linear',
	notion: 'Notion',
	shopify: 'Shopify',
	slack: 'Slack',
};

/** The app of a request, if it has one. */
export const appIn = (path: string): string | undefined =>
	APPS[/\/integrations\/(\w+)/.exec(path)?.[1] ?? ''];

const inFields = (values: IDataObject): string[] =>
	Object.entries(values).flatMap(([key, value]) => {
		// In reports the `id` belongs to the record named by `type`.
		const kind = key === 'id' && values.type ? title(String(values.type)) : titleOf(key);
		if (!kind || kind === 'Account') return [];
		const ids = [value].flat().filter((id) => id !== '' && /string|number/.test(typeof id));
		return ids.map((id) => `${kind} ${String(id)}`);
	});

/** Maximum number of records in an error. */
const MOST = 5;

/**
 * The records and the account that a request names, for an error.
 * @returns for example "Message 5 of Conversation 8" or "Contact 7 or Inbox 9", and the account ID; undefined
 * if the request names none
 */
export function namedIn({
	path,
	query = {},
	body = {},
}: Pick<Request, 'path' | 'query' | 'body'>): { records?: string; account?: string } {
	const [first, ...rest] = inPath(path);
	const account = path.startsWith('/api/') && first?.title === 'Account' ? first.id : undefined;
	const chain = (account || !first ? rest : [first, ...rest]).map(
		(one) => `${one.title} ${one.id}`,
	);
	const wrapped = Object.values(body).filter(isObject) as IDataObject[];
	const records = [
		...new Set([chain.reverse().join(' of '), ...[query, body, ...wrapped].flatMap(inFields)]),
	].filter(Boolean);
	if (records.length > MOST) records.splice(MOST, Infinity, 'another record');
	const words = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(records);
	return { records: words || undefined, account };
}
