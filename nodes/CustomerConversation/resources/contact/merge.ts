import { BadInput } from '../../../shared/faults';
import {
	account,
	contact,
	CONTACT,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

/** For a contact and itself the service answers 200 and does nothing. */
export const merge = operation({
	name: 'Merge',
	action: 'Merge two contacts',
	gives: 'The contact that was kept',
	description:
		'Cannot be undone. Conversations and notes of the merged contact move, its labels, picture and company are lost.',
	request: 'POST /api/v1/accounts/{account_id}/actions/contact_merge',
	path: [account()],
	body: [
		contact('base_contact_id', { label: 'Contact to Keep' }),
		contact('mergee_contact_id', {
			label: 'Contact to Merge',
			hint: 'Deleted afterwards; fills what the kept contact lacks',
		}),
	],
	reply: simplified(record(''), CONTACT),
	run: async ({ values, records }) => {
		if (values.base_contact_id === values.mergee_contact_id)
			throw new BadInput('Contact to Merge must be another than Contact to Keep', [
				'mergee_contact_id',
			]);
		return await records();
	},
});
