import { BadInput } from '../../../shared/faults';
import {
	account,
	choice,
	includeSecrets,
	integer,
	operation,
	optional,
	portal,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { details, portalSlug } from './parts/fields';
import { saving } from './parts/saving';
import { PORTAL } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update a portal',
	gives: 'Returns the portal with its new values',
	needs: { role: 'administrator' },
	request: 'PATCH /api/v1/accounts/{account_id}/portals/{portal_slug?}',
	path: [
		account(),
		choice(
			'portal_path',
			{
				portal: { name: 'Portal', parts: [portal()] },
				none: { name: 'None: Path as Documented', parts: [] },
			},
			{
				label: 'Address By',
				hint: 'Chatwoot needs the portal in the path. The 1.1.0 document has a path without it.',
			},
		),
	],
	body: [
		optional(
			text('name'),
			portalSlug(),
			...details('Website inbox for the chat bubble. Set another field as well.'),
			integer('account_id', {
				hint: 'In the 1.1.0 document only. Chatwoot ignores it.',
				shown: false,
			}),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), PORTAL),
	run: async (call) => {
		const { body = {}, files = [] } = call.request;
		// The service answers 200 and ignores it.
		if (Object.keys(body).join() === 'inbox_id' && files.length === 0)
			throw new BadInput('Inbox cannot be updated by itself: also set another field, e.g. Name', [
				'inbox_id',
			]);
		return await saving(call);
	},
});
