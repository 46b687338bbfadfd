import type { IDataObject } from 'n8n-workflow';
import { forChannel } from '../../../shared/channels/markdown';
import { planned, type Outgoing } from '../../../shared/channels/plan';
import { BadInput } from '../../../shared/faults';
import { steps } from '../../../shared/steps';
import {
	account,
	asIs,
	attachments,
	content,
	conversation,
	fixed,
	flag,
	front,
	integer,
	message,
	operation,
	optional,
	pick,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { destinationOf } from '../../tasks/destination';
import { deliveryFields, deliveryOf, outbox } from '../../tasks/sending';
import { isStoredAs } from '../../tasks/storedText';
import { closedWindowTemplate, templateIfClosed } from '../../tasks/window';
import { author, SENDER, sendAs } from './parts/author';
import { voiceMessage } from './parts/fields';
import { checkBeforeSending, guardFields, notSentHint, writtenMeanwhile } from './parts/guard';
import { typing, typingFields, unlessFails } from './parts/typing';

const textOf = (content: unknown) => String(content ?? '').trim();

/** The messages that an earlier try has sent for the first parts. @param known messages in their order */
function sentBefore(
	parts: Outgoing[],
	known: IDataObject[],
	conversation: IDataObject,
): IDataObject[] {
	const isSent = ({ body, files }: Outgoing, message: IDataObject) =>
		isStoredAs(textOf(body.content), message, conversation) &&
		Boolean(files) === (Array.isArray(message.attachments) && message.attachments.length > 0);
	const found: IDataObject[] = [];
	let left = known;
	for (const part of parts) {
		const index = left.findIndex((sent) => isSent(part, sent));
		if (index < 0) break;
		found.push(left[index]);
		left = left.slice(index + 1);
	}
	return found;
}

export const reply = operation({
	name: 'Send Bot Reply',
	action: 'Send a bot reply',
	gives: 'Returns one item with the messages, or the reason why nothing was sent',
	description:
		'Sends nothing if an agent has replied or has taken over the conversation. Long texts are sent in parts. If the token cannot read something, it is not checked and checked is false.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	body: [
		front(content()),
		optional(author('Send as Agent Bot'), ...attachments(), voiceMessage()),
		fixed(SENDER),
	],
	options: [
		front(
			message('answered_message_id', {
				label: 'Skip If Answered Since',
				hint: "Message being answered: nothing is sent if an agent has replied since, or if the same text was sent since. Default: the contact's newest message.",
			}),
		),
		optional(
			...guardFields(),
			integer('longest_message', {
				label: 'Maximum Message Length',
				hint: 'In characters. Longer texts are split between paragraphs, lines, sentences or words. Default: the limit of the channel, e.g. 4096 for WhatsApp.',
				range: [20, 150_000],
			}),
			pick(
				'split_at',
				{ paragraphs: 'Every Paragraph', length: 'Only Where the Text Is Too Long' },
				{
					label: 'Split',
					hint: 'How the text is divided into messages. Before each one, the node checks whether an agent has replied.',
				},
			),
			flag('adapt_markdown', {
				label: 'Adapt Markdown',
				default: true,
				hint: 'Whether to rewrite links, line breaks and < so that the customer sees them. Chatwoot removes some of them on most channels.',
			}),
			...typingFields(),
			...templateIfClosed(),
			...deliveryFields(),
		),
	],
	reply: simplified(record(), {
		...asIs('sent', 'reason', 'checked', 'template_sent', 'delivery'),
		agent_message_id: 'agent_message.id',
		...asIs('agent_wrote_meanwhile', 'typing_shown'),
		message_id: 'messages.0.id',
		messages: ['messages', asIs('id', 'content', 'status', 'created_at')],
		not_sent: 'not_sent',
	}),
	run: async (call) => {
		const { request, values } = call;
		if (!textOf(request.body?.content) && !request.files?.length)
			throw new BadInput('There is nothing to send: fill in Text, or add a file', ['content']);
		const check = await checkBeforeSending(call);
		const { conversation: talk = {}, agent } = check;
		const result = (more: IDataObject): IDataObject[] => {
			const hint = notSentHint(call, check, more);
			if (hint) call.host.hint(hint);
			return [
				{
					sent: false,
					reason: null,
					checked: check.checked,
					template_sent: false,
					delivery: 'not_checked',
					agent_message: agent ?? null,
					agent_wrote_meanwhile: null,
					typing_shown: false,
					messages: [],
					not_sent: null,
					...more,
				},
			];
		};
		if (check.reason) return result({ reason: check.reason });
		const template = await closedWindowTemplate(call, talk, request.body);
		const path = request.path.replace(/\/messages$/, '');
		const to = check.conversation ? await destinationOf(call, path, talk) : { path };
		const { content: words = '', ...others } = request.body ?? {};
		const adapted = (text: string) =>
			to.channel && values.adapt_markdown !== false ? forChannel(text, to.channel) : text;
		const wish = {
			body: { ...others, ...(words ? { content: adapted(String(words)) } : {}) },
			files: request.files,
		};
		const plan = template
			? { messages: [{ body: template }], hints: [] }
			: planned(wish, to.channel, {
					longest: values.longest_message as number | undefined,
					byParagraph: values.split_at === 'paragraphs',
				});
		const parts: Outgoing[] = plan.messages;
		const messages = sentBefore(parts, check.botAnswers, talk);
		if (messages.length === parts.length) return result({ reason: 'already_sent', messages });
		const first = messages.length;
		const step = steps();
		const box = outbox(call, to);
		const indicator = typing(call);
		const meanwhileNow = async () => await unlessFails(writtenMeanwhile(call, check, messages));
		let meanwhile: Awaited<ReturnType<typeof meanwhileNow>>;
		try {
			for (const [offset, part] of parts.slice(first).entries()) {
				const tookTime = await step(
					'',
					async () => await indicator.before(textOf(part.body.content)),
				);
				if (tookTime || offset) meanwhile = await meanwhileNow();
				if (meanwhile?.reason) break;
				const name = `part ${messages.length + 1}`;
				const sent = await step(
					`Sending ${name} of ${parts.length}`,
					async () =>
						await box.post(
							part,
							async () =>
								await sendAs({ ...call, request: { ...request, files: undefined, ...part } }),
						),
					({ id }) => `${name} was sent as message ${id as number}`,
				);
				messages.push(sent);
			}
		} finally {
			await indicator.after();
		}
		const reason = meanwhile?.reason ?? null;
		if (!reason) meanwhile = await meanwhileNow();
		const outcomes = await step('', async () => await box.outcomes());
		if (check.conversation) plan.hints.forEach((hint) => call.host.hint(hint));
		const left = parts.slice(messages.length).map(({ body }) => textOf(body.content));
		return result({
			sent: messages.length > first,
			reason,
			template_sent: template !== undefined && messages.length > 0,
			typing_shown: indicator.wasShown(),
			messages: [...messages.slice(0, first), ...outcomes.map(({ message: sent }) => sent)],
			delivery: deliveryOf(outcomes),
			agent_message: meanwhile?.agent ?? null,
			agent_wrote_meanwhile: meanwhile ? meanwhile.agent !== null : null,
			not_sent: left.length ? left.join('\n\n') : null,
		});
	},
});
