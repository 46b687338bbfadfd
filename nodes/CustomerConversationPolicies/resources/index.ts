import { agentCapacityPolicy } from './agentCapacityPolicy';
import { appliedSla } from './appliedSla';
import { assignmentPolicy } from './assignmentPolicy';
import { auditLog } from './auditLog';
import { call } from './call';
import { customRole } from './customRole';
import { slaPolicy } from './slaPolicy';

/** Service levels, roles, assignment, the audit log and calls of an account. Keys are the values that n8n stores; the first is the node's default. */
export const resources = {
	slaPolicy,
	appliedSla,
	customRole,
	assignmentPolicy,
	agentCapacityPolicy,
	auditLog,
	call,
};
