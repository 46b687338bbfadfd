import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { explaining } from '../../../../shared/tasks/explain';
import { at, nested } from '../../../../shared/values';
import type { Call } from '../../../../shared/vocabulary';

/** For `run`: sends the request, and explains a 500. */
export const namingPortal = explaining(
	() => 'There may be no portal with this slug: Chatwoot answers 500 in this case.',
);

/** Uploads the logo, since a portal needs its blob ID. */
async function uploaded({ request, send }: Call): Promise<IDataObject> {
	const [logo] = request.files ?? [];
	if (!logo) return {};
	if (request.body?.blob_id !== undefined)
		throw new BadInput('Logo Blob ID is also set: remove Logo or Logo Blob ID', ['logo']);
	const path = request.path.replace(/\/portals.*/, '/upload');
	const files = [{ ...logo, name: 'attachment' }];
	// Uploading the same image twice does no harm.
	const reply = await send({ method: 'POST', path, files, again: true });
	return { blob_id: at(reply, 'blob_id') as string };
}

/** For `run`: sends the portal with its logo and its configuration as one object. */
export async function saving(call: Call): Promise<IDataObject[]> {
	const { request } = call;
	const logo = await uploaded(call);
	request.files = [];
	request.body = { ...nested(request.body), ...logo };
	return await namingPortal(call);
}
