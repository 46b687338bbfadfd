import { account, choice, operation, stored, text } from '../../../shared/vocabulary';
import { kinds, store } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a custom filter',
	gives: 'The new filter with its conditions',
	description: "A saved view of the dashboard, for the token's user alone",
	request: 'POST /api/v1/accounts/{account_id}/custom_filters',
	path: [account()],
	body: [text('name'), choice('filter_type', kinds, { label: 'Filters' })],
	reply: stored(),
	run: store,
});
