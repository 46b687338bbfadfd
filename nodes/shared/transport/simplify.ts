import { isObject } from '../values';

/**
 * The parts of a record at these paths, at the same places: an expression made with "Simplify" works
 * without it too. What a record does not have is left out.
 * @param value a record, or a list of them
 * @param paths such as `id` or `meta.sender.name`
 */
export function keep(value: unknown, paths: string[]): unknown {
	if (Array.isArray(value)) return value.map((entry) => keep(entry, paths));
	if (!isObject(value)) return value;
	const below = new Map<string, string[]>();
	for (const path of paths) {
		const [key, ...rest] = path.split('.');
		if (key in value) below.set(key, [...(below.get(key) ?? []), rest.join('.')]);
	}
	return Object.fromEntries(
		[...below].map(([key, rest]) => [key, rest.includes('') ? value[key] : keep(value[key], rest)]),
	);
}
