import type { IDataObject } from 'n8n-workflow';
import type { Call } from './operation';
import { ServiceError } from './transport/errors';

/**
 * For `run`: sends the operation's own request, and says of its 500 what it means here. The service
 * itself gives no reason for one.
 */
export const explaining =
	(meaning: (call: Call) => string) =>
	async (call: Call): Promise<IDataObject[]> =>
		await call.records().catch((error: unknown) => {
			if (error instanceof ServiceError && error.status === 500) error.hint = meaning(call);
			throw error;
		});
