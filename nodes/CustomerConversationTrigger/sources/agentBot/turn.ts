import type { IWebhookFunctions } from 'n8n-workflow';
import type { Delivery } from '../../../shared/events/delivery';
import { isAnswer } from '../../../shared/events/events';
import { sourceDataOf, storeSourceData } from '../connection';
import type { Registered } from '../../staticData';
import type { Source } from '../source';

/** Data stored with the workflow: conversations that a person took over, the newest last. */
interface SourceData {
	id: number;
	taken: number[];
	/** Another server has other conversations under the same ids. */
	registeredAt: Registered;
}

/** Name of the source. */
const NAME = 'agent_bot';

/** Number of conversations stored with the workflow, and remembered by this process for all its triggers. */
const MOST_STORED = 500;
const MOST = 20_000;

/** Conversations, and whether a person took them over. */
const known = new Map<string, boolean>();

/** Whether the conversation belongs to the bot: pending, or assigned to a bot, to this one if its id is known. */
function isBots({ conversation }: Delivery, botId?: number): boolean {
	const { status, assignee } = conversation ?? {};
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
		return message?.message_type === 'outgoing' && !message.private && sender?.type === 'user'
			? true
			: undefined;
	if (/^conversation_(opened|resolved|status_changed)$/.test(event) || 'status' in changes)
		return false;
	if ('assignee_id' in changes) return changes.assignee_id.to !== null;
	return 'assignee_agent_bot_id' in changes ? false : undefined;
}

/** Whether the newest message of the conversation is from a person, and newer than this one. */
function isAnswered({ message, conversation }: Delivery): boolean {
	const [newest] = conversation?.messages ?? [];
	return newest?.sender_type === 'User' && Number(newest.id) > Number(message?.id);
}

/**
 * Lets through customers' messages only while it is the bot's turn, private notes only if Private Note Written
 * is chosen, and all other events.
 */
export const isForBot: Source['lets'] = (context, { sourceSettings }, delivery, events) => {
	const { conversation, message } = delivery;
	if (sourceSettings.only_its_turn === false || !conversation) return true;
	const sourceData = sourceDataOf<SourceData>(context, NAME);
	const name = nameOf(context, sourceData, conversation.id);
	const took = isTakeover(delivery);
	if (took !== undefined) {
		const isTaken = took && isBots(delivery, sourceData.id);
		note(name, isTaken);
		const { taken = [] } = sourceData;
		const others = taken.filter((id) => id !== conversation.id);
		if (isTaken || others.length < taken.length)
			storeSourceData<SourceData>(context, NAME, {
				taken: [...others, ...(isTaken ? [conversation.id] : [])].slice(-MOST_STORED),
			});
	}
	if (message?.private === true) return events.includes('note_written');
	if (message?.message_type !== 'incoming' && !isAnswer(delivery)) return true;
	const isTaken = known.get(name) ?? sourceData.taken?.includes(conversation.id) ?? false;
	return isBots(delivery, sourceData.id) && !isTaken && !isAnswered(delivery);
};

const nameOf = (
	context: IWebhookFunctions,
	{ registeredAt }: Partial<SourceData>,
	conversation: number,
) => JSON.stringify([context.getWorkflow().id, context.getNode().id, registeredAt, conversation]);

function note(name: string, isTaken: boolean): void {
	known.delete(name);
	known.set(name, isTaken);
	const [oldest] = known.keys();
	if (known.size > MOST) known.delete(oldest);
}
