import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { badInput } from '../faults';
import {
	accountOf,
	asker,
	checkAccess,
	checkAddress,
	ownAccount,
	ownerOf,
	type Ask,
} from '../transport/access';
import { baseUrl, segment } from '../transport/address';
import { sayable } from '../transport/errors';
import { at } from '../values';

/** Who the token belongs to, and whether the account that is meant is open to it. */
async function checkToken(ask: Ask, account: string): Promise<void> {
	const owner = await ownerOf(ask, await ask('GET', '/api/v1/profile'), account);
	if (owner.kind === 'user') await checkAccess(ask, ownAccount(owner.accounts, account));
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
		const { message } = sayable(error);
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
			const account = accountOf(data, 'The default account ID');
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
