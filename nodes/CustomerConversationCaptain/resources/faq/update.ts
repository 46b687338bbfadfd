import {
	account,
	assistant,
	faq,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { answer, question, status } from './parts/fields';
import { FAQ } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update an FAQ',
	gives: 'Returns the updated FAQ',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	request: 'PATCH /api/v1/accounts/{account_id}/captain/assistant_responses/{faq_id}',
	path: [account(), faq()],
	body: [
		optional(
			question(),
			answer(),
			assistant('assistant_id', { hint: 'Moves the FAQ to this assistant', shown: 'assistant.id' }),
			status(),
		),
	],
	reply: simplified(stored(), FAQ),
});
