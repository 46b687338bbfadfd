import { isObject } from '../values';

/**
 * Keeps the parts of a record at these paths, at the same places: an expression made with "Simplify"
 * works without it too. What a record does not have is left out.
 * @param paths such as `id` or `meta.sender.name`
 * @returns takes a record, or a list of them
 */
export function keeping(paths: string[]): (value: unknown) => unknown {
	const keys = [...new Set(paths.map((path) => path.split('.')[0]))];
	const parts = keys.map((key): [string, (value: unknown) => unknown] => [
		key,
		paths.includes(key)
			? (value) => value
			: keeping(
					paths
						.filter((path) => path.startsWith(`${key}.`))
						.map((path) => path.slice(key.length + 1)),
				),
	]);
	return function keep(value): unknown {
		if (Array.isArray(value)) return value.map(keep);
		if (!isObject(value)) return value;
		return Object.fromEntries(
			parts.flatMap(([key, inner]) => (key in value ? [[key, inner(value[key])]] : [])),
		);
	};
}
