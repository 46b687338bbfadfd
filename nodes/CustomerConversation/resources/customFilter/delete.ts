import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { view } from './fields';

export const deleteCustomFilter = operation({
	name: 'Delete',
	action: 'Delete a custom filter',
	request: 'DELETE /api/v1/accounts/{account_id}/custom_filters/{custom_filter_id}',
	path: [account(), view()],
});
