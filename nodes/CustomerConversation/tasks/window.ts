import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../shared/faults';
import { templateVariables, withTemplate } from '../../shared/parts/whatsAppTemplate';
import { without, worded } from '../../shared/values';
import { messageTemplateOfAnyInbox, pick, type Call, type Field } from '../../shared/vocabulary';
import { inboxWithId } from './destination';

/** What is sent once a channel accepts no more messages, e.g. on WhatsApp 24 hours after the contact's last one. */

/** Fields for the template that is sent if the channel's window is closed. They only decide what is sent. */
export const templateIfClosed = (): Field[] => [
	messageTemplateOfAnyInbox('closed_window_template', {
		label: 'Template If Window Is Closed',
		shown: false,
		hint: "WhatsApp template that is sent instead of the message, e.g. 24 hours after the contact's last message",
	}),
	templateVariables('closed_window_variables', {
		label: 'Template Variables If Window Is Closed',
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

export const ifWindowClosed = (): Field =>
	pick(
		'if_window_closed',
		{ fail: 'Fail', template: 'Send a Template', send: 'Send Anyway' },
		{
			label: 'If the Window Is Closed',
			shown: false,
			hint: "What to do if the channel accepts no more messages, e.g. on WhatsApp 24 hours after the contact's last one. Default: Fail.",
		},
	);

/** Why nothing but a template may be sent, and how one is sent. @param place such as "conversation 7" */
export const closedWindow = (place: string): string =>
	`the channel of ${place} accepts no more messages, because the customer's last one is too old. To send a template instead, set Template If Window Is Closed`;

/** @throws BadInput if nothing but a template may be sent, and none was chosen */
export function checkWindow({ values }: Call, { id, can_reply }: IDataObject): void {
	const { if_window_closed: choice, closed_window_template: template } = values;
	if (choice === 'template' && template === undefined)
		throw new BadInput('Send a Template needs a template: set Template If Window Is Closed', [
			'closed_window_template',
		]);
	if (choice !== undefined && choice !== 'template' && template !== undefined)
		throw new BadInput(
			'If the Window Is Closed must be Send a Template, because Template If Window Is Closed is set',
			['if_window_closed'],
		);
	if (can_reply !== false || choice === 'send' || template !== undefined) return;
	const place = id === undefined ? 'a new conversation' : `conversation ${worded(id)}`;
	throw new BadInput(`Not sent: ${closedWindow(place)}`, ['if_window_closed']);
}
