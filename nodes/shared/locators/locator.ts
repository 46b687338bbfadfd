import type { INodePropertyMode } from 'n8n-workflow';
import { field, type Field, type Locator } from '../fields';
import { BadInput } from '../transport/errors';

interface Kind extends Locator {
	/** Name and label of the field where an operation gives no others. */
	name: string;
	title: string;
	/** The value is a text such as a slug; otherwise a number above 0. */
	slug?: boolean;
	fallback?: string;
	hint?: string;
	/** The part of a dashboard address that holds the id. */
	address?: RegExp;
}

interface Settings {
	label?: string;
	as?: string;
	clear?: unknown;
	hint?: string;
}

/**
 * A field that picks one record: from the server's list, by ID, or by its dashboard address.
 * @returns builds the field; `name` where it is called otherwise, e.g. `agent('assignee_id')`
 */
export const locator =
	(kind: Kind) =>
	(name = kind.name, settings: Settings = {}): Field => ({
		...field(
			name,
			'resourceLocator',
			{ label: kind.title, hint: kind.hint, ...settings, default: { mode: 'list', value: '' } },
			(value) => idOf(value, kind),
			{ modes: modes(kind), ...(kind.fallback ? { required: undefined } : {}) },
		),
		fallback: kind.fallback,
		locator: kind,
	});

function modes({ method, slug, address, title }: Kind): INodePropertyMode[] {
	return [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: `Select ${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title.toLowerCase()}…`,
			typeOptions: { searchListMethod: method, searchable: true },
		},
		{
			displayName: slug ? 'By Slug' : 'By ID',
			name: 'id',
			type: 'string',
			placeholder: slug ? 'e.g. help-center' : 'e.g. 42',
		},
		...(address
			? [
					{
						displayName: 'By URL',
						name: 'url',
						type: 'string' as const,
						placeholder: 'e.g. https://app.example.com/app/accounts/1/…',
					},
				]
			: []),
	];
}

/** The id in what a locator holds: `{ mode, value }` or, by expression or agent, the plain value. */
function idOf(raw: unknown, { slug, address }: Kind): string | number {
	const { mode, value } =
		typeof raw === 'object' && raw !== null
			? (raw as { mode?: string; value?: unknown })
			: { mode: 'id', value: raw };
	const text = String(value ?? '').trim();
	if (mode === 'url') {
		const found = address?.exec(text)?.[1];
		if (!found) throw new BadInput('is not such an address of the dashboard');
		return Number(found);
	}
	if (slug) return text;
	if (!/^[1-9]\d{0,15}$/.test(text)) throw new BadInput(`must be a numeric ID, not "${text}"`);
	return Number(text);
}
