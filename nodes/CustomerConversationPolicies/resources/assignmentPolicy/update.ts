import {
	account,
	assignmentPolicy,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { details } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update an assignment policy',
	gives: 'Returns the updated policy',
	needs: { role: 'administrator', since: '4.6' },
	request: 'PATCH /api/v1/accounts/{account_id}/assignment_policies/{assignment_policy_id}',
	path: [account(), assignmentPolicy()],
	body: [optional(text('name'), ...details())],
	reply: simplified(stored(), 'all'),
});
