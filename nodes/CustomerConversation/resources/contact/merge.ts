import { BadInput } from '../../../shared/faults';
import {
	account,
	contact,
	CONTACT,
	operation,
	record,
	simplified,
} from '../../../shared/vocabulary';

/** If both are the same contact, the service answers 200 and does nothing. */
export const merge = operation({
	name: 'Merge',
	action: 'Merge two contacts',
	gives: 'Returns the contact that was kept',
	description:
		'Cannot be undone. Conversations and notes move to the kept contact; the labels, avatar and company of the other one are lost.',
	request: 'POST /api/v1/accounts/{account_id}/actions/contact_merge',
	path: [account()],
	body: [
		contact('base_contact_id', { label: 'Contact to Keep' }),
		contact('mergee_contact_id', {
			label: 'Contact to Merge',
			hint: 'This contact fills gaps in the kept one and is then deleted',
		}),
	],
	reply: simplified(record(''), CONTACT),
	run: async ({ values, records }) => {
		if (values.base_contact_id === values.mergee_contact_id)
			throw new BadInput('Contact to Merge must be different from Contact to Keep', [
				'mergee_contact_id',
			]);
		return await records();
	},
});
