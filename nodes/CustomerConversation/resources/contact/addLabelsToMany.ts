import {
	account,
	fixed,
	ids,
	labels,
	nothing,
	operation,
	optional,
} from '../../../shared/vocabulary';
import { listedLabels } from '../../../shared/tasks/labels';
import { unlistedLabels } from '../../tasks/labels';

const added = labels();

export const addLabelsToMany = operation({
	name: 'Add Labels to Many',
	action: 'Add labels to many contacts',
	gives: 'Returns success immediately; the labels are added in the background',
	description:
		'This takes a few seconds. Unknown contacts are skipped. Contacts show a label in the spelling in which the server first stored it.',
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
		const { add } = call.values.labels as { add: string[] };
		call.request.body = { ...call.request.body, labels: { add: await listedLabels(call, add) } };
		return await call.records();
	},
});
