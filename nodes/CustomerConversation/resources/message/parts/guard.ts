import type { IDataObject } from 'n8n-workflow';
import { unlessForbidden } from '../../../../shared/steps';
import { isBridged, isPhoneNote, withoutEchoes } from '../../../../shared/tasks/bridges';
import { isQuestion } from '../../../../shared/tasks/question';
import { at, isObject, worded } from '../../../../shared/values';
import {
	byId,
	flag,
	integer,
	isFromApp,
	picks,
	records,
	type Call,
	type Field,
} from '../../../../shared/vocabulary';
import { closedWindow } from '../../../tasks/window';

/** Checks whether a bot may still answer, or an agent has taken over. */

const REASONS = {
	agent_answered: 'An Agent Has Replied',
	agent_assigned: 'It Is Open and Assigned to an Agent',
	already_sent: 'The Same Text Was Already Sent',
	resolved: 'It Is Resolved',
	snoozed: 'It Is Snoozed',
	window_closed: 'The Channel No Longer Accepts Replies',
};

/** Other reasons, and the field that makes each of them one. */
const SWITCHES = {
	newer_message: 'Only If Contact Wrote Nothing Newer',
	not_bots_turn: "Only When It Is the Bot's Turn",
};

type Reason = keyof typeof REASONS | keyof typeof SWITCHES;

/** Fields that decide when nothing is sent. */
export const guardFields = (): Field[] => [
	picks('send_although', REASONS, {
		label: 'Send Even If',
		hint: 'By default, each of these prevents sending: the item then has sent: false and the reason',
	}),
	flag('only_bots_turn', {
		label: SWITCHES.not_bots_turn,
		hint: 'Whether to send nothing unless the conversation is pending or assigned to a bot',
	}),
	integer('bots_turn_again_after', {
		label: "Bot's Turn Again After",
		hint: 'Minutes without a message from an agent after which a conversation that is assigned to one belongs to the bot again',
		range: [1, 525_600],
	}),
	flag('only_if_newest', {
		label: SWITCHES.newer_message,
		hint: 'Whether to send nothing if the contact has written again since the message to answer: the reply to that message should answer both',
	}),
	integer('repeat_after_hours', {
		label: 'Repeat Same Text After',
		hint: 'Hours before the same text is sent again, e.g. an out-of-office message. Default: once the contact has written again.',
		range: [1, 8760],
	}),
];

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

/** A bridge may note on behalf of the contact that a message was deleted. */
const isFromContact = ({ message_type: type, private: hidden }: IDataObject) =>
	type === 0 && !hidden;

/** Whether the team answered: a note of a bridge is what somebody answered on the phone. */
const isTeams = (message: IDataObject): boolean => isAnswer(message) || isPhoneNote(message);

/** Messages that were typed in the app of the channel have no sender. */
const isByPerson = (message: IDataObject, userId: unknown): boolean =>
	isTeams(message) &&
	!isQuestion(message) &&
	(isFromApp(message) ||
		(at(message, 'sender.type') === 'user' && at(message, 'sender.id') !== userId));

const pathOf = ({ request }: Call) => request.path.replace(/\/messages$/, '');

/** The newest messages, oldest first, back to the page with one that is enough. */
const newestRows = async (call: Call, isEnough: (message: IDataObject) => boolean) => {
	const request = { method: 'GET', path: call.request.path };
	return await unlessForbidden(call.list(request, records('payload', byId('older', 20)), isEnough));
};

/** The messages without the bot's words that a WhatsApp bridge brought back, which look like an agent's answer. */
async function genuine(
	call: Call,
	rows: IDataObject[] | undefined,
): Promise<IDataObject[] | undefined> {
	if (!rows?.some(isBridged)) return rows;
	// The original may be older than the message to answer.
	const page = (await newestRows(call, () => true)) ?? [];
	const others = page.filter((one) => !rows.some(({ id }) => id === one.id));
	return withoutEchoes(rows, [...others, ...rows]);
}

/** The messages after this one. */
const after = async (call: Call, id: number): Promise<IDataObject[] | undefined> => {
	const request = { method: 'GET', path: call.request.path, query: { after: id } };
	const list = call.list(request, records('payload', byId('older', 20, 1000)));
	return await genuine(call, await unlessForbidden(list));
};

const newest = async (call: Call, isEnough: (message: IDataObject) => boolean) =>
	await genuine(call, await newestRows(call, isEnough));

/** The messages of these seconds before the newest one. */
async function recent(
	call: Call,
	{ last_non_activity_message: last }: IDataObject,
	seconds: number,
): Promise<IDataObject[] | undefined> {
	if (!isObject(last)) return [];
	const isEarlier = ({ created_at }: IDataObject) =>
		Number(created_at) < Number(last.created_at) - seconds;
	const messages = await newest(call, isEarlier);
	return messages?.filter((message) => !isEarlier(message));
}

/** The messages since the one to answer, by default the contact's newest. */
async function since(
	call: Call,
	{ last_non_activity_message: last }: IDataObject,
	id: number | undefined,
): Promise<IDataObject[] | undefined> {
	if (!isObject(last)) return [];
	if (id !== undefined) return Number(last.id) > id ? await after(call, id) : [];
	if (isFromContact(last as IDataObject)) return [];
	const rows = await newest(call, isFromContact);
	return rows?.slice(rows.findLastIndex(isFromContact) + 1);
}

const countsFor =
	({ values: { send_although: allowed = [] } }: Call) =>
	(reason: string) =>
		!(allowed as string[]).includes(reason);

/** Whether no person has written for so long that it is the bot's turn again. */
async function isBotsAgain(call: Call, conversation: IDataObject): Promise<boolean> {
	const { bots_turn_again_after: minutes } = call.values;
	if (minutes === undefined) return false;
	const messages = await recent(call, conversation, Number(minutes) * 60);
	const user = messages && (await ownUser(call));
	return messages?.every((message) => !isByPerson(message, user)) ?? false;
}

/** Why the conversation as it is prevents sending. */
async function reasonIn(call: Call, conversation: IDataObject): Promise<string | undefined> {
	const counts = countsFor(call);
	const status = String(conversation.status);
	if (status in REASONS && counts(status)) return status;
	const assignee = conversation.meta as IDataObject | undefined;
	const agent = assignee?.assignee_type === 'User' && at(assignee, 'assignee.id');
	const isAssigned = status === 'open' && Boolean(agent) && counts('agent_assigned');
	const isPersons =
		call.values.only_bots_turn === true &&
		status !== 'pending' &&
		assignee?.assignee_type !== 'AgentBot';
	if (!isAssigned && !isPersons) return undefined;
	if (agent && agent === (await ownUser(call))) return undefined;
	if (await isBotsAgain(call, conversation)) return undefined;
	return isAssigned ? 'agent_assigned' : 'not_bots_turn';
}

/** Whether the contact wrote again, and the answer should wait for what answers that. */
const isOutdated = ({ values }: Call, messages: IDataObject[]) =>
	values.only_if_newest === true && messages.some(isFromContact);

/**
 * Checks whether the conversation still belongs to the bot, and who has written since the message to
 * answer. Only reads what is needed.
 */
export async function checkBeforeSending(call: Call): Promise<SendCheck> {
	const { answered_message_id: id, repeat_after_hours: hours } = call.values;
	const counts = countsFor(call);
	const conversation = (await unlessForbidden(call.send({ method: 'GET', path: pathOf(call) }))) as
		IDataObject | undefined;
	if (!isObject(conversation)) return { checked: false, botAnswers: [] };
	const found = { checked: true, conversation, botAnswers: [] };
	const reason = await reasonIn(call, conversation);
	if (reason) return { ...found, reason };
	const isClosed =
		conversation.can_reply === false &&
		call.values.closed_window_template === undefined &&
		counts('window_closed');
	const outcome = isClosed ? { ...found, reason: 'window_closed' } : found;
	const isRead = call.values.only_if_newest === true || hours !== undefined;
	if (!counts('agent_answered') && !counts('already_sent') && !isRead) return outcome;
	const messages = await since(call, conversation, id as number | undefined);
	// The conversation contains its newest message.
	const known = messages ?? [conversation.last_non_activity_message as IDataObject];
	const earlier = hours === undefined ? [] : await recent(call, conversation, Number(hours) * 3600);
	const others = (earlier ?? []).filter((one) => !known.some(({ id: other }) => other === one.id));
	const written = [...others, ...known].filter(isTeams);
	const user = written.length ? await ownUser(call) : undefined;
	const answer = known.findLast((message) => isByPerson(message, user));
	const isAnswered = answer !== undefined && counts('agent_answered');
	return {
		...outcome,
		checked: (messages && earlier) !== undefined || answer !== undefined,
		botAnswers: counts('already_sent')
			? written.filter((message) => isAnswer(message) && !isByPerson(message, user))
			: [],
		...(isOutdated(call, known) && { reason: 'newer_message' }),
		...(isAnswered && { reason: 'agent_answered', agent: answer }),
	};
}

/** What was written since the check. */
interface Meanwhile {
	/** The message of an agent; null if there is none. */
	agent: IDataObject | null;
	/** Why nothing more should be sent. */
	reason?: string;
}

/**
 * What was written since the check; undefined if it cannot be read.
 * @param sent the messages of this call
 */
export async function writtenMeanwhile(
	call: Call,
	{ conversation, checked }: SendCheck,
	sent: IDataObject[],
): Promise<Meanwhile | undefined> {
	if (!conversation || !checked) return undefined;
	const last = at(conversation, 'last_non_activity_message.id');
	const messages = await after(call, Number(last ?? 0));
	if (!messages) return undefined;
	const sentIds = sent.map(({ id }) => id);
	const others = messages.filter((message) => isTeams(message) && !sentIds.includes(message.id));
	const user = others.length ? await ownUser(call) : undefined;
	const agent = others.findLast((message) => isByPerson(message, user)) ?? null;
	const isAnswered = agent !== null && countsFor(call)('agent_answered');
	const isOld = isOutdated(call, messages);
	return { agent, reason: isAnswered ? 'agent_answered' : isOld ? 'newer_message' : undefined };
}

/** What to change so that a message is sent in spite of this reason. */
function changeOf(reason: Reason): string {
	return reason in SWITCHES
		? `To send anyway, turn off "${at(SWITCHES, reason) as string}"`
		: `To send anyway, add "${at(REASONS, reason) as string}" to Send Even If`;
}

/** The hint if nothing was sent, or not everything: why, and which field changes that; '' if all was sent. */
export function notSentHint(
	{ values }: Call,
	{ conversation = {} }: SendCheck,
	{ reason, sent, agent_message: answer }: IDataObject,
): string {
	if (!reason) return '';
	const name = `conversation ${worded(values.conversation_id)}`;
	const agentIn = (record: unknown, path: string) => String(at(record, path) || 'an agent');
	const why: Record<Reason, string> = {
		agent_answered: `${agentIn(answer, 'sender.name')} has replied in ${name}`,
		agent_assigned: `${name} is open and assigned to ${agentIn(conversation, 'meta.assignee.name')}`,
		already_sent: `the same text was already sent in ${name}`,
		resolved: `${name} is resolved`,
		snoozed: `${name} is snoozed`,
		window_closed: closedWindow(name),
		newer_message: `the contact has written again in ${name}`,
		not_bots_turn: `${name} is neither pending nor assigned to a bot`,
	};
	const words = `${why[reason as Reason]}. ${changeOf(reason as Reason)}`;
	return sent ? `Not everything was sent: ${words}.` : `Not sent: ${words}.`;
}
