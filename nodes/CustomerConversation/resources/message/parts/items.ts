import { BadInput } from '../../../../shared/faults';
import { isObject } from '../../../../shared/values';
import {
	changed,
	jsonList,
	optional,
	rowsOrJson,
	text,
	type Check,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';

type Kind = 'input_select' | 'cards' | 'form' | 'article';

/** Keys of an entry; the service refuses others. */
const KEYS: Record<Kind | 'actions', { needed: string[]; others: string[] }> = {
	input_select: { needed: ['title', 'value'], others: [] },
	cards: { needed: ['actions'], others: ['title', 'description', 'media_url'] },
	actions: { needed: ['type', 'text'], others: ['uri', 'payload'] },
	form: {
		needed: ['name', 'type'],
		others: [
			...['placeholder', 'label', 'options', 'default', 'required'],
			...['pattern', 'title', 'pattern_error'],
		],
	},
	article: { needed: ['title', 'link'], others: ['description'] },
};

const isEmpty = (value: unknown) =>
	value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function checkKeys(place: string, row: Record<string, unknown>, kind: keyof typeof KEYS) {
	const { needed, others } = KEYS[kind];
	const missing = needed.filter((key) => isEmpty(row[key]));
	if (missing.length) throw new BadInput(`${place} needs ${missing.join(', ')}`);
	const wrong = Object.keys(row).filter((key) => ![...needed, ...others].includes(key));
	if (wrong.length)
		throw new BadInput(
			`${place} has ${wrong.join(', ')}; allowed are ${[...needed, ...others].join(', ')}`,
		);
}

function checkActions(place: string, actions: unknown) {
	if (!Array.isArray(actions)) throw new BadInput(`${place} needs actions as a list`);
	for (const action of actions as unknown[]) {
		if (!isObject(action)) throw new BadInput(`${place} needs actions as a list of objects`);
		checkKeys(`${place}: an action`, action, 'actions');
	}
}

/** The cells of an entry, where it is flat. */
const CELLS: Partial<Record<Kind, Part[]>> = {
	input_select: [
		text('title'),
		text('value', { hint: 'What comes back when the option is chosen' }),
	],
	article: [text('title'), text('link'), optional(text('description'))],
};

/** What a message of several parts shows. Without entries the service answers raw internal texts. */
export function items(kind: Kind, hint: string): Part[] {
	const check: Check = (row, { number }) => {
		const place = `entry ${number}`;
		checkKeys(place, row, kind);
		if (kind === 'cards') checkActions(place, row.actions);
		return row;
	};
	const settings = { as: 'content_attributes', check };
	const cells = CELLS[kind];
	const list = cells
		? rowsOrJson('items', cells, { ...settings, json: hint })
		: jsonList('items', { ...settings, hint });
	return changed([list], (entries): Field => ({
		...entries,
		convert: (value, reading) => {
			const rows = entries.convert(value, reading) as unknown[];
			if (rows.length === 0) throw new BadInput('needs at least one entry');
			return { items: rows };
		},
	}));
}
