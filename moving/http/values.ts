import { isObject } from '../../nodes/shared/values';
import { expressionOf, textAt } from './javascript';
import type { Expression } from 'acorn';

/** A fixed value. */
export interface Fixed {
	fixed: string | number | boolean | null;
}
/** Code whose result is the value. */
export interface Code {
	code: string;
	/** The result is JSON that is put into other JSON: a number, or a text in quotes. */
	isJson?: true;
}
/** Text with code in it. */
export interface Text {
	parts: Array<string | Code>;
}
export interface Entries {
	entries: Array<[string, Tree]>;
	/** The code it was, if it was code. */
	code?: string;
}
export interface List {
	list: Tree[];
	code?: string;
}
/** The file in this binary field of the item. */
interface File {
	file: Fixed | Code | Text;
}

/** What a request sends, before its expressions are evaluated. */
export type Tree = Fixed | Code | Text | Entries | List | File;

/** Text of a parameter in pieces: n8n ends code at the first `}}`. */
export function piecesOf(text: string): Array<string | Code> {
	const pieces: Array<string | Code> = [];
	let at = 0;
	for (;;) {
		const open = text.indexOf('{{', at);
		const close = open < 0 ? -1 : text.indexOf('}}', open + 2);
		if (close < 0) break;
		if (open > at) pieces.push(text.slice(at, open));
		pieces.push({ code: text.slice(open + 2, close) });
		at = close + 2;
	}
	if (at < text.length || !pieces.length) pieces.push(text.slice(at));
	return pieces;
}

export const isFixed = (tree: Tree): tree is Fixed => 'fixed' in tree;
export const isEntries = (tree: Tree): tree is Entries => 'entries' in tree;

export const valueIn = ({ entries }: Entries, key: string): Tree | undefined =>
	entries.find(([name]) => name === key)?.[1];
export const isList = (tree: Tree): tree is List => 'list' in tree;

/** The value that code without variables has, and the parts of an object or a list in it. */
function treeOfNode(node: Expression, code: string): Tree {
	const text = textAt(node, code);
	if (node.type === 'Literal' && !node.regex && typeof node.value !== 'bigint')
		return { fixed: node.value as Fixed['fixed'] };
	if (node.type === 'UnaryExpression' && node.operator === '-') {
		const inner = treeOfNode(node.argument, code);
		if (isFixed(inner) && typeof inner.fixed === 'number') return { fixed: -inner.fixed };
	}
	if (node.type === 'TemplateLiteral' && !node.expressions.length)
		return { fixed: node.quasis[0].value.cooked ?? '' };
	if (node.type === 'ArrayExpression') {
		const list: Tree[] = [];
		for (const entry of node.elements) {
			if (!entry || entry.type === 'SpreadElement') return { code: text };
			list.push(treeOfNode(entry, code));
		}
		return { list, code: text };
	}
	if (node.type !== 'ObjectExpression') return { code: text };
	const entries: Entries['entries'] = [];
	for (const property of node.properties) {
		if (property.type === 'SpreadElement' || property.kind !== 'init') return { code: text };
		const { key, value, computed, method } = property;
		const isNamed = key.type === 'Identifier' ? !computed : key.type === 'Literal';
		if (!isNamed || method) return { code: text };
		const name = key.type === 'Identifier' ? key.name : String((key as { value: unknown }).value);
		entries.push([name, treeOfNode(value, code)]);
	}
	return { entries, code: text };
}

/** What some code gives, as far as it can be read. */
export function treeOfCode(code: string): Tree {
	const node = expressionOf(code);
	return node ? treeOfNode(node, code) : { code };
}

/** A value as JSON has it. */
export function treeOfValue(value: unknown): Tree {
	if (Array.isArray(value)) return { list: value.map(treeOfValue) };
	if (isObject(value))
		return {
			entries: Object.entries(value).map(([key, one]): [string, Tree] => [key, treeOfValue(one)]),
		};
	return { fixed: (value ?? null) as Fixed['fixed'] };
}

/** A parameter as n8n stores it: fixed, or text with code that begins with `=`. */
export function treeOfParameter(stored: unknown): Tree {
	if (typeof stored !== 'string') return treeOfValue(stored);
	if (!stored.startsWith('=')) return { fixed: stored };
	const parts = piecesOf(stored.slice(1));
	if (parts.every((part) => typeof part === 'string')) return { fixed: parts.join('') };
	const [first] = parts;
	if (parts.length > 1 || typeof first === 'string') return { parts };
	const found = treeOfCode(first.code);
	return isFixed(found) ? found : first;
}

/** A text in code. n8n would end the code at `}}`. */
const quoted = (text: string) => JSON.stringify(text).replaceAll('}}', '}\\u007d');

const inTemplate = (text: string) =>
	text.replace(/[\\`]|\$(?=\{)/g, '\\$&').replace(/^\}|(?<=\})\}/g, '\\}');

const named = (key: string) =>
	/^[A-Za-z_$][\w$]*$/.test(key) && key !== '__proto__' ? key : `[${quoted(key)}]`;

/** Code of a value in other code. Text in JSON that is put into JSON is read again if code has made it. */
export function codeOf(tree: Tree): string {
	if (isFixed(tree))
		return typeof tree.fixed === 'string' ? quoted(tree.fixed) : JSON.stringify(tree.fixed);
	if ('file' in tree) throw new Error('A file is no value');
	if ('code' in tree && tree.code !== undefined) {
		const code = tree.code.trim();
		if ('isJson' in tree && /stringify|toJsonString/.test(code)) return `JSON.parse(${code})`;
		return expressionOf(code)?.type === 'SequenceExpression' ? `(${code})` : code;
	}
	if (isEntries(tree)) {
		const inside = tree.entries.map(([key, value]) => `${named(key)}: ${codeOf(value)}`);
		return inside.length ? `{ ${inside.join(', ')} }` : '{ }';
	}
	if (isList(tree)) return `[${tree.list.map(codeOf).join(', ')}]`;
	const pieces = (tree as Text).parts.map((part) => {
		if (typeof part === 'string') return inTemplate(part);
		const code = part.code.trim();
		return `\${${code}${code.endsWith('}') ? ' ' : ''}}`;
	});
	return `\`${pieces.join('')}\``;
}

/** The value if nothing in it is code. */
export function valueOf(tree: Tree): { value: unknown } | undefined {
	if (isFixed(tree)) return { value: tree.fixed };
	if (isList(tree)) {
		const values = tree.list.map(valueOf);
		if (values.every((one) => one !== undefined))
			return { value: values.map(({ value }) => value) };
	}
	if (isEntries(tree)) {
		const values = tree.entries.map(([key, one]): [string, ReturnType<typeof valueOf>] => [
			key,
			valueOf(one),
		]);
		if (values.every(([, one]) => one !== undefined))
			return { value: Object.fromEntries(values.map(([key, one]) => [key, one?.value])) };
	}
	return undefined;
}

/** A value as n8n stores it in a parameter. @param isText whether JSON in JSON must be read as text */
export function parameterOf(tree: Tree, isText = false): unknown {
	if (isFixed(tree)) {
		const { fixed } = tree;
		return typeof fixed === 'string' && fixed.startsWith('=') ? `={{ ${quoted(fixed)} }}` : fixed;
	}
	if ('file' in tree) return parameterOf(tree.file);
	if ('parts' in tree)
		return `=${tree.parts.map((part) => (typeof part === 'string' ? part : `{{${part.code}}}`)).join('')}`;
	if (isEntries(tree) || isList(tree)) return `={{ ${codeOf(tree)} }}`;
	return isText && tree.isJson ? `={{ JSON.parse(${tree.code.trim()}) }}` : `={{${tree.code}}}`;
}
