import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { BadInput } from '../../nodes/shared/faults';
import { isObject, isSame } from '../../nodes/shared/values';
import { isComputed } from '../../nodes/shared/vocabulary/fields/reading';
import type { Choice, Field, Part, Reading } from '../../nodes/shared/vocabulary/fields/fields';
import { isOf } from '../../nodes/shared/vocabulary/versions';
import { keysOf } from './request';
import {
	codeOf,
	isEntries,
	isFixed,
	isList,
	parameterOf,
	valueIn,
	valueOf,
	type Entries,
	type Tree,
} from './values';

/** Why an operation is not what the request does. */
export interface Fault {
	/** The name of the value in the request. */
	key: string;
	why: 'expression' | 'other value' | 'missing';
}

/** Values of our fields, and what of the request they send. */
export interface Filled {
	/** Those that are always shown. */
	shown: IDataObject;
	/** Those that are added one by one. */
	added: IDataObject;
	/** Paths of the values in the request that are sent. */
	used: string[];
	faults: Fault[];
}

function treeAt(tree: Tree, [key, ...rest]: string[]): Tree | undefined {
	if (key === undefined) return tree;
	const found = isEntries(tree) ? valueIn(tree, key) : undefined;
	return found && treeAt(found, rest);
}

const NOTHING = [null, ''];
const isBlank = (tree: Tree): boolean => {
	if (isFixed(tree)) return NOTHING.includes(tree.fixed as string);
	if (isEntries(tree)) return tree.entries.length === 0;
	return isList(tree) && tree.list.length === 0;
};

/** Booleans and numbers, which forms have as texts. */
const plain = (value: unknown): unknown => {
	if (value === 'true' || value === 'false') return value === 'true';
	return typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
};

const choicesOf = ({ options = [] }: INodeProperties) =>
	options.map((one) => ('value' in one ? one.value : undefined));

const isFileTree = (tree: Tree): boolean =>
	'file' in tree || (isList(tree) && tree.list.length > 0 && tree.list.every(isFileTree));

/** Whether a file is in it, with other values. */
const hasFile = (tree: Tree): boolean => {
	if ('file' in tree) return true;
	if (isEntries(tree)) return tree.entries.some(([, value]) => hasFile(value));
	return isList(tree) && tree.list.some(hasFile);
};

/** Names of the binary fields of files. */
function fileNames(tree: Tree): unknown {
	if (!isList(tree)) return parameterOf(tree);
	if (tree.list.length === 1) return parameterOf(tree.list[0]);
	const names = tree.list.map((one) => ('file' in one ? one.file : one));
	return names.every(isFixed)
		? names.map(({ fixed }) => fixed).join(', ')
		: parameterOf({ list: names });
}

/** A list as our field takes it; undefined if it is none. */
function listOf(tree: Tree, isText: boolean): unknown {
	if (isFixed(tree)) {
		const text = String(tree.fixed);
		if (/^\s*\[/.test(text)) return isText ? text : (JSON.parse(text) as unknown);
		const entries = text.split(',').map((entry) => entry.trim());
		return isText ? text : entries.filter(Boolean);
	}
	const fixed = valueOf(tree);
	if (!fixed) return parameterOf(tree);
	if (!Array.isArray(fixed.value)) return undefined;
	if (!isText) return fixed.value;
	const isPlain = fixed.value.every(
		(one) => typeof one === 'number' || /^[^,=[]+$/.test(String(one)),
	);
	return isPlain ? fixed.value.join(', ') : `={{ ${codeOf(tree)} }}`;
}

/** Whether our field can have such a value at all. */
function fits({ file, property: { type } }: Field, tree: Tree): boolean {
	if (isFileTree(tree)) return file !== undefined && !file.byUrl;
	if (file || hasFile(tree) || type === 'resourceMapper') return false;
	return (
		!(isEntries(tree) && valueOf(tree) === undefined) ||
		['json', 'hidden', 'collection', 'string'].includes(type)
	);
}

const sent = (field: Field, value: unknown, version: number): unknown =>
	field.convert(value, { version, values: {}, credentials: {} } as unknown as Reading);

/** What a field sends for a value; undefined if it refuses it, or if that depends on something else. */
function sentFor(field: Field, value: unknown, version: number): unknown {
	try {
		return sent(field, value, version);
	} catch {
		return undefined;
	}
}

/** Whether a field refuses a fixed list, object or id: another field may be meant. */
function isRefused(field: Field, tree: Tree, version: number): boolean {
	const fixed = valueOf(tree);
	const { type } = field.property;
	if (!fixed || type === 'collection' || (isFixed(tree) && type !== 'resourceLocator'))
		return false;
	try {
		sent(field, fixed.value, version);
		return false;
	} catch (error) {
		return error instanceof BadInput;
	}
}

/** The choice that is sent as this value: `none` as null. */
const choiceFor = (field: Field, fixed: unknown, version: number): unknown => {
	const offered = choicesOf(field.property);
	return (
		offered.find((one) => one === fixed || String(one) === String(fixed)) ??
		offered.find((one) => isSame(sentFor(field, one, version), fixed))
	);
};

/** A text field that also takes an object: the first message of a conversation. */
const takesObject = ({ name, property: { type } }: Field) =>
	['json', 'hidden'].includes(type) || name === 'message';

/** A value as n8n stores it for this field; undefined if the field does not have such a value. */
function stored(field: Field, tree: Tree, version: number): unknown {
	const { property, list, members = [] } = field;
	const { type } = property;
	if (isFileTree(tree)) return fileNames(tree);
	if (type === 'multiOptions' || list) {
		try {
			return listOf(tree, type !== 'multiOptions');
		} catch {
			return undefined;
		}
	}
	if (takesObject(field) && !isFixed(tree)) {
		const value = valueOf(tree);
		return value ? JSON.stringify(value.value) : parameterOf(tree);
	}
	if (type === 'collection') {
		if (!isEntries(tree)) return undefined;
		const inner = filledFrom(members, tree, version, 'inside');
		const isWhole = !inner.faults.length && !leftOver(tree, inner.used).length;
		return isWhole ? { ...inner.shown, ...inner.added } : undefined;
	}
	if (isList(tree) && type === 'string') return listOf(tree, true);
	if (isEntries(tree) || isList(tree)) return undefined;
	const isText = type === 'string' && !/_ids?$/.test(field.name);
	const value = parameterOf(tree, isText);
	if (!isFixed(tree)) return type === 'resourceLocator' ? locator(value) : value;
	const { fixed } = tree;
	switch (type) {
		case 'resourceLocator':
			return locator(plain(value));
		case 'json':
			return typeof fixed === 'string' ? value : undefined;
		case 'options':
			return choiceFor(field, fixed, version);
		case 'boolean':
			return typeof plain(fixed) === 'boolean' ? plain(fixed) : undefined;
		case 'number':
			return typeof plain(fixed) === 'number' ? plain(fixed) : undefined;
		default:
			return typeof fixed === 'string' ? value : String(fixed);
	}
}

const locator = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** Values of the request that nothing sends: paths of those that are not in an object. */
export function leftOver(tree: Entries, used: string[], start = ''): string[] {
	return tree.entries.flatMap(([key, value]) => {
		const path = start ? `${start}.${key}` : key;
		if (used.includes(path)) return [];
		return isEntries(value) && used.some((one) => one.startsWith(`${path}.`))
			? leftOver(value, used, path)
			: [path];
	});
}

/** Fields that are sent inside an object, and their key there. */
const INSIDE: Record<string, string> = { items: 'items', conditions: 'payload' };

/** What of an object is not sent by other fields. */
function restOf(tree: Tree, path: string, used: string[]): Tree {
	const isUsed = (key: string) => used.includes(`${path}.${key}`);
	if (!isEntries(tree) || !tree.entries.some(([key]) => isUsed(key))) return tree;
	return { entries: tree.entries.filter(([key]) => !isUsed(key)) };
}

/** Whether an empty value empties it in Chatwoot, by Clear Fields or inside a field. */
type Changes = boolean | 'inside';

interface How {
	made: Filled;
	tree: Entries;
	version: number;
	changes: Changes;
}

/**
 * Sets a field to the value of the request.
 * @param isRequired whether an empty value is none
 * @returns whether the request has such a value
 */
function fillField(
	field: Field,
	target: IDataObject,
	{ made, tree, version, changes }: How,
	isRequired = false,
): boolean {
	const keysOfField = keysOf(field.as);
	const inner = field.property.type === 'json' ? INSIDE[field.name] : undefined;
	const keys = inner && inner !== keysOfField.at(-1) ? [...keysOfField, inner] : keysOfField;
	const path = keys.join('.');
	const whole = treeAt(tree, keys);
	if (!whole || made.used.includes(path) || !isOf(version, field)) return false;
	const found = restOf(whole, path, made.used);
	if (!fits(field, found)) return false;
	const isChosen =
		field.property.type === 'options' &&
		isFixed(found) &&
		choiceFor(field, found.fixed, version) !== undefined;
	if (whole !== found && isBlank(found)) return true;
	const isJson = field.property.type === 'json' && !isFixed(found);
	if (isBlank(found) && !isChosen && !isJson) {
		if (isRequired) return false;
		if (changes && !('clear' in field)) return false;
		made.used.push(path);
		if (!changes) return true;
		if (changes === 'inside') target[field.name] = '';
		else target.clear_fields = [...((target.clear_fields ?? []) as string[]), field.name];
		return true;
	}
	const value = stored(field, found, version);
	if (value === undefined || isRefused(field, found, version)) return false;
	made.used.push(path);
	target[field.name] = value as string;
	return true;
}

/** The branch of a choice that sends most of the request, and nothing else. */
function fillChoice(part: Choice, made: Filled, tree: Entries, version: number, changes: Changes) {
	const byExpression = choiceByExpression(part, tree, version);
	if (byExpression) {
		made.shown[part.name] = byExpression.value as string;
		made.used.push(byExpression.key);
		return;
	}
	const branches = Object.entries(part.choices).flatMap(([value, branch]) => {
		if (!isOf(version, branch)) return [];
		const inside = filledFrom(branch.parts, tree, version, changes, made.used);
		return [{ value, inside }];
	});
	const right = branches.filter(({ inside }) => !inside.faults.length);
	const weight = ({ inside }: (typeof branches)[number]) => inside.used.length;
	const [best] = (right.length ? right : branches).sort(
		(one, other) => weight(other) - weight(one),
	);
	if (!best) return;
	made.shown[part.name] = best.value;
	Object.assign(made.shown, best.inside.shown);
	Object.assign(made.added, best.inside.added);
	made.used.push(...best.inside.used);
	made.faults.push(...best.inside.faults);
}

/** A choice whose values are those of the request, with an expression that gives one of them. */
function choiceByExpression(part: Choice, tree: Entries, version: number) {
	const found = treeAt(tree, [part.name]);
	if (!found || isFixed(found) || !('code' in found || 'parts' in found)) return undefined;
	const isOffered = Object.entries(part.choices).some(([value, { parts, ...versions }]) =>
		parts.some(
			(one) => 'fixed' in one && one.fixed[part.name] === value && isOf(version, versions),
		),
	);
	return isOffered ? { key: part.name, value: parameterOf(found) } : undefined;
}

/** What the operation works out by itself, as the request does. */
const COMPUTED = ['sender_type', 'timezone_offset'];

/** Sizes of pages: the node reads as many as it needs. */
const SIZES = ['per_page'];

/** Constants by their paths. */
const leaves = (fixed: Record<string, unknown>, start = ''): Array<[string, unknown]> =>
	Object.entries(fixed).flatMap(([key, value]): Array<[string, unknown]> =>
		isObject(value) && Object.keys(value).length
			? leaves(value, `${start}${key}.`)
			: [[`${start}${key}`, value]],
	);

/** Whether the request has a value that the operation always sends. */
function checkFixed(fixed: Record<string, unknown>, tree: Entries, made: Filled): void {
	for (const [key, value] of leaves(fixed)) {
		if (COMPUTED.includes(key)) made.used.push(key);
		if (isComputed(value) || COMPUTED.includes(key) || SIZES.includes(key)) continue;
		const keys = keysOf(key);
		const found = treeAt(tree, keys);
		const constant = found && valueOf(found);
		const path = keys.join('.');
		if (!found) made.faults.push({ key: path, why: 'missing' });
		else if (!constant) made.faults.push({ key: path, why: 'expression' });
		else if (isSame(plain(constant.value), plain(value))) made.used.push(path);
		else made.faults.push({ key: path, why: 'other value' });
	}
}

/**
 * Fills fields with the values of a request.
 * @param taken paths that other fields send
 */
export function filledFrom(
	parts: Part[],
	tree: Entries,
	version: number,
	changes: Changes = false,
	taken: string[] = [],
): Filled {
	const made: Filled = { shown: {}, added: {}, used: [...taken], faults: [] };
	const how = { made, tree, version, changes };
	for (const part of parts) {
		if ('fixed' in part) checkFixed(part.fixed, tree, made);
		else if ('optional' in part)
			for (const field of part.optional)
				fillField(field, part.front ? made.shown : made.added, how);
		else if (!isOf(version, part)) continue;
		else if ('choices' in part) fillChoice(part, made, tree, version, changes);
		else if (!fillField(part, made.shown, how, true) && !part.fallback)
			made.faults.push({ key: part.as, why: 'missing' });
	}
	made.used = made.used.slice(taken.length);
	return made;
}
