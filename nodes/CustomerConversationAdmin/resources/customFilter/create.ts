import { account, choice, operation, stored, text } from '../../../shared/vocabulary';
import { kinds, store } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a custom filter',
	gives: 'Returns the new filter with its conditions',
	description: 'A saved view of your dashboard. Only you can see it.',
	request: 'POST /api/v1/accounts/{account_id}/custom_filters',
	path: [account()],
	body: [text('name'), choice('filter_type', kinds, { label: 'Filters' })],
	reply: stored(),
	run: store,
});
