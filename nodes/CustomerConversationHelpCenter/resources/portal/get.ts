import {
	account,
	includeSecrets,
	locale,
	operation,
	optional,
	portal,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { namingPortal } from './parts/saving';
import { COUNTED } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a portal',
	gives: 'Returns the portal with the number of its articles and categories',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}',
	path: [account(), portal()],
	query: [optional(locale({ hint: 'Only articles in this language are counted' }))],
	options: [optional(includeSecrets())],
	reply: simplified(record(), COUNTED),
	run: namingPortal,
});
