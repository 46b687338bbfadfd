import { account, label, operation, optional, stored } from '../../../shared/vocabulary';
import { labelName, details } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update a label',
	gives: 'Returns the label with its new values',
	needs: { role: 'administrator' },
	description: 'Conversations and contacts get the new title within seconds',
	request: 'PATCH /api/v1/accounts/{account_id}/labels/{label_id}',
	path: [account(), label()],
	body: [optional(labelName(), ...details())],
	reply: stored(),
});
