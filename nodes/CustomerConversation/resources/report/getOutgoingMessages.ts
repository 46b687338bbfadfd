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
	name: 'Get Outgoing Message Counts for a Period',
	action: 'Get outgoing message counts for a period',
	gives: 'Returns one item per agent, team, inbox or label with messages sent',
	needs: { role: 'administrator', since: '4.11' },
	description: 'Private notes count as messages. Groups without messages are left out.',
	request: 'GET /api/v2/accounts/{account_id}/reports/outgoing_messages_count',
	path: [account()],
	query: [
		pick('group_by', { agent: 'Agent', team: 'Team', inbox: 'Inbox', label: 'Label' }),
		...period(),
	],
	options: [optional(zone())],
	reply: records(),
});
