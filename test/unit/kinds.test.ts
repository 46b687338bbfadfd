import fc from 'fast-check';
import type { IDataObject, INodeType } from 'n8n-workflow';
import * as door from '../../nodes/shared/vocabulary';
import type * as locators from '../../nodes/shared/vocabulary/locators';
import { nodeOf, runAt } from '../support/run';
import { listen } from '../support/server';

fc.configureGlobal({ seed: 20_261_122, numRuns: 30 });
jest.setTimeout(60_000);

const { group, collection, operation, optional, rows } = door;

type Part = door.Field | door.Choice;

/** Names of what makes a field or a choice and is no locator: types find each, a new one too. */
type Builder = {
	[Name in keyof typeof door]: (typeof door)[Name] extends (...given: never[]) => infer Made
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
const columns = {
	...{ method: 'columns', noun: 'column', list: '/columns', rows: '' },
	...{ column: { id: 'id', label: 'id', type: 'type' }, types: {} },
};
const mapping = (value: IDataObject, more: IDataObject = {}) => ({
	mappingMode: 'defineBelow',
	value,
	schema: [
		{ id: 'points', displayName: 'Points', type: 'number' },
		{ id: 'tier', displayName: 'Tier', type: 'options', options: [{ name: 'Gold', value: 'g' }] },
		{ id: 'on', displayName: 'On', type: 'dateTime' },
		{ id: 'vip', displayName: 'VIP', type: 'boolean' },
		{ id: 'gone', displayName: 'Gone', type: 'string', removed: true },
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
	privately: { part: door.privately(), right: [[false, false]], wrong: ['no'] },
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
		wrong: ['{', '[]', 'null', 7, [1]],
	},
	jsonList: { part: door.jsonList('x', { check: (one) => one }), right: list, wrong: ['{}', [1]] },
	actionList: {
		part: door.actionList('macro', {}),
		right: [[[action], [action]]],
		wrong: ['[]', [{}], [{ action_name: 'add_label' }]],
	},
	conditionList: {
		part: door.conditionList('x', 'contact'),
		right: [[[condition], [{ ...condition, query_operator: null }]]],
		wrong: [[{}], [{ ...condition, values: 'Ulm' }], {}],
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
		part: door.rowsOrJson('x', typed, { json: 'List' }),
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
			[mapping({ gone: '' }), undefined],
			[mapping({}), undefined],
			['{"a":1}', { a: 1 }],
			[{ a: null }, { a: null }],
		],
		wrong: [
			mapping({ points: 'Ulm' }),
			mapping({ tier: 'x' }),
			mapping({ gone: 'x' }),
			mapping({ other: 1 }),
			mapping({ on: 'soon' }),
			mapping({}, { mappingMode: 'autoMapInputData' }),
			'[]',
		],
		top: true,
	},
	attachments: { part: door.attachments(), wrong: ['none', ['data', 'none'], {}] },
	files: { part: door.files('x', { megabytes: 1 }), wrong: ['none', {}] },
	file: { part: door.file('x', { megabytes: 1 }), wrong: ['none', 7] },
	avatar: { part: door.avatar(), wrong: ['none', 7] },
};

const server = listen(() => ({
	status: 200,
	headers: { 'content-type': 'application/json' },
	body: '{}',
}));
afterAll(async () => await (await server).close());

const nodeWith = (body: door.Part[]): INodeType =>
	nodeOf(operation({ name: 'Run', action: 'Run it', request: 'POST /run', body }));

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
const given = ({ property: { type } }: Part, value: unknown) =>
	['fixedCollection', 'collection'].includes(type) ? value : VALUE;

/** Every place of a field: its parts, its parameters, and where it stands in what is sent. */
const places = (field: door.Field, value: unknown) => {
	const inside = { [field.name]: given(field, value) };
	return [
		['on top', [field], inside, (sent: IDataObject) => sent[field.as]],
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

describe.each(Object.entries(kinds))(
	'%s',
	(_, { part, right = [], wrong = [], top, voluntary, inside }) => {
		const { displayName: label } = part.property;
		const isPlain = !('choices' in part) && !top;
		/** On top, where every kind may stand. */
		const parameter = 'choices' in part && part.taken ? { specify_x: 'json', x: VALUE } : undefined;
		const parametersOf = (value: unknown) => parameter ?? { [part.name]: given(part, value) };
		const name = parameter ? 'x' : 'as' in part ? part.as : part.name;
		const node = nodeWith([door.fixed({}), part]);
		const words = parameter ? 'X ' : label;

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
						const before = { 'in a row': 'Some entry 1: ', 'on top': '', added: '' };
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
						const told = words[place];
						expect([place, raw, error?.message.slice(0, told?.length)]).toEqual([place, raw, told]);
					}
			});
	},
);
