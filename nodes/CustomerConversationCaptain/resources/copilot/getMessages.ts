import {
	account,
	COPILOT_MESSAGES,
	copilotThread,
	operation,
	simplified,
} from '../../../shared/vocabulary';
import { COPILOT_MESSAGE } from './parts/simple';

export const getMessages = operation({
	name: 'Get Messages',
	action: 'Get the messages of a copilot thread',
	gives: 'Returns one item per question and answer, oldest first',
	needs: { edition: 'enterprise', since: '4.2' },
	description: 'Answers have the message type assistant',
	request: 'GET /api/v1/accounts/{account_id}/captain/copilot_threads/{thread_id}/copilot_messages',
	path: [account(), copilotThread()],
	reply: simplified(COPILOT_MESSAGES, COPILOT_MESSAGE),
});
