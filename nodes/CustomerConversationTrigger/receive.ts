import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { NoDelivery, readDelivery, type Delivery } from '../shared/events/delivery';
import { isMachine, knownBy, matched } from '../shared/events/events';
import { passes } from '../shared/events/filters';
import { rawItem, simpleItem } from '../shared/events/output';
import { toNodeError } from '../shared/transport/errors';
import { connect, type Service } from '../shared/transport/request';
import { newRun } from '../shared/transport/run';
import { shaped } from '../shared/transport/simplify';
import { at } from '../shared/values';
import { MESSAGE } from '../shared/vocabulary';
import { keptOf } from './kept';
import { CREDENTIAL } from './credential';
import { isRepeat, keptWith } from './repeats';
import { readSettings } from './settings';
import { isElsewhere, accountAt, serverAccountOf, whereIn } from './serverAccount';
import type { Source, TriggerSettings } from './sources/source';

/** The service gives up after five seconds; in milliseconds. */
const TIME_TO_READ = 3_000;

/** Answers 200, but starts nothing. */
const NOTHING: IWebhookResponseData = {};

/**
 * Takes a delivery: 401 for what is not the service's, 400 for what is no delivery, 200 for all that
 * is taken, started or not. An error is answered 500 and shows as a failed execution.
 */
export async function receive(
	context: IWebhookFunctions,
	source: Source,
): Promise<IWebhookResponseData> {
	// Before anything else is read: who is not let in learns nothing, and costs little.
	const connected = connecting(context, source);
	const reason = await reasonAgainst(context, source, connected);
	if (reason) return refuse(context, reason);
	try {
		const service = await connected();
		const settings = readSettings(context, source, service?.credentials);
		const headers = context.getHeaderData();
		const delivery = readDelivery(
			context.getBodyData(),
			headers['x-chatwoot-delivery'] as string | undefined,
		);
		const { accountId } = delivery;
		if (service && accountId !== undefined && accountId !== settings.account)
			return refuse(
				context,
				`it is for account ${accountId}, but the trigger is for account ${settings.account}`,
			);
		const events = matched(delivery, settings.events);
		const may = source.lets(context, settings, delivery, events);
		if (!events.length || !may) return NOTHING;
		if (settings.loopGuard && isMachine(delivery, source.ownUserOf(context))) return NOTHING;
		if (!passes(delivery, settings.filters)) return NOTHING;
		const seen = {
			event: delivery.event,
			key: knownBy(delivery, events),
			// Another server has ids of its own.
			place: service && [service.baseUrl, settings.account],
		};
		return await once(context, settings, seen, async () => {
			const stored = settings.readMessage
				? await storedMessage(delivery, settings.account, service)
				: undefined;
			const about = { account: settings.account, baseUrl: service?.baseUrl, events, stored };
			return settings.simplify ? simpleItem(delivery, about) : rawItem(delivery, about);
		});
	} catch (error) {
		context.logger.error(
			`Customer Conversation Trigger: ${(error as Error).message}`,
			whereIn(context),
		);
		if (error instanceof NoDelivery) return answer(context, 400, error.message);
		throw toNodeError(context.getNode(), error, { operation: 'Receive an event' });
	}
}

/** Reads the credential when it is first needed; undefined where the source asks for none. */
function connecting(context: IWebhookFunctions, source: Source) {
	let connected: Promise<Service | undefined> | undefined;
	return async () =>
		await (connected ??= source.asksCredential(context)
			? connect(context, CREDENTIAL, { timeout: TIME_TO_READ }, newRun({}, undefined, 1))
			: Promise.resolve(undefined));
}

/**
 * Why a call is not let in; undefined when it is. If the credential leads elsewhere than to where the
 * trigger was registered, the service there is asked: it may have been registered since, or be the same
 * service under another name.
 */
async function reasonAgainst(
	context: IWebhookFunctions,
	source: Source,
	connected: () => Promise<Service | undefined>,
): Promise<string | undefined> {
	const reason = await source.refusalOf(context);
	const before = source.registeredAt(context);
	if (!before) return reason;
	const leading = connected().then((service) => service && serverAccountOf(context, service));
	const [led] = await Promise.allSettled([leading]);
	// Whoever is let in is told later why it cannot be read.
	if (led.status === 'rejected' || !led.value) return reason;
	const here = led.value;
	if (!isElsewhere(before, here)) return reason;
	await Promise.allSettled([source.renew(context)]);
	if (isElsewhere(source.registeredAt(context), here))
		return (
			reason ??
			`the trigger was registered in ${accountAt(before)}, but its credential now leads to ${accountAt(here)}: deactivate and activate the workflow`
		);
	// The ids in there are of the server before.
	delete keptOf(context).seen;
	return await source.refusalOf(context);
}

function refuse(context: IWebhookFunctions, reason: string): IWebhookResponseData {
	context.logger.warn(`Customer Conversation Trigger refused a call: ${reason}`, whereIn(context));
	return answer(context, 401, 'Unauthorized');
}

/** Starts nothing. */
function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** Whether n8n answers that it has started the workflow; false where nobody waits for the answer. */
async function isAnswered(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	return response.writableFinished && response.statusCode < 300;
}

/** Gives the item unless the event was seen; an error, of n8n too, leaves it new. */
async function once(
	context: IWebhookFunctions,
	{ dropRepeats }: TriggerSettings,
	{ event, key, place }: Pick<Delivery, 'event' | 'key'> & { place?: unknown[] },
	item: () => Promise<IDataObject>,
): Promise<IWebhookResponseData> {
	const give = async () => ({ workflowData: [[{ json: await item() }]] });
	// Who tests an event may send it again; typing says nothing that could tell two from one.
	const may = context.getMode() === 'manual' || event.startsWith('conversation_typing');
	if (!dropRepeats || may) return await give();
	const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id, place]);
	const kept = keptOf(context);
	if (await isRepeat(trigger, key, kept.seen ?? [], async () => await isAnswered(context)))
		return NOTHING;
	const given = await give();
	kept.seen = keptWith(kept.seen ?? [], key);
	return given;
}

/** The message as the service has it; where it cannot be read, why. Nothing is lost for that. */
async function storedMessage(
	{ message, conversation }: Delivery,
	account?: number,
	service?: Service,
): Promise<IDataObject | undefined> {
	if (!message || !conversation) return undefined;
	if (!service) return { error: 'The message cannot be read without a credential' };
	const [outcome] = await Promise.allSettled([
		service.send({
			method: 'GET',
			path: `/api/v1/accounts/${account}/conversations/${conversation.id}/messages`,
			query: { before: Number(message.id) + 1 },
		}),
	]);
	if (outcome.status === 'rejected') return { error: (outcome.reason as Error).message };
	const rows = at(outcome.value, 'payload');
	const found = Array.isArray(rows) && (rows as IDataObject[]).find(({ id }) => id === message.id);
	return found
		? shaped(found, MESSAGE, { baseUrl: service.baseUrl, values: { account_id: account } })
		: { error: 'The message was not found' };
}
