import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import { worded } from '../values';

/** @throws ServiceError if what should be a private note was stored as a message to the contact */
export function checkPrivate(note: IDataObject): void {
	if (note.private !== true)
		throw new ServiceError(
			`Message ${worded(note.id)} was not stored as a private note: the contact may see it`,
			{ status: 200 },
		);
}
