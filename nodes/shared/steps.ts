import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './transport/errors';
import { at } from './transport/pages';
import { isObject } from './values';

/**
 * Does a step of a task.
 * @param name what failed, where it fails: "Sending the message"
 * @param told what was done: "contact 12 was created"
 * @throws the error of the step; of a later one with its name and what was done before
 */
export type Step = <T>(
	name: string,
	step: () => Promise<T>,
	told: (result: T) => string,
) => Promise<T>;

/** The steps of one task, one after the other. */
export function steps(): Step {
	const done: string[] = [];
	return async (name, step, told) => {
		const result = await step().catch((error: unknown) => {
			if (error instanceof ServiceError && done.length) {
				error.message = `${name} failed: ${error.message}`;
				error.hint = `${error.hint} Done before: ${done.join(', ')}.`.trim();
			}
			throw error;
		});
		done.push(told(result));
		return result;
	};
}

/** The rows of a reply that further steps need. */
export function rowsOf(body: unknown, path = 'payload'): IDataObject[] {
	const rows = at(body, path);
	if (Array.isArray(rows)) return rows as IDataObject[];
	throw new ServiceError('The reply of the service does not hold the list that it should');
}

/**
 * The rows of a list's pages, up to the first page that is not full, or comes again, or is enough.
 * @param size rows of a full page
 */
export async function pagesOf(
	size: number,
	read: (page: number) => Promise<IDataObject[]>,
	isEnough: (row: IDataObject) => boolean = () => false,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for (let page = 1; ; page++) {
		const rows = await read(page);
		const fresh = rows.filter(({ id }) => found.every((row) => row.id !== id));
		found.push(...fresh);
		if (rows.length < size || fresh.length === 0 || rows.some(isEnough)) return found;
	}
}

/**
 * The record of a reply that further steps need.
 * @param created the request was to create it
 */
export function recordOf(body: unknown, path = '', created = false): IDataObject {
	const found = at(body, path);
	if (isObject(found) && found.id) return found as IDataObject;
	throw new ServiceError('The service answered without the record', { uncertain: created });
}
