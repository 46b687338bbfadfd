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
	gives: 'Returns the new FAQ',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'Creates a duplicate if the question already exists; Create or Update does not',
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
