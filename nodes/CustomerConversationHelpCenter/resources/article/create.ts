import {
	account,
	front,
	operation,
	optional,
	portal,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { saving } from './parts/content';
import { articleContent, articleSlug, articleTitle, author, details } from './parts/fields';
import { ARTICLE } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create an article',
	gives: 'Returns the new article',
	needs: { role: 'administrator' },
	description: 'Creates a draft unless you set Status',
	request: 'POST /api/v1/accounts/{account_id}/portals/{portal_slug}/articles',
	path: [account(), portal()],
	body: [
		articleTitle(),
		author(),
		front(articleContent()),
		optional(articleSlug('Default: a timestamp plus the title.'), ...details()),
	],
	reply: simplified(stored('payload'), ARTICLE),
	run: saving,
});
