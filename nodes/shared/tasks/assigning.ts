import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../faults';
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
