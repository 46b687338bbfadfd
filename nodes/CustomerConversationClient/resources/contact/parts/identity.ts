import { BadInput } from '../../../../shared/faults';
import { explaining } from '../../../../shared/tasks/explain';
import { fixed, optional, text, type Part, type Reading } from '../../../../shared/vocabulary';
import { hmacOf } from './hmac';

const field = text('identifier_hash', {
	shown: false,
	placeholder: 'e.g. 4f0c…',
	hint: 'HMAC-SHA256 of the identifier in hexadecimal. If the credential has the HMAC token of the inbox, leave it empty: the node computes it.',
});

/** A hash from another system. The service only accepts lowercase letters. */
const identifierHash = {
	...field,
	convert: (value: unknown, { values }: Reading) => {
		const hash = String(value).trim().toLowerCase();
		if (!/^[0-9a-f]{64}$/.test(hash)) throw new BadInput('must be 64 hexadecimal digits');
		if (values.identifier === undefined) throw new BadInput('also needs the Identifier');
		return hash;
	},
};

/**
 * The ID of the contact in another system, and its proof: `identifier_hash`, the HMAC-SHA256 of the
 * identifier with the HMAC token of the inbox, in lowercase hexadecimal.
 */
export const identity = (): Part[] => [
	optional(
		text('identifier', {
			shown: false,
			hint: 'ID of the contact in your system. Must be unique in the account.',
		}),
		identifierHash,
	),
	fixed({
		identifier_hash: ({ values, credentials: { hmac_token: token } }: Reading) => {
			const { identifier, identifier_hash: hash } = values;
			if (hash !== undefined || identifier === undefined || !token) return hash;
			return hmacOf(String(token), String(identifier));
		},
	}),
];

/** The service answers 500 to a wrong hash, and to a missing one if the inbox verifies identities. */
export const verified = explaining(({ values }) =>
	values.identifier_hash === undefined
		? 'This inbox may verify identities: set the Identifier here and the HMAC token in the credential. You find the HMAC token in Settings → Inboxes → Configuration.'
		: 'The HMAC token may be wrong: compare it in the credential with the one in Settings → Inboxes → Configuration.',
);
