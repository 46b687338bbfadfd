import type { IWebhookFunctions } from 'n8n-workflow';
import type { Delivery } from '../../../shared/events/delivery';
import { isAnswer } from '../../../shared/events/events';
import { keepUnder, keptUnder } from '../connection';
import type { Registered } from '../../kept';
import type { Source } from '../source';

/** What is kept with the workflow: conversations that a person took over, the newest last. */
interface Kept {
	id: number;
	taken: number[];
	/** Another server counts its conversations anew. */
	registeredAt: Registered;
}

/** That of the source. */
const NAME = 'agent_bot';

/** Conversations that are kept, and that this process remembers, of all its triggers together. */
const MOST_KEPT = 500;
const MOST = 20_000;

/** Whether a person took the conversation over. */
const known = new Map<string, boolean>();

/** Pending, or assigned to a bot; to this one, where that is known. */
function isBots({ conversation }: Delivery, own?: number): boolean {
	const { status, assignee } = conversation ?? {};
	if (assignee?.type === 'agent_bot') return own === undefined || assignee.id === own;
	return status === 'pending';
}

/**
 * Whether a person takes the conversation over with what is told, or it is given back; undefined where
 * it says neither. A person who writes leaves a pending conversation pending, and older releases tell
 * nothing of an assignment.
 */
function takes({ event, message, sender, changes }: Delivery): boolean | undefined {
	if (event === 'message_created')
		return message?.message_type === 'outgoing' && !message.private && sender?.type === 'user'
			? true
			: undefined;
	if (/^conversation_(opened|resolved|status_changed)$/.test(event) || 'status' in changes)
		return false;
	if ('assignee_id' in changes) return changes.assignee_id.to !== null;
	return 'assignee_agent_bot_id' in changes ? false : undefined;
}

/** Whether the newest message of the conversation is a person's, and came after this one. */
function isAnswered({ message, conversation }: Delivery): boolean {
	const [newest] = conversation?.messages ?? [];
	return newest?.sender_type === 'User' && Number(newest.id) > Number(message?.id);
}

/**
 * Of what customers write only what is the bot's to answer; of notes only what is chosen by its name.
 * What else is chosen comes.
 */
export const isForBot: Source['lets'] = (context, { own }, delivery, events) => {
	const { conversation, message } = delivery;
	if (own.only_its_turn === false || !conversation) return true;
	const kept = keptUnder<Kept>(context, NAME);
	const name = nameOf(context, kept, conversation.id);
	const took = takes(delivery);
	if (took !== undefined) {
		const isTaken = took && isBots(delivery, kept.id);
		note(name, isTaken);
		const { taken = [] } = kept;
		const others = taken.filter((id) => id !== conversation.id);
		if (isTaken || others.length < taken.length)
			keepUnder<Kept>(context, NAME, {
				taken: [...others, ...(isTaken ? [conversation.id] : [])].slice(-MOST_KEPT),
			});
	}
	if (message?.private === true) return events.includes('note_written');
	if (message?.message_type !== 'incoming' && !isAnswer(delivery)) return true;
	const isTaken = known.get(name) ?? kept.taken?.includes(conversation.id) ?? false;
	return isBots(delivery, kept.id) && !isTaken && !isAnswered(delivery);
};

const nameOf = (
	context: IWebhookFunctions,
	{ registeredAt }: Partial<Kept>,
	conversation: number,
) => JSON.stringify([context.getWorkflow().id, context.getNode().id, registeredAt, conversation]);

function note(name: string, isTaken: boolean): void {
	known.delete(name);
	known.set(name, isTaken);
	const [oldest] = known.keys();
	if (known.size > MOST) known.delete(oldest);
}
