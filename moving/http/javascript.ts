import { parseExpressionAt, type Expression } from 'acorn';

/** The expression that some code is; undefined if it is none, or more than one. */
export function expressionOf(code: string): Expression | undefined {
	try {
		let node = parseExpressionAt(code, 0, { ecmaVersion: 'latest', preserveParens: true });
		if (code.slice(node.end).trim()) return undefined;
		while (node.type === 'ParenthesizedExpression') node = node.expression;
		return node;
	} catch {
		return undefined;
	}
}

/** The text of a part of the code. */
export const textAt = ({ start, end }: { start: number; end: number }, code: string): string =>
	code.slice(start, end);

/** The method that is called and on what, such as `replace` of `$json.text`. */
export function calledMethod(node: Expression) {
	if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
	const { object, property, computed } = node.callee;
	if (computed || property.type !== 'Identifier' || object.type === 'Super') return undefined;
	return { object, name: property.name, values: node.arguments };
}

/** What is turned into JSON by `JSON.stringify(…)` or `.toJsonString()`; undefined if the code is neither. */
export function insideStringify(node: Expression): Expression | undefined {
	const call = calledMethod(node);
	if (!call) return undefined;
	if (call.name === 'toJsonString') return call.object;
	const isJson = call.object.type === 'Identifier' && call.object.name === 'JSON';
	if (!isJson || call.name !== 'stringify') return undefined;
	const [value, replacer] = call.values;
	const isPlain =
		replacer === undefined || (replacer.type === 'Literal' && replacer.value === null);
	return value && value.type !== 'SpreadElement' && isPlain ? value : undefined;
}

/** Escapes in JSON, and what each of them replaces: `\n` replaces a line break. */
const ESCAPES: Array<[written: string, pattern: RegExp]> = [
	['\\n', /^(\\r\?|\\r|\r)?(\\n|\n)|\\r/],
	['\\r', /^(\\r|\r)/],
	['\\t', /^(\\t|\t)/],
	['\\"', /^\\?"/],
	['\\\\', /^(\\\\|\\)$/],
];

/** Code without the calls at its end that only escape its text for JSON: `$json.a.replace(/\n/g, '\\n')`. */
export function withoutEscapes(node: Expression): Expression {
	const call = calledMethod(node);
	if (!call) return node;
	const inner = insideStringify(call.object);
	if (inner && ['slice', 'substring'].includes(call.name)) return inner;
	if (!['replace', 'replaceAll'].includes(call.name)) return node;
	const [pattern, text] = call.values;
	if (pattern?.type !== 'Literal' || text?.type !== 'Literal') return node;
	const source = pattern.regex?.pattern ?? String(pattern.value);
	if (inner && text.value === '' && source === '^"|"$') return inner;
	const escape = ESCAPES.find(([written]) => written === text.value)?.[1];
	return escape?.test(source) ? withoutEscapes(call.object) : node;
}
