import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import type { Request } from '../vocabulary/call';
import { title } from '../vocabulary/fields/fields';
import type { Locator } from '../vocabulary/picking/picking';
import * as locators from '../vocabulary/locators';

const kinds = Object.values(locators).flatMap((make) => make().locator ?? []);

/** By the word of a path that an ID follows. */
const byWord = new Map<string, Pick<Locator, 'title' | 'slug'>>([
	...kinds.map((kind) => [kind.list.replace(/^.*\/|\?.*$/g, ''), kind] as const),
	// The one path that names the inbox by another word.
	['inbox_members', { title: 'Inbox' }],
]);

/** What a key holds the ID of: `inbox_id`, `label_ids`, `base_contact_id`, `agent_bot`. */
function titleOf(key: string): string | undefined {
	const name = key.replace(/_ids$/, '_id');
	const known =
		kinds.find((kind) => [name, `${name}_id`].includes(kind.name)) ??
		kinds.find((kind) => name.endsWith(`_${kind.name}`));
	return known?.title ?? (name.endsWith('_id') ? title(name) : undefined);
}

/** "Message 5 of Conversation 8": each pair of a path is a record of the one before. */
const inPath = (path: string): Array<{ title: string; id: string }> => {
	const words = path.split('/').map(decodeURIComponent);
	return words.flatMap((word, index) => {
		const id = words[index + 1] ?? '';
		const kind = byWord.get(word);
		const isRecord = /^\d+$/.test(id) || (id && kind?.slug);
		return isRecord ? [{ title: kind?.title ?? title(word.replace(/s$/, '')), id }] : [];
	});
};

/** What an account is connected with: the service has 404 and 500 for all calls while it is not. */
const APPS: Record<string, string> = {
	dyte: 'Dyte',
	linear: 'Linear',
	notion: 'Notion',
	shopify: 'Shopify',
	slack: 'Slack',
};

/** The app that a request is for, if it is for one. */
export const appIn = (path: string): string | undefined =>
	APPS[/\/integrations\/(\w+)/.exec(path)?.[1] ?? ''];

const inFields = (values: IDataObject): string[] =>
	Object.entries(values).flatMap(([key, value]) => {
		// Reports: an ID of what they are about.
		const kind = key === 'id' && values.type ? title(String(values.type)) : titleOf(key);
		if (!kind || kind === 'Account') return [];
		const ids = [value].flat().filter((id) => id !== '' && /string|number/.test(typeof id));
		return ids.map((id) => `${kind} ${String(id)}`);
	});

/** Most records that are named. */
const MOST = 5;

/**
 * What a request is about, in words for a refusal.
 * @returns "Message 5 of Conversation 8", "Contact 7 or Inbox 9", and the number of the account that
 * they should be in; each where the request names one
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
