import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { steps } from '../../../shared/steps';
import { at } from '../../../shared/values';
import {
	account,
	content,
	conversation,
	fixed,
	flag,
	front,
	integer,
	message,
	operation,
	optional,
	own,
	record,
	simplified,
	type Call,
} from '../../../shared/vocabulary';
import { split } from '../../tasks/split';
import { author, SENDER, sendAs } from './parts/author';
import { agentMeanwhile, look, sendAlthough } from './parts/guard';

/** Longest text that a channel takes, in characters; the dashboard's where it is stricter. Others take all. */
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

/** The messages that a text becomes. */
function partsOf(text: string, most = Infinity): string[] {
	const parts = split(text, most);
	return parts.length > 1 ? parts.map((part) => part.trim()).filter(Boolean) : parts;
}

/** The first parts, as far as a try before has sent them. @param known messages in their order */
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

/** What is done beside the answer must not fail it: it would be sent again. */
const unlessFails = async <T>(task: Promise<T>): Promise<T | undefined> =>
	await task.catch((error: unknown) => {
		if (error instanceof ServiceError) return undefined;
		throw error;
	});

/** Shows or hides that somebody types. */
async function typing({ request, send }: Call, typing_status: 'on' | 'off'): Promise<boolean> {
	const path = request.path.replace(/\/messages$/, '/toggle_typing_status');
	const told = send({ method: 'POST', path, body: { typing_status }, again: true });
	return (await unlessFails(told.then(() => true))) ?? false;
}

/**
 * The service itself makes of Markdown what each channel shows (4.9 and newer), when it delivers: the
 * text is sent as it is.
 */
export const reply = operation({
	name: 'Reply',
	action: 'Answer as a bot',
	gives: 'One item: whether it was sent, the messages, and else the reason',
	description:
		"For bots. Nothing is sent where an agent has answered, or the conversation is no longer the bot's. Long texts go out in parts. What the token may not read is not checked: then checked is false.",
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [content(), optional(author('Send as Agent Bot')), fixed(SENDER)],
	options: [
		front(
			message('answered_message_id', {
				label: 'Answered Message',
				hint: "Nothing is sent if an agent has answered since this message, or if the same answer was sent since. Default: the contact's newest message.",
			}),
		),
		optional(
			sendAlthough(),
			integer('longest_message', {
				hint: 'In characters. A longer text goes out in parts, cut between paragraphs, lines, sentences or words. Default: what the channel takes, such as 4096 for WhatsApp and Telegram, 1600 for SMS; websites, e-mail and API inboxes take all.',
				range: [20, 150_000],
			}),
			flag('show_typing', {
				hint: 'Whether the contact sees that somebody types while it is sent',
			}),
		),
	],
	reply: simplified(record(), {
		...own('sent', 'reason', 'checked'),
		agent_message_id: 'agent_message.id',
		agent_wrote_meanwhile: 'agent_wrote_meanwhile',
		typing_shown: 'typing_shown',
		message_id: 'messages.0.id',
		messages: ['messages', own('id', 'content', 'status', 'created_at')],
	}),
	run: async (call) => {
		const { values, request } = call;
		const seen = await look(call);
		const told = (more: IDataObject): IDataObject[] => [
			{
				sent: false,
				reason: null,
				checked: seen.checked,
				agent_message: seen.agent ?? null,
				agent_wrote_meanwhile: null,
				typing_shown: false,
				messages: [],
				...more,
			},
		];
		if (seen.reason) return told({ reason: seen.reason });
		const channel = String(at(seen.talk, 'meta.channel'));
		const longest = (values.longest_message ?? LONGEST[channel]) as number | undefined;
		const parts = partsOf(String(request.body?.content), longest);
		const messages = sentBefore(parts, seen.own);
		if (messages.length === parts.length) return told({ reason: 'already_sent', messages });
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
		const agent = await unlessFails(agentMeanwhile(call, seen, messages));
		return told({
			sent: true,
			typing_shown,
			messages,
			agent_message: agent ?? null,
			agent_wrote_meanwhile: agent === undefined ? null : agent !== null,
		});
	},
});
