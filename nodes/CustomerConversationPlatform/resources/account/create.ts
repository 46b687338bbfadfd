import { operation, optional, simplified, stored, text } from '../../../shared/vocabulary';
import { details } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create an account',
	gives: 'The new account',
	description: 'Names need not be unique. The account has no users until some are added.',
	request: 'POST /platform/api/v1/accounts',
	body: [text('name'), optional(...details())],
	reply: simplified(stored(), 'all'),
});
