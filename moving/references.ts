import type { IDataObject, INode } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';
import { changeCode, changeExpression, type Change } from './expressions';

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
].map((name) => `n8n-nodes-base.${name}`);

export const isPassing = ({ type }: INode) => PASSING.includes(type);

const CODE = ['n8n-nodes-base.code', 'n8n-nodes-base.function', 'n8n-nodes-base.functionItem'];
const CODE_FIELDS = ['jsCode', 'functionCode'];

const isCode = ({ type }: INode) => CODE.includes(type);
export const codeIn = ({ parameters }: INode): string[] =>
	CODE_FIELDS.map((name) => parameters[name]).filter((code) => typeof code === 'string');

/** Whether code uses whole items, so that it is unknown which values it reads. */
export const readsItems = (code: string) =>
	/(?<![\w$.])items\b|\.all\(\)(?!\s*\[\d+\]\.json)|\.(first|last)\(\)(?!\s*\??\.\s*json)|\$input\.item(?!\s*\??\.\s*json)/.test(
		code,
	);

/** Changes the references in every expression and all code of a node. */
export function changeNode(node: INode, change: (field: string) => Change): INode {
	const walk = (value: unknown, field: string): unknown => {
		if (typeof value === 'string') {
			if (isCode(node) && CODE_FIELDS.includes(field)) return changeCode(value, change(field));
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

interface Connection {
	node: string;
	type: string;
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The names of the nodes before each node. */
export function feedersOf(connections: IDataObject): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const [from, outputs] of Object.entries(connections))
		for (const output of listed((outputs as IDataObject | null)?.main))
			for (const connection of listed(output)) {
				if (!isObject(connection)) continue;
				const { node } = connection as unknown as Connection;
				found.set(node, [...new Set([...(found.get(node) ?? []), from])]);
			}
	return found;
}
