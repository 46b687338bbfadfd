import type { IDataObject, INode } from 'n8n-workflow';
import { isObject } from '../nodes/shared/values';
import { changeCode, changeExpression, type Change } from './expressions';

/** Nodes that give on what they get, so that the item behind them is still that of the node before. */
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

/** Whether code takes whole items in hand, of which nothing tells what it reads there. */
export const readsItems = (code: string) =>
	/(?<![\w$.])items\b|\.all\(\)(?!\s*\[\d+\]\.json)|\.(first|last)\(\)(?!\s*\??\.\s*json)|\$input\.item(?!\s*\??\.\s*json)/.test(
		code,
	);

/** Looks at all that a node reads, in every expression and every line of code. */
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

/** The nodes whose items each node gets. */
export function feedersOf(connections: IDataObject): Map<string, string[]> {
	const found = new Map<string, string[]>();
	for (const [from, outputs] of Object.entries(connections))
		for (const output of ((outputs as IDataObject)?.main ?? []) as Array<Connection[] | null>)
			for (const { node } of output ?? [])
				found.set(node, [...new Set([...(found.get(node) ?? []), from])]);
	return found;
}
