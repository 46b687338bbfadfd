import { ServiceError } from '../../../shared/faults';
import { account, integer, operation, record } from '../../../shared/vocabulary';

/** The service finds a session by the message that the assistant wrote in it. */
export const getSession = operation({
	name: 'Get Session',
	action: 'Get the session behind an answer',
	gives: 'Returns the model, credits, FAQs and scenarios that the answer used',
	needs: { edition: 'enterprise', since: '4.16.1' },
	request: 'GET /api/v1/accounts/{account_id}/captain/agent_sessions/{message_id}',
	path: [
		account(),
		integer('message_id', {
			label: 'Message ID',
			hint: 'ID of a message that the assistant wrote in a conversation, e.g. from Message → Get Many',
			range: [1, Number.MAX_SAFE_INTEGER],
		}),
	],
	reply: record(),
	run: async ({ records }) =>
		await records().catch((error: unknown) => {
			if (error instanceof ServiceError && error.status === 404)
				error.hint = `The message does not exist, or no assistant wrote it. ${error.hint}`;
			throw error;
		}),
});
