import { BadInput } from '../../../shared/faults';
import { account, nothing, operation, textsOf } from '../../../shared/vocabulary';

const emails = textsOf('emails', {
	label: 'Emails',
	placeholder: 'e.g. ann@example.com, bob@example.com',
	hint: 'Separated by commas, or a list from an expression. The part before the @ becomes the name.',
});

/** Checks the emails, because the service silently skips malformed ones. */
export const createMany = operation({
	name: 'Create Many',
	action: 'Create many agents',
	gives: 'Returns success',
	needs: { role: 'administrator' },
	description:
		'Invites each person by email as an agent and skips existing agents. Use Get Many to see who was invited.',
	request: 'POST /api/v1/accounts/{account_id}/agents/bulk_create',
	path: [account()],
	body: [
		{
			...emails,
			convert: (value, reading) => {
				const addresses = emails.convert(value, reading) as string[];
				const wrong = addresses.filter((address) => !/^[^\s@]+@[^\s@]+$/.test(address));
				if (wrong.length)
					throw new BadInput(`contain invalid email addresses: ${wrong.join(', ')}`);
				return addresses;
			},
		},
	],
	reply: nothing,
});
