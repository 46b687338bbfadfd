import { BadInput } from '../../../../shared/faults';
import { isEmpty, isObject } from '../../../../shared/values';
import {
	changed,
	choice,
	fixed,
	flag,
	optional,
	rows,
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
			'placeholder',
			'label',
			'options',
			'default',
			'required',
			'pattern',
			'title',
			'pattern_error',
		],
	},
	article: { needed: ['title', 'link'], others: ['description'] },
};

function checkKeys(place: string, row: Record<string, unknown>, kind: keyof typeof KEYS) {
	const { needed, others } = KEYS[kind];
	const missing = needed.filter((key) => isEmpty(row[key]));
	if (missing.length) throw new BadInput(`${place} needs ${missing.join(', ')}`);
	const wrong = Object.keys(row).filter((key) => ![...needed, ...others].includes(key));
	if (wrong.length)
		throw new BadInput(
			`${place} has unknown keys: ${wrong.join(', ')}. Allowed: ${[...needed, ...others].join(', ')}`,
		);
}

function checkActions(place: string, actions: unknown) {
	if (!Array.isArray(actions)) throw new BadInput(`${place} needs a list of actions`);
	for (const action of actions as unknown[]) {
		if (!isObject(action)) throw new BadInput(`${place} needs a list of actions that are objects`);
		checkKeys(`${place}: an action`, action, 'actions');
	}
}

/** The service expects no key for a field that is not required. */
const required = (): Field => {
	const typed = flag('required', { hint: 'Whether the contact must fill in this field' });
	return { ...typed, convert: (value, reading) => typed.convert(value, reading) || undefined };
};

const entry = (name: string, type: string, parts: Part[] = []) => ({
	name,
	parts: [fixed({ type }), ...parts],
});

const option = () => [
	text('title'),
	text('value', { hint: 'Value that is returned when the contact chooses this option' }),
];

/** The cells of an entry. */
const CELLS: Record<Kind, Part[]> = {
	input_select: option(),
	cards: [
		optional(
			text('title'),
			text('description'),
			text('media_url', { label: 'Image URL', placeholder: 'e.g. https://example.com/a.png' }),
		),
		rows(
			'actions',
			[
				choice(
					'type',
					{
						link: entry('Open a Link', 'link', [
							text('uri', { label: 'Link', placeholder: 'e.g. https://example.com' }),
						]),
						postback: entry('Return a Value', 'postback', [
							text('payload', {
								label: 'Value',
								hint: 'Value that is returned when the contact clicks the button',
							}),
						]),
					},
					{ label: 'Action' },
				),
				text('text', { hint: 'Text on the button' }),
			],
			{ label: 'Buttons', entries: 'buttons', placeholder: 'Add Button' },
		),
	],
	form: [
		text('name', { hint: 'Key under which the answer is returned' }),
		choice('type', {
			text: entry('Text', 'text'),
			text_area: entry('Text Area', 'text_area'),
			email: entry('Email', 'email'),
			select: entry('Choice', 'select', [
				rows('options', [text('label'), text('value')], {
					placeholder: 'Add Option',
					hint: 'Options that the contact can choose from',
				}),
			]),
		}),
		optional(
			text('label'),
			text('placeholder'),
			text('default'),
			required(),
			text('pattern', { hint: 'Regular expression that the answer must match' }),
			text('pattern_error', {
				hint: 'Error that the contact sees if the answer does not match the pattern',
			}),
			text('title'),
		),
	],
	article: [text('title'), text('link'), optional(text('description'))],
};

/** The items of a message. Without any, the service answers with an internal error text. */
export function items(kind: Kind): Part[] {
	const check: Check = (row, { number }) => {
		const place = `entry ${number}`;
		checkKeys(place, row, kind);
		if (kind === 'cards') checkActions(place, row.actions);
		return row;
	};
	const list = rowsOrJson('items', CELLS[kind], { as: 'content_attributes', check });
	return changed([list], (entries): Field => ({
		...entries,
		convert: (value, reading) => {
			const rows = entries.convert(value, reading) as unknown[];
			if (rows.length === 0) throw new BadInput('needs at least one entry');
			return { items: rows };
		},
	}));
}
