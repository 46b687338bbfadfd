import {
	account,
	article,
	operation,
	portal,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { ARTICLE } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get an article',
	gives: 'Returns the article with its content and translations',
	needs: { role: 'administrator' },
	description: 'Agents can use Get Many instead',
	request: 'GET /api/v1/accounts/{account_id}/portals/{portal_slug}/articles/{article_id}',
	path: [account(), portal(), article()],
	reply: simplified(record('payload'), ARTICLE),
});
