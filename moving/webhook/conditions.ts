import type { IDataObject, INode } from 'n8n-workflow';
import { objectsIn } from '../../nodes/shared/tasks/messageWords';
import { isObject } from '../../nodes/shared/values';
import { changeExpression, type Reference } from '../expressions';

/** Reads the conditions of IF, Filter and Switch nodes of all versions. */

export interface Condition {
	/** The only value of an item that it tests. */
	reference?: Reference;
	/** The comparison, in the words of the newest version. */
	operation: string;
	/** What it is compared with, if that is fixed. */
	value?: unknown;
}

export interface Test {
	conditions: Condition[];
	isAll: boolean;
	/** The node's parameters without some of the conditions, by their places. */
	without: (places: number[]) => IDataObject;
}

const OLD_NAMES: Record<string, string> = { equal: 'equals', notEqual: 'notEquals' };
const OLD_DEFAULTS: Record<string, string> = {
	string: 'equal',
	boolean: 'equal',
	number: 'smaller',
	dateTime: 'after',
};

/** A fixed value; undefined for an expression that must be computed. */
function fixed(value: unknown): unknown {
	if (typeof value !== 'string' || !value.startsWith('=')) return value;
	const text = value.slice(1).trim();
	if (!text.includes('{{')) return text;
	const [, quoted] = /^\{\{\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*\}\}$/.exec(text) ?? [];
	if (quoted !== undefined) return quoted;
	const [, word] = /^\{\{\s*(true|false|\d+)\s*\}\}$/.exec(text) ?? [];
	return word === undefined ? undefined : (JSON.parse(word) as unknown);
}

/** The reference that is the whole expression. */
function onlyReference(value: unknown): Reference | undefined {
	if (typeof value !== 'string' || !/^=\s*\{\{/.test(value)) return undefined;
	const found: Reference[] = [];
	const rest = changeExpression(value, (reference) => {
		found.push(reference);
		return { code: '' };
	});
	return found.length === 1 && /^=\s*\{\{\s*\}\}\s*$/.test(rest) ? found[0] : undefined;
}

const conditionOf = (left: unknown, operation: string, right: unknown): Condition => ({
	reference: onlyReference(left),
	operation: OLD_NAMES[operation] ?? operation,
	value: fixed(right),
});

const unary: Record<string, boolean> = { true: true, false: false };

/** A condition since version 2. */
function newCondition({ leftValue, rightValue, operator }: IDataObject): Condition {
	const { operation, type } = (isObject(operator) ? operator : {}) as IDataObject;
	const name = String(operation);
	if (type === 'boolean' && Object.hasOwn(unary, name))
		return conditionOf(leftValue, 'equals', unary[name]);
	return conditionOf(leftValue, name, rightValue);
}

/** A group of conditions since version 2. */
const newTest = (group: unknown, without: (left: IDataObject) => IDataObject): Test => {
	const { conditions, combinator } = (isObject(group) ? group : {}) as IDataObject;
	const rows = objectsIn(conditions);
	return {
		conditions: rows.map(newCondition),
		isAll: combinator !== 'or',
		without: (places) =>
			without({
				...(group as IDataObject),
				conditions: rows.filter((_, index) => !places.includes(index)),
			}),
	};
};

/** The test of an IF or a Filter node. */
export function testOf({ parameters }: INode): Test {
	const { conditions, combineOperation, combineConditions } = parameters as IDataObject;
	const groups = (isObject(conditions) ? conditions : {}) as IDataObject;
	if (Array.isArray(groups.conditions))
		return newTest(groups, (left) => ({ ...parameters, conditions: left }));
	const rows = Object.entries(groups).flatMap(([kind, all]) =>
		objectsIn(all).map((row) => ({ kind, row })),
	);
	return {
		conditions: rows.map(({ kind, row: { value1, operation, value2 } }) =>
			conditionOf(
				value1,
				String(operation ?? OLD_DEFAULTS[kind]),
				value2 ?? (kind === 'boolean' ? false : ''),
			),
		),
		isAll: combineOperation !== 'any' && combineConditions !== 'OR',
		without: (places) => {
			const left = rows.filter((_, index) => !places.includes(index));
			const kinds = [...new Set(left.map(({ kind }) => kind))];
			return {
				...parameters,
				conditions: Object.fromEntries(
					kinds.map((kind) => [
						kind,
						left.filter((one) => one.kind === kind).map(({ row }) => row),
					]),
				),
			};
		},
	};
}

/** All conditions of the rules of a Switch node. */
export function rulesOf({ parameters }: INode): Condition[] {
	const { value1, rules } = parameters as IDataObject;
	const { values, rules: old } = (isObject(rules) ? rules : {}) as IDataObject;
	return [
		...objectsIn(values).flatMap(
			({ conditions }) => newTest(conditions, (left) => left).conditions,
		),
		...objectsIn(old).map(({ operation, value2 }) =>
			conditionOf(value1, String(operation ?? 'equal'), value2),
		),
	];
}

const named = (name: string) => (node: INode) => node.type === `n8n-nodes-base.${name}`;
export const isIf = named('if');
export const isFilter = named('filter');
export const isSwitch = named('switch');
