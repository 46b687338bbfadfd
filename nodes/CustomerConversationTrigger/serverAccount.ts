import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Service } from '../shared/transport/request';
import { staticDataOf, modeOf, type ServerAccount, type Registered } from './staticData';
import { readAccount } from './settings';

/** The server and account of a credential. @throws BadInput if neither the node nor the credential names an account */
export const serverAccountOf = (
	context: IHookFunctions | IWebhookFunctions,
	{ baseUrl, credentials }: Service,
): ServerAccount => ({ server: baseUrl, account: readAccount(context, credentials) });

/** Whether a trigger was registered in another account. False if it was never registered. */
export const isElsewhere = (
	before: ServerAccount | undefined,
	here: ServerAccount,
): before is ServerAccount =>
	before !== undefined && (before.server !== here.server || before.account !== here.account);

/** Whether something of a trigger may still be registered, judged by the data stored with the workflow. */
export const isNotRemoved = ({ registeredAt }: { registeredAt?: Registered }): boolean =>
	registeredAt !== undefined && !registeredAt.isRemoved;

/** `account 3 at https://chat.example` */
export const accountAt = ({ account, server }: ServerAccount): string =>
	`account ${account} at ${server}`;

/** Data for n8n's log that identifies the node. */
export const whereIn = (context: IHookFunctions | IWebhookFunctions) => ({
	workflowId: context.getWorkflow().id,
	node: context.getNode().name,
});

/**
 * Compares the account in which a trigger was registered with the account of its credential. If they differ,
 * n8n's log says what may still exist, and events seen so far are forgotten, because the other server has
 * different ids.
 * @param left what may still exist, and how to remove it
 * @returns whether they differ: then the secrets, which the other server knows, must not be used again
 */
export function hasMoved(
	context: IHookFunctions,
	before: Registered | undefined,
	here: ServerAccount,
	left: { subject: string; cure: string },
): boolean {
	if (!isElsewhere(before, here)) return false;
	if (!before.isRemoved)
		context.logger.warn(
			`Customer Conversation Trigger: The credential now leads to ${accountAt(here)}. ${left.subject} may still exist in ${accountAt(before)}: ${left.cure}.`,
			whereIn(context),
		);
	delete staticDataOf(context).seen;
	return true;
}

/** Time until a trigger is looked up again; in milliseconds. */
const LOOKUP_PAUSE = 5_000;

/** Results of the last lookup, by trigger. */
const lookups = new Map<string, { at: number; found: Promise<unknown> }>();

/** Looks up a trigger in Chatwoot, at most once in five seconds. */
export async function throttledLookup<T>(
	context: IWebhookFunctions,
	read: () => Promise<T>,
): Promise<T> {
	const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id, modeOf(context)]);
	let last = lookups.get(trigger);
	if (!last || Date.now() - last.at > LOOKUP_PAUSE) {
		last = { at: Date.now(), found: read() };
		lookups.set(trigger, last);
	}
	return (await last.found) as T;
}
