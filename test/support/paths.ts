import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/values';
import type { Release } from '../../truth/recordings';

/** In there people and channels name the keys. */
export const FREE =
	/_attributes$|^(query|auth_config|bot_config|features|settings|limits|previous|inboxes|labels|teams|folders|ratings_count|conditions|actions)$/;

/** Every value of an item, by its path: `messages[].id`. */
export function leaves(value: unknown, path = ''): Array<[path: string, value: unknown]> {
	const key = path.split('.').at(-1) ?? '';
	if (Array.isArray(value) && value.length && value.every(isObject))
		return value.flatMap((entry) => leaves(entry, `${path}[]`));
	if (!isObject(value) || FREE.test(key)) return [[path, value]];
	return Object.entries(value).flatMap(([name, inner]) =>
		leaves(inner, path ? `${path}.${name}` : name),
	);
}

/** A short example of a value; of what people name only that it is there. */
const example = (value: unknown) =>
	typeof value === 'string' ? value.slice(0, 40) : isObject(value) ? '{…}' : value;

/** The paths of items with an example of each; those that not every release gives say which does. */
export function pathsOf(items: Array<[Release | undefined, IDataObject]>): IDataObject {
	const seen = new Map<string, { value: unknown; on: Set<Release> }>();
	for (const [release, item] of items)
		for (const [path, value] of leaves(item)) {
			const { value: first = null, on = new Set<Release>() } = seen.get(path) ?? {};
			// What no recording shows says nothing of a release.
			seen.set(path, { value: first ?? example(value), on: release ? on.add(release) : on });
		}
	const played = new Set(items.flatMap(([release]) => release ?? []));
	return Object.fromEntries(
		[...seen]
			.map(([path, { value, on }]): [string, IDataObject[string]] => [
				on.size && on.size < played.size ? `${path} (${[...on].join(', ')})` : path,
				value as string,
			])
			.sort(([one], [other]) => one.localeCompare(other)),
	);
}
