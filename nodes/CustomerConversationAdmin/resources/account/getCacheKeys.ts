import { account, operation, record } from '../../../shared/vocabulary';

export const getCacheKeys = operation({
	name: 'Get Cache Keys',
	action: 'Get the cache keys of an account',
	gives: 'One item: a key each for labels, inboxes and teams',
	description: 'A key changes when one of them is created, changed or removed',
	request: 'GET /api/v1/accounts/{account_id}/cache_keys',
	path: [account()],
	reply: record('cache_keys'),
});
