import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { recording, type Release } from '../../truth/recordings';
import { recorded } from './faults';
import { json, serve } from './run';
import type { Answer } from './server';

export interface Webhook {
	id: number;
	name: string | null;
	url: string;
	account_id: number;
	subscriptions: string[];
	secret?: string | null;
}

export type Written = Pick<Webhook, 'url' | 'name' | 'subscriptions'>;

/** What comes of a request in place of its answer; with `done` the service did what was asked. */
export type Fault = Answer | 'done, then 500' | 'done, then cut' | 'cut';

export const WEBHOOKS = '/api/v1/accounts/9/webhooks';
export const VERSION = 'GET /api';
export const PROFILE = 'GET /api/v1/profile';
export const LIST = `GET ${WEBHOOKS}`;
export const CREATE = `POST ${WEBHOOKS}`;
const ADA = recording('account.profile.get', 'ok').response.body as { accounts: object[] };
/** Of whom the token is: an agent of the account. */
const PROFILE_OF_ADA = { ...ADA, accounts: [{ ...ADA.accounts[0], id: 9, role: 'agent' }] };
/** To a token that is no platform app's. */
const NO_PLATFORM_APP = json({ error: 'Invalid access_token' }, 401);
export const TAKEN = recorded('account.webhook.create', 'duplicate');
const GONE = recorded('account.webhook.delete', 'unknown-id');

/** A service of this release that keeps webhooks as the recorded one does, and answers in its words. */
export async function webhookService(release: Release = '4.10') {
	const api = recording('transport', 'transport-api-root', release).response.body as object;
	const service = {
		webhooks: [] as Webhook[],
		/** `GET /path` and so on. */
		calls: [] as string[],
		written: [] as unknown[],
		headers: [] as IncomingHttpHeaders[],
		/** Whether the token's user is a member of another account, too. */
		isInTwoAccounts: false,
		/** Where a test is of another release. */
		version: undefined as string | undefined,
		/** What a newer release makes for each webhook. */
		signingSecret: (release === '4.10' ? undefined : 'key-of-the-webhook') as
			string | null | undefined,
		/** Happens before a call is answered. */
		before: (_call: string): void => undefined,
		fault: (_call: string): Fault | undefined => undefined,
		url: '',
		close: async (): Promise<void> => undefined,
		/** As somebody enters one by hand. */
		enter: (url: string, subscriptions = ['message_created'], name: string | null = null) => {
			const webhook: Webhook = { id: next++, name, url, account_id: 9, subscriptions };
			if (service.signingSecret !== undefined) webhook.secret = service.signingSecret;
			service.webhooks.push(webhook);
			return webhook;
		},
	};
	let next = 12;
	const isTaken = (url: string, id?: number) =>
		service.webhooks.some((webhook) => webhook.url === url && webhook.id !== id);

	function act(call: string, { url, name, subscriptions }: Written): Answer {
		if (call === VERSION)
			return json({
				...api,
				...(service.version === undefined ? {} : { version: service.version }),
			});
		if (call === PROFILE) {
			const { accounts } = PROFILE_OF_ADA;
			const more = service.isInTwoAccounts ? [{ ...accounts[0], id: 10, name: 'Beta' }] : [];
			return json({ ...PROFILE_OF_ADA, accounts: [...accounts, ...more] });
		}
		if (call.startsWith('GET /platform')) return NO_PLATFORM_APP;
		const webhooks = service.webhooks;
		if (call === `GET ${WEBHOOKS}`) return json({ payload: { webhooks } });
		if (call === `POST ${WEBHOOKS}`)
			return isTaken(url)
				? TAKEN
				: json({ payload: { webhook: service.enter(url, subscriptions, name) } });
		const index = webhooks.findIndex(({ id }) => call.endsWith(`${WEBHOOKS}/${id}`));
		if (index < 0) return GONE;
		if (call.startsWith('DELETE')) {
			webhooks.splice(index, 1);
			return recorded('account.webhook.delete', 'ok');
		}
		if (isTaken(url, webhooks[index].id)) return recorded('account.webhook.update', 'duplicate');
		const webhook = { ...webhooks[index], url, name, subscriptions };
		// The list has no order of its own: what was written last comes last.
		webhooks.splice(index, 1);
		webhooks.push(webhook);
		return json({ payload: { webhook } });
	}

	function answer(response: ServerResponse, call: string, written: Written): void {
		service.before(call);
		const fault = service.fault(call);
		const reply = typeof fault === 'object' || fault === 'cut' ? undefined : act(call, written);
		const answer = typeof fault === 'object' ? fault : reply;
		if (fault === 'cut' || fault === 'done, then cut') response.socket?.destroy();
		else {
			const { status = 500, headers, body } = fault === 'done, then 500' ? json('', 500) : answer!;
			response.writeHead(status, headers).end(body);
		}
	}

	const server = await serve((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const call = `${request.method} ${request.url}`;
			const text = Buffer.concat(chunks).toString();
			const written = JSON.parse(text || '{}') as Written;
			service.calls.push(call);
			service.headers.push(request.headers);
			if (text) service.written.push(written);
			answer(response, call, written);
		});
	});
	return Object.assign(service, server);
}
