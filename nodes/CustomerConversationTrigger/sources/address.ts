import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { BadInput } from '../../shared/faults';
import { unreached } from '../../shared/tasks/unreached';
import { parsedUrl } from '../../shared/values';
import { flag } from '../../shared/vocabulary';
import { ONCE, reach } from '../reach';
import type { TriggerSettings } from './source';

type Context = IHookFunctions | IWebhookFunctions;

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
	const url = parsedUrl(String(context.getNodeWebhookUrl('default')));
	if (!url) throw new BadInput('The webhook URL of n8n is not valid: check WEBHOOK_URL');
	return url;
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
	const url = parsedUrl(registered);
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
		throw new BadInput(
			`${reason}. Set it and enable Options → Address Is Reachable, or give n8n a public address (WEBHOOK_URL)`,
		);
}
