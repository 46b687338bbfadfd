import type { IDataObject } from 'n8n-workflow';
import { readable, shapeOf } from '../nodes/shared/transport/simplify';
import type { Operation } from '../nodes/shared/vocabulary/operation';
import type { Computed, Shape, WebPage } from '../nodes/shared/vocabulary/reply';
import type { Path } from './expressions';
import type { Gives } from './source';

/** What their node returned, and our operation for it. */
export interface Output {
	definition: Operation;
	/** Parameters of our node; the shape of an item may depend on them. */
	values: IDataObject;
	/** The version of our node. */
	version: number;
	gives: Gives;
	/** The key of their item that had the reply, beside its headers and status. */
	envelope?: string;
}

/** Where a value is, in an item with and without Simplify. */
export interface Found {
	/** Undefined if Simplify leaves it out or changes its value. */
	simple?: Path;
	raw?: Path;
	/** Simplify makes what is around it null if that is empty. */
	isOptional?: true;
	/** Their expression read the first entry of a list. */
	isFirst?: true;
	/** Their expression read the whole list, or how many rows there are. */
	list?: 'rows' | 'count';
}

const pathOf = (text: string): Path => (text ? text.split('.') : []);
const begins = (path: Path, start: Path) => start.every((step, index) => path[index] === step);

/** Whether Simplify changes the value: times and message types. */
const isRewritten = (key: string) => readable(1, key) !== 1;

/** A value that is not in the reply. */
const isNowhere = (from: Shape[string]): from is WebPage | Computed =>
	typeof from === 'object' && !Array.isArray(from);

function inShape(shape: Shape, path: Path): Path | undefined {
	for (const [key, from] of Object.entries(shape)) {
		if (isNowhere(from)) continue;
		const [text, inner] = Array.isArray(from) ? from : [from];
		const start = pathOf(text.replace('?', ''));
		if (!begins(path, start)) continue;
		const rest = path.slice(start.length);
		if (isRewritten(key)) continue;
		if (!inner || !rest.length) return [key, ...rest];
		const found = inShape(inner, rest.slice(1));
		if (found) return [key, rest[0], ...found];
	}
	return undefined;
}

/** Where a value of a record is. */
function inRecord(output: Output, path: Path): Found {
	const shape = shapeOf(output.definition, output.values, output.version);
	if (!path.length) return { raw: [], ...(shape === undefined && { simple: [] }) };
	if (shape === undefined) return { simple: path, raw: path };
	const last = [...path].reverse().find((step) => typeof step === 'string') ?? '';
	const simple =
		shape === 'all' ? (isRewritten(String(last)) ? undefined : path) : inShape(shape, path);
	return { raw: path, ...(simple && { simple }) };
}

/** The path of the list in their item; undefined if it is no list in one item. */
export function listPathOf({ definition, gives }: Output): Path | undefined {
	const [path] = definition.reply?.paths ?? [];
	return gives === 'body' && definition.reply?.pages && path ? pathOf(path) : undefined;
}

/** The path of the number of rows in their item. */
export const countPathOf = ({ definition }: Output): Path =>
	pathOf(definition.reply?.pages?.total ?? '');

/** Where a path of their item is in ours; undefined if it is not there. */
export function findOutput(output: Output, path: Path): Found | undefined {
	const { definition, gives, envelope } = output;
	if (envelope !== undefined)
		return path[0] === envelope
			? findOutput({ ...output, envelope: undefined }, path.slice(1))
			: undefined;
	const { reply } = definition;
	if (gives !== 'body') {
		if (reply?.text && path[0] === reply.text) return { simple: path, raw: path };
		if (reply?.within && path[0] === reply.within) return { simple: path, raw: path };
		return inRecord(output, path);
	}
	const paths = (reply?.paths.length ? reply.paths : ['']).map(pathOf);
	const start = paths.find((one) => begins(path, one));
	const listPath = listPathOf(output);
	if (listPath) {
		const count = countPathOf(output);
		if (count.length && path.join('.') === count.join('.')) return { list: 'count' };
		if (path.length < listPath.length && begins(listPath, path)) return { list: 'rows' };
	}
	if (!start) return undefined;
	const rest = path.slice(start.length);
	if (reply?.within) return { simple: [reply.within, ...rest], raw: [reply.within, ...rest] };
	if (!reply?.pages || !start.length) return inRecord(output, rest);
	const [index, ...inner] = rest;
	if (index === 'length' && !inner.length) return { list: 'count' };
	if (index !== 0) return { list: 'rows' };
	if (reply.text)
		return { simple: [reply.text, ...inner], raw: [reply.text, ...inner], isFirst: true };
	return { ...inRecord(output, inner), isFirst: true };
}
