import { operation, optional, simplified, stored, text } from '../../../shared/vocabulary';
import { details } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create an account',
	gives: 'Returns the new account',
	description: 'Names do not have to be unique. The account has no users until you add some.',
	request: 'POST /platform/api/v1/accounts',
	body: [text('name'), optional(...details())],
	reply: simplified(stored(), 'all'),
});
