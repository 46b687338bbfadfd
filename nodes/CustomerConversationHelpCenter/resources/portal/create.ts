import {
	account,
	fixed,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { details, portalSlug } from './parts/fields';
import { saving } from './parts/saving';
import { PORTAL } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create a portal',
	gives: 'Returns the new portal',
	needs: { role: 'administrator' },
	description: 'The portal is in English unless you set Locales',
	request: 'POST /api/v1/accounts/{account_id}/portals',
	path: [account()],
	body: [
		text('name'),
		portalSlug(),
		// Older releases answer 500 without it.
		fixed({ custom_domain: '' }),
		optional(...details('Website inbox for the chat bubble')),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), PORTAL),
	run: saving,
});
