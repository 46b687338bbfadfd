import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { badInput } from '../faults';
import { accountNames, withAccount } from '../transport/account';
import { accountIn, baseUrl, segment } from '../transport/address';
import { MEANINGS, NO_API_ACCESS, readError, unreachable } from '../transport/errors';
import { at } from '../values';

interface Answer {
	statusCode: number;
	body: unknown;
}

type Ask = (method: string, path: string, withToken?: boolean) => Promise<Answer>;

function asker(
	request: ICredentialTestFunctions['helpers']['request'],
	root: string,
	{ api_access_token, header_spelling }: ICredentialDataDecryptedObject,
): Ask {
	return async (method, path, withToken = true) => {
		try {
			return (await request({
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
				timeout: 15_000,
			})) as Answer;
		} catch (error) {
			throw badInput(unreachable(error, root).message);
		}
	};
}

/** `GET /api` proves the address: it answers with the version, without a token. */
async function checkAddress(ask: Ask, root: string): Promise<void> {
	const { statusCode, body } = await ask('GET', '/api', false);
	if (statusCode >= 300 && statusCode < 400)
		throw badInput(
			`${root} redirects elsewhere: enter the address that it redirects to${
				root.startsWith('http:') ? ' (probably https)' : ''
			}`,
		);
	if (statusCode !== 200 || typeof at(body, 'version') !== 'string')
		throw badInput(
			`${root} answers, but not as the service does: check the base URL (without /app or /api)`,
		);
}

const isClosed = ({ statusCode, body }: Answer): boolean =>
	statusCode === 403 && readError(body).words === NO_API_ACCESS;

const closed = (accounts: string) =>
	badInput(`Account ${accounts}: ${NO_API_ACCESS}. ${MEANINGS[NO_API_ACCESS]}`);

/**
 * The vendor's cloud answers for the profile even where the plan of an account lacks the API. Since
 * 4.16 the profile tells of it, but a server of one's own does not care: the account itself is asked.
 */
async function checkAccess(ask: Ask, { id, api_and_webhooks }: IDataObject): Promise<void> {
	if (api_and_webhooks !== false) return;
	if (isClosed(await ask('GET', `/api/v1/accounts/${String(id)}`))) throw closed(String(id));
}

/** The account that is meant: the given one, else the only one. */
function ownAccount(accounts: IDataObject[], account: string): IDataObject {
	if (accounts.length === 0) throw badInput("The token's user is in no account");
	const own = accounts.find(({ id }) => String(id) === account);
	if (own) return own;
	const names = `The token's user is in ${accountNames(accounts)}`;
	if (account) throw badInput(`${names}, not in ${account}: correct the default account ID`);
	if (accounts.length > 1) throw badInput(`${names}: enter one as default account ID`);
	return accounts[0];
}

/** A user's token reads the profile, a platform app's sees accounts, a bot's may write messages. */
async function checkToken(ask: Ask, account: string): Promise<void> {
	const profile = await ask('GET', '/api/v1/profile');
	const accounts = at(profile.body, 'accounts');
	if (profile.statusCode === 200 && Array.isArray(accounts))
		return await checkAccess(ask, ownAccount(accounts as IDataObject[], account));
	const platform = await ask('GET', '/platform/api/v1/accounts/0');
	// As JSON: a proxy that hides the address answers 404 with a page.
	if (platform.statusCode === 404 && at(platform.body, 'error')) return;
	// Nothing is written: there is no conversation 0. A token that may write gets 404.
	const bot = await ask('POST', `/api/v1/accounts/${account || '0'}/conversations/0/messages`);
	if (bot.statusCode === 404 && at(bot.body, 'error')) return;
	if (isClosed(bot)) throw closed(account);
	if (Array.isArray(at(profile.body, 'errors')))
		throw badInput(
			'The token did not arrive: a proxy drops the header (choose the header spelling with hyphens), or the token is empty',
		);
	const { words } = readError(profile.body);
	if (/bots/i.test(words))
		throw badInput(
			"This is a bot's token, but not one of the default account: correct the account",
		);
	throw badInput(`The token is wrong: the service says "${words || profile.statusCode}"`);
}

/** API inboxes alone can be reached without a token. */
async function checkInbox(ask: Ask, identifier: string): Promise<void> {
	const path = `/public/api/v1/inboxes/${segment(identifier)}`;
	const { statusCode, body } = await ask('GET', path, false);
	if (statusCode !== 200 || typeof at(body, 'identifier') !== 'string')
		throw badInput(
			`There is no API inbox with the identifier "${identifier}": it stands in Settings → Inboxes → Configuration of an API inbox, and is no number`,
		);
}

/** @param secret never shown, not even where the service repeats it */
const run = async (
	secret: string,
	check: () => Promise<void>,
): Promise<INodeCredentialTestResult> => {
	try {
		await check();
		return { status: 'OK', message: 'Connection successful' };
	} catch (error) {
		const { message } = error as Error;
		return { status: 'Error', message: secret ? message.replaceAll(secret, '***') : message };
	}
};

/**
 * Tests of the credentials, by the name that the nodes' `testedBy` gives.
 * n8n takes the test of any node that uses a credential, so every kind of token passes.
 */
export const credentialTest = {
	/** Address, token, kind of token, account; the text says what to change. */
	async testApi(
		this: ICredentialTestFunctions,
		credential: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const { request } = this.helpers;
		const data = credential.data ?? {};
		return await run(String(data.api_access_token ?? ''), async () => {
			const typed = String(withAccount(data).account_id ?? '').trim();
			const account = accountIn(typed) ?? typed;
			if (account && !/^[1-9]\d*$/.test(account))
				throw badInput(`The default account ID must be a number, not "${account}"`);
			const root = baseUrl(data.base_url);
			const ask = asker(request, root, data);
			await checkAddress(ask, root);
			await checkToken(ask, account);
		});
	},

	/** Address and default inbox: the client surface has no token, and an HMAC token shows in use. */
	async testClientApi(
		this: ICredentialTestFunctions,
		credential: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const { request } = this.helpers;
		return await run(String(credential.data?.hmac_token ?? ''), async () => {
			const root = baseUrl(credential.data?.base_url);
			const ask = asker(request, root, {});
			await checkAddress(ask, root);
			const inbox = String(credential.data?.inbox_identifier ?? '').trim();
			if (inbox) await checkInbox(ask, inbox);
		});
	},
};
