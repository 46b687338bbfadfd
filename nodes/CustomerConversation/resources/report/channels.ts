import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../../../shared/operation';

/** One item a channel: the service sends an object with their names as keys, `{}` for none. */
export const channels = async ({ request, send }: Call): Promise<IDataObject[]> =>
	Object.entries((await send(request)) as Record<string, IDataObject>).map(
		([channel, figures]) => ({ channel, ...figures }),
	);
