import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../../shared/faults';
import { rowsOf } from '../../../../shared/transport/pages';
import { integer, type Call } from '../../../../shared/vocabulary';

export const conversationLimit = () =>
	integer('conversation_limit', {
		hint: 'Maximum number of open conversations from this inbox for each agent in the policy. 0 (none) requires Chatwoot 4.16.',
		range: [0, Infinity],
		default: 10,
	});

/** For `run`: users choose the inbox, but the service wants the ID of its limit, which is part of the policy. */
export async function ofInbox({ request, values, send, records }: Call): Promise<IDataObject[]> {
	const { inbox_id, agent_capacity_policy_id } = values;
	const policy = request.path.split('/').slice(0, -2).join('/');
	const limits = rowsOf(await send({ method: 'GET', path: policy }), 'inbox_capacity_limits');
	const limit = limits.find((one) => one.inbox_id === inbox_id);
	if (!limit)
		throw new ServiceError(
			`Inbox ${inbox_id as number} has no limit in Agent Capacity Policy ${agent_capacity_policy_id as number}`,
			{ status: 200, fields: ['inbox_id'], hint: 'Use Create Inbox Limit to add one.' },
		);
	request.path = request.path.replace(/\d+$/, String(limit.id));
	return await records();
}
