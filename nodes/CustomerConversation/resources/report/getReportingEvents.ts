import {
	account,
	agent,
	anyTimeOrPeriod,
	byPage,
	inbox,
	NEWEST_FIRST,
	operation,
	optional,
	pick,
	records,
	zone,
} from '../../../shared/vocabulary';

/** Newest first. */
export const getReportingEvents = operation({
	name: 'Get Reporting Events',
	action: 'Get reporting events',
	gives: 'Returns one item per reply, resolution or other event, newest first',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.8' },
	description:
		'Values are in seconds. conversation_id is an internal ID, not the one that the URL shows.',
	request: 'GET /api/v1/accounts/{account_id}/reporting_events',
	path: [account()],
	query: [
		...anyTimeOrPeriod(),
		optional(
			pick(
				'name',
				{
					first_response: 'First Response',
					reply_time: 'Reply Time',
					conversation_opened: 'Conversation Opened',
					conversation_resolved: 'Conversation Resolved',
					conversation_bot_resolved: 'Conversation Resolved by Bot',
					conversation_bot_handoff: 'Conversation Handed Off by Bot',
					conversation_captain_inference_resolved: 'Conversation Resolved by Captain',
					conversation_captain_inference_handoff: 'Conversation Handed Off by Captain',
				},
				{ label: 'Event' },
			),
			inbox(),
			agent('user_id', { label: 'Agent' }),
		),
	],
	options: [optional(zone())],
	reply: records('payload', byPage(25, NEWEST_FIRST, { total: 'meta.count' })),
});
