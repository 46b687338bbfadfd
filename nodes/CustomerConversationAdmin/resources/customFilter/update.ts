import { account, choice, operation, optional, stored, text } from '../../../shared/vocabulary';
import { kinds, store, view } from './parts/fields';

/** Kind and conditions are set together, because each kind has other keys. */
export const update = operation({
	name: 'Update',
	action: 'Update a custom filter',
	gives: 'Returns the filter with its new name or conditions',
	request: 'PATCH /api/v1/accounts/{account_id}/custom_filters/{custom_filter_id}',
	path: [account(), view()],
	body: [
		choice(
			'filter_type',
			{ unchanged: { name: 'Keep as It Is', parts: [] }, ...kinds },
			{ label: 'Filters', hint: 'If you choose a kind, all conditions are replaced' },
		),
		optional(text('name')),
	],
	reply: stored(),
	run: store,
});
