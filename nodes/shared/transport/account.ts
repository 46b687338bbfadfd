import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { BadInput, ServiceError } from '../faults';
import { at, isEmpty } from '../values';
import type { Call } from '../vocabulary/call';
import type { Field, Part } from '../vocabulary/fields/fields';
import { accountIn } from './address';
import { NOT_ARRIVED, WRONG_TOKEN } from './errors';

/** Adds the default account to a credential if it is part of the base URL. */
export const withAccount = (
	credentials: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject => {
	const account_id = accountIn(credentials.base_url);
	return account_id && isEmpty(credentials.account_id)
		? { ...credentials, account_id }
		: credentials;
};

/** `accounts 1 (Acme Support), 2 (Beta)`. */
export const accountNames = (accounts: IDataObject[]): string =>
	`account${accounts.length === 1 ? '' : 's'} ${accounts
		.map(({ id, name }) => `${String(id)} (${String(name)})`)
		.join(', ')}`;

/** Fields, one of which may be the account, and their stored values. */
interface Accounts {
	parts: Part[];
	rawValue: (name: string) => unknown;
}

const isAccount = (part: Part): part is Field =>
	'fallback' in part && part.fallback === 'account_id';

/**
 * Adds the only account of the token's user to the credential, if an account is needed and neither a field nor
 * the credential names one. Tokens without accounts, such as a bot's, change nothing.
 * @throws BadInput with the accounts to choose from, if there are several
 */
export async function withOnlyAccount(
	credentials: ICredentialDataDecryptedObject,
	{ parts, rawValue }: Accounts,
	getOnce: Call['getOnce'],
): Promise<ICredentialDataDecryptedObject> {
	const isLacking =
		isEmpty(credentials.account_id) &&
		parts.some((part) => isAccount(part) && isEmpty(rawValue(part.name)));
	if (!isLacking) return credentials;
	const [outcome] = await Promise.allSettled([getOnce('/api/v1/profile')]);
	if (outcome.status === 'rejected') {
		const error: unknown = outcome.reason;
		const isBots =
			error instanceof ServiceError &&
			error.status === 401 &&
			![NOT_ARRIVED, WRONG_TOKEN].includes(error.message);
		if (isBots) return credentials;
		throw error;
	}
	const accounts = (at(outcome.value, 'accounts') ?? []) as IDataObject[];
	if (accounts.length > 1)
		throw new BadInput(
			`Account is empty, and the token's user is in ${accountNames(accounts)}: choose one, or set a default in the credential`,
			['account_id'],
		);
	return accounts.length ? { ...credentials, account_id: String(accounts[0].id) } : credentials;
}
