import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { withOnlyAccount } from '../shared/transport/account';
import { connect, type Service } from '../shared/transport/request';
import { newRun } from '../shared/transport/run';
import { isEmpty } from '../shared/values';
import { account } from '../shared/vocabulary';
import { CREDENTIAL } from './credential';
import type { ServerAccount } from './staticData';

type Context = IHookFunctions | IWebhookFunctions;

/** Tries per request: the user waits for the activation. */
const TRIES = 3;

/** For requests that may fail without harm: n8n 2 repeats a failed activation five times in 15 s. */
export const ONCE = { tries: 1, timeout: 5_000 };

/** For requests during a call, because Chatwoot waits only five seconds for the answer. */
export const BRIEFLY = { tries: 1, timeout: 3_000 };

/**
 * Connects with the credential. Without an account, it is the one in which the trigger was registered, or else the
 * only account of the token's user.
 * @param registered where the trigger was registered, if a call of it is handled: then nothing is looked up
 */
export async function reach(
	context: Context,
	{ tries, timeout } = { tries: TRIES, timeout: 30_000 },
	registered?: ServerAccount,
): Promise<Service> {
	const service = await connect(context, CREDENTIAL, { timeout }, newRun({}, undefined, tries));
	const { credentials } = service;
	if (registered && isEmpty(credentials.account_id))
		return { ...service, credentials: { ...credentials, account_id: registered.account } };
	const get = async (path: string) => await service.send({ method: 'GET', path });
	const rawValue = (name: string) => context.getNodeParameter(name, '') as unknown;
	const accountField = { parts: [account()], rawValue };
	return { ...service, credentials: await withOnlyAccount(credentials, accountField, get) };
}
