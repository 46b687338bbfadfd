import {
	deepCopy,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
} from 'n8n-workflow';

/**
 * Makes the context of each item, as n8n's declarative engine does, and reads once what is the same
 * for all of them.
 */
export function contextsOf(
	context: IExecuteFunctions,
): (item: number) => IExecutePaginationFunctions {
	const readCredentials = readingOnce(context);
	const readParameter = readingParameters(context);
	return (item) =>
		Object.create(context, {
			getItemIndex: { value: () => item },
			getInputData: { value: () => context.getInputData()[item] },
			getCredentials: { value: async (type: string) => await readCredentials(type, item) },
			getNodeParameter: {
				value: (name: string, fallback?: unknown) => readParameter(name, item, fallback),
			},
			helpers: {
				value: Object.create(context.helpers, {
					getBinaryDataBuffer: {
						value: async (property: string) =>
							await context.helpers.getBinaryDataBuffer(item, property),
					},
				}) as IExecutePaginationFunctions['helpers'],
			},
		}) as IExecutePaginationFunctions;
}

/**
 * Reads a credential once for all items: n8n asks its database and decrypts each time, which took
 * longer than the request. One with an expression is read for each item. n8n tells nobody whether
 * there is one, but looks the item up for each that it resolves: an index that is used tells.
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
 * Reads parameters. What holds no expression is the same for all items: n8n took longer for the
 * dozen of an operation than this package for the rest of the item.
 */
function readingParameters(context: IExecuteFunctions) {
	const { parameters } = context.getNode();
	const ways = new Map<string, (item: number) => unknown>();
	const wayOf = (name: string, fallback: unknown): ((item: number) => unknown) => {
		const stored: unknown = name in parameters ? parameters[name] : fallback;
		if (!holdsExpression(stored)) return () => deepCopy(stored as IDataObject);
		// The fields check themselves; n8n's own check walks all properties of the node first.
		const evaluated = (item: number): unknown =>
			context.getNodeParameter(name, item, fallback, { skipValidation: true });
		const [, key] = KEY.exec(String(stored)) ?? [];
		return key
			? (item) => simpleIn(context.getInputData()[item].json, key) ?? evaluated(item)
			: evaluated;
	};
	return (name: string, item: number, fallback?: unknown): unknown => {
		const way = ways.get(name) ?? wayOf(name, fallback);
		ways.set(name, way);
		return way(item);
	};
}

const holdsExpression = (value: unknown): boolean =>
	typeof value === 'string'
		? value.startsWith('=')
		: Object.values(value ?? {}).some(holdsExpression);

/** As the editor writes it where a key of the item is dragged into a field. */
const KEY = /^=\{\{\s*\$json\.([a-z_]\w*)\s*\}\}$/i;

/**
 * The value of such an expression without n8n's engine, which takes 0.4 ms for each.
 * @returns undefined for what the engine may make something else of
 */
function simpleIn(json: IDataObject, key: string): unknown {
	const value = json[key];
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}
