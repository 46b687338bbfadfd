import {
	account,
	assistant,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { withConfig } from './parts/config';
import { details } from './parts/fields';
import { ASSISTANT } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update an assistant',
	gives: 'Returns the updated assistant',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	request: 'PATCH /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}',
	path: [account(), assistant()],
	body: [
		optional(
			text('name'),
			text('description', {
				hint: 'What the assistant is for. At most 500 characters since Chatwoot 4.16.',
			}),
			...details(),
		),
	],
	reply: simplified(stored(), ASSISTANT),
	run: withConfig,
});
