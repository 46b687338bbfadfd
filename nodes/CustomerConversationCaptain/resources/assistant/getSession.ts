import { ServiceError } from '../../../shared/faults';
import { account, integer, operation, record } from '../../../shared/vocabulary';

/** The service knows a session by the message that came of it. */
export const getSession = operation({
	name: 'Get Session',
	action: 'Get the session behind an answer of an assistant',
	gives: 'Model, credits, FAQs and scenarios behind the answer',
	needs: { edition: 'enterprise', since: '4.16.1' },
	request: 'GET /api/v1/accounts/{account_id}/captain/agent_sessions/{message_id}',
	path: [
		account(),
		integer('message_id', {
			label: 'Message ID',
			hint: 'Of a message that the assistant wrote in a conversation: Message → Get Many has it',
			range: [1, Number.MAX_SAFE_INTEGER],
		}),
	],
	reply: record(),
	run: async ({ records }) =>
		await records().catch((error: unknown) => {
			if (error instanceof ServiceError && error.status === 404)
				error.hint = `There is no such message, or no assistant wrote it. ${error.hint}`;
			throw error;
		}),
});
