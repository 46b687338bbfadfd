import { extractFromAICalls } from 'n8n-workflow';
import {
	choice,
	fieldsOf,
	fixed,
	flag,
	formOf,
	group,
	integer,
	KEYED,
	KEYS,
	optional,
	optionsOf,
	pick,
	rows,
	text,
	type Choice,
	type Field,
	type Kind,
	type Operation,
	type Part,
	type Reading,
} from '../../../nodes/shared/vocabulary';
import { isObject } from '../../../nodes/shared/values';
import { operations } from '../../../truth/surfaces';
import { fits, parsed, samplesOf } from '../../support/forms';

/** What the description of JSON says of its form, to people and to AI agents. */

const partsOf = ({ path = [], query = [], body = [], ...definition }: Operation): Part[] => [
	...path,
	...query,
	...body,
	...optionsOf({ ...definition, path, query }),
];

const descriptionOf = ({ property }: Field) => property.description ?? '';

const formIn = (json: Field) => {
	const [, form] = /^Format: (.*?)(?:\. |\.?$)/.exec(descriptionOf(json)) ?? [];
	if (!form) throw new Error('says no form');
	return parsed(form);
};

/** What goes out has more than needs to be typed, or is made of it; all conditions are in rows.test.ts. */
const MORE = ['conditions', 'payload', 'template_params', 'working_hours'];

/** JSON, and the field beside it that asks for the same in another way. */
const found = operations().flatMap(([id, definition]) => {
	const fields = fieldsOf(partsOf(definition), true);
	return fields.flatMap((json, index): Array<[string, Field, Field]> => {
		// Its keys are free, whatever else goes there.
		if (json.property.type !== 'json' || json.name === 'content_attributes') return [];
		const typed = fields
			.slice(0, index)
			.reverse()
			.find(({ as, property: { type } }) => as === json.as && !/json|hidden/.test(type));
		return typed ? [[`${id}: ${json.property.displayName}`, json, typed]] : [];
	});
});

const reading = (): Reading => ({
	version: 1,
	values: {},
	credentials: {},
	...{ now: 1790000000, zone: 'UTC', weekStart: 1 },
});

/** Where the form says the kind alone, a value that is right. */
const KNOWN = {
	...{ attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] },
	...{ query_operator: null, close_hour: 17 },
};

type Row = Record<string, unknown>;

/** Rows of the panel: with each branch of a choice, with all that may be left out and without. */
const rowsOf = (parts: Part[]): Row[] =>
	parts.reduce<Row[]>(
		(rows, part) => {
			const more = rowsWith(part);
			return rows.flatMap((row) => more.map((one) => ({ ...row, ...one })));
		},
		[{}],
	);

function rowsWith(part: Part): Row[] {
	if ('fixed' in part) return [{}];
	if ('choices' in part) return branchesOf(part);
	const fields = 'optional' in part ? part.optional : [part];
	const cells = fields.map((field) => [field.name, cellOf(field)]);
	return [Object.fromEntries(cells) as Row, ...('optional' in part ? [{}] : [])];
}

const branchesOf = ({ name, choices }: Choice): Row[] =>
	Object.entries(choices).flatMap(([value, { parts }]) =>
		rowsOf(parts).map((row) => ({ [name]: value, ...row })),
	);

function cellOf({ members, locator, property }: Field): unknown {
	const { type, default: initial, options = [] } = property;
	if (members) {
		const [{ name }] = options;
		const all = rowsOf(members);
		return { [name]: property.typeOptions?.multipleValues ? all : all[0] };
	}
	if (initial && typeof initial !== 'object') return initial;
	const id = locator?.slug ? 'vip' : 7;
	if (type === 'multiOptions') return [initial].flat()[0] ? initial : [id];
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value: id };
	if (type === 'boolean') return true;
	if (type === 'number') return 7;
	return 'https://example.com/a';
}

const branches = (of: Record<string, Part[]>): Part =>
	choice(
		'of',
		Object.fromEntries(
			Object.entries(of).map(([value, parts]) => [
				value,
				{ name: value, parts: [fixed({ of: value }), ...parts] },
			]),
		),
	);

test.each<[string, Part[], string]>([
	['alike', [pick('of', { a: 'A', b: 'B' }), text('name')], '{ of: "a" or "b", name: string }'],
	[
		'with another value',
		[branches({ a: [text('name')], b: [text('name')], c: [integer('size')] })],
		'{ of: "a" or "b", name: string } or { of: "c", size: number }',
	],
	[
		'with a key less',
		[branches({ a: [text('name')], b: [] })],
		'{ of: "a", name: string } or { of: "b" }',
	],
	['that may be left out', [optional(flag('on', { hint: '' }))], '{ on?: boolean }'],
	[
		'inside another',
		[text('a.b'), rows('all', [text('x')])],
		'{ a: { b: string }, all: [{ x: string }] }',
	],
])('the form of an object %s', (_, parts, form) => {
	expect(formOf(group('x', parts))).toBe(form);
});

test('all JSON beside other fields is here', () => {
	const names = [...new Set(found.map(([, { name }]) => name))].sort();
	expect(names).toEqual([
		...['actions', 'auto_assignment_config', 'conditions', 'csat_config', 'custom_attributes'],
		...['items', 'message_history', 'param_schema', 'payload', 'pre_chat_form_options'],
		...['template_params', 'working_hours'],
	]);
});

describe.each(found)('%s', (_, json, typed) => {
	test('says its form, in words that n8n takes as what an argument of a tool is', () => {
		const description = descriptionOf(json);
		formIn(json);
		// n8n ends a text, and an expression, at the first of them.
		expect(description).not.toMatch(/[`\\]|\}\}|\{\{/);
		// As "Let the model define this parameter" writes it.
		const argument = `={{ $fromAI('JSON', \`${description}\`, 'json') }}`;
		expect(extractFromAICalls(argument)).toMatchObject([{ description, type: 'json' }]);
	});

	test('takes what has this form', () => {
		const form = formIn(json);
		const samples = samplesOf(form, KNOWN);
		expect(samples).not.toEqual([]);
		for (const sample of samples) {
			expect(fits(form, sample)).toBe(true);
			json.convert(sample, reading());
		}
	});

	const { members, property } = typed;
	if (property.type === 'resourceMapper')
		test('has the keys of the columns', () => {
			expect(descriptionOf(json)).toContain(KEYED);
		});
	else if (members && !MORE.includes(json.name))
		test('what the fields beside it send has this form', () => {
			const all = cellOf({ ...typed, property: { ...property, default: '' } });
			for (const one of Object.values(all as Row).flat()) {
				const sent = typed.convert(wrapped(typed, one), reading());
				const value = isObject(sent) && sent.items ? sent.items : sent;
				expect({ one, value, isRight: fits(formIn(json), value) }).toMatchObject({ isRight: true });
			}
		});
});

/** One row, or a group, as n8n stores it. */
function wrapped({ property: { options = [], typeOptions } }: Field, one: unknown) {
	const [{ name }] = options;
	return { [name]: typeOptions?.multipleValues ? [one] : one };
}

test.each(Object.keys(KEYS) as Kind[])(
	'conditions of a %s name their keys and operators',
	(kind) => {
		const described = found.filter(([, json]) => /payload|conditions/.test(json.name));
		const named = described.map(([, json]) => descriptionOf(json));
		const keys = Object.entries(KEYS[kind]);
		const isDescribed = (description: string) =>
			keys.every(([key, operators]) =>
				new RegExp(`\\b${key}\\b[^()]*\\(${operators.join(', ')}\\)`).test(description),
			);
		expect(named.some(isDescribed)).toBe(true);
	},
);
