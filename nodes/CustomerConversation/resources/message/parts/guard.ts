import type { IDataObject } from 'n8n-workflow';
import { unlessForbidden } from '../../../../shared/steps';
import { at, isObject } from '../../../../shared/values';
import { byId, picks, records, type Call } from '../../../../shared/vocabulary';

/** Checks whether a bot may still answer, or an agent has taken over. */

const REASONS = {
	agent_answered: 'An Agent Has Replied',
	agent_assigned: 'It Is Open and Assigned to an Agent',
	already_sent: 'The Same Text Was Already Sent',
	resolved: 'It Is Resolved',
	snoozed: 'It Is Snoozed',
};

export const sendAlthough = () =>
	picks('send_although', REASONS, {
		label: 'Send Even If',
		hint: 'By default, each of these prevents sending: the item then has sent: false and the reason',
	});

/** What is known before a message is sent. */
interface SendCheck {
	/** Why nothing should be sent. */
	reason?: string;
	/** Whether everything that has to be checked could be read. */
	checked: boolean;
	/** The conversation, if the token may read it. */
	conversation?: IDataObject;
	/** The reply of an agent. */
	agent?: IDataObject;
	/** What bots and the token's user have sent since; empty if the same text may be sent twice. */
	botAnswers: IDataObject[];
}

/** The ID of the token's user, whose messages are not those of an agent here. Undefined for a bot. */
async function ownUser({ values, getOnce }: Call): Promise<unknown> {
	if (values.agent_bot_id) return undefined;
	return at(await unlessForbidden(getOnce('/api/v1/profile')), 'id');
}

const isAnswer = ({ message_type: type, private: hidden }: IDataObject) => type === 1 && !hidden;

/** Messages that were typed in the app of the channel have no sender. */
const isByPerson = (message: IDataObject, userId: unknown): boolean =>
	isAnswer(message) &&
	(at(message, 'content_attributes.external_echo') === true ||
		(at(message, 'sender.type') === 'user' && at(message, 'sender.id') !== userId));

const pathOf = ({ request }: Call) => request.path.replace(/\/messages$/, '');

/** The messages after this one. */
const after = async (call: Call, id: number): Promise<IDataObject[] | undefined> => {
	const request = { method: 'GET', path: call.request.path, query: { after: id } };
	return await unlessForbidden(call.list(request, records('payload', byId('older', 20, 1000))));
};

/** The messages since the one to answer, by default the contact's newest. */
async function since(
	call: Call,
	conversation: IDataObject,
	id: number | undefined,
): Promise<IDataObject[] | undefined> {
	const newest = conversation.last_non_activity_message;
	if (!isObject(newest)) return [];
	if (id !== undefined) return Number(newest.id) > id ? await after(call, id) : [];
	if (newest.message_type === 0) return [];
	const request = { method: 'GET', path: call.request.path };
	const isLast = ({ message_type: type }: IDataObject) => type === 0;
	const read = call.list(request, records('payload', byId('older', 20)), isLast);
	const rows = await unlessForbidden(read);
	return rows?.slice(rows.findLastIndex(isLast) + 1);
}

/**
 * Checks whether the conversation still belongs to the bot, and who has written since the message to
 * answer. Only reads what is needed.
 */
export async function checkBeforeSending(call: Call): Promise<SendCheck> {
	const { send_although: allowed = [], answered_message_id: id } = call.values;
	const counts = (reason: string) => !(allowed as string[]).includes(reason);
	const conversation = await unlessForbidden(call.send({ method: 'GET', path: pathOf(call) }));
	if (!isObject(conversation)) return { checked: false, botAnswers: [] };
	const found = { checked: true, conversation: conversation as IDataObject, botAnswers: [] };
	const status = String(conversation.status);
	if (status in REASONS && counts(status)) return { ...found, reason: status };
	const agent =
		at(conversation, 'meta.assignee_type') === 'User' && at(conversation, 'meta.assignee.id');
	if (status === 'open' && agent && counts('agent_assigned') && agent !== (await ownUser(call)))
		return { ...found, reason: 'agent_assigned' };
	if (!counts('agent_answered') && !counts('already_sent')) return found;
	const messages = await since(call, conversation as IDataObject, id as number | undefined);
	// The conversation contains its newest message.
	const known = messages ?? [conversation.last_non_activity_message as IDataObject];
	const answers = known.filter(isAnswer);
	const user = answers.length ? await ownUser(call) : undefined;
	const answer = answers.findLast((message) => isByPerson(message, user));
	return {
		...found,
		checked: messages !== undefined || answer !== undefined,
		botAnswers: counts('already_sent')
			? answers.filter((message) => !isByPerson(message, user))
			: [],
		...(answer && counts('agent_answered') ? { reason: 'agent_answered', agent: answer } : {}),
	};
}

/**
 * The message that an agent has written since the check; null if there is none, undefined if it cannot
 * be read.
 * @param sent the messages of this call
 */
export async function agentMeanwhile(
	call: Call,
	{ conversation, checked }: SendCheck,
	sent: IDataObject[],
): Promise<IDataObject | null | undefined> {
	if (!conversation || !checked) return undefined;
	const newest = at(conversation, 'last_non_activity_message.id');
	const messages = await after(call, Number(newest ?? 0));
	if (!messages) return undefined;
	const sentIds = sent.map(({ id }) => id);
	const others = messages.filter((message) => isAnswer(message) && !sentIds.includes(message.id));
	const user = others.length ? await ownUser(call) : undefined;
	return others.findLast((message) => isByPerson(message, user)) ?? null;
}
