import type { IDataObject } from 'n8n-workflow';
import { recording, type Release } from '../../truth/recordings';
import { recorded } from './faults';
import { json, serve } from './run';
import type { Answer } from './server';

/** What comes of a request in place of its answer. */
type Fault = Answer | 'cut' | undefined;

const ROOT = '/api/v1/accounts/9';
const bodyOf = <T>(operation: string, name: string, release: Release) =>
	recording(operation, name, release).response.body as T;

/**
 * A service of this release that keeps agent bots, inboxes and which bot an inbox has as the recorded
 * one does, and answers in its words.
 */
export async function addressService(release: Release = '4.10') {
	const newBot = bodyOf<IDataObject>('account.agent_bot.create', 'ok', release);
	const rows = bodyOf<{ payload: IDataObject[] }>('account.inbox.list', 'ok', release).payload;
	const [api, other] = [true, false].map((isApi) =>
		rows.find((row) => (row.channel_type === 'Channel::Api') === isApi),
	);
	const version = bodyOf<object>('transport', 'transport-api-root', release);
	let next = 70;
	const service = {
		bots: [] as IDataObject[],
		inboxes: [
			{ ...api, id: 17, name: 'Own channel', webhook_url: null },
			{ ...api, id: 19, name: 'Second channel', webhook_url: null },
			{ ...other, id: 18, name: 'Website' },
		] as IDataObject[],
		/** The bot of an inbox. */
		links: new Map<number, number>(),
		/** `GET /path`, without the account. */
		calls: [] as string[],
		fault: (_call: string): Fault => undefined,
		enter: (bot: IDataObject): IDataObject => {
			const secret = 'secret' in newBot ? { secret: `key-of-${next}` } : {};
			const made = { ...newBot, id: next++, account_id: 9, ...secret, ...bot };
			service.bots.push(made);
			return made;
		},
	};

	function act(method: string, path: string, body: IDataObject): Answer {
		const [, kind, id, action] = /^\/(\w+)(?:\/(\d+))?(?:\/(\w+))?$/.exec(path) ?? [];
		const bot = service.bots.find((row) => row.id === Number(id));
		const inbox = service.inboxes.find((row) => row.id === Number(id));
		if (kind === 'agent_bots') {
			if (!id) return json(method === 'POST' ? service.enter(body) : service.bots);
			if (!bot || bot.system_bot) return recorded('account.agent_bot.update', 'unknown-id');
			return json(Object.assign(bot, body));
		}
		if (!id) return json({ payload: service.inboxes });
		if (!inbox) return recorded('account.inbox.get_agent_bot', 'unknown-id');
		if (action === 'agent_bot') {
			const owner = service.bots.find((row) => row.id === service.links.get(Number(id)));
			return json(owner ? { agent_bot: owner } : {});
		}
		if (action === 'set_agent_bot') {
			if (body.agent_bot) service.links.set(Number(id), Number(body.agent_bot));
			else service.links.delete(Number(id));
			return recorded('account.inbox.set_agent_bot', 'ok');
		}
		return json(Object.assign(inbox, body.channel));
	}

	const server = await serve((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const path = String(request.url).replace(ROOT, '');
			const call = `${request.method} ${path}`;
			service.calls.push(call);
			const fault = service.fault(call);
			if (fault === 'cut') return void request.socket.destroy();
			const sent = JSON.parse(Buffer.concat(chunks).toString() || '{}') as IDataObject;
			const answer =
				fault ?? (call === 'GET /api' ? json(version) : act(String(request.method), path, sent));
			const { status = 200, headers, body } = answer;
			response.writeHead(status, headers).end(body);
		});
	});
	return Object.assign(service, server);
}
