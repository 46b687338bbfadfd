import type { IHookFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { withReason } from '../shared/faults';
import { withAccount } from '../shared/transport/account';
import { toLifecycleError } from '../shared/transport/errors';
import { CREDENTIAL } from './credential';
import { keptOf, modeOf } from './kept';
import { receive } from './receive';
import { readSettings, sourceOf } from './settings';
import { sources } from './sources';
import { whereIn } from './serverAccount';

/** The chosen source, and what is set for it. */
async function chosen(context: IHookFunctions) {
	const source = sourceOf(context, sources);
	const credentials = source.asksCredential(context)
		? withAccount(await context.getCredentials(CREDENTIAL))
		: undefined;
	return { source, settings: readSettings(context, source, credentials) };
}

/** Whether what is to call n8n is at the service already. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	// Before all that may fail: a test has what production stored, and after a failure n8n removes.
	keptOf(context).mode = modeOf(context);
	try {
		const { source, settings } = await chosen(context);
		return await source.isRegistered(context, settings);
	} catch (error) {
		throw await told(context, error, 'The webhook could not be checked');
	}
}

export async function create(context: IHookFunctions): Promise<boolean> {
	try {
		const { source, settings } = await chosen(context);
		await source.register(context, settings);
	} catch (error) {
		throw await told(context, error, 'The webhook could not be registered');
	}
	return true;
}

/** Never fails. n8n removes after an activation that failed, too: then nothing may stand there. */
export async function remove(context: IHookFunctions): Promise<boolean> {
	try {
		await sourceOf(context, sources).unregister(context);
	} catch (error) {
		// After an error n8n keeps the entry of a test, and each later test copies all of n8n. What
		// stays at the service is found by its marks at the next activation.
		if (!mayStand(context)) return true;
		const { message } = toLifecycleError(
			context.getNode(),
			await withReason(error),
			'The webhook could not be removed',
		);
		warn(context, message);
	}
	return true;
}

/** The error, which n8n's log has at once: n8n itself tells it after its last try, and removes after each. */
async function told(context: IHookFunctions, error: unknown, failed: string) {
	const failure = toLifecycleError(context.getNode(), await withReason(error), failed);
	warn(context, failure.message);
	return failure;
}

/** A source that is not known has registered nothing. */
function mayStand(context: IHookFunctions): boolean {
	try {
		return sourceOf(context, sources).mayStand(context);
	} catch {
		return false;
	}
}

const warn = (context: IHookFunctions, message: string) =>
	context.logger.warn(`Customer Conversation Trigger: ${message}`, whereIn(context));

/** Takes a call to the webhook. */
export const take = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await receive(context, sourceOf(context, sources));
