import type { IDataObject } from 'n8n-workflow';
import { recordOf, steps, unlessGone } from '../../../shared/steps';
import {
	account,
	contact,
	CONTACT,
	flag,
	operation,
	pick,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { duplicatesOf } from '../../tasks/people';

const byAge = (one: IDataObject, other: IDataObject) =>
	Number(one.created_at) - Number(other.created_at) || Number(one.id) - Number(other.id);

/** The service refuses equal identifiers and phone numbers, but not different spellings of them. */
export const mergeDuplicates = operation({
	name: 'Merge Duplicates',
	action: 'Merge the duplicates of a contact',
	gives: 'Returns the kept contact and its duplicates, merged or only listed',
	description:
		'Duplicates have the same identifier, email or phone number in a different spelling. Merging cannot be undone: conversations and notes move to the kept contact; labels and avatars of the others are lost.',
	request: 'POST /api/v1/accounts/{account_id}/actions/contact_merge',
	path: [account()],
	body: [contact('contact_id', { as: 'base_contact_id' })],
	options: [
		flag('dry_run', {
			hint: 'Whether to only list what would be merged, without merging',
			default: true,
		}),
		pick(
			'keep',
			{ oldest: 'Oldest Contact', chosen: 'Chosen Contact' },
			{ label: 'Contact to Keep', hint: 'Its values are kept; those of the others fill its gaps' },
		),
	],
	reply: simplified(record(), {
		action: 'action',
		...CONTACT,
		duplicates: ['duplicates', { same: 'same', ...CONTACT }],
	}),
	run: async (call) => {
		const { values, request, send, host } = call;
		const path = request.path.replace(/\/actions\/contact_merge$/, '/contacts');
		const id = request.body?.base_contact_id as number;
		const read = await unlessGone(send({ method: 'GET', path: `${path}/${id}` }));
		// An earlier item has merged it.
		if (!read) return [{ action: 'gone', id }];
		const chosen = recordOf(read, 'payload');
		const found = [chosen, ...(await duplicatesOf(call, path, chosen))].sort(byAge);
		const { same: sharedKeys, ...baseContact } = values.keep === 'oldest' ? found[0] : chosen;
		const duplicates = found
			.filter((one) => one.id !== baseContact.id)
			.map((one) => (one === chosen ? { ...one, same: sharedKeys } : one));
		if (duplicates.length === 0)
			host.hint(
				'No duplicates were found. Duplicates have the same identifier, email or phone number in a different spelling; names are not compared.',
			);
		if (values.dry_run || duplicates.length === 0) {
			const action = duplicates.length ? 'would_merge' : 'none';
			return [{ action, ...baseContact, duplicates }];
		}
		const step = steps();
		let merged = baseContact;
		for (const { id: mergee } of duplicates) {
			const body = { base_contact_id: baseContact.id, mergee_contact_id: mergee };
			merged = await step(
				`Merging contact ${mergee as number}`,
				async () => recordOf(await send({ ...request, body, again: false })),
				() => `contact ${mergee as number} was merged into contact ${baseContact.id as number}`,
			);
		}
		return [{ action: 'merged', ...merged, duplicates }];
	},
});
