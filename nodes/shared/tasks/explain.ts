import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import type { Call } from '../vocabulary/call';

/** Says of a 500 what it means here: the service itself gives no reason for one. */
export const explained = async <T>(sending: Promise<T>, meaning: string): Promise<T> =>
	await sending.catch((error: unknown) => {
		if (error instanceof ServiceError && error.status === 500) error.hint = meaning;
		throw error;
	});

/**
 * For `run`: sends the operation's own request, and says what its 500 means.
 * @param task in place of the one request
 */
export const explaining =
	(meaning: (call: Call) => string, task = async (call: Call) => await call.records()) =>
	async (call: Call): Promise<IDataObject[]> =>
		await explained(task(call), meaning(call));
