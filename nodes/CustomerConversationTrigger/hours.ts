import type { IWebhookFunctions } from 'n8n-workflow';
import { readHours, type HoursOf } from '../shared/events/hours';
import type { Service } from '../shared/transport/request';
import { serverAccountOf } from './serverAccount';

/** Milliseconds for which hours that were read are used. */
const FRESH = 60_000;

/** The hours that this process read last, by trigger. */
const known = new Map<string, { at: number; hours: Promise<HoursOf> }>();

/** The hours of the account's inboxes, read at most once a minute; after a failure they are read again. */
export async function hoursFor(context: IWebhookFunctions, service: Service): Promise<HoursOf> {
	const here = serverAccountOf(context, service);
	const trigger = JSON.stringify([context.getWorkflow().id, context.getNode().id, here]);
	let last = known.get(trigger);
	if (!last || Date.now() - last.at > FRESH) {
		const hours = readHours(service.send, `/api/v1/accounts/${here.account}`);
		last = { at: Date.now(), hours };
		known.set(trigger, last);
		hours.catch(() => known.delete(trigger));
	}
	return await last.hours;
}
