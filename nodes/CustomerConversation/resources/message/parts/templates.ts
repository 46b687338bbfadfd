import type { IDataObject } from 'n8n-workflow';
import { withTemplate } from '../../../../shared/parts/whatsAppTemplate';
import type { Call } from '../../../../shared/vocabulary';
import { inboxWithId } from '../../../tasks/destination';

/** The conversation of the message. */
const conversationOf = async ({ request, getOnce }: Call) =>
	(await getOnce(request.path.replace(/\/messages$/, ''))) as IDataObject;

/** The inbox of the message: the one in the field, otherwise that of the conversation. */
const inboxOf = async (call: Call): Promise<IDataObject> =>
	await inboxWithId(call, call.values.inbox_id ?? (await conversationOf(call)).inbox_id);

/** The body of a message, with its template if one is picked or written as JSON. */
export const inTemplate = async (call: Call): Promise<IDataObject | undefined> =>
	await withTemplate(call, call.request.body, async () => await inboxOf(call));
