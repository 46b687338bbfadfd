import { asIs, inside, type Shape } from '../../../../shared/vocabulary';

export const POLICY: Shape = {
	...asIs('id', 'name', 'description'),
	...inside('exclusion_rules', asIs('exclude_older_than_hours', 'excluded_labels')),
	...asIs('assigned_agent_count'),
	inbox_capacity_limits: ['inbox_capacity_limits', asIs('id', 'inbox_id', 'conversation_limit')],
	...asIs('created_at', 'updated_at'),
};

/** An agent as a user of the server. */
export const MEMBER: Shape = asIs(
	'id',
	'name',
	'available_name',
	'email',
	'role',
	'confirmed',
	'account_id',
);
