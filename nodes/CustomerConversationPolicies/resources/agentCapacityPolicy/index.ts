import { resource } from '../../../shared/vocabulary';
import { addAgent } from './addAgent';
import { create } from './create';
import { createInboxLimit } from './createInboxLimit';
import { deleteAgentCapacityPolicy } from './delete';
import { deleteInboxLimit } from './deleteInboxLimit';
import { get } from './get';
import { getAgents } from './getAgents';
import { getAll } from './getAll';
import { removeAgent } from './removeAgent';
import { update } from './update';
import { updateInboxLimit } from './updateInboxLimit';

export const agentCapacityPolicy = resource('Agent Capacity Policy', {
	getAll,
	get,
	create,
	update,
	delete: deleteAgentCapacityPolicy,
	getAgents,
	addAgent,
	removeAgent,
	createInboxLimit,
	updateInboxLimit,
	deleteInboxLimit,
});
