import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { badInput } from '../../shared/faults';
import { unreached } from '../../shared/tasks/unreached';
import { withOnlyAccount } from '../../shared/transport/account';
import { connect, type Service } from '../../shared/transport/request';
import { newRun } from '../../shared/transport/run';
import { isEmpty } from '../../shared/values';
import { account, flag } from '../../shared/vocabulary';
import { CREDENTIAL } from '../credential';
import type { ServerAccount } from '../staticData';
import type { TriggerSettings } from './source';

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

/** An option of every source that the node registers itself. */
export const addressIsReachable = () =>
	flag('address_is_reachable', {
		hint: 'Whether to register a private address anyway, because SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is set in the environment of Chatwoot',
	});

/** Marks in the registered URL that identify this trigger, even if the address of n8n has changed. */
function marksOf(context: Context): Record<string, string> {
	return {
		n8n: context.getInstanceId().slice(0, 12),
		workflow: String(context.getWorkflow().id),
		node: context.getNode().id,
	};
}

/** The webhook URL of this trigger. @throws BadInput */
function addressOf(context: Context): URL {
	try {
		return new URL(String(context.getNodeWebhookUrl('default')));
	} catch {
		throw badInput('The webhook URL of n8n is not valid: check WEBHOOK_URL');
	}
}

/** The webhook URL with the marks and these query parameters; those without a value are left out. */
export function addressWith(
	context: IHookFunctions,
	query: Record<string, string | undefined>,
): string {
	const url = addressOf(context);
	for (const [name, value] of Object.entries({ ...marksOf(context), ...query }))
		if (value) url.searchParams.set(name, value);
	return url.href;
}

/** Whether a registered URL belongs to this trigger: by its address, also if entered by hand, or by its marks. */
export function ownershipOf(
	context: Context,
	registered: string,
): { isHere: boolean; isMarked: boolean; query: URLSearchParams } {
	const url = URL.canParse(registered) ? new URL(registered) : undefined;
	const address = addressOf(context);
	const query = url?.searchParams ?? new URLSearchParams();
	const marks = Object.entries(marksOf(context));
	return {
		isHere: url?.origin === address.origin && url.pathname === address.pathname,
		isMarked: marks.every(([name, value]) => query.get(name) === value),
		query,
	};
}

/** Why Chatwoot would never call this n8n; undefined if it can, or if the user says so. */
export async function outOfReach(
	context: IHookFunctions,
	{ sourceSettings }: TriggerSettings,
): Promise<string | undefined> {
	if (sourceSettings.address_is_reachable === true) return undefined;
	const { send } = await reach(context, ONCE);
	const getOnce = async (path: string) => await send({ method: 'GET', path });
	return await unreached(addressOf(context).href, { getOnce });
}

/** @throws BadInput if Chatwoot would never call this n8n */
export async function mustBeReached(
	context: IHookFunctions,
	settings: TriggerSettings,
): Promise<void> {
	const reason = await outOfReach(context, settings);
	if (reason)
		throw badInput(
			`${reason}. Set it and enable Options → Address Is Reachable, or give n8n a public address (WEBHOOK_URL)`,
		);
}
