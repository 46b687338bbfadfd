import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
import { unlessRefused } from '../steps';
import { at } from '../values';
import type { Call, Request } from '../vocabulary';

/** For an unknown ID Chatwoot answers 200 and null. The texts say what it did. */
export const UNKNOWN: Record<string, string> = {
	assignee_id: 'No agent has this ID: the conversation is now unassigned',
	team_id: 'No team has this ID: the conversation now has no team',
	agent_bot_id: 'No agent bot has this ID: nothing was changed',
};

/**
 * Assigns a conversation to a team or an agent.
 * @param request to the conversation's assignments
 * @returns the team or the agent
 * @throws ServiceError if the ID is unknown
 */
export async function assignTo(
	{ send }: Pick<Call, 'send'>,
	request: Request,
	key: 'team_id' | 'assignee_id',
	id: IDataObject[string],
): Promise<unknown> {
	const assigned = await send({ ...request, body: { [key]: id }, again: true });
	if (!assigned) throw new ServiceError(UNKNOWN[key], { status: 200, fields: [key] });
	return assigned;
}

/**
 * A hint if an agent is assigned who cannot open the conversations: Chatwoot does not check it.
 * @param agent id, and the name if it is known
 * @param inboxes of the conversations
 * @param account path of the account
 */
export async function hintNoMember(
	{ getOnce, host }: Pick<Call, 'getOnce' | 'host'>,
	{ id, name = `Agent ${String(id)}` }: IDataObject,
	inboxes: unknown[],
	account: string,
): Promise<void> {
	for (const inbox of new Set(inboxes)) {
		// Those who can be assigned are the members and the administrators, who see every inbox.
		const path = `${account}/inboxes/${String(inbox)}/assignable_agents`;
		const rows = at(await unlessRefused(getOnce(path)), 'payload');
		if (Array.isArray(rows) && !rows.some((row: IDataObject) => row.id === id))
			host.hint(
				`${String(name)} is not a member of inbox ${String(inbox)} and cannot open its conversations, although Chatwoot assigns them. Add the agent to the inbox, or choose one of its members.`,
			);
	}
}

/** The same for the agent whom Chatwoot returned for a conversation. @param path of the conversation */
export async function hintAssignedNoMember(
	call: Pick<Call, 'getOnce' | 'host'>,
	assigned: unknown,
	path: string,
): Promise<void> {
	if (at(assigned, 'role') !== 'agent') return;
	const inbox = at(await unlessRefused(call.getOnce(path)), 'inbox_id');
	const [account] = path.split('/conversations/');
	if (inbox) await hintNoMember(call, assigned as IDataObject, [inbox], account);
}
