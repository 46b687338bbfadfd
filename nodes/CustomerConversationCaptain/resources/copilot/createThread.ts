import {
	account,
	assistant,
	conversation,
	operation,
	optional,
	record,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { asking, wait } from './parts/answer';
import { THREAD } from './parts/simple';

export const createThread = operation({
	name: 'Create Thread',
	action: 'Create a copilot thread',
	gives: 'Returns the new thread, with the answer if you wait for it',
	needs: { edition: 'enterprise', since: '4.2' },
	description:
		'Asks the copilot a question. Needs an AI model on the server, otherwise there is no answer.',
	request: 'POST /api/v1/accounts/{account_id}/captain/copilot_threads',
	path: [account()],
	body: [
		assistant(),
		text('message', { label: 'Question', rows: 4 }),
		optional(conversation('conversation_id', { hint: 'Conversation that the question is about' })),
	],
	options: [optional(wait())],
	reply: simplified(record(), THREAD),
	run: asking(({ request }, { id }) => [`${request.path}/${String(id)}/copilot_messages`, 0]),
});
