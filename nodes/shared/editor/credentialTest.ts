import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { badInput } from '../faults';
import {
	accountOf,
	adviceForHeader,
	asker,
	checkAccess,
	checkAddress,
	hasArrived,
	ownAccount,
	ownerOf,
	roleIn,
	type Ask,
} from '../transport/access';
import { baseUrl, segment } from '../transport/address';
import { sayable } from '../transport/errors';
import { masked, secretsOf, tokenHeaderOf, type TokenHeader } from '../transport/headers';
import { at } from '../values';

/**
 * Checks the owner of the token and its access to the account.
 * @param asking sends with this header
 * @returns what the token can be used for. n8n shows its own text if a test passes
 */
async function checkToken(
	asking: (header: TokenHeader) => Ask,
	header: TokenHeader,
	account: string,
): Promise<string> {
	const ask = asking(header);
	const profile = await ask('GET', '/api/v1/profile');
	const advice = hasArrived(profile) ? '' : await adviceForHeader(asking, header);
	if (advice) throw badInput(advice);
	const owner = await ownerOf(ask, profile, account);
	if (owner.kind === 'platform') return "a platform app's token, for the Platform node only";
	if (owner.kind === 'bot') return "a bot's token, for messages and conversations only";
	const membership = ownAccount(owner.accounts, account);
	await checkAccess(ask, membership);
	const limits = membership.role === 'administrator' ? '' : ': no reports, no settings, no trigger';
	return `the token of ${owner.name}, ${roleIn(membership)}${limits}`;
}

/** Checks the identifier of an API inbox: only these can be used without a token. */
async function checkInbox(ask: Ask, identifier: string): Promise<void> {
	const path = `/public/api/v1/inboxes/${segment(identifier)}`;
	const { statusCode, body } = await ask('GET', path, false);
	if (statusCode !== 200 || typeof at(body, 'identifier') !== 'string')
		throw badInput(
			`No API inbox has the identifier "${identifier}". Copy it from Settings → Inboxes → Configuration; it is not the numeric ID`,
		);
}

/** Runs a test. Secrets are masked in its message, even if Chatwoot repeats them. */
const run = async (
	credentials: ICredentialDataDecryptedObject,
	check: () => Promise<string | void>,
): Promise<INodeCredentialTestResult> => {
	let secrets: string[] = [];
	try {
		secrets = secretsOf(credentials);
		const found = await check();
		return { status: 'OK', message: ['Connection successful', found].filter(Boolean).join(': ') };
	} catch (error) {
		return { status: 'Error', message: masked(secrets, sayable(error).message) };
	}
};

/**
 * Tests of the credentials, by the name that the nodes' `testedBy` gives.
 * n8n may use the test of any node with the credential, so every kind of token passes.
 */
export const credentialTest = {
	/** Checks the base URL, the token, its kind and the account; the message says what to change. */
	async testApi(
		this: ICredentialTestFunctions,
		credential: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const { request } = this.helpers;
		const data = credential.data ?? {};
		return await run(data, async () => {
			const account = accountOf(data, 'The default account ID');
			const root = baseUrl(data.base_url);
			await checkAddress(asker(request, root, data), root);
			const asking = (header: TokenHeader) =>
				asker(request, root, { ...data, header_spelling: header });
			return await checkToken(asking, tokenHeaderOf(data), account);
		});
	},

	/** Checks the base URL and the default inbox. There is no token, and an HMAC token cannot be checked without a contact. */
	async testClientApi(
		this: ICredentialTestFunctions,
		credential: ICredentialsDecrypted,
	): Promise<INodeCredentialTestResult> {
		const { request } = this.helpers;
		const data = credential.data ?? {};
		return await run(data, async () => {
			const root = baseUrl(data.base_url);
			const ask = asker(request, root, data);
			await checkAddress(ask, root);
			const inbox = String(data.inbox_identifier ?? '').trim();
			if (inbox) await checkInbox(ask, inbox);
		});
	},
};
