import type { IDataObject } from 'n8n-workflow';
import type { Reply } from '../operation';
import { isObject } from '../values';
import { ServiceError } from './errors';

/** The value at a path such as `data.payload`; '' is the value itself. */
export function at(value: unknown, path: string): unknown {
	return path
		.split('.')
		.filter(Boolean)
		.reduce<unknown>((inner, key) => (inner as IDataObject | undefined | null)?.[key], value);
}

/** What an operation gives back of one body: the first of its paths that is there. */
function pick(body: unknown, { paths }: Reply): unknown {
	for (const path of paths) {
		const found = at(body, path);
		if (found !== undefined) return found;
	}
	// A reply of another form is passed on whole rather than lost.
	return body;
}

const isEmpty = (value: unknown) =>
	value === undefined ||
	value === null ||
	value === '' ||
	(isObject(value) && Object.keys(value).length === 0);

/** One item a record; nothing, null or `{}` in place of a record is `{ success: true }`. */
export function toRecords(body: unknown, reply: Reply): IDataObject[] {
	const found = pick(body, reply);
	const rows = Array.isArray(found) ? found : [found];
	return rows.map((row: unknown) => {
		if (isEmpty(row)) return { success: true };
		return typeof row === 'object'
			? (row as IDataObject)
			: { [reply.text ?? 'value']: row as string };
	});
}

/**
 * The rows of a list, page after page.
 * @param send asks for one page: the query that selects it
 * @param limit most rows wanted; no more pages are asked for than they need
 */
export async function readList(
	send: (query: IDataObject) => Promise<unknown>,
	reply: Reply,
	limit: number,
): Promise<IDataObject[]> {
	const { param, size = Infinity, total } = reply.pages ?? {};
	const rows: IDataObject[] = [];
	for (let page = 1; ; page++) {
		const body = await send(param && page > 1 ? { [param]: page } : {});
		if (!Array.isArray(pick(body, reply)))
			throw new ServiceError('The reply of the service does not hold the list that it should');
		const received = toRecords(body, reply);
		rows.push(...received);
		const full = total ? Number(at(body, total) ?? Infinity) : Infinity;
		if (!param || received.length < size || rows.length >= Math.min(limit, full))
			return rows.slice(0, limit);
	}
}
