import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../../../shared/vocabulary';

/** For `run`: outside the wrapper the service loses related categories. */
export async function wrapped({ request, records }: Call): Promise<IDataObject[]> {
	request.body = { category: request.body };
	return await records();
}
