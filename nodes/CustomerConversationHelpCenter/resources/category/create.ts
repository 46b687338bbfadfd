import {
	account,
	operation,
	optional,
	portal,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { slug } from '../portal/parts/slug';
import { details } from './parts/fields';
import { CATEGORY } from './parts/simple';
import { wrapped } from './parts/wrapped';

export const create = operation({
	name: 'Create',
	action: 'Create a category',
	gives: 'Returns the new category',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/categories',
	path: [account(), portal()],
	body: [
		text('name', { max: 255 }),
		slug({ placeholder: 'e.g. billing', hint: 'Part of the URL. Must be unique in its language.' }),
		optional(...details()),
	],
	reply: simplified(stored('payload'), CATEGORY),
	run: wrapped,
});
