import type { IDataObject } from 'n8n-workflow';
import { recordOf, steps } from '../steps';
import type { Request } from '../vocabulary/call';
import type { Reply } from '../vocabulary/reply';
import { toRecords } from './pages';
import type { Service } from './request';

/**
 * Sends the operation's request. A form would turn every value into text, so the record is sent as JSON, and
 * its image afterwards in a second request.
 * @param noun kind of record, such as "contact"
 * @returns the records of the last reply
 * @throws the error of a failed image, with the id of the record that was saved
 */
export async function sendRecord(
	send: Service['send'],
	request: Request,
	reply: Reply,
	noun: string,
): Promise<IDataObject[]> {
	const { method, path, body = {}, files = [] } = request;
	const sent = async (part: Partial<Request>) => {
		const partRequest = { ...request, ...part };
		return toRecords(await send(partRequest), reply, partRequest.method);
	};
	if (!files.some(({ after }) => after) || Object.keys(body).length === 0) return await sent({});
	const isNew = method === 'POST';
	const step = steps();
	const { id } = await step(
		`Saving the ${noun}`,
		async () => recordOf((await sent({ files: [] }))[0], '', isNew),
		(saved) => `${noun} ${saved.id as number} was ${isNew ? 'created' : 'updated'}`,
	);
	const place = isNew ? { method: 'PATCH', path: `${path}/${id as number}` } : {};
	return await step(
		'Uploading the image',
		async () => await sent({ ...place, body: {} }),
		() => 'its image was set',
	);
}
