import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { view } from './fields';

export const get = operation({
	name: 'Get',
	action: 'Get a custom filter',
	request: 'GET /api/v1/accounts/{account_id}/custom_filters/{custom_filter_id}',
	path: [account(), view()],
});
