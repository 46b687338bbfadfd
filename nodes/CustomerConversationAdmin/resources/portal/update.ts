import { BadInput } from '../../../shared/faults';
import { nested } from '../../../shared/values';
import {
	account,
	choice,
	color,
	flag,
	group,
	inbox,
	includeSecrets,
	integer,
	knownLocales,
	LOCALES,
	operation,
	optional,
	own,
	pick,
	picks,
	portal,
	record,
	simplified,
	text,
	url,
} from '../../../shared/vocabulary';
import { socialLinks } from './parts/socialLinks';

export const update = operation({
	name: 'Update',
	action: 'Update a portal',
	gives: 'The portal with its new values',
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
				hint: 'Chatwoot needs the portal in the path; the 1.1.0 document has a path without it',
			},
		),
	],
	body: [
		optional(
			text('name'),
			text('slug', { hint: 'Part of the address, unique in the whole installation' }),
			color('color', { clear: null }),
			text('custom_domain', { hint: 'Host name without https://', clear: '' }),
			text('header_text', { clear: '' }),
			url('homepage_link', { clear: '' }),
			text('page_title', { clear: null }),
			flag('archived', { hint: 'Whether the portal is hidden' }),
			// The stored object is replaced: one without the other would be lost.
			group(
				'config',
				[
					picks('allowed_locales', LOCALES, { since: knownLocales }),
					pick('default_locale', LOCALES, { default: 'en', since: knownLocales }),
				],
				{ label: 'Locales' },
			),
			picks('draft_locales', LOCALES, {
				as: 'config.draft_locales',
				since: '4.16',
				hint: 'Languages that are not shown yet',
				clear: [],
			}),
			pick(
				'layout',
				{ classic: 'Classic', documentation: 'Documentation' },
				{ as: 'config.layout', since: '4.16' },
			),
			socialLinks(),
			integer('account_id', { hint: 'Part of the 1.1.0 document; Chatwoot ignores it' }),
			inbox('inbox_id', {
				hint: 'Website inbox for the chat bubble; goes with another field beside it',
				clear: null,
			}),
			text('blob_id', { label: 'Logo Blob ID', hint: 'Signed ID of an uploaded picture' }),
		),
	],
	options: [optional(includeSecrets())],
	reply: simplified(record(), {
		...own('id', 'slug', 'name', 'page_title', 'header_text', 'homepage_link', 'custom_domain'),
		...own('color', 'archived'),
		default_locale: 'meta.default_locale',
		locales: ['config.allowed_locales', own('code', 'articles_count', 'categories_count')],
		inbox_id: 'inbox.id',
		inbox_name: 'inbox.name',
		logo_url: 'logo.file_url',
	}),
	run: async ({ request, records }) => {
		// The service answers 200 and ignores it.
		if (Object.keys(request.body ?? {}).join() === 'inbox_id')
			throw new BadInput('Inbox needs another field beside it, such as Name', ['inbox_id']);
		request.body = nested(request.body);
		return await records();
	},
});
