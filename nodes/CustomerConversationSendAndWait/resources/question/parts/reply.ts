import type { IDataObject } from 'n8n-workflow';
import {
	answersIn,
	contentAttributesOf,
	objectsIn,
	trimmed,
	wordsOf,
} from '../../../../shared/tasks/messageWords';
import { shaped } from '../../../../shared/transport/simplify';
import { at } from '../../../../shared/values';
import { withFiles } from '../../../../shared/vocabulary';

const isSameText = (one: string, other: string) =>
	one.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * The part of the item that says what the customer wrote.
 * @param reply the message, or a form with the customer's answer
 * @param conversation in which it is
 * @param choices of the question: in some channels a pressed button arrives as a message with its words
 */
export function responseOf(
	reply: IDataObject,
	conversation: unknown,
	choices: string[],
): IDataObject {
	const isMessage = reply.message_type === 0;
	const content = contentAttributesOf(reply);
	const titles = objectsIn(content.submitted_values).map(({ title }) => trimmed(title));
	const chosen = reply.content_type === 'input_select' ? titles.filter(Boolean).join(', ') : '';
	const text = isMessage ? trimmed(reply.content) : chosen || answersIn(content).join('\n');
	const { files, responded_at } = shaped(reply, {
		files: withFiles.attachments,
		responded_at: 'created_at',
	});
	// A form is a message of the team, as old as the form.
	const sender = isMessage ? reply.sender : at(conversation, 'meta.sender');
	return {
		choice: chosen || (isMessage && choices.find((label) => isSameText(label, text))) || null,
		text: text || wordsOf(reply),
		files: isMessage ? files : [],
		responded_at: isMessage ? responded_at : new Date().toISOString(),
		responded_by_id: at(sender, 'id') ?? null,
		responded_by_name: at(sender, 'name') ?? null,
		reply_message_id: reply.id,
	} as IDataObject;
}
