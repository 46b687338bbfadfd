import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './faults';
import { at, isObject } from './values';

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
				error.hint = `${error.hint} Already done: ${done.join(', ')}.`.trim();
			}
			throw error;
		});
		done.push(told(result));
		return result;
	};
}

/**
 * The record of a reply that further steps need.
 * @param created the request was to create it
 */
export function recordOf(body: unknown, path = '', created = false): IDataObject {
	const found = at(body, path);
	if (isObject(found) && found.id && typeof found.id !== 'object') return found as IDataObject;
	throw new ServiceError('Chatwoot answered without the record', { uncertain: created });
}

/** What was deleted meanwhile has nothing more to tell. */
export const unlessGone = async <T>(reading: Promise<T>): Promise<T | undefined> =>
	await reading.catch((error: unknown) => {
		if (error instanceof ServiceError && error.status === 404) return undefined;
		throw error;
	});

/** What the token may not read, as a bot's may not read messages. Of a call that must not fail for it. */
export const unlessForbidden = async <T>(reading: Promise<T>): Promise<T | undefined> =>
	await reading.catch((error: unknown) => {
		if (error instanceof ServiceError && [401, 403].includes(error.status ?? 0)) return undefined;
		throw error;
	});

/** What only explains a result: nothing if the service cannot tell it, since the result is right without it. */
export const unlessRefused = async <T>(reading: Promise<T>): Promise<T | undefined> =>
	await reading.catch((error: unknown) => {
		if (error instanceof ServiceError) return undefined;
		throw error;
	});
