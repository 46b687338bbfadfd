import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from './faults';
import { at, isObject } from './values';

/**
 * Runs a step of a task.
 * @param name of the step for an error, such as "Sending the message"; '' if the error tells it
 * @param describe says what was done, such as "contact 12 was created"; if left out, nothing was
 * @throws the error of the step; from the second step on, with its name and what was already done
 */
export type Step = <T>(
	name: string,
	step: () => Promise<T>,
	describe?: (result: T) => string,
) => Promise<T>;

/** The steps of one task, one after the other. */
export function steps(): Step {
	const done: string[] = [];
	return async (name, step, describe) => {
		const result = await step().catch((error: unknown) => {
			if (error instanceof ServiceError && done.length) {
				if (name) error.message = `${name} failed: ${error.message}`;
				error.hint = `${error.hint} Already done: ${done.join(', ')}.`.trim();
			}
			throw error;
		});
		if (describe) done.push(describe(result));
		return result;
	};
}

/**
 * The record of a reply that further steps need.
 * @param created whether the request was to create it
 */
export function recordOf(body: unknown, path = '', created = false): IDataObject {
	const found = at(body, path);
	if (isObject(found) && found.id && typeof found.id !== 'object') return found as IDataObject;
	throw new ServiceError('Chatwoot answered without the record', { uncertain: created });
}

/** Undefined if the record was deleted in the meantime. */
export const unlessGone = async <T>(reading: Promise<T>): Promise<T | undefined> =>
	await reading.catch((error: unknown) => {
		if (error instanceof ServiceError && error.status === 404) return undefined;
		throw error;
	});

/** Undefined if the token is not allowed to read it, for operations that must not fail because of that. */
export const unlessForbidden = async <T>(reading: Promise<T>): Promise<T | undefined> =>
	await reading.catch((error: unknown) => {
		if (error instanceof ServiceError && [401, 403].includes(error.status ?? 0)) return undefined;
		throw error;
	});

/** Undefined if the request fails, for reads that only explain a result: the result is valid without them. */
export const unlessRefused = async <T>(reading: Promise<T>): Promise<T | undefined> =>
	await reading.catch((error: unknown) => {
		if (error instanceof ServiceError) return undefined;
		throw error;
	});
