import type { IDataObject } from 'n8n-workflow';
import { unlessForbidden } from '../../../../shared/steps';
import { at, isObject } from '../../../../shared/values';
import { byId, picks, records, type Call } from '../../../../shared/vocabulary';

/** Whether a bot may answer still: people come first. */

const REASONS = {
	agent_answered: 'An Agent Has Answered',
	agent_assigned: 'An Agent Is Assigned, and It Is Open',
	already_sent: 'The Same Answer Was Sent',
	resolved: 'It Is Resolved',
	snoozed: 'It Is Snoozed',
};

export const sendAlthough = () =>
	picks('send_although', REASONS, {
		hint: 'What else keeps the message from being sent: the item then says sent: false, and the reason',
	});

/** What is known before a message is sent. */
export interface Look {
	/** Why nothing is to be sent. */
	reason?: string;
	/** Whether all that was to be looked at could be read. */
	checked: boolean;
	/** The conversation, where the token may read it. */
	talk?: IDataObject;
	/** The message with which an agent has answered. */
	agent?: IDataObject;
	/** What bots and the token's user have sent since, unless it may be sent twice. */
	own: IDataObject[];
}

/** Who answers with the token: the user, who is a person elsewhere. Nobody for a bot. */
async function ownUser({ values, getOnce }: Call): Promise<unknown> {
	if (values.agent_bot_id) return undefined;
	return at(await unlessForbidden(getOnce('/api/v1/profile')), 'id');
}

const isAnswer = ({ message_type: type, private: hidden }: IDataObject) => type === 1 && !hidden;

/** What was typed in the channel's own app has no sender. */
const isByPerson = (message: IDataObject, own: unknown): boolean =>
	isAnswer(message) &&
	(at(message, 'content_attributes.external_echo') === true ||
		(at(message, 'sender.type') === 'user' && at(message, 'sender.id') !== own));

const pathOf = ({ request }: Call) => request.path.replace(/\/messages$/, '');

/** The messages that came after this one. */
const after = async (call: Call, id: number): Promise<IDataObject[] | undefined> => {
	const request = { method: 'GET', path: call.request.path, query: { after: id } };
	return await unlessForbidden(call.list(request, records('payload', byId('older', 20, 1000))));
};

/** The messages since the one that is answered: by default the contact's newest. */
async function since(
	call: Call,
	talk: IDataObject,
	id: number | undefined,
): Promise<IDataObject[] | undefined> {
	const newest = talk.last_non_activity_message;
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
 * Looks whether the conversation is the bot's still, and who has written since the message that is
 * answered. No more is read than is needed.
 */
export async function look(call: Call): Promise<Look> {
	const { send_although: allowed = [], answered_message_id: id } = call.values;
	const counts = (reason: string) => !(allowed as string[]).includes(reason);
	const talk = await unlessForbidden(call.send({ method: 'GET', path: pathOf(call) }));
	if (!isObject(talk)) return { checked: false, own: [] };
	const found = { checked: true, talk: talk as IDataObject, own: [] };
	const status = String(talk.status);
	if (status in REASONS && counts(status)) return { ...found, reason: status };
	const agent = at(talk, 'meta.assignee_type') === 'User' && at(talk, 'meta.assignee.id');
	if (status === 'open' && agent && counts('agent_assigned') && agent !== (await ownUser(call)))
		return { ...found, reason: 'agent_assigned' };
	if (!counts('agent_answered') && !counts('already_sent')) return found;
	const messages = await since(call, talk as IDataObject, id as number | undefined);
	// The newest is shown with the conversation.
	const known = messages ?? [talk.last_non_activity_message as IDataObject];
	const answers = known.filter(isAnswer);
	const user = answers.length ? await ownUser(call) : undefined;
	const answer = answers.findLast((message) => isByPerson(message, user));
	return {
		...found,
		checked: messages !== undefined || answer !== undefined,
		own: counts('already_sent') ? answers.filter((message) => !isByPerson(message, user)) : [],
		...(answer && counts('agent_answered') ? { reason: 'agent_answered', agent: answer } : {}),
	};
}

/**
 * The message that an agent has written since the look, if one has; undefined where nobody can know.
 * @param sent by the call itself
 */
export async function agentMeanwhile(
	call: Call,
	{ talk, checked }: Look,
	sent: IDataObject[],
): Promise<IDataObject | null | undefined> {
	if (!talk || !checked) return undefined;
	const newest = at(talk, 'last_non_activity_message.id');
	const messages = await after(call, Number(newest ?? 0));
	if (!messages) return undefined;
	const ours = sent.map(({ id }) => id);
	const others = messages.filter((message) => isAnswer(message) && !ours.includes(message.id));
	const user = others.length ? await ownUser(call) : undefined;
	return others.findLast((message) => isByPerson(message, user)) ?? null;
}
