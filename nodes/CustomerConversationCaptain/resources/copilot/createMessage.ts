import {
	account,
	conversation,
	copilotThread,
	operation,
	optional,
	record,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { asking, wait } from './parts/answer';
import { COPILOT_MESSAGE } from './parts/simple';

export const createMessage = operation({
	name: 'Create Message',
	action: 'Create a message in a copilot thread',
	gives: 'Returns the message, with the answer if you wait for it',
	needs: { edition: 'enterprise', since: '4.2' },
	description:
		'Asks the copilot another question in the thread. Needs an AI model on the server, otherwise there is no answer.',
	request:
		'POST /api/v1/accounts/{account_id}/captain/copilot_threads/{thread_id}/copilot_messages',
	path: [account(), copilotThread()],
	body: [
		text('message', { label: 'Question', rows: 4 }),
		optional(conversation('conversation_id', { hint: 'Conversation that the question is about' })),
	],
	options: [optional(wait())],
	reply: simplified(record(), COPILOT_MESSAGE),
	run: asking(({ request }, { id }) => [request.path, Number(id)]),
});
