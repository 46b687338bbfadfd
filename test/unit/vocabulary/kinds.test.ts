import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties, INodeType, ResourceMapperFields } from 'n8n-workflow';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { BadInput } from '../../../nodes/shared/faults';
import * as door from '../../../nodes/shared/vocabulary';
import type * as locators from '../../../nodes/shared/vocabulary/locators';
import { recording, releases } from '../../../truth/recordings';
import { kindNames } from '../../support/kinds';
import { json, nodeOf, run, runAt } from '../../support/run';
import { searching } from '../../support/searching';
import { listen } from '../../support/server';
import { channelRead } from '../../support/talks';

fc.configureGlobal({ seed: 20_261_122, numRuns: 30 });
jest.setTimeout(60_000);

const { group, collection, operation, optional, rows } = door;

type Part = door.Field | door.Choice;

/** Names of what makes a field or a choice and is no locator: types find each, a new one too. */
type Builder = {
	[Name in keyof typeof door]: (typeof door)[Name] extends (...args: never[]) => infer Made
		? [Made] extends [Part]
			? Name
			: never
		: never;
}[keyof typeof door];

interface Kind {
	part: Part;
	/** Raw values, and what is sent of each. */
	right?: Array<[raw: unknown, sent: unknown]>;
	wrong?: unknown[];
	/** It stands on top alone. */
	top?: true;
	/** It may be empty on top. */
	voluntary?: true;
	/** Where an expression stands in it: n8n drops a fixedCollection by expression. */
	inside?: object;
}

const VALUE = '={{ $json.value }}';
const VALUES = { a: 'A', b: 'B' };
const row = (value: unknown) => ({ k: value });
const k = door.text('k');
const typed = [k, optional(door.number('n'))];
const list: Kind['right'] = [
	[[{ k: 'v' }], [{ k: 'v' }]],
	['[{"k":1}]', [{ k: 1 }]],
	['[]', []],
];
const TIERS = [
	{ name: 'Gold', value: 'g' },
	{ name: 'Second', value: '2' },
];
const day = { on: '2026-10-01' };
const columns = {
	...{ method: 'columns', noun: 'column', list: '/columns', rows: '' },
	...{ column: { id: 'id', label: 'id', type: 'type' }, types: {} },
};
const mapping = (value: IDataObject, more: IDataObject = {}) => ({
	mappingMode: 'defineBelow',
	value,
	schema: [
		{ id: 'points', displayName: 'Points', type: 'number' },
		{ id: 'tier', displayName: 'Tier', type: 'options', options: TIERS },
		{ id: 'on', displayName: 'On', type: 'dateTime' },
		{ id: 'vip', displayName: 'VIP', type: 'boolean' },
		{ id: 'gone', displayName: 'Gone', type: 'string', removed: true },
		{ id: 'note', displayName: 'Note', type: 'string', readOnly: true },
	],
	...more,
});
const action = { action_name: 'add_label', action_params: ['a'] };
const condition = { attribute_key: 'city', filter_operator: 'equal_to', values: ['Ulm'] };

const kinds: Record<Exclude<Builder, keyof typeof locators | 'field'>, Kind> = {
	text: {
		part: door.text('x', { max: 5 }),
		right: [
			['Ümläu', 'Ümläu'],
			[' a ', ' a '],
			[7, '7'],
			[false, 'false'],
			[0, '0'],
		],
		wrong: ['longer', { a: 1 }, ['a']],
	},
	content: { part: door.content('x'), right: [['Hi', 'Hi']] },
	secret: { part: door.secret('x'), right: [['a', 'a']] },
	email: { part: door.email('x'), right: [[' a@b.c ', 'a@b.c']], wrong: ['a', 7, {}] },
	phone: { part: door.phone('x'), right: [['+491701', '+491701']], wrong: ['0170', 7] },
	url: { part: door.url('x'), right: [['https://a', 'https://a']], wrong: ['a', true] },
	fileAddress: { part: door.fileAddress('x'), wrong: ['a', 'ftp://a', 7] },
	color: { part: door.color('x'), right: [['#1F93FF', '#1F93FF']], wrong: ['red'] },
	integer: {
		part: door.integer('x', { range: [0, 9] }),
		right: [
			[0, 0],
			[' 9 ', 9],
		],
		wrong: [10, -1, 1.5, '1e0', '01', true, {}, [1, 2]],
	},
	number: {
		part: door.number('x', { range: [-1, 86_400.5] }),
		right: [
			[0, 0],
			['86400.5', 86_400.5],
			[-0.25, -0.25],
			['1.50', 1.5],
			['1e2', 100],
		],
		wrong: [86_400.6, -1.01, '1,5', '0x1', '01', '.5', '1.', 'Infinity', true, {}, [1, 2], '1 2'],
	},
	flag: {
		part: door.flag('x', { hint: 'Whether' }),
		right: [
			[true, true],
			['false', false],
		],
		wrong: [1, 'yes', {}],
	},
	includeSecrets: { part: door.includeSecrets(), right: [[true, true]], wrong: ['no'] },
	sort: {
		part: door.sort(['name', 'created_at']),
		right: [['-name', '-name,created_at']],
		wrong: ['id', 'toString'],
	},
	pick: { part: door.pick('x', VALUES), right: [['a', 'a']], wrong: ['c', 'toString', 1, ['d']] },
	locale: { part: door.locale(), right: [['de', 'de']], wrong: ['xx', 1] },
	weekStart: { part: door.weekStart(), right: [['monday', 'monday']], wrong: ['friday'] },
	zone: {
		part: door.zone(),
		right: [['Europe/Berlin', 'Europe/Berlin']],
		wrong: ['Berlin', 1, {}],
	},
	picks: {
		part: door.picks('x', VALUES),
		right: [
			[
				['a', 'b'],
				['a', 'b'],
			],
			['a, b', ['a', 'b']],
			['["b"]', ['b']],
		],
		wrong: ['c', ['a', 'c'], {}, [['a']]],
	},
	textsOf: {
		part: door.textsOf('x'),
		right: [
			['a, b', ['a', 'b']],
			[
				[1, 'b'],
				['1', 'b'],
			],
		],
		wrong: [{}, ['a', ''], '[1', [{}]],
	},
	unix: {
		part: door.unix('x'),
		right: [
			['2026-10-01T00:00:00Z', 1_790_812_800],
			['2026-10-01', 1_790_812_800],
			[1_790_812_800.9, 1_790_812_800],
		],
		wrong: ['soon', 1_790_812_800_000, {}, true],
	},
	json: {
		part: door.json('x'),
		right: [
			[{ a: [1] }, { a: [1] }],
			['{"a":null}', { a: null }],
			['{}', {}],
		],
		// The service answers 500 to a NUL, in a key, too.
		wrong: ['{', '[]', 'null', 7, [1], { 'a\u0000': 1 }, { a: '\u0000' }],
	},
	jsonList: { part: door.jsonList('x', { check: (one) => one }), right: list, wrong: ['{}', [1]] },
	conditions: {
		part: door.conditions('x', 'contact'),
		right: [[[condition], [{ ...condition, query_operator: null }]]],
		wrong: [[{}], {}],
		top: true,
	},
	actions: {
		part: door.actions('rule', {}),
		right: [[[action], [action]]],
		wrong: ['[]', [{}]],
		top: true,
	},
	specify: {
		part: door.specify(rows('x_rows', typed), door.jsonList('x', { check: (one) => one })),
		right: list,
		wrong: ['{', [1]],
		top: true,
	},
	group: {
		part: group('x', typed),
		right: [
			[{ values: { k: 'v', n: '' } }, { k: 'v' }],
			[{ values: { k: 'v', n: '1.5' } }, { k: 'v', n: 1.5 }],
		],
		inside: { values: { k: VALUE, n: VALUE } },
		wrong: [{ values: { k: '' } }, { values: { n: 1 } }, { values: { k: 'v', n: 'x' } }],
	},
	collection: {
		part: collection('x', [door.fixed({ type: 't' }), optional(k)]),
		right: [
			[{ k: 'v' }, { type: 't', k: 'v' }],
			[{ k: '' }, { type: 't' }],
		],
		wrong: [{ k: {} }],
		voluntary: true,
		inside: { k: VALUE },
	},
	rows: {
		part: rows('x', typed),
		right: [[{ entries: [row('v'), { k: 'w', n: '2' }] }, [{ k: 'v' }, { k: 'w', n: 2 }]]],
		inside: { entries: [{ k: VALUE }, { k: 'v', n: VALUE }] },
		wrong: [{ entries: [row('')] }, { entries: [{ k: 'v', n: {} }] }, { entries: ['v'] }],
	},
	rowsOrJson: {
		part: door.rowsOrJson('x', typed),
		right: list,
		wrong: ['{', [1]],
		top: true,
	},
	choice: {
		part: door.choice('x', { a: { name: 'A', parts: [door.fixed({ x: 1 })] } }),
		right: [['a', 1]],
		wrong: ['b', 'toString', 7],
		top: true,
	},
	mapped: {
		part: door.mapped('x', columns),
		right: [
			[mapping({ points: '7', tier: null, vip: true }), { points: 7, vip: true }],
			[mapping({ tier: 'g', on: '2026-10-01T23:00:00+02:00' }), { tier: 'g', on: '2026-10-01' }],
			[mapping({ points: '12.5', vip: 'false' }), { points: 12.5, vip: false }],
			[mapping({ tier: 2 }), { tier: '2' }],
			[mapping({ tier: 2, note: 'Shown' }), { tier: '2' }],
			[mapping({ on: DateTime.fromISO('2026-10-01T01:00', { zone: 'Asia/Tokyo' }) }), day],
			['{"a":1}', { a: 1 }],
			[{ a: null }, { a: null }],
		],
		wrong: [
			mapping({ points: 'Ulm' }),
			mapping({ tier: 'x' }),
			mapping({ tier: ['g'] }),
			mapping({ vip: 'yes' }),
			mapping({ gone: '', vip: null }),
			mapping({ gone: 'x' }),
			mapping({ other: 1 }),
			mapping({ on: 'soon' }),
			mapping({}, { mappingMode: 'autoMapInputData' }),
			'[]',
		],
		top: true,
	},
	files: { part: door.files('x', { megabytes: 1 }), wrong: ['none', ['data', 'none'], {}] },
	file: { part: door.file('x', { megabytes: 1 }), wrong: ['none', 7] },
	fileUrls: { part: door.fileUrls('x', { megabytes: 1 }), wrong: ['none', 'ftp://a.b/c', {}] },
};

const server = listen(() => ({
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: '{"id":1}',
}));
afterAll(async () => await (await server).close());

const nodeWith = (body: door.Part[]): INodeType =>
	nodeOf(
		operation({ name: 'Run', action: 'Run it', gives: 'What came', request: 'POST /run', body }),
	);

/** What is sent of a value by expression; an error is one that came before anything was sent. */
async function send(node: INodeType, parameters: unknown, value: unknown) {
	const { url, received } = await server;
	const before = received.length;
	const { error } = await runAt(url, 'test.run', parameters as IDataObject, {
		node,
		items: [{ json: { value } as IDataObject }],
	});
	const sent = received.slice(before).filter(({ path }) => path === '/run');
	expect(sent).toHaveLength(error ? 0 : 1);
	if (error) expect(error.description).toMatch(/Nothing was sent\.$/);
	return { sent: sent[0] && (JSON.parse(`${String(sent[0].body)}`) as IDataObject), error };
}

/** n8n drops what is no row of a fixedCollection, so its inside is written into the parameter. */
const parameterFor = ({ property: { type } }: Part, value: unknown) =>
	['fixedCollection', 'collection'].includes(type) ? value : VALUE;

/** Every place of a field: its parts, its parameters, and where it stands in what is sent. */
const places = (field: door.Field, value: unknown) => {
	const inside = { [field.name]: parameterFor(field, value) };
	return [
		['on top', [field], inside, (sent: IDataObject) => sent[field.as]],
		[
			'in front',
			[door.fixed({}), door.front(field)],
			inside,
			(sent: IDataObject) => sent[field.as],
		],
		[
			'added',
			[door.fixed({}), optional(field)],
			{ additional_fields: inside },
			(sent: IDataObject) => sent[field.as],
		],
		[
			'in a group',
			[group('one', [field])],
			{ one: { values: inside } },
			({ one }: IDataObject) => (one as IDataObject)[field.as],
		],
		[
			'in a collection',
			[collection('one', [door.fixed({ type: 't' }), optional(field)])],
			{ one: inside },
			({ one }: IDataObject) => (one as IDataObject)[field.as],
		],
		[
			'in a row',
			[rows('some', [field])],
			{ some: { entries: [inside] } },
			({ some }: IDataObject) => (some as IDataObject[])[0][field.as],
		],
	] as const;
};

/** What JSON may say, and what means something to a field. */
const anything = fc.oneof(
	fc.jsonValue({ maxDepth: 2 }),
	fc.constantFrom(...[true, 0, -1, 1e21, '__proto__', 'toString', ',', '[', '{}', '[{}]', '=']),
	fc.constantFrom({}, [[]], [{}], { values: {} }, { __rl: true, value: {} }, { mappingMode: 7 }),
);

describe('a field on top that can be emptied', () => {
	const node = nodeWith([door.fixed({ of: 1 }), door.text('note', { clear: null })]);

	test('is emptied by an empty text', async () => {
		for (const empty of ['', '  '])
			expect((await send(node, { note: VALUE }, empty)).sent).toEqual({ of: 1, note: null });
	});

	test('is not emptied by an expression that gives nothing', async () => {
		for (const nothing of [null, undefined]) {
			const { error } = await send(node, { note: VALUE }, nothing);
			expect(error?.message).toBe('Note is empty: the expression returned nothing');
		}
	});
});

test('a value inside a group or a row is not known to fields outside of it', async () => {
	const known = door.fixed({ known: ({ values }: door.Reading) => values.name ?? 'nothing' });
	const outside = nodeWith([group('one', [door.text('name')]), rows('some', [known]), known]);
	const { sent } = await send(
		outside,
		{ one: { values: { name: 'Ann' } }, some: { entries: [{}, {}] } },
		'',
	);
	expect(sent).toMatchObject({ one: { name: 'Ann' }, known: 'nothing' });
});

test('every kind that the vocabulary offers is here', () => {
	expect(Object.keys(kinds).sort()).toEqual(kindNames.sort());
});

describe.each(Object.entries(kinds))(
	'%s',
	(_, { part, right = [], wrong = [], top, voluntary, inside }) => {
		const { displayName: label } = part.property;
		const isPlain = !('choices' in part) && !top;
		/** On top, where every kind may stand. */
		const parameter =
			'choices' in part && part.activeParts ? part.name.replace('specify_', '') : undefined;
		const parametersOf = (value: unknown) =>
			parameter
				? { [part.name]: 'json', [parameter]: VALUE }
				: { [part.name]: parameterFor(part, value) };
		const name = parameter ?? ('as' in part ? part.as : part.name);
		const node = nodeWith([door.fixed({}), part]);
		const words = parameter ? label.replace('Specify ', '') : label;

		test('is right on top', async () => {
			for (const [raw, wanted] of right) {
				const { sent, error } = await send(node, parametersOf(raw), raw);
				expect([raw, error?.message, sent?.[name]]).toEqual([raw, undefined, wanted]);
			}
			expect(right.length + wrong.length).toBeGreaterThan(0);
		});

		test('is refused in words that name it', async () => {
			for (const raw of wrong) {
				const { error } = await send(node, parametersOf(raw), raw);
				expect([raw, error?.message.slice(0, words.length)]).toEqual([raw, words]);
			}
		});

		test('takes any value, or refuses it in words', async () => {
			await fc.assert(
				fc.asyncProperty(anything, async (value) => {
					const whole = inside ? { [part.name]: inside } : parametersOf(value);
					const { error } = await send(node, whole, value);
					if (error) expect(error.message.startsWith(words)).toBe(true);
				}),
			);
		});

		if (isPlain && right.length)
			test('is the same wherever it stands', async () => {
				const field = part as door.Field;
				for (const [raw, wanted] of right)
					for (const [place, parts, parameters, at] of places(field, raw)) {
						const { sent, error } = await send(nodeWith([...parts]), parameters, raw);
						expect([place, error?.message, sent && at(sent)]).toEqual([place, undefined, wanted]);
					}
				for (const raw of wrong)
					for (const [place, parts, parameters] of places(field, raw)) {
						const { error } = await send(nodeWith([...parts]), parameters, raw);
						const message = String(error?.message);
						const before = {
							'in a row': 'Some entry 1: ',
							'on top': '',
							'in front': '',
							added: '',
						};
						const start = `${place in before ? before[place as 'added'] : 'One: '}${label}`;
						expect([place, raw, message.slice(0, start.length)]).toEqual([place, raw, start]);
					}
			});

		if (isPlain && !voluntary)
			test('is not set where it is empty', async () => {
				const field = { ...(part as door.Field) };
				delete field.clear;
				const words: Record<string, string> = {
					'on top': `${label} is empty: `,
					'in a group': `One: ${label} is empty: `,
					'in a row': `Some entry 1: ${label} is empty: `,
				};
				for (const raw of [null, '', '  ', []])
					for (const [place, parts, parameters] of places(field, raw)) {
						const { error } = await send(nodeWith([...parts]), parameters, raw);
						const expected = words[place];
						expect([place, raw, error?.message.slice(0, expected?.length)]).toEqual([
							place,
							raw,
							expected,
						]);
					}
			});
	},
);

describe('rows', () => {
	const OPERATORS = {
		is: { name: 'Is', parts: [door.fixed({ operator: 'is' }), door.text('value')] },
		is_over: {
			name: 'Is Over',
			parts: [door.fixed({ operator: 'is_over' }), door.integer('number', { as: 'value' })],
		},
		is_set: { name: 'Is Set', parts: [door.fixed({ operator: 'is_set' })] },
	};
	const conditions = (settings: Parameters<typeof rows>[2] = {}) =>
		rows('some', [door.text('key'), door.choice('operator', OPERATORS)], settings);
	const node = nodeWith([conditions()]);
	const cells = { key: 'a', value: 'v', number: 5 };

	test('send the cell that the evaluated choice brings, and no other', async () => {
		const entries = ['is', 'is_over', 'is_set'].map((operator) => ({
			...cells,
			operator: `={{ "${operator}" }}`,
		}));
		const { sent } = await send(node, { some: { entries } }, null);
		expect(sent.some).toEqual([
			{ key: 'a', operator: 'is', value: 'v' },
			{ key: 'a', operator: 'is_over', value: 5 },
			{ key: 'a', operator: 'is_set' },
		]);
	});

	test('tell every fault with entry and cell', async () => {
		const entries = [
			{ ...cells, key: ' ', operator: 'is_set' },
			{ ...cells, operator: 'is' },
			{ key: 'a', operator: 'is_over', number: '={{ "x" }}' },
			{ key: '', operator: '={{ "like" }}' },
		];
		const { error } = await send(node, { some: { entries } }, null);
		expect(error?.message).toBe(
			'Some entry 1: Key is empty: fill it in; entry 3: Number must be a whole number; entry 4: Key is empty: fill it in; Operator must be one of is, is_over, is_set',
		);
	});

	test('show a cell with the values that bring it, five and more by their labels', () => {
		const shown = ({ property }: door.Field) => {
			const [{ values }] = property.options as Array<{ values: INodeProperties[] }>;
			return values.map(({ displayName, displayOptions }) => [displayName, displayOptions?.show]);
		};
		expect(shown(conditions())).toEqual([
			['Key', undefined],
			['Operator', undefined],
			['Value', { operator: ['is'] }],
			['Number', { operator: ['is_over'] }],
		]);
		const withIsNot = { ...OPERATORS, is_not: { name: 'Is Not', parts: OPERATORS.is.parts } };
		const five = rows('x', [
			...[door.text('z'), door.text('y'), door.text('key')],
			door.choice('operator', withIsNot),
		]);
		expect(shown(five)).toEqual([
			['Key', undefined],
			['Number', { operator: ['is_over'] }],
			['Operator', undefined],
			['Value', { operator: ['is', 'is_not'] }],
			['Y', undefined],
			['Z', undefined],
		]);
	});

	test('are checked one by one, with the others in mind', async () => {
		const check = (row: object, { number, last }: { number: number; last: boolean }) => {
			if (number === 2) throw new BadInput('entry 2 is one too many');
			return { ...row, last };
		};
		const checked = nodeWith([conditions({ check })]);
		const entries = [{ key: 'a', operator: 'is_set' }];
		const { sent } = await send(checked, { some: { entries } }, null);
		expect(sent.some).toEqual([{ key: 'a', operator: 'is_set', last: true }]);
		const { error } = await send(checked, { some: { entries: [...entries, ...entries] } }, null);
		expect(error?.message).toBe('Some entry 2 is one too many');
	});

	test('look up no names in there', async () => {
		const picking = nodeWith([rows('some', [door.agents('agent_ids')])]);
		const { error } = await send(picking, { some: { entries: [{ agent_ids: VALUE }] } }, 'Ann');
		expect(error?.message).toBe(
			'Some entry 1: Agent Names or IDs must contain IDs: names such as "Ann" are not looked up here',
		);
	});
});

describe('rows or JSON', () => {
	const options = (more: IDataObject) => ({
		...{ conversation_id: 1, content_kind: 'input_select', content: 'Pick' },
		...more,
	});
	const entries = [{ title: 'Yes', value: 'y' }];
	const items_rows = { entries };
	const others = [{ title: 'No', value: 'n' }];

	test.each<[string, IDataObject, unknown]>([
		['rows', { items_rows }, entries],
		['only JSON is stored, as before there were rows', { items: others }, others],
		['only JSON as text', { items: JSON.stringify(others) }, others],
		['both are stored', { items_rows, items: others }, entries],
		['JSON is chosen', { specify_items: 'json', items: others, items_rows }, others],
		['rows are chosen by expression', { specify_items: '={{ "rows" }}', items_rows }, entries],
	])('%s', async (_, more, items) => {
		const stored = json({ id: 1, content: 'Pick', content_attributes: { items } });
		const server = await listen((request) => channelRead(request) ?? stored);
		const { error } = await runAt(server.url, 'message.send', options(more));
		await server.close();
		expect(error).toBeUndefined();
		const [, { body: written }] = server.received;
		const body = JSON.parse(String(written)) as IDataObject;
		expect(body.content_attributes).toEqual({ items });
	});

	test.each<[string, IDataObject, string]>([
		['nothing', {}, 'Items is empty: fill it in'],
		['no row', { items_rows: { entries: [] }, items: '' }, 'Items is empty: fill it in'],
		[
			'a row without a value',
			{ items_rows: { entries: [{ title: 'Yes' }, ...others] } },
			'Items entry 1: Value is empty: fill it in',
		],
		...[null, ' ', ''].map((value): [string, IDataObject, string] => [
			`JSON with ${JSON.stringify(value)} as a value`,
			{ items: [{ title: 'Yes', value }] },
			'Items entry 1 needs value',
		]),
		[
			'JSON chosen, and none',
			{ specify_items: 'json', items_rows },
			'Items needs at least one entry',
		],
	])('%s is refused', async (_, more, message) => {
		const { error, received } = await run('message.send', options(more), [json({ id: 1 })]);
		expect(error?.message).toBe(message);
		expect(received).toEqual([]);
	});
});

describe('mapped columns', () => {
	const created = json({ payload: { contact: { id: 1, custom_attributes: {} } } });
	const create = async (custom_attributes: unknown, more: IDataObject = {}, item = {}) => {
		const { error, received } = await run(
			'contact.create',
			{ custom_attributes, ...more } as IDataObject,
			[created],
			{ items: [{ json: item }] },
		);
		const post = received.find(({ method }) => method === 'POST');
		const { custom_attributes: sent } = JSON.parse(`${String(post?.body ?? '{}')}`);
		return { sent: sent as unknown, error };
	};
	const automatic = mapping({}, { mappingMode: 'autoMapInputData', value: null });

	test('automatically take those of the input item', async () => {
		const item = { points: '7', vip: false, tier: null, gone: 'x', name: 'Ann' };
		expect((await create(automatic, {}, item)).sent).toEqual({ points: 7, vip: false });
		const { error } = await create(automatic, {}, { name: 'Ann' });
		expect(error?.message).toBe(
			'Custom Attributes matches no key of the input item; its columns are points, tier, on, vip',
		);
	});

	test('are joined by what stands as JSON, which goes on alone, too', async () => {
		const asJson = (value: unknown) => ({
			additional_fields: { custom_attributes: value } as IDataObject,
		});
		const map = mapping({ points: 7 });
		const joined = await create(map, asJson('{"free":[1]}'));
		expect(joined.sent).toEqual({ points: 7, free: [1] });
		expect((await create(undefined, asJson({ free: 1 }))).sent).toEqual({ free: 1 });
		const { error } = await create(map, asJson({ points: 8 }));
		expect(error?.message).toBe(
			'Custom Attributes repeats points from the columns: set each attribute once',
		);
	});

	test('say which column is wrong, and which is gone', async () => {
		const { error } = await create(mapping({ points: 'Ulm', tier: 'x' }));
		expect(error?.message).toBe(
			'Custom Attributes: Points must be a number; Tier must be one of 2, g',
		);
		const gone = await create(mapping({ points: 1, gone: 'x' }));
		expect(gone.error?.message).toBe(
			'Custom Attributes has gone, which Chatwoot does not have: refresh the columns',
		);
	});

	const TYPES: Record<string, string> = {
		...{ number: 'number', currency: 'number', percent: 'number' },
		...{ date: 'dateTime', list: 'options', checkbox: 'boolean' },
	};
	const { methods } = new CustomerConversation();
	const LISTS = {
		contact: methods.resourceMapping.contactAttributes,
		conversation: methods.resourceMapping.conversationAttributes,
	};
	const list = async (account_id: unknown, body: unknown, status = 200, of = LISTS.contact) => {
		const service = await listen(() => json(body, status));
		const context = searching(
			{ base_url: service.url, api_access_token: 'secret-token', account_id: '' },
			{ account_id: account_id as string },
		);
		const [outcome] = await Promise.allSettled([of.call(context)]);
		await service.close();
		const [{ path = '', query = [] } = {}] = service.received;
		return { outcome, request: [path, query] };
	};

	test.each(
		releases.flatMap((release) =>
			(['contact', 'conversation'] as const).map((owner) => [release, owner] as const),
		),
	)('are the definitions of the account on %s: of a %s', async (release, owner) => {
		const { body } = recording('account.custom_attribute.list', 'ok', release).response;
		const { outcome, request } = await list(3, body, 200, LISTS[owner]);
		expect(request).toEqual([
			'/api/v1/accounts/3/custom_attribute_definitions',
			[['attribute_model', `${owner}_attribute`]],
		]);
		const { fields } = (outcome as PromiseFulfilledResult<ResourceMapperFields>).value;
		const recorded = body as IDataObject[];
		expect(fields.map(({ id }) => id)).toEqual(recorded.map((row) => row.attribute_key));
		expect(fields.filter(({ required }) => required)).toEqual([]);
		// Else the panel sets every checkbox to false as soon as it is opened.
		expect(fields.filter(({ defaultValue }) => defaultValue !== null)).toEqual([]);
		recorded.forEach(({ attribute_display_type: kind, attribute_values: values }, index) => {
			const { type, options } = fields[index];
			expect([kind, type]).toEqual([kind, TYPES[String(kind)] ?? 'string']);
			expect(options?.map(({ value }) => value)).toEqual(kind === 'list' ? values : undefined);
		});
		const kindsSeen = new Set(recorded.map((row) => row.attribute_display_type));
		expect([...kindsSeen]).toEqual(expect.arrayContaining(['text', 'number', 'list']));
	});

	test('tell what is wrong when they cannot be read', async () => {
		const reasonOf = ({ outcome }: Awaited<ReturnType<typeof list>>) =>
			String((outcome as PromiseRejectedResult).reason);
		expect(reasonOf(await list('', []))).toContain('Account is empty: choose one');
		expect(reasonOf(await list(3, { error: 'Not yours' }, 403))).toContain('Not yours');
	});
});
