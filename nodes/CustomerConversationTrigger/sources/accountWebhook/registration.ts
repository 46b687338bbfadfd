import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { serviceEvents } from '../../../shared/events/events';
import { OTHER_ANSWER, ServiceError } from '../../../shared/faults';
import { unlessGone } from '../../../shared/steps';
import type { Service } from '../../../shared/transport/request';
import { at } from '../../../shared/values';
import {
	staticDataOf,
	modeOf,
	type Mode,
	type ServerAccount,
	type Registered,
} from '../../staticData';
import { addressWith, mustBeReached, outOfReach, ownershipOf } from '../address';
import { BRIEFLY, ONCE, reach } from '../../reach';
import { hasMoved, isElsewhere, throttledLookup } from '../../serverAccount';
import type { TriggerSettings } from '../source';
import { accountApiOf, newSecret } from '../sourceData';

/** Data of a registered webhook, stored with the workflow. */
interface Registration {
	/** Part of the registered URL; it stays the same over all activations. */
	secret?: string;
	/** Key with which newer releases sign calls. Each webhook has its own, so a test has another one. */
	signingSecret?: string;
	testSigningSecret?: string;
	/** Id of the credential's user, whose messages are ignored. */
	userId?: number;
	/** The account in which it was last registered: only that server knows the secrets. */
	registeredAt?: Registered;
}

interface Webhook {
	id: number;
	url: string;
	subscriptions: string[];
	/** Null in rare old records, which are not signed. */
	secret?: string | null;
}

export const registrationOf = (
	context: Pick<IHookFunctions, 'getWorkflowStaticData'>,
): Registration => context.getWorkflowStaticData('node');

/** Functions for the account's webhooks. */
function webhooksOf(context: IHookFunctions | IWebhookFunctions, service: Service) {
	const { here, root, send } = accountApiOf(context, service);
	const path = `${root}/webhooks`;

	/** This trigger's webhooks: those with its URL, even if entered by hand, and those with its marks. */
	const findWebhooks = async (mode?: Mode): Promise<Webhook[]> => {
		const webhooks = at(await send({ method: 'GET', path }), 'payload.webhooks');
		if (!Array.isArray(webhooks))
			throw new ServiceError('Chatwoot did not return its list of webhooks', {
				hint: OTHER_ANSWER,
			});
		return (webhooks as Webhook[]).filter(({ url }) => {
			const { isHere, isMarked, query } = ownershipOf(context, url);
			return isHere || (isMarked && query.get('mode') === mode);
		});
	};
	const remove = async (webhooks: Webhook[]) => {
		for (const { id } of webhooks)
			await unlessGone(send({ method: 'DELETE', path: `${path}/${id}` }));
	};
	return { here, send, path, findWebhooks, remove };
}

/** The webhook as it must be registered. */
function wanted(context: IHookFunctions, settings: TriggerSettings, mode: Mode) {
	const { secret } = registrationOf(context);
	const url = addressWith(context, { mode, secret: checksSecret(settings) ? secret : undefined });
	return { url, subscriptions: serviceEvents(settings.events) };
}

const checksSecret = ({ sourceSettings }: TriggerSettings): boolean =>
	sourceSettings.check_secret !== false;

const signingName = (mode?: Mode) => (mode === 'test' ? 'testSigningSecret' : 'signingSecret');

/** The key with which Chatwoot signs calls of this webhook; undefined if it is not known. */
export const signingSecretOf = (context: IWebhookFunctions): string | undefined =>
	registrationOf(context)[signingName(modeOf(context))];

/** What is registered in Chatwoot for this trigger; empty if nothing is. */
async function findRegistration(context: IWebhookFunctions): Promise<Registration> {
	const { here, findWebhooks, send } = webhooksOf(context, await reach(context, BRIEFLY));
	const mode = modeOf(context);
	for (const { url, secret: key } of await findWebhooks(mode)) {
		const { isMarked, query } = ownershipOf(context, url);
		const secret = query.get('secret');
		if (!isMarked || query.get('mode') !== mode || !secret) continue;
		const userId = Number(at(await send({ method: 'GET', path: '/api/v1/profile' }), 'id'));
		return { secret, userId, registeredAt: here, [signingName(mode)]: key || undefined };
	}
	return {};
}

/**
 * Looks up the registration in Chatwoot, at most once in five seconds, and stores it. The stored data may be
 * lost or outdated: n8n may have ended before it stored the registration, or a call that began earlier wrote
 * back older data.
 */
export async function renew(context: IWebhookFunctions): Promise<void> {
	const found = await throttledLookup(context, async () => await findRegistration(context));
	Object.assign(registrationOf(context), found);
}

const isRight = (found: Webhook, right: { url: string; subscriptions: string[] }) =>
	found.url === right.url &&
	[...found.subscriptions].sort().join() === [...right.subscriptions].sort().join();

/** Whether exactly one webhook is registered for this trigger, and it is correct. */
export async function isRegistered(
	context: IHookFunctions,
	settings: TriggerSettings,
): Promise<boolean> {
	const registration = registrationOf(context);
	const mode = modeOf(context);
	if (!registration.registeredAt || (checksSecret(settings) && !registration.secret)) return false;
	const { here, findWebhooks } = webhooksOf(context, await reach(context));
	if (isElsewhere(registration.registeredAt, here)) return false;
	if (await outOfReach(context, settings)) return false;
	const [first, ...more] = await findWebhooks(mode);
	return (
		first !== undefined &&
		more.length === 0 &&
		isRight(first, wanted(context, settings, mode)) &&
		(first.secret || undefined) === registration[signingName(mode)]
	);
}

/** Forgets the secrets if the credential leads to another account: the previous server knows them. */
function forgetIfMoved(context: IHookFunctions, here: ServerAccount): void {
	const registration = registrationOf(context);
	const isMoved = hasMoved(context, registration.registeredAt, here, {
		subject: `The webhook "${webhookName(context)}"`,
		cure: 'delete it there (Settings → Integrations → Webhooks)',
	});
	if (isMoved)
		for (const name of ['secret', 'signingSecret', 'testSigningSecret', 'registeredAt'] as const)
			delete registration[name];
}

const webhookName = (context: IHookFunctions) => `n8n: ${context.getWorkflow().name ?? ''}`.trim();

/** Registers exactly one webhook for this trigger, whatever was registered before. */
export async function register(context: IHookFunctions, settings: TriggerSettings): Promise<void> {
	const service = await reach(context);
	const { here, send, path, findWebhooks, remove } = webhooksOf(context, service);
	await mustBeReached(context, settings);
	const registration = registrationOf(context);
	const mode = modeOf(context);
	// Only a user's token can register webhooks, so the profile exists.
	registration.userId = Number(at(await send({ method: 'GET', path: '/api/v1/profile' }), 'id'));
	const found = await findWebhooks(mode);
	forgetIfMoved(context, here);
	registration.registeredAt = here;
	if (!checksSecret(settings)) delete registration.secret;
	else registration.secret ??= newSecret();
	const right = wanted(context, settings, mode);
	const body: IDataObject = {
		url: right.url,
		name: webhookName(context),
		subscriptions: right.subscriptions,
	};
	const change = async ({ id }: Webhook) =>
		await send({ method: 'PATCH', path: `${path}/${id}`, body });
	// Chatwoot does not allow two webhooks with the same URL.
	const present = found.find(({ url }) => url === right.url) ?? found[0];
	const reply = present
		? await change(present)
		: await send({ method: 'POST', path, body }).catch(async (error: Error) => {
				// It was created in the meantime, or by a request whose reply was lost.
				if (!(error instanceof ServiceError) || !error.fields.includes('url')) throw error;
				const existing = (await findWebhooks(mode)).find(({ url }) => url === right.url);
				if (!existing) throw error;
				return await change(existing);
			});
	const registered = at(reply, 'payload.webhook') as Webhook | undefined;
	if (!registered?.id)
		throw new ServiceError('Chatwoot did not return the registered webhook', {
			hint: OTHER_ANSWER,
		});
	registration[signingName(mode)] = registered.secret || undefined;
	await remove(found.filter(({ id }) => id !== registered.id));
}

/** Removes all webhooks of this trigger. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const { mode } = staticDataOf(context);
	// While n8n removes a test's webhook, no other test can begin.
	const service = await reach(context, mode === 'test' ? ONCE : undefined);
	const { here, findWebhooks, remove } = webhooksOf(context, service);
	forgetIfMoved(context, here);
	await remove(await findWebhooks(mode));
	const registration = registrationOf(context);
	delete registration[signingName(mode)];
	if (mode !== 'test') registration.registeredAt = { ...here, isRemoved: true };
}
