import { BadInput } from '../../../shared/faults';
import { account, operation, optional, pick, text } from '../../../shared/vocabulary';
import { about, NEEDS, written } from './parts/task';

export const rewrite = operation({
	name: 'Rewrite',
	action: 'Rewrite a text',
	gives: 'Returns the new text as message, and the context for Follow Up',
	needs: NEEDS,
	description: 'Needs an AI model on the server',
	request: 'POST /api/v1/accounts/{account_id}/captain/tasks/rewrite',
	path: [account()],
	body: [
		text('content', { label: 'Text', rows: 4 }),
		// `operation` is what n8n calls the operation itself.
		pick(
			'rewrite_as',
			{
				fix_spelling_grammar: 'Correct Spelling and Grammar',
				improve: 'Improve',
				casual: 'Casual',
				confident: 'Confident',
				friendly: 'Friendly',
				professional: 'Professional',
				straightforward: 'Straightforward',
			},
			{ as: 'operation', label: 'Rewrite As' },
		),
		optional(about('Conversation that the text is for. Required for Improve.')),
	],
	run: async (call) => {
		// The service answers 500 without it.
		if (call.values.rewrite_as === 'improve' && call.values.conversation_id === undefined)
			throw new BadInput('Conversation is empty, but required for Improve', ['conversation_id']);
		return await written(call);
	},
});
