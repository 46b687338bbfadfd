import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IDataObject,
} from 'n8n-workflow';
import { badInput, ServiceError } from '../faults';
import { at } from '../values';
import { accountNames, withAccount } from './account';
import { accountIn } from './address';
import { gatewayHint, MEANINGS, NO_API_ACCESS, readError, unreachable } from './errors';
import { readBody, type Arriving } from './files';
import { headerAdvice, headersOf, otherHeader, type TokenHeader } from './headers';
import { JSON_REPLY, parsed } from './json';
import { inTime } from './run';

export interface Answer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/**
 * Sends a request for the test of a credential. A refusal is returned as an answer.
 * @throws ServiceError if no answer arrived
 */
export type Ask = (method: string, path: string, withToken?: boolean) => Promise<Answer>;

/** Timeout for the test of a credential, which the user waits for; in milliseconds. */
const TIMEOUT = 15_000;

/** @param root base URL without a slash at the end @param credentials their headers are sent */
export function asker(
	request: ICredentialTestFunctions['helpers']['request'],
	root: string,
	credentials: ICredentialDataDecryptedObject,
): Ask {
	return async (method, path, withToken = true) => {
		const exchange = async () => {
			const reply = (await request({
				method,
				uri: `${root}${path}`,
				headers: { Accept: 'application/json', ...headersOf(credentials, withToken) },
				json: true,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				timeout: TIMEOUT,
				useStream: true,
			})) as Answer & Arriving;
			return { ...reply, body: parsed(await readBody(reply, JSON_REPLY)) };
		};
		try {
			return await inTime(TIMEOUT, undefined, exchange);
		} catch (error) {
			throw error instanceof ServiceError ? error : unreachable(error, root);
		}
	};
}

/**
 * Checks the base URL with `GET /api`, which returns the version without a token.
 * @returns the answer
 * @throws BadInput if something other than Chatwoot answers
 */
export async function checkAddress(ask: Ask, root: string): Promise<Answer> {
	const answer = await ask('GET', '/api', false);
	const { statusCode, headers, body } = answer;
	const gateway = gatewayHint(statusCode, body, headers);
	if (gateway)
		throw badInput(`${root} is behind a gateway that did not let n8n through. ${gateway}`);
	if (statusCode >= 300 && statusCode < 400)
		throw badInput(
			`${root} redirects elsewhere: enter the address that it redirects to${
				root.startsWith('http:') ? ' (probably https)' : ''
			}`,
		);
	if (statusCode !== 200 || typeof at(body, 'version') !== 'string')
		throw badInput(
			`${root} answers, but it is not Chatwoot: check the base URL (without /app or /api)`,
		);
	return answer;
}

/** The account ID in a credential or in its base URL; '' if there is none. */
export function accountOf(credentials: ICredentialDataDecryptedObject, field: string): string {
	const typed = String(withAccount(credentials).account_id ?? '').trim();
	const account = accountIn(typed) ?? typed;
	if (account && !/^[1-9]\d*$/.test(account))
		throw badInput(`${field} must be a number, not "${account}"`);
	return account;
}

const isClosed = ({ statusCode, body }: Answer): boolean =>
	statusCode === 403 && readError(body).words === NO_API_ACCESS;

const closed = (accounts: string) =>
	badInput(`Account ${accounts}: ${NO_API_ACCESS}. ${MEANINGS[NO_API_ACCESS]}`);

/**
 * Checks whether the account's plan includes API access. On the vendor's cloud the profile works without it.
 * Since 4.16 the profile has a flag, but self-hosted servers ignore it, so the account itself is requested.
 */
export async function checkAccess(ask: Ask, { id, api_and_webhooks }: IDataObject): Promise<void> {
	if (api_and_webhooks !== false) return;
	if (isClosed(await ask('GET', `/api/v1/accounts/${String(id)}`))) throw closed(String(id));
}

/**
 * The account with this ID; without an ID, the user's only account.
 * @param accounts of the profile
 * @param advice what to do if the user is not in the account, and if none was given
 * @throws BadInput
 */
export function ownAccount(
	accounts: IDataObject[],
	account: string,
	advice = ['correct the default account ID', 'enter one as default account ID'],
): IDataObject {
	if (accounts.length === 0) throw badInput("The token's user is not a member of any account");
	const found = accounts.find(({ id }) => String(id) === account);
	if (found) return found;
	const names = `The token's user is in ${accountNames(accounts)}`;
	if (account) throw badInput(`${names}, not in ${account}: ${advice[0]}`);
	if (accounts.length > 1) throw badInput(`${names}: ${advice[1]}`);
	return accounts[0];
}

/** Whether the answer for the profile shows that a token arrived. */
export const hasArrived = ({ body }: Answer): boolean => !Array.isArray(at(body, 'errors'));

/** Whether the token is a platform app's. */
export async function isPlatforms(ask: Ask): Promise<boolean> {
	const { statusCode, body } = await ask('GET', '/platform/api/v1/accounts/0');
	// Only JSON counts: a proxy that blocks the platform API answers 404 with a web page.
	return statusCode === 404 && Boolean(at(body, 'error'));
}

/** The owner of a token; a user with the accounts of the profile. */
export type Owner =
	{ kind: 'user'; name: string; accounts: IDataObject[] } | { kind: 'platform' } | { kind: 'bot' };

/** The user of a profile; undefined if it was not readable. @param profile the answer to `GET /api/v1/profile` */
function userIn({ statusCode, body }: Answer): Owner | undefined {
	const accounts = at(body, 'accounts');
	if (statusCode !== 200 || !Array.isArray(accounts)) return undefined;
	return { kind: 'user', name: String(at(body, 'name')), accounts: accounts as IDataObject[] };
}

/** The user's role in an account of the profile, such as `an agent`. */
export function roleIn({ role, custom_role }: IDataObject): string {
	const custom = at(custom_role, 'name');
	const known = role === 'administrator' ? 'an administrator' : 'an agent';
	return custom ? `${known} with the custom role "${String(custom)}"` : known;
}

/** Whether Chatwoot says that the token does not belong to a user. */
const isNoUsers = ({ body }: Answer): boolean => /bots/i.test(readError(body).words);

/**
 * Tries a token that did not arrive with another header, in one request that only reads.
 * @param asking sends with this header
 * @param isForPlatform whether the token should be a platform app's
 * @returns which header to choose; '' if the token does not work there either
 */
export async function adviceForHeader(
	asking: (header: TokenHeader) => Ask,
	dropped: TokenHeader,
	isForPlatform = false,
): Promise<string> {
	const other = otherHeader(dropped);
	const ask = asking(other);
	if (isForPlatform) return (await isPlatforms(ask)) ? headerAdvice(dropped, other) : '';
	const profile = await ask('GET', '/api/v1/profile');
	return userIn(profile) || isNoUsers(profile) ? headerAdvice(dropped, other) : '';
}

/** The owner of a token, found only by reading; undefined for an unknown token. */
export async function holderOf(ask: Ask): Promise<Owner | undefined> {
	const profile = await ask('GET', '/api/v1/profile');
	if (!isNoUsers(profile)) return userIn(profile);
	return { kind: (await isPlatforms(ask)) ? 'platform' : 'bot' };
}

/**
 * The owner of a token: a user's token reads the profile, a platform app's token reads accounts, a bot's token
 * may write messages.
 * @param profile the answer to `GET /api/v1/profile`
 * @param account '' for none
 * @throws BadInput if the token is unknown or has no access
 */
export async function ownerOf(ask: Ask, profile: Answer, account: string): Promise<Owner> {
	const user = userIn(profile);
	if (user) return user;
	if (await isPlatforms(ask)) return { kind: 'platform' };
	// Nothing is written, because there is no conversation 0. A token that may write messages gets 404.
	const bot = await ask('POST', `/api/v1/accounts/${account || '0'}/conversations/0/messages`);
	if (bot.statusCode === 404 && at(bot.body, 'error')) return { kind: 'bot' };
	if (isClosed(bot)) throw closed(account);
	if (!hasArrived(profile))
		throw badInput(
			'The token did not reach Chatwoot: it is empty, or a proxy drops its header (choose another Token Header)',
		);
	if (isNoUsers(profile))
		throw badInput(
			"This is a bot's token, but the bot belongs to another account: correct the account",
		);
	const { words } = readError(profile.body);
	throw badInput(
		`The token is wrong: Chatwoot says "${words || profile.statusCode}". Copy it again from Profile Settings → Access Token`,
	);
}
