import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../values';
import { isFromApp } from '../vocabulary';
import { objectsIn } from './messageWords';

/**
 * Messages that a WhatsApp bridge brings into Chatwoot with a user's token, read from the sources of the bridges:
 * what a person answered on the phone, and echoes of what Chatwoot itself had sent. Both look like an agent's.
 * Evolution API gives them a source ID. WAHA writes them as private notes (or, if set so, as messages), marks them
 * as echoes in newer versions, and adds a line such as "📱 *Sent from WhatsApp*" or "📱 *Sent via API*".
 */

/** Seconds between a message and its echo. */
const APART = 120;

const WAHA_LINE = /\n+📱 \*([^*\n]+)\*\s*$/u;

const textOf = ({ content }: IDataObject): string => (typeof content === 'string' ? content : '');

const isFromTeam = ({ message_type: type }: IDataObject): boolean =>
	type === 1 || type === 'outgoing';

/** Whether a bridge brought the message in. */
export const isBridged = (message: IDataObject): boolean =>
	isFromTeam(message) &&
	(/^WAID:/.test(String(message.source_id)) ||
		isFromApp(message) ||
		WAHA_LINE.test(textOf(message)));

/** Whether a private note is what a person answered on the phone: by default, WAHA writes these as notes. */
export const isPhoneNote = (message: IDataObject): boolean =>
	message.private === true && isBridged(message);

/** Whether another program sent the message through WAHA, so that no person did. */
const isByProgram = (message: IDataObject): boolean =>
	/\bAPI\b/.test(WAHA_LINE.exec(textOf(message))?.[1] ?? '');

/** What WhatsApp and the bridges change in a text: the sender's name in front, the marks of bold and italic, spaces. */
const plainTextOf = (message: IDataObject): string =>
	textOf(message)
		.replace(WAHA_LINE, '')
		.replace(/^\*{1,2}[^*\n]+:\*{1,2}\s*/, '')
		.replace(/[*_~`\s]+/g, ' ')
		.trim();

const filesOf = ({ attachments }: IDataObject): string =>
	objectsIn(attachments)
		.map(({ file_type }) => file_type)
		.join();

/** `user 5`; undefined for templates, such as greetings, which have no sender. */
const senderKeyOf = ({ sender }: IDataObject): string | undefined =>
	isObject(sender) ? `${String(sender.type)} ${String(sender.id)}` : undefined;

/** Whether a message has the same words and files as an earlier one, which somebody else sent from Chatwoot. */
function isEchoOf(message: IDataObject, original: IDataObject): boolean {
	const seconds = Number(message.created_at) - Number(original.created_at);
	return (
		[1, 3].includes(original.message_type as number) &&
		original.private !== true &&
		Number(original.id) < Number(message.id) &&
		seconds <= APART &&
		senderKeyOf(original) !== senderKeyOf(message) &&
		plainTextOf(message) === plainTextOf(original) &&
		filesOf(message) === filesOf(original)
	);
}

/**
 * The messages without the echoes among them.
 * @param all messages of the conversation as Chatwoot lists them, among which the originals are
 */
export function withoutEchoes(
	messages: IDataObject[],
	all: IDataObject[] = messages,
): IDataObject[] {
	const originals = [...all];
	return messages.filter((message) => {
		if (!isBridged(message)) return true;
		const index = originals.findIndex((one) => isEchoOf(message, one));
		// One echo for each original: a person who says the same once more is a person.
		if (index >= 0) originals.splice(index, 1);
		return index < 0 && !isByProgram(message);
	});
}
