import type { IDataObject } from 'n8n-workflow';
import { at, nested } from '../../../../shared/values';
import type { Call } from '../../../../shared/vocabulary';

/** For `run`: sends the settings as one object. The service replaces the stored object, so its other values are sent again. */
export async function withConfig({ request, send, records }: Call): Promise<IDataObject[]> {
	const { config, ...body } = nested(request.body);
	if (config === undefined) return await records();
	const { method, path } = request;
	const stored = method === 'PATCH' ? at(await send({ method: 'GET', path }), 'config') : {};
	const joined = Object.entries({ ...(stored as IDataObject), ...(config as IDataObject) });
	const remaining = joined.filter(([, value]) => value !== null);
	request.body = { ...body, config: Object.fromEntries(remaining) as IDataObject };
	return await records();
}
