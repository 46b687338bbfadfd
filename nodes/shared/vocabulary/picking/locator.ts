import type { INodePropertyMode } from 'n8n-workflow';
import { BadInput, badInput } from '../../faults';
import { isObject } from '../../values';
import { field, list, type Field, type Reading, type Settings } from '../fields/fields';
import { inSentence } from './names';
import type { Locator } from './picking';

/**
 * A field that picks one record: from the list, by ID, or by its dashboard URL.
 * @returns a function that makes the field, with another name if needed: `agent('assignee_id')`
 */
export const locator =
	(kind: Locator) =>
	(name = kind.name, settings: Settings = {}): Field => ({
		...field(
			name,
			'resourceLocator',
			{ label: kind.title, hint: kind.hint, ...settings, default: { mode: 'list', value: '' } },
			(value, reading) => idOf(value, kind, reading),
			{
				modes: modes(kind, settings.placeholder),
				...(kind.fallback ? { required: undefined } : {}),
			},
		),
		fallback: kind.fallback,
		locator: kind,
	});

/** n8n's own words for lists of names. */
const CHOOSE =
	'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>';

/** Several records: picked from the list by name, or an expression with IDs and names. */
export const several =
	(kind: Locator) =>
	(name = kind.name, settings: Settings = {}): Field => ({
		...field(
			name,
			'multiOptions',
			{
				label: `${kind.title} Names or IDs`,
				...settings,
				hint: settings.hint ? `${settings.hint}. ${CHOOSE}.` : CHOOSE,
				default: [],
			},
			(value, reading) => list(value).map((entry) => idOrName(entry, kind, reading)),
			{ typeOptions: { loadOptionsMethod: kind.method, ...reloaded(kind) } },
		),
		locator: kind,
	});

/** A list inside another record is loaded again when that record changes. */
const reloaded = ({ list }: Locator) => {
	const names = [...list.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	const parents = names.filter((name) => name !== 'account_id');
	return parents.length ? { loadOptionsDependsOn: parents.map((name) => `${name}.value`) } : {};
};

/** IDs of records whose list is too long to pick several from. */
export const ids = (name = 'ids', settings: Settings = {}): Field =>
	field(
		name,
		'string',
		{
			label: 'IDs',
			placeholder: 'e.g. 42, 43',
			hint: 'IDs separated by commas, or an expression that returns a list',
			...settings,
		},
		(value, reading) => list(value).map((entry) => idOf(entry, {}, reading)),
	);

const withArticle = (noun: string) =>
	`${/^(?!us)([aeiou]|FAQ|SLA|SMS)/i.test(noun) ? 'an' : 'a'} ${noun}`;

const mode = (displayName: string, name: string, placeholder: string): INodePropertyMode => {
	// Apart, because n8n's lint takes an object with these keys and a type for a field.
	const texts = { displayName, name };
	return { ...texts, type: 'string', placeholder };
};

/** @param placeholder of the list, if an empty field does not mean that something must be picked */
const modes = (
	{ method, slug, example, by = example ? 'Name' : 'Slug', address, title, fallback }: Locator,
	placeholder = fallback
		? `${title} from the credential`
		: `Select ${withArticle(inSentence(title))}…`,
): INodePropertyMode[] => [
	{
		...mode('From List', 'list', placeholder),
		type: 'list',
		typeOptions: { searchListMethod: method, searchable: true },
	},
	slug
		? mode(`By ${by}`, 'id', `e.g. ${example ?? 'help-center'}`)
		: mode('By ID', 'id', 'e.g. 42'),
	...(address ? [mode('By URL', 'url', 'e.g. https://app.example.com/app/accounts/1/…')] : []),
];

/** An entry of a list: an id, or a name that the reader looks up later. */
function idOrName(entry: unknown, kind: Locator, reading: Reading): string | number {
	const isName = typeof entry === 'string' && /\D/.test(entry.trim()) && !isAddress(entry, kind);
	if (kind.slug || !isName) return idOf(entry, kind, reading);
	if (reading.names) return entry.trim();
	throw new BadInput(`must contain IDs: names such as "${entry}" are not looked up here`);
}

/** Whether the value is a dashboard URL, which is accepted wherever an id is. */
const isAddress = (value: unknown, { address }: Partial<Locator>): boolean =>
	address !== undefined && typeof value === 'string' && /^\s*https?:\/\//i.test(value);

/** The id from a locator's value: `{ mode, value }`, or a plain value from an expression or an AI agent. */
function idOf(raw: unknown, kind: Partial<Locator>, { values }: Reading): string | number {
	const { mode, value } = isObject(raw) ? raw : { mode: 'id', value: raw };
	const { slug, address } = kind;
	const text =
		mode === 'url' || isAddress(value, kind)
			? inAddress(value, address, values)
			: String(value ?? '').trim();
	if (slug && (typeof value === 'object' || text === ''))
		throw new BadInput('must contain only names or IDs');
	if (slug) return text;
	if (!/^[1-9]\d*$/.test(text) || !Number.isSafeInteger(Number(text)))
		throw new BadInput(`must be a numeric ID, not "${text}"`);
	return Number(text);
}

/** The id in a dashboard URL of a record of this account. */
function inAddress(
	value: unknown,
	address: RegExp | undefined,
	{ account_id: accountId }: Reading['values'],
): string {
	const text = String(value).trim();
	const [, account] = /\/accounts\/(\d+)/.exec(text) ?? [];
	const [, found] = address?.exec(text) ?? [];
	if (!account || !found) throw new BadInput('is not a dashboard URL of this kind of record');
	if (accountId !== undefined && account !== String(accountId))
		throw new BadInput(`is a URL of account ${account}, not of account ${String(accountId)}`);
	try {
		return decodeURIComponent(found);
	} catch (error) {
		throw badInput(`is not a valid URL: ${(error as Error).message}`);
	}
}
