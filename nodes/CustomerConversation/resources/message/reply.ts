import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { steps } from '../../../shared/steps';
import { at } from '../../../shared/values';
import {
	account,
	asIs,
	content,
	conversation,
	fixed,
	flag,
	front,
	integer,
	message,
	operation,
	optional,
	record,
	simplified,
	type Call,
} from '../../../shared/vocabulary';
import { split } from '../../tasks/split';
import { author, SENDER, sendAs } from './parts/author';
import { agentMeanwhile, checkBeforeSending, sendAlthough } from './parts/guard';

/** Longest text of each channel in characters; the dashboard's limit if that is lower. */
const LONGEST: Record<string, number> = {
	'Channel::FacebookPage': 1000,
	'Channel::Instagram': 1000,
	'Channel::Line': 2000,
	'Channel::Sms': 1600,
	'Channel::Telegram': 4096,
	'Channel::TwilioSms': 1600,
	'Channel::TwitterProfile': 280,
	'Channel::Whatsapp': 4096,
};

/** Splits a text into the texts of its messages. */
function partsOf(text: string, most = Infinity): string[] {
	const parts = split(text, most);
	return parts.length > 1 ? parts.map((part) => part.trim()).filter(Boolean) : parts;
}

/** The messages that an earlier try has sent for the first parts. @param known messages in their order */
function sentBefore(parts: string[], known: IDataObject[]): IDataObject[] {
	const found: IDataObject[] = [];
	let left = known;
	for (const part of parts) {
		const index = left.findIndex(({ content: text }) => String(text).trim() === part.trim());
		if (index < 0) break;
		found.push(left[index]);
		left = left.slice(index + 1);
	}
	return found;
}

/** Side tasks must not make the operation fail: then the reply would be sent again. */
const unlessFails = async <T>(task: Promise<T>): Promise<T | undefined> =>
	await task.catch((error: unknown) => {
		if (error instanceof ServiceError) return undefined;
		throw error;
	});

/** Shows or hides the typing indicator. @returns whether it worked */
async function typing({ request, send }: Call, typing_status: 'on' | 'off'): Promise<boolean> {
	const path = request.path.replace(/\/messages$/, '/toggle_typing_status');
	const sending = send({ method: 'POST', path, body: { typing_status }, again: true });
	return (await unlessFails(sending.then(() => true))) ?? false;
}

/**
 * The text is sent as it is: since 4.9 the service converts Markdown into the format of each channel.
 */
export const reply = operation({
	name: 'Send Bot Reply',
	action: 'Send a bot reply',
	gives: 'Returns one item with the messages, or the reason why nothing was sent',
	description:
		'Sends nothing if an agent has replied or has taken over the conversation. Long texts are sent in parts. If the token cannot read something, it is not checked and checked is false.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [content(), optional(author('Send as Agent Bot')), fixed(SENDER)],
	options: [
		front(
			message('answered_message_id', {
				label: 'Message to Answer',
				hint: "Nothing is sent if an agent has replied since this message, or if the same text was sent since. Default: the contact's newest message.",
			}),
		),
		optional(
			sendAlthough(),
			integer('longest_message', {
				label: 'Maximum Message Length',
				hint: 'In characters. Longer texts are split between paragraphs, lines, sentences or words. Default: the limit of the channel, e.g. 4096 for WhatsApp.',
				range: [20, 150_000],
			}),
			flag('show_typing', {
				hint: 'Whether to show the contact a typing indicator while the reply is sent',
			}),
		),
	],
	reply: simplified(record(), {
		...asIs('sent', 'reason', 'checked'),
		agent_message_id: 'agent_message.id',
		agent_wrote_meanwhile: 'agent_wrote_meanwhile',
		typing_shown: 'typing_shown',
		message_id: 'messages.0.id',
		messages: ['messages', asIs('id', 'content', 'status', 'created_at')],
	}),
	run: async (call) => {
		const { values, request } = call;
		const check = await checkBeforeSending(call);
		const result = (more: IDataObject): IDataObject[] => [
			{
				sent: false,
				reason: null,
				checked: check.checked,
				agent_message: check.agent ?? null,
				agent_wrote_meanwhile: null,
				typing_shown: false,
				messages: [],
				...more,
			},
		];
		if (check.reason) return result({ reason: check.reason });
		const channel = String(at(check.conversation, 'meta.channel'));
		const longest = (values.longest_message ?? LONGEST[channel]) as number | undefined;
		const parts = partsOf(String(request.body?.content), longest);
		const messages = sentBefore(parts, check.botAnswers);
		if (messages.length === parts.length) return result({ reason: 'already_sent', messages });
		const step = steps();
		const typing_shown = values.show_typing === true && (await typing(call, 'on'));
		try {
			for (const [index, part] of parts.entries()) {
				if (index < messages.length) continue;
				const body = { ...request.body, content: part };
				const sent = await step(
					`Sending part ${index + 1} of ${parts.length}`,
					async () => await sendAs({ ...call, request: { ...request, body } }),
					({ id }) => `part ${index + 1} was sent as message ${id as number}`,
				);
				messages.push(sent);
			}
		} finally {
			if (typing_shown) await typing(call, 'off');
		}
		const agent = await unlessFails(agentMeanwhile(call, check, messages));
		return result({
			sent: true,
			typing_shown,
			messages,
			agent_message: agent ?? null,
			agent_wrote_meanwhile: agent === undefined ? null : agent !== null,
		});
	},
});
