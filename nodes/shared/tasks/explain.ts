import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import type { Call } from '../vocabulary/call';

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
