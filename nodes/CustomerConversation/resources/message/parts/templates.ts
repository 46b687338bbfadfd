import type { IDataObject } from 'n8n-workflow';
import { templateVariables, withTemplate } from '../../../../shared/parts/whatsAppTemplate';
import { messageTemplateOfAnyInbox, type Call, type Field } from '../../../../shared/vocabulary';
import { without } from '../../../../shared/values';

const accountOf = ({ request }: Call) => request.path.replace(/\/conversations\b.*$/, '');

const inboxWithId = async (call: Call, id: unknown) =>
	(await call.getOnce(`${accountOf(call)}/inboxes/${String(id)}`)) as IDataObject;

/** The conversation of the message. */
export const conversationOf = async ({ request, getOnce }: Call) =>
	(await getOnce(request.path.replace(/\/messages$/, ''))) as IDataObject;

/** The inbox of the message: the one in the field, otherwise that of the conversation. */
const inboxOf = async (call: Call): Promise<IDataObject> =>
	await inboxWithId(call, call.values.inbox_id ?? (await conversationOf(call)).inbox_id);

/** The body of a message, with its template if one is picked or written as JSON. */
export const inTemplate = async (call: Call): Promise<IDataObject | undefined> =>
	await withTemplate(call, call.request.body, async () => await inboxOf(call));

/** Fields for the template that is sent if the channel's window is closed. They only decide what is sent. */
export const ifWindowClosed = (): Field[] => [
	messageTemplateOfAnyInbox('closed_window_template', {
		label: 'Template If Window Is Closed',
		shown: false,
		hint: 'WhatsApp template that is sent instead if the channel no longer accepts other messages, e.g. 24 hours after the last one of the contact',
	}),
	templateVariables('closed_window_variables', {
		label: 'Variables of That Template',
		as: 'closed_window_variables',
	}),
];

/**
 * The body of the template for a conversation whose window is closed.
 * @param body of the message, which the template replaces
 * @returns undefined if the window is open, or no template was chosen
 * @throws BadInput if the template cannot be sent, or a variable is missing or unknown
 */
export async function closedWindowTemplate(
	call: Call,
	{ inbox_id, can_reply }: IDataObject,
	body: IDataObject = {},
): Promise<IDataObject | undefined> {
	const { closed_window_template: template, closed_window_variables: variables } = call.values;
	const isNeeded = template === undefined ? variables !== undefined : can_reply === false;
	if (!isNeeded) return undefined;
	const others = without(body, 'content', 'content_type');
	const read = async () => await inboxWithId(call, inbox_id);
	return await withTemplate({ ...call, values: { template, variables } }, others, read);
}
