import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IDataObject,
} from 'n8n-workflow';
import { badInput, ServiceError } from '../faults';
import { at } from '../values';
import { accountNames, withAccount } from './account';
import { accountIn } from './address';
import { MEANINGS, NO_API_ACCESS, readError, unreachable } from './errors';
import { readBody, type Arriving } from './files';
import { JSON_REPLY, parsed } from './json';
import { inTime } from './run';

export interface Answer {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/**
 * Asks the service; a refusal is an answer, too.
 * @throws ServiceError where no answer came
 */
export type Ask = (method: string, path: string, withToken?: boolean) => Promise<Answer>;

/** Who tests a credential waits for it; in milliseconds. */
const TIMEOUT = 15_000;

/** @param root base URL without a slash at the end */
export function asker(
	request: ICredentialTestFunctions['helpers']['request'],
	root: string,
	{ api_access_token, header_spelling }: ICredentialDataDecryptedObject,
): Ask {
	return async (method, path, withToken = true) => {
		const exchange = async () => {
			const reply = (await request({
				method,
				uri: `${root}${path}`,
				headers: {
					Accept: 'application/json',
					...(withToken
						? { [String(header_spelling || 'api_access_token')]: String(api_access_token) }
						: {}),
				},
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
 * `GET /api` proves the address: it answers with the version, without a token.
 * @returns that answer
 * @throws BadInput where something else answers
 */
export async function checkAddress(ask: Ask, root: string): Promise<Answer> {
	const answer = await ask('GET', '/api', false);
	const { statusCode, body } = answer;
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

/** The number of the account in a credential, or in its base URL; '' where it names none. */
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
 * The vendor's cloud answers for the profile even where the plan of an account lacks the API. Since
 * 4.16 the profile tells of it, but a server of one's own does not care: the account itself is asked.
 */
export async function checkAccess(ask: Ask, { id, api_and_webhooks }: IDataObject): Promise<void> {
	if (api_and_webhooks !== false) return;
	if (isClosed(await ask('GET', `/api/v1/accounts/${String(id)}`))) throw closed(String(id));
}

/**
 * The account that is meant: the given one, else the only one.
 * @param accounts of the profile
 * @param advice what to do where it is another, and where none was given
 */
export function ownAccount(
	accounts: IDataObject[],
	account: string,
	advice = ['correct the default account ID', 'enter one as default account ID'],
): IDataObject {
	if (accounts.length === 0) throw badInput("The token's user is not a member of any account");
	const own = accounts.find(({ id }) => String(id) === account);
	if (own) return own;
	const names = `The token's user is in ${accountNames(accounts)}`;
	if (account) throw badInput(`${names}, not in ${account}: ${advice[0]}`);
	if (accounts.length > 1) throw badInput(`${names}: ${advice[1]}`);
	return accounts[0];
}

/** Whether the answer for the profile shows that a token came with the request. */
export const hasArrived = ({ body }: Answer): boolean => !Array.isArray(at(body, 'errors'));

/** Whether the token is a platform app's. */
export async function isPlatforms(ask: Ask): Promise<boolean> {
	const { statusCode, body } = await ask('GET', '/platform/api/v1/accounts/0');
	// As JSON: a proxy that hides the address answers 404 with a page.
	return statusCode === 404 && Boolean(at(body, 'error'));
}

/** Whose a token is; a user's with the accounts of the profile. */
export type Owner =
	{ kind: 'user'; name: string; accounts: IDataObject[] } | { kind: 'platform' } | { kind: 'bot' };

/** The user whose profile was read. @param profile the answer to `GET /api/v1/profile` */
function userIn({ statusCode, body }: Answer): Owner | undefined {
	const accounts = at(body, 'accounts');
	if (statusCode !== 200 || !Array.isArray(accounts)) return undefined;
	return { kind: 'user', name: String(at(body, 'name')), accounts: accounts as IDataObject[] };
}

/** What the user of a token is in an account of the profile, such as `an agent`. */
export function roleIn({ role, custom_role }: IDataObject): string {
	const custom = at(custom_role, 'name');
	const known = role === 'administrator' ? 'an administrator' : 'an agent';
	return custom ? `${known} with the custom role "${String(custom)}"` : known;
}

/** Words for a token that is no user's. */
const isNoUsers = ({ body }: Answer): boolean => /bots/i.test(readError(body).words);

/** Whose a token is, as far as reading tells; undefined for one that the service does not know. */
export async function holderOf(ask: Ask): Promise<Owner | undefined> {
	const profile = await ask('GET', '/api/v1/profile');
	if (!isNoUsers(profile)) return userIn(profile);
	return { kind: (await isPlatforms(ask)) ? 'platform' : 'bot' };
}

/**
 * A user's token reads the profile, a platform app's sees accounts, a bot's may write messages.
 * @param profile the answer to `GET /api/v1/profile`
 * @param account '' for none
 * @throws BadInput where it is nobody's, or opens nothing
 */
export async function ownerOf(ask: Ask, profile: Answer, account: string): Promise<Owner> {
	const user = userIn(profile);
	if (user) return user;
	if (await isPlatforms(ask)) return { kind: 'platform' };
	// Nothing is written: there is no conversation 0. A token that may write gets 404.
	const bot = await ask('POST', `/api/v1/accounts/${account || '0'}/conversations/0/messages`);
	if (bot.statusCode === 404 && at(bot.body, 'error')) return { kind: 'bot' };
	if (isClosed(bot)) throw closed(account);
	if (!hasArrived(profile))
		throw badInput(
			'The token did not reach Chatwoot: it is empty, or a proxy drops the header (choose the header spelling with hyphens)',
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
