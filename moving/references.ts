import type { IDataObject, INode } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';
import { changeScript, passesOnIn } from './code';
import { changeExpression, type Change } from './expressions';

/** Nodes that pass their input on, so that the next node reads the items of the node before. */
const PASSING = [
	'if',
	'filter',
	'switch',
	'noOp',
	'wait',
	'limit',
	'sort',
	'removeDuplicates',
	'merge',
	'splitInBatches',
	'respondToWebhook',
].map((name) => `n8n-nodes-base.${name}`);

const SET = 'n8n-nodes-base.set';

/** The keys that a Set node writes; none for other nodes. */
export function keysSetBy({ type, parameters }: INode): string[] {
	if (type !== SET) return [];
	const { assignments, values } = parameters as Record<string, IDataObject | undefined>;
	const rows = [assignments?.assignments, ...Object.values(isObject(values) ? values : {})].flat();
	return rows.flatMap((row) => (isObject(row) ? String(row.name).split('.')[0] : []));
}

/** Whether a Set node keeps the other keys of its input. */
const keepsOthers = ({ parameters, typeVersion }: INode): boolean =>
	typeVersion >= 3.3
		? parameters.includeOtherFields === true && (parameters.include ?? 'all') === 'all'
		: typeVersion >= 3
			? (parameters.include ?? 'all') === 'all'
			: parameters.keepOnlySet !== true;

/** Whether a Code node returns what it receives. */
const passesBody = (node: INode): boolean => isCode(node) && codeIn(node).some(passesOnIn);

/**
 * Whether a node returns the items that it receives; a Set node those keys that it does not write, and a Code
 * node the body of a webhook.
 */
export const passes = (node: INode, key?: string): boolean =>
	PASSING.includes(node.type) ||
	(key === 'body' && passesBody(node)) ||
	(node.type === SET && key !== undefined && keepsOthers(node) && !keysSetBy(node).includes(key));

const CODE = ['n8n-nodes-base.code', 'n8n-nodes-base.function', 'n8n-nodes-base.functionItem'];
const CODE_FIELDS = ['jsCode', 'functionCode'];

const isCode = ({ type }: INode) => CODE.includes(type);
export const codeIn = ({ parameters }: INode): string[] =>
	CODE_FIELDS.map((name) => parameters[name]).filter((code) => typeof code === 'string');

/** Changes the references in every expression and all code of a node. Code that cannot be read stays. */
export function changeNode(node: INode, change: (field: string) => Change): INode {
	const walk = (value: unknown, field: string): unknown => {
		if (typeof value === 'string') {
			if (isCode(node) && CODE_FIELDS.includes(field))
				return changeScript(value, change(field), isOfItem(node)) ?? value;
			return value.startsWith('=') ? changeExpression(value, change(field)) : value;
		}
		if (Array.isArray(value)) return value.map((entry) => walk(entry, field));
		if (!isObject(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				key,
				walk(inner, key === 'value' && '__rl' in value ? field : field ? `${field}.${key}` : key),
			]),
		);
	};
	return { ...node, parameters: walk(node.parameters, '') as IDataObject } as INode;
}

/** Whether `item` in its code is the JSON of an item. */
const isOfItem = ({ type }: INode) => type === 'n8n-nodes-base.functionItem';

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The names of the nodes at these outputs. */
export const namesIn = (outputs: unknown): string[] =>
	listed(outputs).flatMap((output) =>
		listed(output).flatMap((one) =>
			isObject(one) && typeof one.node === 'string' ? one.node : [],
		),
	);

/** The names of the nodes before each node. A node that belongs to another one, such as its memory, reads what that reads. */
export function feedersOf(connections: IDataObject): Map<string, string[]> {
	const known = feedersIn.get(connections) ?? readFeeders(connections);
	feedersIn.set(connections, known);
	return known;
}
const feedersIn = new WeakMap<IDataObject, Map<string, string[]>>();

function readFeeders(connections: IDataObject): Map<string, string[]> {
	const found = new Map<string, Set<string>>();
	const owners = new Map<string, string[]>();
	for (const [from, kinds] of Object.entries(connections))
		for (const [kind, outputs] of Object.entries(isObject(kinds) ? kinds : {})) {
			const names = namesIn(outputs);
			if (kind !== 'main') owners.set(from, [...(owners.get(from) ?? []), ...names]);
			else
				for (const node of names) {
					const before = found.get(node) ?? new Set();
					found.set(node, before.add(from));
				}
		}
	const feeders = new Map([...found].map(([node, before]) => [node, [...before]]));
	const feedersOfOwner = (name: string, seen: Set<string>): string[] => {
		const known = feeders.get(name);
		if (known || seen.has(name)) return known ?? [];
		seen.add(name);
		return (owners.get(name) ?? []).flatMap((owner) => feedersOfOwner(owner, seen));
	};
	for (const part of owners.keys())
		if (!feeders.has(part)) feeders.set(part, [...new Set(feedersOfOwner(part, new Set()))]);
	return feeders;
}
