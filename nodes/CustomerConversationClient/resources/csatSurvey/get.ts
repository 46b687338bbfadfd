import { operation, record, simplified } from '../../../shared/vocabulary';
import { SURVEY } from './parts/simple';
import { conversationUuid } from './parts/conversation';

/** The conversation_id in the reply is the internal one of the database. */
export const get = operation({
	name: 'Get',
	action: 'Get a CSAT survey',
	gives: "Returns the survey, with the customer's answer if there is one",
	description: 'The survey exists after Chatwoot has sent it to the conversation',
	request: 'GET /public/api/v1/csat_survey/{conversation_uuid}',
	path: [conversationUuid()],
	reply: simplified(record(), SURVEY),
});
