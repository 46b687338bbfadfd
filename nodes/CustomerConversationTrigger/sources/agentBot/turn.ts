import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { Delivery } from '../../../shared/events/delivery';
import { isAnswer } from '../../../shared/events/events';
import type { AccountReader } from '../../../shared/events/replies';
import { isBridged, isPhoneNote, withoutEchoes } from '../../../shared/tasks/bridges';
import { isQuestion } from '../../../shared/tasks/question';
import { rowsOf } from '../../../shared/transport/pages';
import { setNewest } from '../../../shared/values';
import { sourceDataOf, storeSourceData } from '../sourceData';
import type { Registered } from '../../staticData';
import type { Source } from '../source';

/** A conversation that a person took over. */
interface Taken {
	id: number;
	/** When a person last wrote in it or took it over; Unix time in milliseconds. */
	at: number;
	/** Whether it was still pending or assigned to the bot then. */
	isBots: boolean;
}

/** Data stored with the workflow: conversations that a person took over, the newest last. */
interface SourceData {
	id: number;
	taken: Taken[];
	/** Another server has other conversations under the same ids. */
	registeredAt: Registered;
}

/** Name of the source. */
const NAME = 'agent_bot';

/** Number of conversations stored with the workflow, and remembered by this process for all its triggers. */
const MOST_STORED = 500;
const MOST = 20_000;

/** Conversations, and how a person took them over; undefined if they were given back. */
const known = new Map<string, Taken | undefined>();

/** Whether the conversation belongs to the bot: pending, or assigned to a bot, to this one if its id is known. */
function isBots({ conversation }: Delivery, botId?: number): boolean {
	const { status, assignee } = conversation ?? {};
	if (assignee?.type === 'captain_assistant') return false;
	if (assignee?.type === 'agent_bot') return botId === undefined || assignee.id === botId;
	return status === 'pending';
}

/**
 * Whether this event means that a person took over the conversation (true) or it was given back (false);
 * undefined if neither. A reply of a person leaves a pending conversation pending, and older releases do not
 * report assignments.
 */
function isTakeover({ event, message, sender, changes }: Delivery): boolean | undefined {
	if (event === 'message_created')
		return message?.message_type === 'outgoing' &&
			(!message.private || isPhoneNote(message)) &&
			sender?.type === 'user' &&
			!isQuestion(message)
			? true
			: undefined;
	if (/^conversation_(opened|resolved|status_changed)$/.test(event) || 'status' in changes)
		return false;
	if ('assignee_id' in changes) return changes.assignee_id.to !== null;
	return 'assignee_agent_bot_id' in changes ? false : undefined;
}

/** The newest message of the conversation if it is from a person, and newer than this one. */
function answerIn({ message, conversation }: Delivery): IDataObject | undefined {
	const [newest] = conversation?.messages ?? [];
	const isLater = newest?.sender_type === 'User' && Number(newest.id) > Number(message?.id);
	return isLater && !isQuestion(newest) ? newest : undefined;
}

/**
 * Whether a person's message is in fact what a WhatsApp bridge brought back of the bot's words. If the messages
 * cannot be read, it counts as a person's: the bot is rather quiet than in a person's way.
 */
async function isEcho(
	{ conversation }: Delivery,
	message: IDataObject | undefined,
	reader?: AccountReader,
): Promise<boolean> {
	if (!message || !reader || !isBridged(message)) return false;
	const path = `${reader.account}/conversations/${conversation?.id}/messages`;
	const [outcome] = await Promise.allSettled([reader.send({ method: 'GET', path })]);
	const rows = outcome.status === 'fulfilled' ? rowsOf(outcome.value) : [];
	const isRead = rows.some(({ id }) => id === message.id);
	return isRead && !withoutEchoes(rows).some(({ id }) => id === message.id);
}

/** The time of the event; the time of its arrival if the delivery has none. */
const timeOf = ({ at }: Delivery): number => Date.parse(at ?? '') || Date.now();

/**
 * Lets through customers' messages only while it is the bot's turn, private notes only if Private Note Written
 * is chosen, and all other events.
 */
export const isForBot: Source['lets'] = async (
	context,
	{ sourceSettings },
	delivery,
	events,
	reader,
) => {
	const { conversation, message } = delivery;
	const { only_its_turn: isWanted, bots_turn_again_after: minutes } = sourceSettings;
	if (isWanted === false || !conversation) return true;
	const sourceData = sourceDataOf<SourceData>(context, NAME);
	const name = nameOf(context, sourceData, conversation.id);
	const isBotsNow = isBots(delivery, sourceData.id);
	const took = isTakeover(delivery);
	if (took && (await isEcho(delivery, message, reader))) return false;
	if (took !== undefined) {
		// In a person's conversation, only the time of their last message is new.
		const isTaken = took && (isBotsNow || minutes !== undefined);
		const { id } = conversation;
		const entry = isTaken ? { id, at: timeOf(delivery), isBots: isBotsNow } : undefined;
		note(name, entry);
		const { taken = [] } = sourceData;
		const others = taken.filter((one) => one.id !== id);
		if (entry || others.length < taken.length)
			storeSourceData<SourceData>(context, NAME, {
				taken: [...others, ...(entry ? [entry] : [])].slice(-MOST_STORED),
			});
	}
	if (message?.private === true) return events.includes('note_written');
	if (message?.message_type !== 'incoming' && !isAnswer(delivery)) return true;
	const answer = answerIn(delivery);
	if (answer && !(await isEcho(delivery, answer, reader))) return false;
	const stored = sourceData.taken?.find(({ id }) => id === conversation.id);
	const entry = known.has(name) ? known.get(name) : stored;
	if (entry && minutes !== undefined && timeOf(delivery) - entry.at >= Number(minutes) * 60_000)
		return true;
	return isBotsNow && !entry?.isBots;
};

const nameOf = (
	context: IWebhookFunctions,
	{ registeredAt }: Partial<SourceData>,
	conversation: number,
) => JSON.stringify([context.getWorkflow().id, context.getNode().id, registeredAt, conversation]);

const note = (name: string, entry: Taken | undefined) => setNewest(known, name, entry, MOST);
