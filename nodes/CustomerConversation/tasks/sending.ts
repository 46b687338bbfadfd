import type { IDataObject } from 'n8n-workflow';
import {
	delivered,
	type DeliveryState,
	type Outcome,
	type Patience,
	type SentMessage,
} from '../../shared/channels/delivery';
import { planned, type Outgoing } from '../../shared/channels/plan';
import { steps } from '../../shared/steps';
import { keepEmail, untilEmailLeft } from '../../shared/tasks/leavingEmail';
import { worded } from '../../shared/values';
import { integer, pick, type Call, type Field } from '../../shared/vocabulary';
import type { Destination } from './destination';
import { filledHtml } from './liquid';
import { repliedToAll } from './replyToAll';

/** Sends what a user wants a customer to get, in the messages of the channel, and waits until they left. */

/** Seconds. */
const WAITS = { withFiles: 15, withoutFiles: 5 };

export const deliveryFields = (): Field[] => [
	pick(
		'wait_until',
		{ handed_over: 'Handed Over to the Channel', delivered: 'Delivered to the Customer' },
		{
			label: 'Wait Until',
			shown: false,
			hint: 'What the node waits for after sending. If the channel does not report what was delivered, it waits until the message is handed over.',
		},
	),
	integer('wait_seconds', {
		label: 'Wait at Most',
		shown: false,
		// Zero, n8n's default, would not wait.
		default: WAITS.withFiles,
		hint: `Maximum number of seconds. After them, delivery is unknown. With 0, the node does not notice a failure. Default: ${WAITS.withFiles} with files, ${WAITS.withoutFiles} without.`,
		range: [0, 300],
	}),
];

const hasFiles = ({ body, files = [] }: Outgoing): boolean =>
	files.length > 0 || Array.isArray(body.attachments);

function patienceOf({ values }: Call, message: Outgoing): Patience {
	const { wait_seconds: seconds, wait_until } = values;
	const usual = hasFiles(message) ? WAITS.withFiles : WAITS.withoutFiles;
	return {
		limit: Number(seconds ?? usual) * 1000,
		untilDelivered: wait_until === 'delivered',
	};
}

/** Hints for a channel that was not asked, or did not answer. */
function hintOf(id: unknown, delivery: DeliveryState, seconds: number, problem?: string): string {
	const message = `message ${worded(id)}`;
	const doubt = 'It may still be sent: do not send it again at once.';
	if (problem)
		return `It could not be read whether ${message} was handed over: ${problem} ${doubt}`;
	return delivery === 'unknown'
		? `Chatwoot had not handed over ${message} after ${seconds} seconds. ${doubt}`
		: '';
}

/** The messages of one item to one conversation. */
export function outbox(call: Call, { path, conversation, channel }: Destination) {
	const sent: SentMessage[] = [];
	const known: Outcome[] = [];
	let goesFirst = false;
	const read = async (some: SentMessage[], isUrgent: boolean): Promise<Outcome[]> => {
		if (channel) {
			const found = await delivered(call, path, channel, some, isUrgent);
			if (channel.email) for (const { message } of found) await keepEmail(call, path, message);
			return found;
		}
		if (!conversation)
			call.host.hint(
				'The token may not read the conversation: neither the message nor its delivery was checked.',
			);
		const delivery = conversation ? 'not_checked' : 'unknown';
		return some.map(({ message }) => ({ message, delivery }));
	};
	/**
	 * What became of all messages so far, in their order.
	 * @param isUrgent whether something else can only be sent afterwards
	 * @throws ServiceError if one failed
	 */
	const outcomes = async (isUrgent = true): Promise<Outcome[]> => {
		const unknown = sent.slice(known.length);
		const found = unknown.length ? await read(unknown, isUrgent) : [];
		for (const [index, { message, delivery, problem }] of found.entries()) {
			const { limit } = unknown[index].patience;
			const hint = channel && hintOf(message.id, delivery, limit / 1000, problem);
			if (hint) call.host.hint(hint);
		}
		known.push(...found);
		return known;
	};
	return {
		/** Sends a message, once the ones before were handed over: Chatwoot sends several at the same time. */
		post: async (part: Outgoing, send: () => Promise<IDataObject>): Promise<IDataObject> => {
			if (channel && sent.length) await outcomes();
			if (conversation && channel?.email) await untilEmailLeft(call, path, conversation);
			const message = await send();
			if (channel?.email) await keepEmail(call, path, message);
			sent.push({ message, since: Date.now(), patience: patienceOf(call, part) });
			goesFirst = channel !== undefined && (channel.inTurn || hasFiles(part));
			return message;
		},
		/** Whether a message of another item must wait for the last one. */
		goesFirst: () => goesFirst,
		outcomes,
	};
}

const WORST: DeliveryState[] = ['not_checked', 'unknown', 'handed_over', 'delivered'];

/** What became of several messages together: as little as is known of any. */
export const deliveryOf = (outcomes: Array<{ delivery: DeliveryState }>): DeliveryState =>
	WORST.find((one) => outcomes.some(({ delivery }) => delivery === one)) ?? 'not_checked';

/** Several messages as one: all texts and files, with the ID of the first. */
function asOne(messages: IDataObject[]): IDataObject {
	const [first, ...others] = messages;
	if (!others.length) return first;
	const last = messages[messages.length - 1];
	const texts = messages.flatMap(({ content }) => (content ? [String(content)] : []));
	return {
		...first,
		content: texts.length ? texts.join('\n\n') : null,
		content_type: last.content_type,
		content_attributes: Object.assign(
			{},
			...messages.map(({ content_attributes }) => content_attributes),
		) as IDataObject,
		attachments: messages.flatMap(({ attachments }) => (attachments ?? []) as IDataObject[]),
	};
}

/** A message with the Liquid of its HTML filled in. */
async function filledIn(call: Call, wish: Outgoing, to: Destination): Promise<Outgoing> {
	const html = wish.body.email_html_content;
	const isSent = typeof html === 'string' && (to.channel?.email ?? !to.conversation);
	return isSent
		? { ...wish, body: { ...wish.body, email_html_content: await filledHtml(call, html, to) } }
		: wish;
}

/** What was sent to a conversation. */
interface Sent {
	/** IDs of the messages. */
	ids: unknown[];
	/** Waits until they were handed over. @throws ServiceError if one failed */
	outcome: () => Promise<IDataObject>;
}

/**
 * Sends all messages of a wish. The next ones of the conversation may then leave: if these could overtake,
 * only once all were handed over.
 * @param send sends one message, as Chatwoot's path wants it
 * @returns `outcome` makes one record of the messages, with `message_ids` and `delivery`
 * @throws BadInput if the customer would not get all of it; ServiceError if a message failed, which names those
 * that were sent
 */
export async function postAll(
	call: Call,
	wish: Outgoing,
	to: Destination,
	send: (message: Outgoing) => Promise<IDataObject>,
): Promise<Sent> {
	const whole = await filledIn(call, await repliedToAll(call, wish, to), to);
	const { messages, hints } = planned(whole, to.channel);
	const box = outbox(call, to);
	const step = steps();
	const ids: unknown[] = [];
	const many = messages.length > 1;
	for (const [index, message] of messages.entries()) {
		const { id } = await step(
			many ? `Sending message ${index + 1} of ${messages.length}` : 'Sending the message',
			async () => await box.post(message, async () => await send(message)),
			(sent) => `message ${worded(sent.id)} was sent`,
		);
		ids.push(id);
	}
	// While this item waits, others need the memory.
	for (const sent of [call.request, wish, whole, ...messages]) sent.files = undefined;
	const outcomes = async (isUrgent: boolean) =>
		await step('', async () => await box.outcomes(isUrgent));
	if (box.goesFirst() || !call.host.letNext()) await outcomes(true);
	return {
		ids,
		outcome: async () => {
			const found = await outcomes(false);
			if (to.conversation) hints.forEach((hint) => call.host.hint(hint));
			return {
				...asOne(found.map(({ message }) => message)),
				message_ids: ids,
				delivery: deliveryOf(found),
			};
		},
	};
}

/** Sends all messages of a wish, and waits until they were handed over, as `postAll` does. */
export const sendAll = async (...all: Parameters<typeof postAll>): Promise<IDataObject> => {
	const { outcome } = await postAll(...all);
	return await outcome();
};
