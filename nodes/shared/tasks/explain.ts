import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import type { Call } from '../vocabulary/call';

/** Adds the meaning of a 500 to its error, because Chatwoot gives no reason. */
export const explained = async <T>(sending: Promise<T>, meaning: string): Promise<T> =>
	await sending.catch((error: unknown) => {
		if (error instanceof ServiceError && error.status === 500) error.hint = meaning;
		throw error;
	});

/**
 * For `run`: sends the operation's request and explains a 500.
 * @param task replaces the single request
 */
export const explaining =
	(meaning: (call: Call) => string, task = async (call: Call) => await call.records()) =>
	async (call: Call): Promise<IDataObject[]> =>
		await explained(task(call), meaning(call));
