import { BadInput } from '../../../shared/faults';
import { account, operation, textsOf } from '../../../shared/vocabulary';

const emails = textsOf('emails', {
	label: 'E-Mail Addresses',
	placeholder: 'e.g. ann@example.com, bob@example.com',
	hint: 'Separated by commas, or a list by expression. The part before the @ becomes the name.',
});

/** Malformed addresses would be passed over without a word. */
export const createMany = operation({
	name: 'Create Many',
	action: 'Create many agents',
	gives: 'Success alone: Get Many lists who was invited',
	needs: { role: 'administrator' },
	description: 'Invites each person by e-mail, as an agent; passes over whoever is one already',
	request: 'POST /api/v1/accounts/{account_id}/agents/bulk_create',
	path: [account()],
	body: [
		{
			...emails,
			convert: (value, reading) => {
				const addresses = emails.convert(value, reading) as string[];
				const wrong = addresses.filter((address) => !/^[^\s@]+@[^\s@]+$/.test(address));
				if (wrong.length) throw new BadInput(`hold what is no e-mail address: ${wrong.join(', ')}`);
				return addresses;
			},
		},
	],
});
