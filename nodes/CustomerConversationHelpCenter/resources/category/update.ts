import {
	account,
	category,
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

export const update = operation({
	name: 'Update',
	action: 'Update a category',
	gives: 'Returns the category with its new values',
	needs: { role: 'administrator' },
	request: 'PATCH /api/v1/accounts/{account_id}/portals/{portal_slug}/categories/{category_id}',
	path: [account(), portal(), category()],
	body: [
		optional(
			text('name', { max: 255 }),
			slug({
				placeholder: 'e.g. billing',
				hint: 'Part of the URL. Must be unique in its language.',
			}),
			...details(),
		),
	],
	reply: simplified(stored('payload'), CATEGORY),
	run: wrapped,
});
