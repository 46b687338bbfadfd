import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import {
	NodeHelpers,
	Workflow,
	type CodexData,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypes,
	type NodeParameterValue,
} from 'n8n-workflow';
import { CustomerConversationPlatform } from '../../../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { CustomerConversationPollingTrigger } from '../../../nodes/CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node';
import { CustomerConversationTrigger } from '../../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node';
import {
	cameWith,
	descriptionOf,
	isSince,
	sentenceOf,
	text,
	type Needs,
	type Operation,
	type Settings,
} from '../../../nodes/shared/vocabulary';
import { entryOf } from '../../../truth/coverage';
import { catalogue, findRecording, firstRelease, releases } from '../../../truth/recordings';
import { nodeNameOf, nodes, operations, versionsOf } from '../../../truth/surfaces';
import { ofVersion } from '../../../truth/versions';
import { nodeOf } from '../../support/run';

/** Words in the text of an action that keep their capitals. */
const PROPER = [
	...['Captain', 'Chatwoot', 'Dyte', 'Facebook', 'Instagram', 'Linear', 'Notion', 'Shopify'],
	...['Slack', 'Telegram', 'TikTok', 'Twilio', 'WhatsApp'],
];

type Values = Record<string, NodeParameterValue>;

/** An entry of `options` of a list of values. */
const choicesOf = ({ options = [] }: INodeProperties) => options as INodePropertyOptions[];

/** The properties one level below, in a collection or a group. */
const insideOf = ({ type, options = [] }: INodeProperties): INodeProperties[] => {
	if (type === 'collection') return options as INodeProperties[];
	if (type !== 'fixedCollection') return [];
	return (options as INodePropertyCollection[]).flatMap(({ values }) => values);
};

const withNested = (property: INodeProperties): INodeProperties[] => [
	property,
	...insideOf(property).flatMap(withNested),
];

const conditionsOf = ({ displayOptions = {} }: INodeProperties) =>
	[displayOptions.show, displayOptions.hide].flatMap((rules = {}) =>
		Object.entries(rules).map(([name, values = []]): [string, unknown[]] => [name, values]),
	);

/** Everything a parameter can be set to that may decide what else is shown. */
const valuesOf = (property: INodeProperties): NodeParameterValue[] =>
	property.type === 'boolean' ? [false, true] : choicesOf(property).map(({ value }) => value);

/** @returns what is wrong with the default, '' when nothing */
function faultOfDefault(property: INodeProperties): string {
	const { type, default: initial, typeOptions = {}, modes = [] } = property;
	const is = (right: boolean, expected: string) => (right ? '' : `is not ${expected}`);
	const choices: unknown[] = choicesOf(property).map(({ value }) => value);
	switch (type) {
		case 'notice':
			return is(initial === '', 'empty');
		case 'string':
		case 'hidden':
		case 'dateTime':
			return is(typeof initial === 'string', 'a text');
		case 'color':
			return is(/^(#[0-9a-f]{6})?$/i.test(String(initial)), 'a colour');
		case 'boolean':
			return is(typeof initial === 'boolean', 'true or false');
		case 'number': {
			const { minValue = -Infinity, maxValue = Infinity } = typeOptions;
			const within = Number(initial) >= minValue && Number(initial) <= maxValue;
			return is(Number.isFinite(initial) && within, `a number from ${minValue} to ${maxValue}`);
		}
		case 'options':
			return is(choices.includes(initial), 'one of the options');
		case 'multiOptions':
			return is(
				Array.isArray(initial) && (initial as unknown[]).every((entry) => choices.includes(entry)),
				'a list of options',
			);
		case 'json':
			try {
				return is(typeof JSON.parse(String(initial)) === 'object', 'an object or a list');
			} catch {
				return 'is not JSON';
			}
		case 'collection':
			return is(JSON.stringify(initial) === '{}', 'an empty object');
		case 'fixedCollection': {
			const groups = property.options as INodePropertyCollection[];
			const right = Object.entries(initial as object).every(([name, cells]) => {
				const group = groups.find((one) => one.name === name);
				if (typeOptions.multipleValues) return group && JSON.stringify(cells) === '[{}]';
				const known = group?.values.map((cell) => cell.name) ?? [];
				return group && Object.keys(cells as object).every((cell) => known.includes(cell));
			});
			return is(right, 'an empty row, or cells of a group');
		}
		case 'resourceLocator': {
			const { mode, value } = initial as { mode: string; value: unknown };
			return is(value === '' && modes.some(({ name }) => name === mode), 'a mode without a value');
		}
		case 'resourceMapper': {
			const { mappingMode, value } = initial as { mappingMode: string; value: unknown };
			return is(mappingMode === 'defineBelow' && value === null, 'a mapper without values');
		}
		default:
			return `has the unknown type ${type}`;
	}
}

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const versionsOfNodes = Object.entries(nodes).flatMap(([folder, node]) =>
	versionsOf(folder).map((version) => [folder, version, node] as const),
);

describe.each(versionsOfNodes)('the node %s in version %d', (_, typeVersion, caller) => {
	const { surface, type: Node, resources } = caller;
	const nodeType = new Node();
	const description = {
		...nodeType.description,
		properties: ofVersion(nodeType.description.properties, typeVersion),
	};
	const { properties } = description;
	const nested = properties.flatMap(withNested);
	const nestedInAll = nodeType.description.properties.flatMap(withNested);
	const resource = properties.find(({ name }) => name === 'resource') as INodeProperties;
	const operationsOf = (name: unknown) =>
		properties.find(
			({ name: propertyName, displayOptions }) =>
				propertyName === 'operation' && displayOptions?.show?.resource?.includes(name as string),
		) as INodeProperties;
	const all = choicesOf(resource).flatMap(({ value }) =>
		choicesOf(operationsOf(value)).map((option) => ({ resource: value, option })),
	);
	const decisive = new Set(properties.flatMap(conditionsOf).map(([name]) => name));

	const shownWith = (values: Values) =>
		properties.filter((property) =>
			NodeHelpers.displayParameter(
				values as INodeParameters,
				property,
				{ typeVersion },
				description,
			),
		);

	/** Every state of an operation's form: the choices made, and what is shown with them. */
	function states(values: Values): Array<{ values: Values; shown: INodeProperties[] }> {
		const shown = shownWith(values);
		const open = shown.find(({ name }) => decisive.has(name) && !(name in values));
		return open
			? valuesOf(open).flatMap((value) => states({ ...values, [open.name]: value }))
			: [{ values, shown }];
	}
	const forms = all.map(({ resource: name, option: { value } }) => ({
		id: `${String(name)}.${String(value)}`,
		states: states({ resource: name, operation: value }),
	}));
	const allStates = forms.flatMap(({ states: formStates }) => formStates);

	const nodeWith = (parameters: INodeParameters): INode => ({
		id: 'node',
		name: 'Node',
		type: description.name,
		typeVersion,
		position: [0, 0],
		parameters,
	});

	test('is a declarative node that agents can use', () => {
		expect(description).toMatchObject({ usableAsTool: true, requestDefaults: {} });
		// The declarative engine cannot wait.
		expect('execute' in nodeType).toBe('webhooks' in description);
	});

	test('has name and value for each resource, and a list of operations', () => {
		const options = choicesOf(resource);
		expect(options.length).toBeGreaterThan(0);
		for (const { name, value } of options) {
			expect([value, name]).toEqual([
				expect.stringMatching(/^[a-z][a-zA-Z]*$/),
				expect.stringMatching(/^[A-Z]/),
			]);
			expect([value, operationsOf(value)?.type]).toEqual([value, 'options']);
		}
		expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
		expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
		const lists = properties.filter(({ name }) => name === 'operation');
		expect(lists.flatMap((list) => list.displayOptions?.show?.resource).sort()).toEqual(
			options.map(({ value }) => value).sort(),
		);
	});

	test('has name, value and action for each operation', () => {
		for (const { resource: name, option } of all)
			expect([name, option]).toEqual([
				name,
				expect.objectContaining({
					name: expect.stringMatching(/^[A-Z]/) as string,
					value: expect.stringMatching(/^[a-z][A-Za-z]*$/) as string,
					action: expect.stringMatching(/^\S+( \S+)+$/) as string,
				}),
			]);
		for (const { value } of choicesOf(resource))
			for (const key of ['name', 'value'] as const) {
				const choices = choicesOf(operationsOf(value)).map((option) => option[key]);
				expect([value, key, choices]).toEqual([value, key, [...new Set(choices)]]);
			}
	});

	test('describes each operation by what it gives and needs, in sentences', () => {
		for (const { resource: name, option } of all) {
			const definition = resources[String(name)].operations[String(option.value)];
			const shown = option.description ?? '';
			expect([option.action, shown]).toEqual([option.action, descriptionOf(definition)]);
			expect(shown.toLowerCase()).toContain(sentenceOf(definition.needs ?? {}).toLowerCase());
			// As n8n has it: sentences end with a full stop where there are several.
			expect(shown).toMatch(/^[A-Z](\.\d|[^.])*$|^[A-Z].*\. [A-Z].*\.$/);
		}
	});

	test('says first what comes out, in a few words', () => {
		for (const { name: title, operations: ofResource } of Object.values(resources))
			for (const { name, gives, reply } of Object.values(ofResource)) {
				const called = [title, name, gives];
				expect(called).toEqual([title, name, expect.stringMatching(/^Returns .{3,69}[^.]$/)]);
				// n8n shows the name above it.
				expect(` ${gives.toLowerCase()} `).not.toContain(` ${name.toLowerCase()} `);
				if (reply?.pages)
					expect(called).toEqual([title, name, expect.stringMatching(/^Returns one .*\bper /)]);
			}
	});

	test('tells the operations of a resource apart by what comes out', () => {
		for (const { name, operations: ofResource } of Object.values(resources)) {
			const texts = Object.values(ofResource).map(({ gives }) => gives);
			const twice = texts.filter((gives, index) => texts.indexOf(gives) !== index);
			expect([name, twice]).toEqual([name, []]);
		}
	});

	test('has every action once, in sentence case', () => {
		const actions = all.map(({ option }) => String(option.action));
		expect(actions.filter((action, index) => actions.indexOf(action) !== index)).toEqual([]);
		const written = actions.filter((action) => {
			const [first, ...rest] = action.split(' ');
			const small = (word: string) =>
				/^[^A-Z]*$/.test(word) || /^[A-Z]{2,}s?$/.test(word) || PROPER.includes(word);
			return (
				!/^[A-Z][a-z-]*$/.test(first) ||
				!rest.map((word) => word.replace(/('s)?\W*$|^\W+/g, '')).every(small) ||
				action.endsWith('.')
			);
		});
		expect(written).toEqual([]);
	});

	test('shows no two parameters of one name', () => {
		for (const { values, shown } of allStates) {
			const names = shown.map(({ name }) => name);
			const twice = names.filter((name, index) => names.indexOf(name) !== index);
			expect([values, twice]).toEqual([values, []]);
		}
	});

	test('shows no two entries of one name in a collection, a group or a row', () => {
		const excludes = (one: INodeProperties, other: INodeProperties) => {
			const others = Object.fromEntries(conditionsOf(other));
			return conditionsOf(one).some(
				([name, values]) => others[name] && !values.some((value) => others[name].includes(value)),
			);
		};
		for (const property of nested) {
			const entries = insideOf(property);
			const twice = entries.filter((one, index) =>
				entries.slice(index + 1).some((other) => one.name === other.name && !excludes(one, other)),
			);
			expect([property.name, twice]).toEqual([property.name, []]);
		}
	});

	test('lists the entries of a collection in alphabetical order', () => {
		for (const property of nested.filter(({ type }) => type === 'collection')) {
			const labels = insideOf(property).map(({ displayName }) => displayName);
			expect(labels).toEqual([...labels].sort((one, other) => one.localeCompare(other)));
		}
	});

	test('asks for the record first, then in one order, and for the account last', () => {
		const places = [
			...['returnAll', 'limit', 'additional_fields', 'update_fields', 'options', 'simplify'],
			...(surface === 'platform' ? [] : ['account_id', 'inbox_identifier']),
		];
		for (const { values, shown } of allStates) {
			const { path = [] } = resources[String(values.resource)].operations[String(values.operation)];
			const names = shown.filter((one) => !one.isNodeSetting).map(({ name }) => name);
			const inPlaces = (all: string[]) =>
				[...all].sort((one, other) => places.indexOf(one) - places.indexOf(other));
			expect([values, names]).toEqual([values, inPlaces(names)]);
			const [record] = path.filter((part) => !('fallback' in part && part.fallback));
			if (record && 'name' in record) expect([values, names[2]]).toEqual([values, record.name]);
		}
	});

	test('shows nothing but the text of a message before what decides whether it shows', () => {
		for (const { values, shown } of allStates) {
			const names = shown.map(({ name }) => name);
			for (const [index, property] of shown.entries())
				for (const [name] of conditionsOf(property)) {
					if (property.name === 'content' && name === 'content_kind') {
						expect([values, names.indexOf(name)]).toEqual([values, index + 1]);
						continue;
					}
					expect([values, names.slice(0, index)]).toEqual([values, expect.arrayContaining([name])]);
				}
		}
	});

	test('returns all of an export, and of other lists up to a limit, where nobody says', () => {
		for (const { values, shown } of allStates) {
			const { default: all } = shown.find(({ name }) => name === 'returnAll') ?? {};
			expect([values, all]).toEqual([
				values,
				all === undefined ? all : values.resource === 'export',
			]);
		}
	});

	test('asks for a limit where not all are returned', () => {
		for (const { values, shown } of allStates) {
			const hasLimit = shown.some(({ name }) => name === 'limit');
			expect([values, hasLimit]).toEqual([values, values.returnAll === false]);
		}
	});

	test('requires an account only where the credential has no default for it', () => {
		const required = properties.filter(
			({ name, required: isRequired }) => name === 'account_id' && isRequired,
		);
		expect(required.length > 0).toBe(surface === 'platform');
	});

	test('shows at least one parameter for each operation', () => {
		const bare = forms.filter(({ states: formStates }) =>
			formStates.some(({ shown }) =>
				shown.every(({ name }) => ['resource', 'operation'].includes(name)),
			),
		);
		expect(bare.map(({ id }) => id)).toEqual([]);
	});

	test('shows every property somewhere', () => {
		const seen = new Set(allStates.flatMap(({ shown }) => shown));
		const hidden = properties.filter((property) => !seen.has(property));
		expect(hidden.map(({ name, displayOptions }) => [name, displayOptions])).toEqual([]);
	});

	test('has display conditions on what exists alone', () => {
		for (const property of nested.filter(({ type }) => type !== 'fixedCollection'))
			expect(insideOf(property).flatMap(conditionsOf)).toEqual([]);
		// In a row a cell shows by the values of another one.
		for (const property of nested) {
			const cells = insideOf(property);
			for (const [name, values] of cells.flatMap(conditionsOf)) {
				const known = cells.filter((cell) => cell.name === name).flatMap(choicesOf);
				expect(known.map(({ value }) => value)).toEqual(expect.arrayContaining(values));
			}
		}
		for (const property of properties) {
			const rules = Object.fromEntries(conditionsOf(property));
			for (const [name, listed] of Object.entries(rules))
				expect([property.name, name, listed]).toEqual([property.name, name, [...new Set(listed)]]);
			const { resource: names = [], operation: values, ...others } = rules;
			if (property !== resource && !property.isNodeSetting)
				expect([property.name, names]).not.toEqual([property.name, []]);
			const places = names.flatMap((name) => {
				const known = choicesOf(operationsOf(name)).map(({ value }) => value as unknown);
				expect([property.name, name, known]).not.toEqual([property.name, name, []]);
				for (const value of values ?? [])
					expect([property.name, name, known]).toEqual([
						property.name,
						name,
						expect.arrayContaining([value]),
					]);
				return (values ?? known).map((value) => ({ resource: name, operation: value }));
			});
			for (const [name, wanted] of Object.entries(others))
				for (const place of places) {
					const deciding = allStates
						.filter(
							(state) =>
								state.values.resource === place.resource &&
								state.values.operation === place.operation,
						)
						.flatMap(({ shown }) => shown)
						.find((shown) => shown.name === name);
					const possible: unknown[] = deciding ? valuesOf(deciding) : [];
					expect([property.name, place, name, possible]).toEqual([
						property.name,
						place,
						name,
						expect.arrayContaining(wanted),
					]);
				}
		}
	});

	test('has defaults that fit their types', () => {
		const wrong = nested.map((property) => [property.name, faultOfDefault(property)]);
		expect(wrong.filter(([, fault]) => fault)).toEqual([]);
	});

	test('begins no rows but those on top with one', () => {
		const inside = nested.filter((property) => !properties.includes(property));
		const begun = inside.filter(({ typeOptions, default: initial }) => {
			return typeOptions?.multipleValues && JSON.stringify(initial).includes('{}]');
		});
		expect(begun.map(({ name }) => name)).toEqual([]);
	});

	test('has no expression in a default', () => {
		const found = nested.filter((property) =>
			textsIn(property.default).some((text) => text.startsWith('=') || text.includes('{{')),
		);
		expect(found.map(({ name }) => name)).toEqual([]);
	});

	test('gives a new node the defaults of what it shows', () => {
		for (const { values, shown } of allStates) {
			const filled = NodeHelpers.getNodeParameters(
				properties,
				values as INodeParameters,
				true,
				false,
				{ typeVersion },
				description,
			);
			expect([values, Object.keys(filled ?? {}).sort()]).toEqual([
				values,
				shown.map(({ name }) => name).sort(),
			]);
		}
	});

	test('has a search method for each list of a locator, and no method more', () => {
		const searched = nestedInAll
			.filter(({ type }) => type === 'resourceLocator')
			.flatMap(({ modes = [] }) => modes.filter(({ type }) => type === 'list'))
			.map(({ typeOptions }) => typeOptions?.searchListMethod);
		const methods = Object.keys(nodeType.methods?.listSearch ?? {});
		expect([...new Set(searched)].sort()).toEqual(methods.sort());
	});

	test('has a method for the columns of each mapper, and no method more', () => {
		const wanted = nestedInAll
			.filter(({ type }) => type === 'resourceMapper')
			.map(({ typeOptions }) => typeOptions?.resourceMapper?.resourceMapperMethod);
		const methods = Object.keys(nodeType.methods?.resourceMapping ?? {});
		expect([...new Set(wanted)].sort()).toEqual(methods.sort());
	});

	test('asks for columns on top alone, elsewhere n8n knows none', () => {
		const inside = nested.filter(
			(property) => property.type === 'resourceMapper' && !properties.includes(property),
		);
		expect(inside.map(({ name }) => name)).toEqual([]);
	});

	test('marks no field in a collection as required', () => {
		const found = nested
			.filter(({ type }) => type === 'collection')
			.flatMap((collection) => insideOf(collection).filter(({ required }) => required));
		expect(found.map(({ name }) => name)).toEqual([]);
	});

	test('turns a switch on where it is added to a collection', () => {
		const entries = nested.filter(({ type }) => type === 'collection').flatMap(insideOf);
		const switches = entries.filter(({ type }) => type === 'boolean');
		expect(switches.filter((one) => one.default !== true).map(({ name }) => name)).toEqual([]);
	});

	test('runs in n8n once the required fields are filled in', () => {
		for (const { values, shown } of allStates) {
			const filledIn = shown
				.filter(({ required }) => required)
				.map(({ name, type, default: initial }) => {
					if (type === 'resourceLocator') return [name, { __rl: true, mode: 'id', value: '7' }];
					return [name, type === 'multiOptions' ? ['7'] : initial || 'x'];
				});
			const parameters = { ...(Object.fromEntries(filledIn) as INodeParameters), ...values };
			const issues = NodeHelpers.getNodeParametersIssues(
				properties,
				nodeWith(parameters as INodeParameters),
				description,
			);
			expect([values, issues]).toEqual([values, null]);
		}
	});

	test('has a subtitle of words for each operation', () => {
		for (const { resource: name, option } of all) {
			const node = nodeWith({ resource: name, operation: option.value });
			const workflow = new Workflow({
				nodes: [node],
				connections: {},
				active: false,
				nodeTypes: { getByNameAndVersion: () => nodeType } as unknown as INodeTypes,
			});
			const subtitle: unknown = workflow.expression.getSimpleParameterValue(
				node,
				description.subtitle,
				'internal',
				{},
			);
			expect(subtitle).toMatch(/^[a-z]+( [a-z]+)*: [a-z]+( [a-z]+)*$/);
			expect(String(subtitle).replace(/\W/g, '')).toBe(
				`${String(option.value)}${String(name)}`.replace(/_/g, '').toLowerCase(),
			);
		}
	});

	test('stays small enough for the editor', () => {
		expect(all.length).toBeLessThanOrEqual(130);
		expect(properties.length).toBeLessThanOrEqual(400);
		expect(JSON.stringify(description).length).toBeLessThanOrEqual(400_000);
	});
});

describe('where a choice is an expression n8n counts the fields of all its branches', () => {
	const types = [
		...Object.values(nodes).map(({ type }) => type),
		CustomerConversationTrigger,
		CustomerConversationPollingTrigger,
	];
	const all = types.flatMap((Node) => new Node().description.properties);
	const isBelow = (property: INodeProperties) =>
		conditionsOf(property).some(([name]) => !['resource', 'operation'].includes(name));
	const below = (property: INodeProperties): INodeProperties[] =>
		isBelow(property) ? withNested(property) : insideOf(property).flatMap(below);
	const names = (properties: INodeProperties[]) => properties.map(({ name }) => name);

	test('so nothing below a choice is required', () => {
		const fields = all.flatMap(below);
		expect(names(fields)).toContain('snoozed_until');
		expect(names(fields.filter(({ required }) => required))).toEqual([]);
	});

	test('and nothing has another rule of n8n that keeps a workflow from starting', () => {
		const ruled = all
			.flatMap(withNested)
			.filter(
				({ type, validateType, modes = [], typeOptions = {} }) =>
					type === 'filter' ||
					validateType !== undefined ||
					modes.some(({ validation }) => validation) ||
					typeOptions.minRequiredFields !== undefined ||
					typeOptions.resourceMapper?.mode === 'add',
			);
		expect(names(ruled)).toEqual([]);
	});
});

test('n8n evaluates nothing for a call of a trigger: no version is 1, and its webhooks are literal', () => {
	const called = [CustomerConversationTrigger, CustomerConversationPollingTrigger]
		.map((Node) => new Node().description)
		.filter(({ webhooks }) => webhooks);
	expect(called).toHaveLength(1);
	for (const { version, webhooks } of called) {
		expect([version].flat()).not.toContain(1);
		expect(JSON.stringify(webhooks)).not.toMatch(/":"=|{{/);
	}
});

test.each([CustomerConversationTrigger, CustomerConversationPollingTrigger])(
	'%p asks for the account last, too',
	(Node) => {
		const { properties } = new Node().description;
		expect(properties.slice(-2).map(({ name }) => name)).toEqual(['simplify', 'account_id']);
	},
);

test.each(operations())('%s shows its parameters in its own order', (id, definition) => {
	const [, resource, operation] = id.split('.');
	const { type: Node } = nodes[nodeNameOf(id)];
	const shownBy = (all: INodeProperties[]) =>
		all
			// A notice of the panel is no parameter.
			.filter(({ type }) => type !== 'notice')
			.filter(({ displayOptions: { show = {} } = {} }) =>
				Object.entries({ resource, operation }).every(
					([name, value]) => !show[name] || (show[name] as string[]).includes(value),
				),
			)
			.map(({ name }) => name);
	const alone = nodeOf(definition, id).description.properties;
	expect(shownBy(new Node().description.properties)).toEqual(shownBy(alone));
});

/** The catalogue says one thing of all that a request does; these are the part that asks for more. */
const FOR_ADMINISTRATORS = ['account.contact.deleteMany'];
const SINCE: Record<string, string> = {
	'account.document.deleteMany': '4.15',
	'account.document.syncMany': '4.15',
};

describe.each(operations())('%s', (id, definition) => {
	const { needs = {} } = definition;
	const { role, roleSince, edition, since } = needs;
	const entry = entryOf(id, definition);

	test('needs what the catalogue says', () => {
		const isForAdministrators = entry?.role === 'administrator' || FOR_ADMINISTRATORS.includes(id);
		const wanted: Needs = {
			role: isForAdministrators ? 'administrator' : undefined,
			edition: entry?.enterprise_only ? 'enterprise' : undefined,
			since: SINCE[id] ?? (entry && firstRelease(entry)),
		};
		const written = (facts: Needs) => `needs: ${JSON.stringify(facts)}`;
		expect(written({ role, edition, since })).toBe(written(wanted));
	});

	test('is for administrators on the releases that refused an agent', () => {
		if (entry?.role !== 'administrator') return;
		for (const release of releases) {
			const call = findRecording(entry.id, 'as-agent', release);
			const refused = isSince(release, roleSince ?? release);
			if (call) expect([release, call.response.status === 401]).toEqual([release, refused]);
		}
	});
});

test('first releases are comparable, whichever way the catalogue writes them', () => {
	const [entry] = catalogue.values();
	const read = (text: string) => firstRelease({ ...entry, available_from: text });
	const texts = ['3.16 or before', '4.10', '4.16.0', 'about 4.13', '4.14.1', '4.20.0'];
	expect(texts.map(read)).toEqual([undefined, '4.10', '4.16', '4.13', '4.14.1', '4.20']);
	expect(() => read('some day')).toThrow(`${entry.id} has no release in "some day"`);
});

test('operations name features as the Platform node does', () => {
	const nested = new CustomerConversationPlatform().description.properties.flatMap(withNested);
	const known = nested.filter(({ name }) => name === 'switch_on').flatMap(choicesOf);
	const named = operations().flatMap(([, { needs }]) => needs?.feature ?? []);
	expect(named).not.toEqual([]);
	expect(known.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
});

describe('requirements are composed into one sentence', () => {
	test.each<[string, Needs]>([
		['', {}],
		['Requires an administrator', { role: 'administrator' }],
		[
			'Requires an administrator (since Chatwoot 4.16)',
			{ role: 'administrator', roleSince: '4.16' },
		],
		[
			'Requires the Enterprise edition and an administrator',
			{ edition: 'enterprise', role: 'administrator' },
		],
		['Requires Chatwoot 4.14.1 or later', { since: '4.14.1' }],
		['Requires Chatwoot 4.14.2 or later for agent bot tokens', { botSince: '4.14.2' }],
		['Requires the account feature Macros', { feature: 'Macros' }],
		[
			'Requires the account feature Macros (since Chatwoot 4.14)',
			{ feature: 'Macros', featureSince: '4.14' },
		],
		[
			'Requires the Enterprise edition, an administrator, Chatwoot 4.16 or later, and the account feature SLA',
			{ role: 'administrator', edition: 'enterprise', feature: 'SLA', since: '4.16' },
		],
	])('%s', (sentence, needs) => {
		expect(sentenceOf(needs)).toBe(sentence);
	});

	test('that ends the description of an operation', () => {
		const gives = 'Returns the contact';
		const composed = (more: Partial<Operation>) =>
			descriptionOf({ name: '', action: '', gives, request: 'GET /', ...more });
		const needs: Needs = { since: '4.2' };
		const description = 'Cannot be undone';
		expect(composed({})).toBe('Returns the contact');
		expect(composed({ description })).toBe('Returns the contact. Cannot be undone.');
		expect(composed({ needs })).toBe('Returns the contact. Requires Chatwoot 4.2 or later.');
		expect(composed({ needs, description })).toBe(
			'Returns the contact. Cannot be undone. Requires Chatwoot 4.2 or later.',
		);
	});

	test('inside the words that n8n wants for an upsert', () => {
		const upsert = {
			name: '',
			action: 'Create or update a contact',
			gives: '',
			description: 'Matched by email',
		};
		const composed = (more: Partial<Operation>) =>
			descriptionOf({ ...upsert, request: 'GET /', ...more });
		const rest = 'or update the current one if it already exists (upsert)';
		expect(composed({})).toBe(`Create a new contact (matched by email), ${rest}`);
		expect(
			composed({ description: 'Matched by email; links the company', needs: { since: '4.2' } }),
		).toBe(
			`Create a new contact (matched by email; links the company; requires Chatwoot 4.2 or later), ${rest}`,
		);
	});

	test('that ends the hint of a field', () => {
		const hintOf = (settings: Settings) => text('icon', settings).property.description;
		expect(hintOf({})).toBeUndefined();
		expect(hintOf({ hint: 'Name of an icon' })).toBe('Name of an icon');
		expect(hintOf({ since: '4.16' })).toBe('Requires Chatwoot 4.16 or later');
		expect(hintOf({ hint: 'Name of an icon', since: '4.16', edition: 'enterprise' })).toBe(
			'Name of an icon. Requires the Enterprise edition and Chatwoot 4.16 or later.',
		);
		expect(hintOf({ hint: 'Name of an icon', since: cameWith('4.16', 'x') })).toBe(
			'Name of an icon',
		);
	});
});

describe('what people type', () => {
	const codexOf = (folder: string) =>
		JSON.parse(
			readFileSync(join(__dirname, '../../../nodes', folder, `${folder}.node.json`), 'utf8'),
		) as CodexData;

	const polling = { title: 'Customer Conversation Polling', resources: {} };

	/** As n8n's panel has them: the trigger has no entry of its own, and names lose the word "Trigger". */
	const entries = Object.entries<Pick<(typeof nodes)[string], 'title' | 'resources'>>({
		...nodes,
		CustomerConversationPollingTrigger: polling,
	}).map(([folder, { title, resources }]) => ({
		key: folder,
		properties: { displayName: title, codex: codexOf(folder) },
		/** From top to bottom; n8n gives no search of its own for them. */
		actions: Object.values(resources)
			.sort((one, other) => one.name.localeCompare(other.name))
			.flatMap(({ operations: ofResource }) =>
				Object.values(ofResource).sort((one, other) => one.name.localeCompare(other.name)),
			),
	}));

	test.each<[string, string, string]>([
		['send message', 'Customer Conversation', 'Send a message or reply'],
		['send', 'Customer Conversation', 'Send a message or reply'],
		['reply', 'Customer Conversation', 'Send a message or reply'],
		['answer', 'Customer Conversation', ''],
		['whatsapp', 'Customer Conversation', ''],
		['send whatsapp message', 'Customer Conversation', ''],
		['private note', 'Customer Conversation', 'Create a private note in a conversation'],
		['note', 'Customer Conversation', 'Create a note on a contact'],
		['assign', 'Customer Conversation', 'Assign a conversation'],
		['bot', 'Customer Conversation', 'Send a bot reply'],
		['report', 'Customer Conversation', 'Create a report page for a period'],
		['csat', 'Customer Conversation', 'Create a CSAT page for a period'],
		['export', 'Customer Conversation', 'Export contacts by email'],
		['contact', 'Customer Conversation', 'Add labels to a contact'],
		['ticket', 'Customer Conversation', ''],
		['live chat', 'Customer Conversation', ''],
		['help desk', 'Customer Conversation', ''],
		['webhook', 'Customer Conversation Admin', 'Create a webhook'],
		['inbox', 'Customer Conversation Admin', 'Add members to an inbox'],
		['canned response', 'Customer Conversation Admin', 'Create a canned response'],
		['agent bot', 'Customer Conversation Admin', 'Create an agent bot'],
		['platform app', 'Customer Conversation Platform', ''],
		['visitor', 'Customer Conversation Customer Side', ''],
		['client api', 'Customer Conversation Customer Side', ''],
		['api channel', 'Customer Conversation Customer Side', ''],
		['crm', 'Customer Conversation', ''],
		['crm contact', 'Customer Conversation', ''],
		['contact', 'Customer Conversation', ''],
		['hand over', 'Customer Conversation', ''],
		['handoff', 'Customer Conversation', ''],
		['customer service', 'Customer Conversation', ''],
		['merge duplicates', 'Customer Conversation', ''],
		['company', 'Customer Conversation Companies & Campaigns', ''],
		['campaign', 'Customer Conversation Companies & Campaigns', ''],
		['broadcast', 'Customer Conversation Companies & Campaigns', ''],
		['newsletter', 'Customer Conversation Companies & Campaigns', ''],
		['business hours', 'Customer Conversation Admin', ''],
		['opening hours', 'Customer Conversation Admin', ''],
		['invite agent', 'Customer Conversation Admin', ''],
		['automation', 'Customer Conversation Admin', ''],
		['team', 'Customer Conversation Admin', ''],
		['notification', 'Customer Conversation Admin', ''],
		['sla', 'Customer Conversation Policies & Audit', ''],
		['roles', 'Customer Conversation Policies & Audit', ''],
		['permissions', 'Customer Conversation Policies & Audit', ''],
		['audit', 'Customer Conversation Policies & Audit', ''],
		['round robin', 'Customer Conversation Policies & Audit', ''],
		['capacity', 'Customer Conversation Policies & Audit', ''],
		['enterprise', 'Customer Conversation Policies & Audit', ''],
		['knowledge base', 'Customer Conversation Help Center', ''],
		['article', 'Customer Conversation Help Center', ''],
		['ai assistant', 'Customer Conversation Captain', ''],
		['summarize', 'Customer Conversation Captain', ''],
		['shopify orders', 'Customer Conversation Integrations', ''],
		['create account', 'Customer Conversation Platform', ''],
		['sso', 'Customer Conversation Platform', ''],
		['polling', 'Customer Conversation Polling', ''],
		['localhost', 'Customer Conversation Polling', ''],
	])('%s: %s, %s', (typed, node, action) => {
		const found = sublimeSearch<(typeof entries)[0]>(typed, entries);
		expect(found[0]?.item.properties.displayName).toBe(node);
		// What fits by single letters alone is no find.
		expect(found[0].score).toBeGreaterThan(200);
		// Some words are the node's alone.
		const fits = ({ action: text }: Operation) =>
			typed.split(' ').every((word) => RegExp(`\\b${word}\\b`, 'i').test(text));
		if (action) expect(found[0].item.actions.find(fits)?.action).toBe(action);
	});

	/** Words for tasks, channels and bridges, also in Portuguese and Spanish, with and without accents. */
	const WORDS: Record<string, string[]> = {
		CustomerConversation: [
			'reply to customer, answer customer, satisfaction, rating, feedback',
			'import contacts, export contacts, export conversations, typing',
			'typing indicator, chatbot, evolution api, evolution, waha, instagram, messenger',
			'telegram, facebook, email customer, sms, voice message, omnichannel',
			'close conversation, resolve conversation, reopen, escalate, priority, mute',
			'block contact, transfer, assign agent, unread, participants, weekly report',
			'statistics, metrics, first response time, heatmap, search messages',
			'custom attributes, phone number, atendimento, mensagem, enviar mensagem',
			'responder, responder cliente, etiqueta, conversa, contato, cliente, relatório',
			'relatorio, satisfação, satisfacao, importar contatos, atribuir, chamado',
			'suporte, atención al cliente, atencion al cliente, mensaje, enviar mensaje',
			'conversación, conversacion, contacto, informe, reporte, satisfacción, encuesta',
			'soporte, asignar',
		],
		CustomerConversationAdmin: ['inbox, caixa de entrada, bandeja de entrada'],
		CustomerConversationSendAndWait: ['customer reply, aprovação, aprobación'],
		CustomerConversationCompanies: ['empresa, campanha, campaña'],
		CustomerConversationHelpCenter: ['central de ajuda, centro de ayuda'],
	};

	test.each(
		Object.entries(WORDS).flatMap(([key, lines]) =>
			lines.flatMap((line) => line.split(', ').map((word) => [word, key])),
		),
	)('%s: first the node %s', (word, key) => {
		const [first] = sublimeSearch<(typeof entries)[0]>(word, entries);
		expect(first?.item.key).toBe(key);
		expect(first.score).toBeGreaterThan(200);
	});

	test('the node for companies comes second for CRM', () => {
		const found = sublimeSearch<(typeof entries)[0]>('crm', entries);
		const first = found.slice(0, 2).map(({ item }) => item.key);
		expect(first).toEqual(['CustomerConversation', 'CustomerConversationCompanies']);
	});

	test("the trigger's description, which n8n shows for the first node, is true of both", () => {
		const { description } = new CustomerConversationTrigger().description;
		for (const word of ['starts the workflow', 'choose an action', 'chatwoot'])
			expect(description.toLowerCase()).toContain(word);
	});
});
