import { operation } from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

export const get = operation({
	name: 'Get',
	action: 'Get the own profile',
	gives: 'The user of the token, with all accounts it reaches',
	request: 'GET /api/v1/profile',
	options,
	reply,
});
