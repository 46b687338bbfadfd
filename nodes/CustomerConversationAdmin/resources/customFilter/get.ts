import { account, operation } from '../../../shared/vocabulary';
import { view } from './parts/fields';

export const get = operation({
	name: 'Get',
	action: 'Get a custom filter',
	gives: 'Returns the filter with its conditions',
	request: 'GET /api/v1/accounts/{account_id}/custom_filters/{custom_filter_id}',
	path: [account(), view()],
});
