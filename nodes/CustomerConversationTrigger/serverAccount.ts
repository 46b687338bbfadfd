import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Service } from '../shared/transport/request';
import { keptOf, modeOf, type ServerAccount, type Registered } from './kept';
import { readAccount } from './settings';

/** @throws BadInput if neither the node nor the credential names an account */
export const serverAccountOf = (
	context: IHookFunctions | IWebhookFunctions,
	{ baseUrl, credentials }: Service,
): ServerAccount => ({ server: baseUrl, account: readAccount(context, credentials) });

/** Whether a trigger was registered elsewhere. Release 0.2 did not store where: then nobody knows. */
export const isElsewhere = (
	before: ServerAccount | undefined,
	here: ServerAccount,
): before is ServerAccount =>
	before !== undefined && (before.server !== here.server || before.account !== here.account);

/** Whether something of a trigger may be left at the service, by what is stored with the workflow. */
export const isStanding = (kept: { registeredAt?: Registered; secret?: string }): boolean =>
	// Release 0.2 did not store where.
	kept.registeredAt ? !kept.registeredAt.isRemoved : kept.secret !== undefined;

/** `account 3 at https://chat.example` */
export const accountAt = ({ account, server }: ServerAccount): string =>
	`account ${account} at ${server}`;

/** Added to a message in n8n's log, to find the node. */
export const whereIn = (context: IHookFunctions | IWebhookFunctions) => ({
	workflowId: context.getWorkflow().id,
	node: context.getNode().name,
});

/**
 * Compares where a trigger was registered with where its credential leads now. If these differ, n8n's
 * log says what may be left, and what was seen is forgotten: the other server has ids of its own.
 * @param left what may be left there, and how to remove it
 * @returns whether they differ: then what is known there, such as a secret, must not be used again
 */
export function hasMoved(
	context: IHookFunctions,
	before: Registered | undefined,
	here: ServerAccount,
	left: { what: string; cure: string },
): boolean {
	if (!isElsewhere(before, here)) return false;
	if (!before.isRemoved)
		context.logger.warn(
			`Customer Conversation Trigger: The credential now leads to ${accountAt(here)}. ${left.what} may still exist in ${accountAt(before)}: ${left.cure}.`,
			whereIn(context),
		);
	delete keptOf(context).seen;
	return true;
}

/** How long the service is not asked again, in milliseconds. */
const LOOKED = 5_000;

/** What was found at the service, by trigger. */
const looks = new Map<string, { at: number; found: Promise<unknown> }>();

/** Looks for a trigger at the service, at most once in five seconds. */
export async function lookedUp<T>(context: IWebhookFunctions, look: () => Promise<T>): Promise<T> {
	const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id, modeOf(context)]);
	let last = looks.get(trigger);
	if (!last || Date.now() - last.at > LOOKED) {
		last = { at: Date.now(), found: look() };
		looks.set(trigger, last);
	}
	return (await last.found) as T;
}
