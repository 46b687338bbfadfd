import {
	operation,
	optional,
	platformAccount,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { details } from './parts/fields';

export const update = operation({
	name: 'Update',
	action: 'Update an account',
	gives: 'Returns the account with its new values',
	request: 'PATCH /platform/api/v1/accounts/{account_id}',
	path: [platformAccount()],
	body: [optional(text('name'), ...details())],
	reply: simplified(stored(), 'all'),
});
