import { account, operation, optional, simplified, stored, text } from '../../../shared/vocabulary';
import { withConfig } from './parts/config';
import { details } from './parts/fields';
import { ASSISTANT } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create an assistant',
	gives: 'Returns the new assistant',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	description: 'Creates a duplicate if the name already exists',
	request: 'POST /api/v1/accounts/{account_id}/captain/assistants',
	path: [account()],
	body: [
		text('name'),
		text('description', {
			hint: 'What the assistant is for. At most 500 characters since Chatwoot 4.16.',
		}),
		optional(...details()),
	],
	reply: simplified(stored(), ASSISTANT),
	run: withConfig,
});
