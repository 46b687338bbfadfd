import { locator } from '../picking/locator';
import { ACCOUNT_API, DASHBOARD } from '../paths';

export const agentCapacityPolicy = locator({
	name: 'agent_capacity_policy_id',
	title: 'Agent Capacity Policy',
	method: 'agentCapacityPolicies',
	list: `${ACCOUNT_API}/agent_capacity_policies`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/settings/assignment-policy/capacity/edit/{id}`,
	address: /\/capacity\/edit\/(\d+)/,
});

export const assignmentPolicy = locator({
	name: 'assignment_policy_id',
	title: 'Assignment Policy',
	method: 'assignmentPolicies',
	list: `${ACCOUNT_API}/assignment_policies`,
	rows: '',
	label: ['name'],
	url: `${DASHBOARD}/settings/assignment-policy/assignment/edit/{id}`,
	address: /\/assignment\/edit\/(\d+)/,
});

export const slaPolicy = locator({
	name: 'sla_policy_id',
	title: 'SLA Policy',
	method: 'slaPolicies',
	list: `${ACCOUNT_API}/sla_policies`,
	rows: 'payload',
	label: ['name'],
	url: `${DASHBOARD}/settings/sla/list`,
});

export const customRole = locator({
	name: 'custom_role_id',
	title: 'Custom Role',
	method: 'customRoles',
	list: `${ACCOUNT_API}/custom_roles`,
	rows: '',
	label: ['name'],
});
