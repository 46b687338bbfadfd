import {
	account,
	assistant,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { answer, question, status } from './parts/fields';
import { FAQ } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create an FAQ',
	gives: 'The new FAQ',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'Another one with the same question is made, too: Create or Update makes none twice',
	request: 'POST /api/v1/accounts/{account_id}/captain/assistant_responses',
	path: [account()],
	body: [
		assistant('assistant_id', { shown: 'assistant.id' }),
		question(),
		answer(),
		optional(status()),
	],
	reply: simplified(stored(), FAQ),
});
