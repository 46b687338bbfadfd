import { account, operation, record } from '../../../shared/vocabulary';

export const getCacheKeys = operation({
	name: 'Get Cache Keys',
	action: 'Get the cache keys of an account',
	gives: 'Returns one item with a key each for labels, inboxes and teams',
	description: 'A key changes when a label, an inbox or a team is created, changed or removed',
	request: 'GET /api/v1/accounts/{account_id}/cache_keys',
	path: [account()],
	reply: record('cache_keys'),
});
