import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isAction, NoDelivery, readDelivery, type Delivery } from '../shared/events/delivery';
import {
	endedFailureOf,
	isMachine,
	isOutcome,
	knownBy,
	matched,
	type Repeatable,
} from '../shared/events/events';
import { needsHours, passes } from '../shared/events/filters';
import { rawItem, simpleItem } from '../shared/events/output';
import { inAnswerTime, isTaken } from '../shared/events/replies';
import { toNodeError } from '../shared/transport/errors';
import { waitFor } from '../shared/transport/run';
import type { Service } from '../shared/transport/request';
import { shaped } from '../shared/transport/simplify';
import { at } from '../shared/values';
import { MESSAGE } from '../shared/vocabulary';
import { staticDataOf } from './staticData';
import { hoursFor } from './hours';
import { forgetEvent, isRepeat, remember, restore } from './repeats';
import { readSettings } from './settings';
import { isElsewhere, accountAt, serverAccountOf, whereIn } from './serverAccount';
import { BRIEFLY, reach } from './reach';
import type { Source, TriggerSettings } from './sources/source';

/** Answers 200 without starting the workflow. */
const NOTHING: IWebhookResponseData = {};

/** Answers in time if reading in Chatwoot or waking an execution takes long. The workflow may still start. */
export async function receive(
	context: IWebhookFunctions,
	source: Source,
): Promise<IWebhookResponseData> {
	const before = JSON.stringify(staticDataOf(context));
	let isLate = false;
	const response = await handle(context, source, () => {
		isLate = true;
		context.getResponseObject().status(200).end();
	});
	if (JSON.stringify(staticDataOf(context)) !== before) storeAgain(context);
	return isLate ? { ...response, noWebhookResponse: true } : response;
}

/**
 * n8n 2 forgets that the data changed when it prepares an execution, directly after this call, and stores it
 * later if it changed again by then.
 */
function storeAgain(context: IWebhookFunctions): void {
	const staticData = staticDataOf(context);
	void waitFor(0).then(() => Object.assign(staticData, { ...staticData }));
}

/**
 * Handles a delivery. Answers 401 if it does not come from Chatwoot, 400 if it is not a delivery, and
 * otherwise 200, whether it starts the workflow or not. An error is answered with 500 and shown as a failed
 * execution.
 * @param late is called if this takes longer than Chatwoot waits
 */
async function handle(
	context: IWebhookFunctions,
	source: Source,
	late: () => void,
): Promise<IWebhookResponseData> {
	// Checked first: a caller without access learns nothing, and costs little time.
	const connected = connecting(context, source);
	const reason = await reasonAgainst(context, source, connected);
	if (reason) return refuse(context, reason);
	try {
		const service = await connected();
		const settings = readSettings(context, source, service?.credentials);
		const headers = context.getHeaderData();
		const claimed = readDelivery(
			context.getBodyData(),
			headers['x-chatwoot-delivery'] as string | undefined,
		);
		const { accountId } = claimed;
		if (service && accountId !== undefined && accountId !== settings.account)
			return refuse(
				context,
				`it is for account ${accountId}, but the trigger is for account ${settings.account}`,
			);
		const found = matched(claimed, settings.events);
		if (source.readBack && !found.length) return NOTHING;
		const delivery = source.readBack
			? await inAnswerTime(source.readBack(context, claimed), late)
			: claimed;
		if (typeof delivery === 'string') return refuse(context, delivery);
		// The same ids on another server are other events.
		const place = service && [service.baseUrl, settings.account];
		const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id, place]);
		const ended = endedFailureOf(delivery);
		if (settings.dropRepeats) restore(trigger, staticDataOf(context));
		if (ended !== undefined) forgetEvent(trigger, ended, staticDataOf(context));
		const account = `/api/v1/accounts/${settings.account}`;
		const reader = service && { send: service.send, account };
		const may = await source.lets(context, settings, delivery, found, reader);
		// First of all: filters and the bot's turn must not keep a reply from whoever waits for it.
		if (await isTaken(context, delivery, reader, late)) return NOTHING;
		if (!found.length || !may) return NOTHING;
		const isGuarded = settings.loopGuard && isMachine(delivery, source.ownUserOf(context));
		// What became of a message is news to whoever sent it.
		const events = isGuarded ? found.filter(isOutcome) : found;
		if (!events.length) return NOTHING;
		const hoursOf =
			service && needsHours(settings.filters) ? await hoursFor(context, service) : undefined;
		if (!passes(delivery, settings.filters, hoursOf)) return NOTHING;
		const wanted = { event: delivery.event, key: delivery.key, known: knownBy(delivery, events) };
		return await once(context, trigger, settings, wanted, async (fresh) => {
			const stored = settings.readMessage
				? await storedMessage(delivery, settings.account, service)
				: undefined;
			const about = {
				account: settings.account,
				baseUrl: service?.baseUrl,
				events: events.filter((name) => fresh.includes(name)),
				stored,
				startedBy: source.startedBy?.(context),
			};
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

/** Reads the credential when it is first needed; undefined if the source needs none. */
function connecting(context: IWebhookFunctions, source: Source) {
	let connected: Promise<Service | undefined> | undefined;
	return async () =>
		await (connected ??= source.asksCredential(context)
			? reach(context, BRIEFLY, source.registeredAt(context))
			: Promise.resolve(undefined));
}

/**
 * Why a call is refused; undefined if it is accepted. If the credential leads to another account than the one
 * in which the trigger was registered, that account is looked up: the trigger may have been registered there
 * since, or it may be the same server under another name.
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
	// If the call is accepted, the error of the credential is reported later.
	if (led.status === 'rejected' || !led.value) return reason;
	const here = led.value;
	if (!isElsewhere(before, here)) return reason;
	await Promise.allSettled([source.renew(context)]);
	if (isElsewhere(source.registeredAt(context), here))
		return (
			reason ??
			`the trigger was registered in ${accountAt(before)}, but its credential now leads to ${accountAt(here)}: deactivate and activate the workflow`
		);
	// These ids belong to the previous server.
	delete staticDataOf(context).seen;
	return await source.refusalOf(context);
}

function refuse(context: IWebhookFunctions, reason: string): IWebhookResponseData {
	context.logger.warn(`Customer Conversation Trigger refused a call: ${reason}`, whereIn(context));
	return answer(context, 401, 'Unauthorized');
}

/** Answers without starting the workflow. */
function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

/** Whether n8n answers that it has started the workflow; false if the caller no longer waits. */
async function isAnswered(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	return response.writableFinished && response.statusCode < 300;
}

/**
 * Returns the item of the events that were not already seen, if there are any. After an error, also one of n8n,
 * an event counts as new.
 */
async function once(
	context: IWebhookFunctions,
	trigger: string,
	{ dropRepeats }: TriggerSettings,
	{ event, key, known }: Pick<Delivery, 'event' | 'key'> & { known: Repeatable[] },
	item: (names: string[]) => Promise<IDataObject>,
): Promise<IWebhookResponseData> {
	const respond = async (fresh: Repeatable[]) => ({
		workflowData: [[{ json: await item(fresh.flatMap(({ names }) => names)) }]],
	});
	// In a test an event may be repeated on purpose. Typing has nothing that distinguishes two events, and a macro
	// that is run twice must start the workflow twice.
	const mayRepeat =
		context.getMode() === 'manual' || event.startsWith('conversation_typing') || isAction(event);
	if (!dropRepeats || mayRepeat) return await respond(known);
	const staticData = staticDataOf(context);
	const isStarted = isAnswered(context);
	const fresh: Repeatable[] = [];
	for (const one of known)
		if (!(await isRepeat(trigger, one.key, staticData, isStarted))) fresh.push(one);
	// A delivery that comes again is no second failure, although a retry has ended the first one.
	const isSame = known.some((one) => one.key === key && !fresh.includes(one));
	if (!fresh.length || isSame) return NOTHING;
	const response = await respond(fresh);
	const keys = fresh.map((one) => one.key);
	remember(trigger, keys, staticData, isStarted);
	return response;
}

/** The message as Chatwoot has stored it, or the reason why it cannot be read. The event is never lost for that. */
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
