import type { IDataObject } from 'n8n-workflow';
import { unlessGone } from '../../shared/steps';
import { readList } from '../../shared/transport/pages';
import { isTeamAnswer, writerOf } from '../../shared/vocabulary';
import { MESSAGES } from './conversations';
import type { PollQuery } from './watched';

/** Who is silent in a conversation. */
export interface Silence {
	/** Whether the customer waits for the team. Otherwise the team waits for the customer. */
	waits: boolean;
	/** Unix time in seconds. */
	since: number;
	/** Id of the newest message that is not an activity. */
	last: number;
	inbox: number;
}

/** Number of newest messages in which the beginning of a silence is looked for. */
const HISTORY = 1000;

const isFromCustomer = (message: IDataObject) => writerOf(message) === 'customer';

/**
 * Who is silent in a conversation; undefined if nobody is expected to write. As long as Chatwoot counts that the
 * customer waits, the team is silent. Otherwise the customer is, since the team's first answer to the
 * customer's last message.
 * @param known the silence of the conversation at an earlier poll
 */
export async function silenceOf(
	{ send, account, events }: PollQuery,
	row: IDataObject,
	known?: Silence,
): Promise<Silence | undefined> {
	const newest = row.last_non_activity_message as IDataObject | null | undefined;
	if (!newest) return undefined;
	const waiting = Number(row.waiting_since);
	const about = { waits: waiting > 0, last: Number(newest.id), inbox: Number(row.inbox_id) };
	if (known?.last === about.last && known.waits === about.waits)
		return { ...known, ...(about.waits ? { since: waiting } : {}) };
	if (about.waits && isFromCustomer(newest)) return { ...about, since: waiting };
	if (!about.waits && !events.includes('customer_silent')) return undefined;
	const request = { method: 'GET', path: `${account}/conversations/${String(row.id)}/messages` };
	const wanted = { limit: HISTORY, isEnough: isFromCustomer };
	const messages = (await unlessGone(readList(send, request, MESSAGES, 1, wanted))) ?? [];
	const question = messages.findLastIndex(isFromCustomer);
	// Chatwoot counts from the beginning of a conversation, even if the customer has never written.
	if (about.waits) return question < 0 ? undefined : { ...about, since: waiting };
	const answers = messages
		.slice(question + 1)
		.filter(isTeamAnswer)
		.map(({ created_at }) => Number(created_at));
	// After a bot's last words the customer may have waited for an agent.
	const waitedSince = known?.waits ? known.since : 0;
	const since = answers.find((time) => time > waitedSince) ?? answers.at(0);
	return since === undefined ? undefined : { ...about, since };
}
