import { inside, own, type Shape } from '../../../../shared/vocabulary';

export const POLICY: Shape = {
	...own('id', 'name', 'description'),
	...inside('exclusion_rules', own('exclude_older_than_hours', 'excluded_labels')),
	...own('assigned_agent_count'),
	inbox_capacity_limits: ['inbox_capacity_limits', own('id', 'inbox_id', 'conversation_limit')],
	...own('created_at', 'updated_at'),
};

/** An agent as a user of the server. */
export const MEMBER: Shape = own(
	'id',
	'name',
	'available_name',
	'email',
	'role',
	'confirmed',
	'account_id',
);
