import type { IDataObject } from 'n8n-workflow';
import { withTemplate } from '../../../../shared/parts/whatsAppTemplate';
import { at } from '../../../../shared/values';
import type { Call } from '../../../../shared/vocabulary';

/** The inbox of the message: the one in the field, otherwise that of the conversation. */
async function inboxOf({ values, request, getOnce }: Call): Promise<IDataObject> {
	const id =
		values.inbox_id ?? at(await getOnce(request.path.replace(/\/messages$/, '')), 'inbox_id');
	const account = request.path.replace(/\/conversations\b.*$/, '');
	return (await getOnce(`${account}/inboxes/${String(id)}`)) as IDataObject;
}

/** The body of a message, with its template if one is picked. */
export const inTemplate = async (call: Call): Promise<IDataObject | undefined> =>
	await withTemplate(call, call.request.body, async () => await inboxOf(call));
