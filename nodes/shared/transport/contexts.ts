import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INode,
} from 'n8n-workflow';
import { isScalar } from '../values';

/**
 * Makes the context of each item, as n8n's declarative engine does. The node, which n8n copies on each
 * call, and credentials are read once, and simple parameters are read without n8n.
 */
export function contextsOf(
	context: IExecuteFunctions,
): (item: number) => IExecutePaginationFunctions {
	const items = context.getInputData();
	const node = context.getNode();
	const readCredentials = readingOnce(context);
	const readerOf = readingParameters(context, node);
	return (item) =>
		Object.create(context, {
			getItemIndex: { value: () => item },
			getInputData: { value: () => items[item] },
			getNode: { value: () => node },
			getCredentials: { value: async (type: string) => await readCredentials(type, item) },
			getNodeParameter: { value: readerOf(item, items[item].json) },
			helpers: {
				value: Object.create(context.helpers, {
					getBinaryDataBuffer: {
						value: async (file: string | IBinaryData) =>
							await context.helpers.getBinaryDataBuffer(item, file),
					},
				}) as IExecutePaginationFunctions['helpers'],
			},
		}) as IExecutePaginationFunctions;
}

/**
 * Reads a credential once for all items: n8n queries its database and decrypts each time, which took longer
 * than the request. A credential with an expression is read for each item. n8n does not say whether there is
 * one, but it only uses the item's index to resolve an expression: so the index is an object that notices it.
 */
function readingOnce(context: IExecuteFunctions) {
	const read = async (type: string, item: number) => await context.getCredentials(type, item);
	const once = new Map<string, ReturnType<typeof tried>>();
	const tried = async (type: string, item: number) => {
		let isUsed = false;
		const index = {
			[Symbol.toPrimitive]: () => {
				isUsed = true;
				return item;
			},
		};
		const [read] = await Promise.allSettled([
			context.getCredentials(type, index as unknown as number),
		]);
		return isUsed ? undefined : read;
	};
	return async (type: string, item: number) => {
		const first = once.get(type) ?? tried(type, item);
		once.set(type, first);
		const found = await first;
		if (!found) return await read(type, item);
		if (found.status === 'rejected') throw found.reason;
		return found.value;
	};
}

/**
 * Reads parameters. n8n's engine is only used for expressions: for the dozen constant values of an operation
 * it took longer than the rest of the item.
 */
function readingParameters(context: IExecuteFunctions, { parameters }: INode) {
	const evaluate = evaluatingTogether(context, parameters);
	return (item: number, json: IDataObject) => {
		let results: Map<string, unknown> | undefined;
		const resultOf = (expression: string) => {
			const [, key] = KEY.exec(expression) ?? [];
			return key ? json[key] : (results ??= evaluate(item)).get(expression);
		};
		return (name: string, fallback?: unknown): unknown => {
			const stored: unknown = name in parameters ? parameters[name] : fallback;
			const known = plainly(stored, resultOf);
			if (known !== undefined) return known;
			// The fields are checked later; n8n's own validation first walks all properties of the node.
			return context.getNodeParameter(name, item, fallback, { skipValidation: true });
		};
	};
}

/** The expression that the editor writes when a key of the item is dragged into a field. */
const KEY = /^=\{\{\s*\$json\.([a-z_]\w*)\s*\}\}$/i;

/**
 * Reads a value without a call of n8n's engine, which takes 0.4 ms whatever it evaluates.
 * @param resultOf the value of an expression, if it is known
 * @returns undefined if the value, or anything inside it, is an expression that is not known to be text, a
 * number or a boolean
 */
function plainly(stored: unknown, resultOf: (expression: string) => unknown): unknown {
	if (typeof stored === 'string' && stored.startsWith('=')) {
		const value = resultOf(stored);
		return isScalar(value) ? value : undefined;
	}
	if (typeof stored !== 'object' || stored === null) return stored;
	const entries = Object.entries(stored).map(([key, inner]) => [key, plainly(inner, resultOf)]);
	if (entries.some(([, value]) => value === undefined)) return undefined;
	return Array.isArray(stored) ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** An expression that can be an entry of a list: one piece of code, without text around it. */
const CODE = /^=\{\{([^{}]+)\}\}$/;

/** The expressions in a parameter, at any depth, that n8n's engine has to evaluate. */
function expressionsIn(stored: unknown): string[] {
	if (typeof stored !== 'string') return Object.values(stored ?? {}).flatMap(expressionsIn);
	return stored.startsWith('=') && !KEY.test(stored) ? [stored] : [];
}

/**
 * Evaluates the expressions of an item in one call of n8n's engine, until a call returns nothing useful. A
 * parameter with an expression that cannot be an entry of a list is left to n8n.
 * @returns the values by expression, of any type
 */
function evaluatingTogether(context: IExecuteFunctions, parameters: INode['parameters']) {
	const groups = Object.values(parameters).map(expressionsIn);
	const usable = groups.filter((group) => group.every((expression) => CODE.test(expression)));
	const expressions = [...new Set(usable.flat())];
	// The line break ends a comment.
	const entries = expressions.map((expression) => `(${CODE.exec(expression)?.[1]}\n)`);
	const list = `{{ [${entries.join(', ')}] }}`;
	let isUseful = expressions.length > 1;
	const valuesOf = (item: number): unknown[] => {
		try {
			const values = context.evaluateExpression(list, item);
			return Array.isArray(values) && values.length === expressions.length ? values : [];
		} catch {
			// n8n then evaluates each on its own, and reports the one that is wrong.
			return [];
		}
	};
	return (item: number): Map<string, unknown> => {
		const values = isUseful ? valuesOf(item) : [];
		isUseful = values.some(isScalar);
		return new Map(expressions.map((expression, index) => [expression, values[index]]));
	};
}
