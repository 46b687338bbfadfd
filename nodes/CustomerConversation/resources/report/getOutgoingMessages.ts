import {
	account,
	operation,
	optional,
	period,
	pick,
	records,
	zone,
} from '../../../shared/vocabulary';

export const getOutgoingMessages = operation({
	name: 'Get Outgoing Messages by Group',
	action: 'Get the number of outgoing messages by group',
	gives: 'One item for each agent, team, inbox or label: messages sent',
	needs: { role: 'administrator', since: '4.11' },
	description: 'Private notes count; groups without messages are left out',
	request: 'GET /api/v2/accounts/{account_id}/reports/outgoing_messages_count',
	path: [account()],
	query: [
		pick('group_by', { agent: 'Agent', team: 'Team', inbox: 'Inbox', label: 'Label' }),
		...period(),
	],
	options: [optional(zone())],
	reply: records(),
});
