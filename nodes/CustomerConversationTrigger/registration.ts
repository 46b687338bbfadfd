import { randomBytes } from 'crypto';
import type { IDataObject, IHookFunctions } from 'n8n-workflow';
import { ServiceError, badInput } from '../shared/transport/errors';
import { at } from '../shared/transport/pages';
import { connect, type Request, type Service } from '../shared/transport/request';
import { newRun } from '../shared/transport/run';
import { subscriptions } from './events';
import { readAccount, readSettings, type Settings } from './settings';

/** What n8n stores with the workflow for this node. */
export interface Kept {
	/** In the registered address; the same however often the workflow is activated. */
	secret?: string;
	/** With which newer releases sign; they make one for each webhook. */
	signingSecret?: string;
	/** Of the credential's user, whose own messages start nothing. */
	userId?: number;
	/** Whether production or a test is registered. */
	mode?: string;
	/** Keys of the last events. */
	seen?: string[];
}

interface Webhook {
	id: number;
	url: string;
	subscriptions: string[];
	secret?: string;
}

/** Who activates a workflow waits for it. */
const TRIES = 3;

export const CREDENTIAL = 'customerConversationApi';

export const keptOf = (context: Pick<IHookFunctions, 'getWorkflowStaticData'>): Kept =>
	context.getWorkflowStaticData('node');

/** In the registered address: whose it is, so that it is found again wherever n8n was. */
function marksOf(context: IHookFunctions): Record<string, string> {
	return {
		n8n: context.getInstanceId().slice(0, 12),
		workflow: String(context.getWorkflow().id),
		node: context.getNode().id,
	};
}

function addressOf(context: IHookFunctions): URL {
	try {
		return new URL(String(context.getNodeWebhookUrl('default')));
	} catch {
		throw badInput("n8n's own address is not valid: check WEBHOOK_URL");
	}
}

const reach = async (context: IHookFunctions): Promise<Service> =>
	await connect(context, CREDENTIAL, { timeout: 30_000 }, newRun({}, undefined, TRIES));

/** The account's webhooks, and those of this trigger among them. */
function webhooksOf(context: IHookFunctions, service: Service, account: number) {
	const path = `/api/v1/accounts/${account}/webhooks`;
	const send = async (request: Pick<Request, 'method' | 'path' | 'body'>) =>
		await service.send({ ...request, about: 'For administrators' });
	const address = addressOf(context);
	const marks = Object.entries(marksOf(context));

	/** Those at this address, one entered by hand too, and this trigger's at others. */
	const own = async (mode?: string): Promise<Webhook[]> => {
		const webhooks = at(await send({ method: 'GET', path }), 'payload.webhooks');
		if (!Array.isArray(webhooks)) throw new ServiceError('The service does not list its webhooks');
		return (webhooks as Webhook[]).filter(({ url }) => {
			const { origin, pathname, searchParams } = parsed(url) ?? {};
			if (origin === address.origin && pathname === address.pathname) return true;
			const isOwn = marks.every(([name, value]) => searchParams?.get(name) === value);
			return isOwn && searchParams?.get('mode') === mode;
		});
	};
	const remove = async (webhooks: Webhook[]) => {
		for (const { id } of webhooks)
			await send({ method: 'DELETE', path: `${path}/${id}` }).catch(unlessGone);
	};
	return { send, path, own, remove };
}

const parsed = (url: string): URL | undefined => {
	try {
		return new URL(url);
	} catch {
		return undefined;
	}
};

function unlessGone(error: Error): void {
	if (!(error instanceof ServiceError) || error.status !== 404) throw error;
}

/** What has to stand at the service. */
function wanted(context: IHookFunctions, settings: Settings) {
	const kept = keptOf(context);
	const url = addressOf(context);
	const mode = modeOf(context);
	for (const [name, value] of Object.entries({ ...marksOf(context), mode }))
		url.searchParams.set(name, value);
	if (settings.checkSecret && kept.secret) url.searchParams.set('secret', kept.secret);
	return { url: url.href, subscriptions: subscriptions(settings.events), mode };
}

/** n8n tells the editor's test from production by this while it registers, but not later. */
const modeOf = (context: IHookFunctions) =>
	context.getMode() === 'manual' ? 'test' : 'production';

const isRight = (found: Webhook, right: { url: string; subscriptions: string[] }) =>
	found.url === right.url &&
	[...found.subscriptions].sort().join() === [...right.subscriptions].sort().join();

/** Whether exactly one webhook stands for this trigger, and the right one. */
export async function isRegistered(context: IHookFunctions): Promise<boolean> {
	const service = await reach(context);
	const settings = readSettings(context, service.credentials);
	const kept = keptOf(context);
	if (kept.userId === undefined || (settings.checkSecret && !kept.secret)) return false;
	const right = wanted(context, settings);
	const [first, ...more] = await webhooksOf(context, service, settings.account).own(right.mode);
	return first !== undefined && more.length === 0 && isRight(first, right);
}

/** Leaves exactly one webhook for this trigger, whatever stood there. */
export async function register(context: IHookFunctions): Promise<void> {
	const service = await reach(context);
	const settings = readSettings(context, service.credentials);
	const { send, path, own, remove } = webhooksOf(context, service, settings.account);
	const kept = keptOf(context);
	// Of an agent or administrator: a webhook is theirs alone to make.
	kept.userId = Number(at(await send({ method: 'GET', path: '/api/v1/profile' }), 'id'));
	if (!settings.checkSecret) delete kept.secret;
	else kept.secret ??= randomBytes(32).toString('hex');
	const right = wanted(context, settings);
	kept.mode = right.mode;
	const body: IDataObject = {
		url: right.url,
		name: `n8n: ${context.getWorkflow().name ?? ''}`.trim(),
		subscriptions: right.subscriptions,
	};
	const change = async ({ id }: Webhook) =>
		await send({ method: 'PATCH', path: `${path}/${id}`, body });
	const found = await own(right.mode);
	// The service lets no two have the same address.
	const present = found.find(({ url }) => url === right.url) ?? found[0];
	const reply = present
		? await change(present)
		: await send({ method: 'POST', path, body }).catch(async (error: Error) => {
				// It was made in the meantime, or by a request whose answer was lost.
				if (!(error instanceof ServiceError) || !error.fields.includes('url')) throw error;
				const taken = (await own(right.mode)).find(({ url }) => url === right.url);
				if (!taken) throw error;
				return await change(taken);
			});
	const registered = at(reply, 'payload.webhook') as Webhook | undefined;
	if (!registered?.id) throw new ServiceError('The service does not say what it registered');
	kept.signingSecret = registered.secret || undefined;
	await remove(found.filter(({ id }) => id !== registered.id));
}

/** Leaves none. */
export async function unregister(context: IHookFunctions): Promise<void> {
	const service = await reach(context);
	// Of the settings it needs no more: what is wrong in the others must not keep a webhook alive.
	const { own, remove } = webhooksOf(context, service, readAccount(context, service.credentials));
	const kept = keptOf(context);
	await remove(await own(kept.mode));
	delete kept.signingSecret;
}
