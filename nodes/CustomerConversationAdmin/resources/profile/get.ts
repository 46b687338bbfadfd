import { operation } from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

export const get = operation({
	name: 'Get',
	action: 'Get your profile',
	gives: 'Returns your user with all accounts that you can access',
	request: 'GET /api/v1/profile',
	options,
	reply,
});
