import type { IDataObject } from 'n8n-workflow';
import { at, isObject } from '../values';
import type { Computed, Shape } from './reply';

/** The state of a conversation: its last message, who wrote it, and since when the customer waits. */

const isPublic = (message: unknown): message is IDataObject =>
	isObject(message) &&
	![2, 'activity'].includes(message.message_type as string) &&
	!message.private;

/**
 * The newest message that the customer can see; null if there is none, undefined if the record does not
 * contain it. Chatwoot only adds the newest message of all kinds, and the newest that is not an activity:
 * if that is a private note, what was written before it is not known.
 */
export function lastMessageOf(conversation: IDataObject): IDataObject | null | undefined {
	const { last_non_activity_message: written, messages } = conversation;
	const newest = Array.isArray(messages) ? (messages as unknown[]).at(-1) : undefined;
	const known = [written, newest].find(isPublic);
	if (known) return known;
	const isEmpty = written === undefined ? Array.isArray(messages) && !newest : written === null;
	return isEmpty ? null : undefined;
}

/** Whether a person typed the message in the channel's own app: Chatwoot does not know who it was. */
export const isFromApp = (message: unknown): boolean =>
	at(message, 'content_attributes.external_echo') === true;

/**
 * Who wrote a message. Messages from the channel's own app have no sender and are an agent's. Greetings,
 * ratings, automation rules and campaigns have none either: these are a bot's.
 */
export function writerOf(message: IDataObject): 'customer' | 'agent' | 'bot' {
	if ([0, 'incoming'].includes(message.message_type as string)) return 'customer';
	const byUser = String(at(message, 'sender.type') ?? message.sender_type).toLowerCase() === 'user';
	return isFromApp(message) || byUser ? 'agent' : 'bot';
}

/**
 * Whether a message is an answer of an agent or a bot, as Chatwoot counts it. Greetings, ratings and
 * automation rules have no sender; neither have messages from the channel's own app, but a person wrote them.
 */
export const isTeamAnswer = (message: IDataObject): boolean =>
	message.message_type === 1 &&
	message.private !== true &&
	(isObject(message.sender) || isFromApp(message));

/** The last message of a conversation as flat values; its time is Unix time in seconds. */
export function lastMessageValues(conversation: IDataObject) {
	const message = lastMessageOf(conversation);
	return {
		last_message: message?.content,
		last_message_by: message === null ? 'none' : message && writerOf(message),
		last_message_at: message?.created_at,
	};
}

const lastMessageValue = (key: keyof ReturnType<typeof lastMessageValues>): Computed => ({
	computed: (conversation) => lastMessageValues(conversation)[key],
});

/** Keys that say in which state a conversation is. Null if Chatwoot does not say. */
export const CONVERSATION_STATE: Shape = {
	last_message: lastMessageValue('last_message'),
	last_message_by: lastMessageValue('last_message_by'),
	last_message_at: lastMessageValue('last_message_at'),
	waiting_since: 'waiting_since',
	can_reply: 'can_reply',
	unread_count: 'unread_count',
};
