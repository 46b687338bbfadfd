import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { unlessRefused } from '../../../../shared/steps';
import { at, parsedUrl, worded } from '../../../../shared/values';
import type { Call } from '../../../../shared/vocabulary';

/** Whether a trigger of this n8n receives what a customer writes: otherwise a wait for it never ends. */

/** The end of the address that n8n gives to a trigger, for those that were entered by hand. */
const ADDRESS = /\/[^/]+\/webhook$/;

/** Whether an address in Chatwoot leads to a trigger. @param instance ID of this n8n */
function isTrigger(address: unknown, instance: string): boolean {
	const url = typeof address === 'string' ? parsedUrl(address) : undefined;
	const mark = url?.searchParams.get('n8n');
	return mark ? instance.startsWith(mark) : ADDRESS.test(url?.pathname ?? '');
}

/**
 * @param conversation in which the customer is asked
 * @throws BadInput if Chatwoot certainly calls no trigger for its messages. It only shows this to administrators,
 * and it does not know polling triggers
 */
export async function mustBeHeard(
	{ getOnce, host, request }: Call,
	conversation: IDataObject,
): Promise<void> {
	const account = request.path.replace(/\/conversations\/.*$/, '');
	const get = async (path: string) => await unlessRefused(getOnce(`${account}/${path}`));
	const webhooks = at(await get('webhooks'), 'payload.webhooks');
	if (!Array.isArray(webhooks)) return;
	const instance = host.instanceId();
	const isHeard = (webhooks as unknown[]).some((webhook) => {
		const events = at(webhook, 'subscriptions');
		const hears = !Array.isArray(events) || events.includes('message_created');
		return hears && isTrigger(at(webhook, 'url'), instance);
	});
	if (isHeard) return;
	const inbox = worded(conversation.inbox_id);
	const bot = await get(`inboxes/${inbox}/agent_bot`);
	const place = await get(`inboxes/${inbox}`);
	if (bot === undefined || at(place, 'id') === undefined) return;
	const addresses = [at(bot, 'agent_bot.outgoing_url'), at(place, 'webhook_url')];
	if (addresses.some((address) => isTrigger(address, instance))) return;
	throw new BadInput(
		`No active workflow with a Customer Conversation Trigger listens to the inbox ${worded(at(place, 'name'))}; nothing would notice the reply. Activate one with the event Customer Wrote. If a Polling Trigger receives the replies, or a trigger behind another address, turn on Options → Trigger Is Active`,
		['responseType'],
	);
}
