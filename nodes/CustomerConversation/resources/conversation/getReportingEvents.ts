import { account, conversation, operation, records, whole } from '../../../shared/vocabulary';

/** Oldest first. Their conversation_id is the internal one of the database. */
export const getReportingEvents = operation({
	name: 'Get Reporting Events',
	action: 'Get the reporting events of a conversation',
	gives: 'Returns one item per reply, resolution or other event, oldest first',
	needs: { edition: 'enterprise', since: '4.8' },
	request: 'GET /api/v1/accounts/{account_id}/conversations/{conversation_id}/reporting_events',
	path: [account(), conversation()],
	reply: records('', whole),
});
