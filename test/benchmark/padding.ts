/** Fills the node up: it is measured at the size that it may have. Runs inside the package. */
import * as kinds from '../../nodes/shared/vocabulary/fields/fields';
import * as locators from '../../nodes/shared/vocabulary/locators';
import * as shapes from '../../nodes/shared/vocabulary/operation';
import { rowsOrJson } from '../../nodes/shared/vocabulary/fields/members';
import { record, records, whole } from '../../nodes/shared/vocabulary/reply';
import catalogue from '../../truth/catalogue.json';

type Entry = (typeof catalogue.operations)[number];
type Parameter = { name: string; type: string; desc: string; required?: boolean; enum?: unknown[] };
type Kind = (name: string, settings: kinds.Settings & { hint: string }) => kinds.Field;

const { flag, integer, json, pick, text, textsOf } = kinds;
const kindOf: Record<string, Kind> = { boolean: flag, integer, number: integer, object: json };

/** Two locators have one name: the account API's comes last and wins. */
const locatorFields = new Map(
	[...Object.values(locators), locators.account]
		.map((build) => build())
		.map((field) => [field.name, field]),
);

function fieldOf({ name: wireName, type, desc, enum: values }: Parameter): kinds.Field {
	const name = wireName.replace('[]', '');
	const settings = { as: wireName, hint: desc };
	if (values) return pick(name, Object.fromEntries(values.map((one) => [one, `${one}`])), settings);
	const locator = type === 'integer' && locatorFields.get(name);
	const kind = kindOf[type] ?? (type.startsWith('array') ? textsOf : text);
	return locator || kind(name, settings);
}

function fieldsOf(parameters: Parameter[]): kinds.Part[] {
	const optional = parameters.filter(({ required }) => !required);
	return [
		...parameters.filter(({ required }) => required).map(fieldOf),
		...(optional.length ? [kinds.optional(...optional.map(fieldOf))] : []),
	];
}

function definition({ operation, resource, method, path, ...entry }: Entry): shapes.Operation {
	const id = `${resource}_id`;
	const name = kinds.title(operation);
	const found = entry.success.item_path ?? '';
	return {
		name,
		action: `${name}: ${kinds.title(resource)}`,
		gives: `What ${name} of ${kinds.title(resource)} gives`,
		request: `${method} ${path.replace('{id}', `{${id}}`)}` as shapes.Operation['request'],
		path: entry.path_params.map((one) =>
			fieldOf({ ...one, desc: '', name: one.name === 'id' ? id : one.name }),
		),
		query: fieldsOf(entry.query),
		body: entry.body.length ? fieldsOf(entry.body) : undefined,
		reply: found.endsWith('[]') ? records(found.slice(0, -2), whole) : record(found),
	};
}

const requestKey = (method: string, path: string) => `${method} ${path.replace(/\{\w+\??\}/g, '')}`;
const camelCase = (name: string) => name.replace(/_./g, ([, letter]) => letter.toUpperCase());

/** What a node may have at most: the first is held by a test, the second what one operation in ten has. */
const OPERATIONS = 130;
const ROWS = 15;

/** A list typed in rows: which attribute, how it is compared, with what. */
const rowsField = (index: number) =>
	rowsOrJson(`conditions_${index}`, [
		pick('attribute', { status: 'Status', priority: 'Priority', labels: 'Labels' }),
		pick('operator', { equal_to: 'Is', not_equal_to: 'Is Not', is_present: 'Is Set' }),
		text('value'),
	]);

/** The node's own operations as they are, and others of the account's API until it is full. */
export function padded(own: shapes.Resources): shapes.Resources {
	const result: shapes.Resources = {};
	const present = new Set<string>();
	for (const [key, { name, operations }] of Object.entries(own)) {
		result[key] = { name, operations: { ...operations } };
		for (const { method, path } of Object.values(operations).map(shapes.methodAndPath)) {
			present.add(requestKey(method, path));
		}
	}
	const count = Object.values(own).flatMap(({ operations }) => Object.keys(operations)).length;
	const further = catalogue.operations
		.filter(({ surface }) => surface === 'account')
		// Two entries may share a request: the node has one of them.
		.filter(({ method, alt_methods, path }) =>
			[method, ...alt_methods].every((one) => !present.has(requestKey(one, path))),
		)
		.slice(0, OPERATIONS - count)
		.map((entry) => ({ entry, operation: definition(entry) }));
	for (let index = 0; index < ROWS; index++) {
		const { operation } = further[index % further.length];
		operation.body = [...(operation.body ?? []), rowsField(index)];
	}
	for (const { entry, operation } of further) {
		result[entry.resource] ??= { name: kinds.title(entry.resource), operations: {} };
		result[entry.resource].operations[camelCase(entry.operation)] = operation;
	}
	return result;
}
