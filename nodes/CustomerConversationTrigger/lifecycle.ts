import type { IHookFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { withReason } from '../shared/faults';
import { toLifecycleError } from '../shared/transport/errors';
import { modeOf, staticDataOf } from './staticData';
import { receive } from './receive';
import { readSettings, sourceOf } from './settings';
import { sources } from './sources';
import { ONCE, reach } from './reach';
import { whereIn } from './serverAccount';

/** The chosen source and its settings. */
async function chosen(context: IHookFunctions) {
	const source = sourceOf(context, sources);
	const service = source.asksCredential(context) ? await reach(context, ONCE) : undefined;
	return { source, settings: readSettings(context, source, service?.credentials) };
}

/** Whether the webhook is already registered. */
export async function checkExists(context: IHookFunctions): Promise<boolean> {
	// Before anything can fail: a test has the data of production, and after a failure n8n calls `remove`.
	staticDataOf(context).mode = modeOf(context);
	try {
		const { source, settings } = await chosen(context);
		return await source.isRegistered(context, settings);
	} catch (error) {
		throw await lifecycleError(context, error, 'The webhook could not be checked');
	}
}

export async function create(context: IHookFunctions): Promise<boolean> {
	try {
		const { source, settings } = await chosen(context);
		await source.register(context, settings);
	} catch (error) {
		throw await lifecycleError(context, error, 'The webhook could not be registered');
	}
	return true;
}

/** Removes the webhook. Never fails. n8n also calls it after a failed activation: then nothing must stay registered. */
export async function remove(context: IHookFunctions): Promise<boolean> {
	try {
		await sourceOf(context, sources).unregister(context);
	} catch (error) {
		// After an error n8n keeps the entry of a test, which slows down every later test. A webhook that stays
		// in Chatwoot is recognized by its marks at the next activation.
		if (!mayBeRegistered(context)) return true;
		const { message } = toLifecycleError(
			context.getNode(),
			await withReason(error),
			'The webhook could not be removed',
		);
		warn(context, message);
	}
	return true;
}

/** Logs the error at once: n8n itself only reports it after its last try, and calls `remove` after each. */
async function lifecycleError(context: IHookFunctions, error: unknown, failed: string) {
	const failure = toLifecycleError(context.getNode(), await withReason(error), failed);
	warn(context, failure.message);
	return failure;
}

/** Whether something may be registered; an unknown source has registered nothing. */
function mayBeRegistered(context: IHookFunctions): boolean {
	try {
		return sourceOf(context, sources).mayBeRegistered(context);
	} catch {
		return false;
	}
}

const warn = (context: IHookFunctions, message: string) =>
	context.logger.warn(`Customer Conversation Trigger: ${message}`, whereIn(context));

/** Handles a call of the webhook. */
export const take = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	await receive(context, sourceOf(context, sources));
