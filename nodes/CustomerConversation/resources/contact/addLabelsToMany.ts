import {
	account,
	fixed,
	ids,
	labels,
	nothing,
	operation,
	optional,
} from '../../../shared/vocabulary';
import { checkListed, unlistedLabels } from '../../tasks/labels';

const added = labels();

export const addLabelsToMany = operation({
	name: 'Add Labels to Many',
	action: 'Add labels to many contacts',
	gives: 'Returns success immediately; the labels are added in the background',
	description: 'This takes a few seconds. Unknown contacts are skipped.',
	request: 'POST /api/v1/accounts/{account_id}/bulk_actions',
	path: [account()],
	body: [
		fixed({ type: 'Contact' }),
		ids('ids', { label: 'Contact IDs' }),
		{ ...added, convert: (value, reading) => ({ add: added.convert(value, reading) }) },
	],
	options: [optional(unlistedLabels())],
	reply: nothing,
	run: async (call) => {
		await checkListed(call, (call.values.labels as { add: string[] }).add);
		return await call.records();
	},
});
