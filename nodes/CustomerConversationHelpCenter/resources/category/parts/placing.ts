import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../../../shared/vocabulary';

/** Between two positions, so that one may be put there. */
const STEP = 10;

/** For `run`: the list of ids goes out as the position of each. */
export async function placing({ request, records }: Call): Promise<IDataObject[]> {
	const ids = request.body?.positions_hash as number[];
	const places = ids.map((id, index) => [id, (index + 1) * STEP]);
	request.body = { positions_hash: Object.fromEntries(places) as IDataObject };
	return await records();
}
