import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../../../shared/vocabulary';

/** The distance of positions, so that others fit in between. */
const STEP = 10;

/** For `run`: sends an object with the position of each ID instead of the list. */
export async function placing({ request, records }: Call): Promise<IDataObject[]> {
	const ids = request.body?.positions_hash as number[];
	const places = ids.map((id, index) => [id, (index + 1) * STEP]);
	request.body = { positions_hash: Object.fromEntries(places) as IDataObject };
	return await records();
}
