import { asIs, inside, urlOf, type Shape } from '../../../../shared/vocabulary';

/** Labels are one text, separated by commas. Due times are sent since 4.16. */
export const APPLIED_SLA: Shape = {
	id: 'applied_sla.id',
	conversation_id: 'conversation.id',
	...inside('applied_sla', asIs('sla_status')),
	sla_policy_id: 'applied_sla.sla_id',
	sla_policy_name: 'applied_sla.sla_name',
	sla_events: ['sla_events', asIs('event_type', 'created_at')],
	contact_name: 'conversation.contact.name',
	labels: 'conversation.labels',
	assignee_id: 'conversation.assignee.id',
	assignee_name: 'conversation.assignee.name',
	...inside(
		'applied_sla',
		asIs(
			'sla_first_response_time_threshold',
			'sla_next_response_time_threshold',
			'sla_resolution_time_threshold',
			'sla_only_during_business_hours',
			'sla_frt_due_at',
			'sla_nrt_due_at',
			'sla_rt_due_at',
			'created_at',
			'updated_at',
		),
	),
	...urlOf('conversation'),
};
