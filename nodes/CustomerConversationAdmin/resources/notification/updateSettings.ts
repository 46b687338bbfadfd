import type { IDataObject } from 'n8n-workflow';
import {
	account,
	operation,
	optional,
	picks,
	stored,
	type Field,
} from '../../../shared/vocabulary';

const EVENTS = {
	conversation_creation: 'New Conversation',
	conversation_assignment: 'Conversation Is Assigned',
	conversation_mention: 'Mention',
	assigned_conversation_new_message: 'Message in an Assigned Conversation',
	participating_conversation_new_message: 'Message in a Conversation You Participate In',
	sla_missed_first_response: 'SLA Missed: First Response',
	sla_missed_next_response: 'SLA Missed: Next Response',
	sla_missed_resolution: 'SLA Missed: Resolution',
};

const flags = (way: 'email' | 'push', label: string): Field => {
	const names = Object.entries(EVENTS).map(([event, name]) => [`${way}_${event}`, name]);
	const hint = 'Replaces the current selection';
	return picks(`selected_${way}_flags`, Object.fromEntries(names) as Record<string, string>, {
		label,
		hint,
		clear: [],
	});
};

/** The service expects the wrapper, and clears a list that is not sent: so its current value is sent again. */
export const updateSettings = operation({
	name: 'Update Settings',
	action: 'Update your notification settings',
	gives: 'Returns the events for which you now get emails and push notifications',
	request: 'PATCH /api/v1/accounts/{account_id}/notification_settings',
	path: [account()],
	body: [optional(flags('email', 'Email Notifications'), flags('push', 'Push Notifications'))],
	reply: stored(),
	run: async ({ request, send, records }) => {
		const { path, body = {} } = request;
		const isWhole = Object.keys(body).length === 2;
		const { selected_email_flags, selected_push_flags } = isWhole
			? body
			: ((await send({ method: 'GET', path })) as IDataObject);
		request.body = {
			notification_settings: { selected_email_flags, selected_push_flags, ...body },
		};
		return await records();
	},
});
