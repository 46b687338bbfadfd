import {
	account,
	article,
	operation,
	optional,
	portal,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { saving } from './parts/content';
import { articleContent, articleSlug, articleTitle, author, details } from './parts/fields';
import { ARTICLE } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update an article',
	gives: 'Returns the article with its new values',
	needs: { role: 'administrator' },
	request: 'PATCH /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/{article_id}',
	path: [account(), portal(), article()],
	body: [
		optional(
			articleTitle(),
			author(),
			articleContent({ clear: '' }),
			articleSlug('Links to the old slug break.'),
			...details(),
		),
	],
	reply: simplified(stored('payload'), ARTICLE),
	run: saving,
});
