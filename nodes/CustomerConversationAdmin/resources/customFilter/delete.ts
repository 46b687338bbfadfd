import { account, operation } from '../../../shared/vocabulary';
import { view } from './parts/fields';

export const deleteCustomFilter = operation({
	name: 'Delete',
	action: 'Delete a custom filter',
	gives: 'Returns the ID of the deleted filter',
	request: 'DELETE /api/v1/accounts/{account_id}/custom_filters/{custom_filter_id}',
	path: [account(), view()],
});
