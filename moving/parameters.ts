import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { at, isObject } from '../nodes/shared/values';
import { codeOf } from './expressions';
import { propertyAt, type Target } from './targets';
import type { Field, Move } from './source';

/** Why a node stays. */
export class Stays extends Error {
	constructor(
		message: string,
		/** The field of their node. */
		readonly field?: string,
		/** The node with another credential. Default: it stays as it is. */
		readonly node?: INode,
	) {
		super(message);
	}
}

/** Something that the user should check. */
export interface Remark {
	field?: string;
	text: string;
	/** What cannot work is at the top of the list, what only changed at its end. Default: check. */
	kind?: 'stays' | 'check' | 'changed';
}

/** What n8n adds to a node for AI agents. */
const OF_TOOLS = ['descriptionType', 'toolDescription'];
/** Parameters that every node has, and those of n8n. */
const STRUCTURE = ['resource', 'operation', 'requestOptions', 'notice', ...OF_TOOLS];

const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=');

/** The value of a parameter: `=text` without code is a plain text. */
const plain = (value: unknown) =>
	isExpression(value) && !value.includes('{{') ? value.slice(1) : value;

/** The value of a parameter, also of a resource locator, whose name is only for display. */
const valueOf = (value: unknown): unknown =>
	isObject(value) && '__rl' in value ? plain(value.value) : plain(value);

/** Whether nothing was entered; a list of empty entries counts as nothing. */
function isBlank(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	if (Array.isArray(value)) return value.every(isBlank);
	if (isObject(value)) return Object.values(value).every(isBlank);
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return false;
	try {
		return isBlank(JSON.parse(value));
	} catch {
		return false;
	}
}

/** Fields by their path. A collection is only opened if one of its fields is named. */
function flat(oldParameters: IDataObject, names: string[]): Array<[string, unknown]> {
	return Object.entries(oldParameters).flatMap(([name, value]) => {
		const inner = names.filter((one) => one.startsWith(`${name}.`));
		if (!inner.length || !isObject(value) || names.includes(name)) return [[name, value]];
		const below = inner.map((one) => one.slice(name.length + 1));
		return flat(value as IDataObject, below).map(([key, one]): [string, unknown] => [
			`${name}.${key}`,
			one,
		]);
	});
}

/** Sets a value at a path of names. */
const put = (object: IDataObject, path: string, value: unknown): void => {
	const [name, ...rest] = path.split('.');
	if (!rest.length) object[name] = value as IDataObject[string];
	else put((object[name] ??= {}) as IDataObject, rest.join('.'), value);
};

const asNumber = (value: unknown) =>
	typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;

/** Several values, which their nodes store as a list, as JSON or with commas. */
function listOf(value: unknown): unknown {
	if (Array.isArray(value) || isExpression(value)) return value;
	if (typeof value !== 'string') return [value];
	if (/^\s*\[/.test(value)) return JSON.parse(value);
	return value
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean);
}

/** A value as n8n stores it for this property. */
function fitted(value: unknown, property: INodeProperties, field: string): unknown {
	switch (property.type) {
		case 'resourceLocator':
			return { __rl: true, mode: 'id', value };
		case 'multiOptions': {
			const list = listOf(value);
			return Array.isArray(list) ? list.map(asNumber) : list;
		}
		case 'json':
			return typeof value === 'string' ? value : JSON.stringify(value);
		case 'options': {
			const choices = (property.options ?? []).map((one) => 'value' in one && one.value);
			if (isExpression(value) || choices.includes(value as string)) return value;
			throw new Stays(`${JSON.stringify(value)} is no choice of ${property.displayName}`, field);
		}
		case 'number':
			return asNumber(value);
		case 'boolean':
			return value === 'true' ? true : value === 'false' ? false : value;
		default:
			if (Array.isArray(value)) return value.join(', ');
			return typeof value === 'number' ? String(value) : value;
	}
}

/** Rows of names and values as JSON. */
function jsonOf(value: unknown, [path, name, at]: [string, string, string]): string {
	const rows = ((value as IDataObject)[path] ?? []) as IDataObject[];
	const entries = [rows].flat().map((row) => {
		const text = [row[name], row[at]].map((one) =>
			isExpression(one) ? `{{ JSON.stringify(${codeOf(one)}) }}` : JSON.stringify(one ?? ''),
		);
		return text.join(': ');
	});
	const json = `{ ${entries.join(', ')} }`;
	return json.includes('{{') ? `=${json}` : json;
}

/** The fields whose values do not select a move. */
const misfits = ({ when = {} }: Move, oldParameters: IDataObject): string[] =>
	Object.entries(when).flatMap(([path, values]) => {
		const value = valueOf(at(oldParameters, path));
		const isOne = values.some((one) =>
			one === undefined ? isBlank(value) || value === 0 : one === value,
		);
		return isOne ? [] : [path];
	});

/** @throws Stays if none of the moves fits the fields */
export function chosen(moves: Move[], oldParameters: IDataObject): Move {
	const all = moves.map((move) => misfits(move, oldParameters));
	const found = moves.find((_, index) => !all[index].length);
	if (found) return found;
	const [nearest] = [...all].sort((a, b) => a.length - b.length);
	const open = nearest.find((path) => isExpression(valueOf(at(oldParameters, path))));
	if (open !== undefined)
		throw new Stays('which of our operations it is depends on a value that is not fixed', open);
	throw new Stays('this value has no equivalent', nearest[0]);
}

/**
 * Converts their fields to ours.
 * @returns the parameters of our node, and what the user should check
 * @throws Stays if a field has no equivalent
 */
export function parametersOf(
	move: Pick<Move, 'fields' | 'sets' | 'when'>,
	target: Pick<Target, 'id' | 'properties'>,
	oldParameters: IDataObject,
	shared: Record<string, Field> = {},
): { parameters: IDataObject; remarks: Remark[] } {
	const { properties } = target;
	const isHere = ([, field]: [string, Field]) =>
		typeof field !== 'string' || propertyAt(properties, field);
	const fields = { ...Object.fromEntries(Object.entries(shared).filter(isHere)), ...move.fields };
	const parameters: IDataObject = {};
	const remarks: Remark[] = [];
	for (const [path, value] of Object.entries(move.sets ?? {})) put(parameters, path, value);
	for (const [name, stored] of flat(oldParameters, Object.keys(fields))) {
		if (OF_TOOLS.includes(name)) parameters[name] = stored as string;
		if (STRUCTURE.includes(name)) continue;
		const value = valueOf(stored);
		const field = fields[name];
		if (name in (move.when ?? {}) && field === undefined) continue;
		if (isBlank(value) || (name in shared && !(name in fields))) continue;
		if (field === undefined) throw new Stays('there is no such field here', name);
		if (typeof field === 'object' && 'needless' in field) {
			remarks.push({ field: name, text: field.needless });
			continue;
		}
		if (typeof field === 'object' && 'only' in field) {
			if (field.only.includes(value)) continue;
			throw new Stays(field.why ?? 'this value has no equivalent', name);
		}
		const {
			to,
			values,
			rows,
			none,
		}: Exclude<Field, string | { only: unknown } | { needless: string }> =
			typeof field === 'string' ? { to: field } : field;
		if (none?.includes(value)) continue;
		const property = propertyAt(properties, to);
		if (!property) throw new Error(`${target.id} has no field ${to}`);
		// In their number fields 0 means "none".
		if (property.type === 'resourceLocator' && Number(value) === 0) continue;
		if (values && !Object.hasOwn(values, String(value)))
			throw new Stays('this value has no equivalent', name);
		const converted = rows ? jsonOf(value, rows) : values ? values[String(value)] : value;
		if (converted === undefined) continue;
		put(parameters, to, fitted(converted, property, name));
	}
	return { parameters, remarks };
}
