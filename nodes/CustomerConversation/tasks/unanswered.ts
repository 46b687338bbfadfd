import type { IDataObject } from 'n8n-workflow';
import { contentAttributesOf, isByCustomer } from '../../shared/tasks/messageWords';
import { at } from '../../shared/values';
import { isTeamAnswer, writerOf } from '../../shared/vocabulary';

/** Finds the messages of a customer that nobody has answered yet. */

const secondsBetween = (earlier: IDataObject, later: IDataObject) =>
	Number(later.created_at) - Number(earlier.created_at);

/** In the order in which Chatwoot shows them. */
const inOrder = (messages: IDataObject[]) =>
	[...messages].sort(
		(one, other) => secondsBetween(other, one) || Number(one.id) - Number(other.id),
	);

/** Seconds that a pause of the customer may seem longer than it was: Chatwoot's times have whole seconds. */
const SLACK = 2;

/** Seconds by which an execution may begin later than its message. */
const LATE = 60;

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
 * Finds what a customer wrote since the last answer. A person's answer is one to everything before it.
 *
 * A bot's answer is one to less: the customer may write on while it is made, and the bot has not read that.
 * A bot waits for `quiet` seconds after a message before it reads. So its answer is one to messages that are
 * older by that time, unless the customer wrote on within it. Only the execution that the newest message
 * started can answer that message: a bot's answer after it was begun before, unless it came much later.
 *
 * Deleted messages are left out, but one of them can be the newest: executions that looked before it was
 * deleted left the answer to it.
 * @param read the newest messages of the conversation without gaps, in any order
 */
export function unansweredIn(read: IDataObject[], { started, quiet, user }: Execution): Found {
	const rows = inOrder(read);
	const isByPerson = (row: IDataObject) =>
		writerOf(row) === 'agent' && (user === undefined || at(row, 'sender.id') !== user);
	const found: IDataObject[] = [];
	const isAnswered = (row: IDataObject, later: IDataObject[]) => {
		const [next] = found;
		// The time of a form is not the time when it was filled in.
		const wroteOn = next?.message_type === 0 && secondsBetween(row, next) < quiet + SLACK;
		const needed = quiet && (!next ? quiet + LATE : wroteOn ? Infinity : quiet);
		return later.some(
			(one) => isTeamAnswer(one) && (isByPerson(one) || secondsBetween(row, one) >= needed),
		);
	};
	for (let index = rows.length - 1; index >= 0; index--) {
		const row = rows[index];
		if (!isByCustomer(row)) continue;
		if (isAnswered(row, rows.slice(index + 1))) break;
		found.unshift(row);
	}
	return {
		messages: found.filter((row) => contentAttributesOf(row).deleted !== true),
		isNewest: started === undefined || started === rows.findLast(isByCustomer)?.id,
		complete: rows.length > 0 && isAnswered(rows[0], rows),
	};
}

/**
 * Whether the result depends on who the token's user is: a user answered so soon that it was a person, or a
 * bot that had begun before.
 */
export function dependsOnUser(read: IDataObject[], quiet: number): boolean {
	const rows = inOrder(read);
	const newest = rows.findLastIndex(isByCustomer);
	return rows.some(
		(answer, index) =>
			isTeamAnswer(answer) &&
			writerOf(answer) === 'agent' &&
			quiet > 0 &&
			(index > newest ||
				rows
					.slice(0, index)
					.some((row) => isByCustomer(row) && secondsBetween(row, answer) < quiet)),
	);
}
