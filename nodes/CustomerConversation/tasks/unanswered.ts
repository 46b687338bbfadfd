import type { IDataObject } from 'n8n-workflow';
import { at, isObject } from '../../shared/values';
import { answersIn } from './transcript';

/** Finds the messages of a customer that nobody has answered yet. */

const attributesOf = ({ content_attributes: content }: IDataObject) => (content ?? {}) as IDataObject;

const isEcho = (message: IDataObject) => attributesOf(message).external_echo === true;

/**
 * Whether a message is an answer of an agent or a bot, as Chatwoot counts it. Greetings, ratings and
 * automation rules have no sender; neither have messages from the channel's own app, but a person wrote them.
 */
export const isAnswer = (message: IDataObject): boolean =>
	message.message_type === 1 &&
	message.private !== true &&
	(isObject(message.sender) || isEcho(message));

/** Whether a message is from the customer, or is a message of the team into which the customer entered something. */
const isFromCustomer = (message: IDataObject): boolean =>
	message.message_type === 0 ||
	(message.message_type === 1 &&
		message.content_type !== 'input_csat' &&
		answersIn(attributesOf(message)).length > 0);

const isByUser = (message: IDataObject) => at(message, 'sender.type') === 'user';

const secondsBetween = (earlier: IDataObject, later: IDataObject) =>
	Number(later.created_at) - Number(earlier.created_at);

/** In the order in which Chatwoot shows them; its times have whole seconds. */
const inOrder = (messages: IDataObject[]) =>
	[...messages].sort(
		(one, other) => secondsBetween(other, one) || Number(one.id) - Number(other.id),
	);

/** What is known of the execution that looks for unanswered messages. */
interface Execution {
	/** ID of the message that started it. */
	started?: number;
	/** Seconds that each execution waits before it looks, if a message started it. Otherwise 0. */
	quiet: number;
	/** ID of the token's user, who writes for the bot. */
	user?: unknown;
}

interface Found {
	/** The unanswered messages, oldest first. */
	messages: IDataObject[];
	/** Whether the customer has written nothing after the message that started the execution. */
	isNewest: boolean;
	/** Whether all messages before those that were read are answered. */
	complete: boolean;
}

/**
 * Finds what a customer wrote since the last answer.
 *
 * A bot that waits before it looks cannot have read what came shortly before its answer: the customer
 * wrote that while the answer was being made. So a bot's answer is only one to messages that are older by
 * the waiting time. A person's answer is one to everything before it.
 *
 * Deleted messages are left out, but one of them can be the newest: executions that looked before it was
 * deleted left the answer to it.
 * @param read the newest messages of the conversation without gaps, in any order
 */
export function unansweredIn(read: IDataObject[], { started, quiet, user }: Execution): Found {
	const rows = inOrder(read);
	const isByPerson = (row: IDataObject) =>
		isEcho(row) || (isByUser(row) && at(row, 'sender.id') !== user);
	const isAnswered = (row: IDataObject, later: IDataObject[]) =>
		later.some(
			(one) => isAnswer(one) && (isByPerson(one) || secondsBetween(row, one) >= quiet),
		);
	const answered = rows.findLastIndex(
		(row, index) => isFromCustomer(row) && isAnswered(row, rows.slice(index + 1)),
	);
	return {
		messages: rows
			.slice(answered + 1)
			.filter((row) => isFromCustomer(row) && attributesOf(row).deleted !== true),
		isNewest: started === undefined || started === rows.findLast(isFromCustomer)?.id,
		complete: rows.length > 0 && isAnswered(rows[0], rows),
	};
}

/**
 * Whether the result depends on who the token's user is: a user wrote so soon after the customer that it
 * was a person, or a bot that had begun before.
 */
export const dependsOnUser = (rows: IDataObject[], quiet: number): boolean =>
	rows.some(
		(answer) =>
			isAnswer(answer) &&
			isByUser(answer) &&
			rows.some((row) => {
				const seconds = secondsBetween(row, answer);
				return isFromCustomer(row) && seconds >= 0 && seconds < quiet;
			}),
	);
