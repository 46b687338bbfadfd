/** The proofs of the trigger's sources on a real server: what each needs, and what must happen. */
import type { IDataObject } from 'n8n-workflow';
import {
	happen,
	itemOf,
	makeBot,
	makeInbox,
	makeTalk,
	run,
	write,
	wrong,
	type Happening,
	type Making,
	type Result,
} from './making';

/** What the proof of a source works with. */
export interface Proving extends Making {
	/** The name of its records. */
	name: string;
	/** The API inbox of the proof. */
	inbox?: number;
	/** The bot of the proof. */
	bot?: IDataObject;
	/** The address at which the trigger is called. */
	address: () => string;
	/** The items of an event, after enough time for its delivery. */
	itemsOf: (happened: Happening) => Promise<IDataObject[]>;
}

interface Proven {
	/** The first part of the names of its findings. */
	name: string;
	scenario: string;
	events: string[];
	/** The operation that registers the source; a server may refuse it. */
	registers: string;
	/** Creates what must exist first. @returns parameters of the trigger in addition to its events */
	begin?: (scene: Proving) => Promise<IDataObject>;
	/** What Chatwoot has stored for the trigger, and what it must have. */
	standing: (scene: Proving) => Promise<unknown[]>;
	wanted: (scene: Proving) => unknown[];
	/** Creates what is delivered. The message comes last, after its conversation if that is delivered. */
	happen: (scene: Proving) => Promise<Happening[]>;
	/** Writes a message that the source delivers. */
	write: (scene: Making, talk: IDataObject) => Promise<Happening>;
	/** Proofs that only this source has, by the name of the finding. */
	more?: Record<string, (scene: Proving, written: Happening) => Promise<Result>>;
}

const isAt = ({ address }: Proving, url: unknown) => String(url).startsWith(`${address()}/`);

/** Creates a conversation with a new contact. */
async function talkIn(scene: Proving): Promise<IDataObject> {
	const talk = await makeTalk(scene, scene.name, Number(scene.inbox));
	return { ...talk, contact_source_id: scene.name };
}

const asCustomer: Proven['write'] = async (scene, talk) =>
	await write(scene, talk, { message_type: 'incoming' });

const accountWebhook: Proven = {
	name: 'trigger',
	scenario: 'The trigger: registered, called, signed, removed',
	events: ['contact_created', 'conversation_created', 'message_created'],
	registers: 'account.webhook.create',
	standing: async (scene) =>
		(await run(scene, 'account.webhook.getAll'))
			.filter(({ url }) => isAt(scene, url))
			.map(({ subscriptions }) => [...(subscriptions as string[])].sort()),
	wanted: () => [accountWebhook.events],
	happen: async (scene) => await happen(scene, scene.name, await makeInbox(scene, scene.name)),
	write,
};

const agentBot: Proven = {
	name: 'trigger.agentBot',
	scenario: 'The trigger of a bot: registered, called, signed, quiet after its hand-over, removed',
	events: ['customer_wrote'],
	registers: 'account.agentBot.create',
	begin: async (scene) => {
		scene.inbox = await makeInbox(scene, scene.name);
		scene.bot = await makeBot(scene, scene.name);
		return { agent_bot: 'existing', agent_bot_id: scene.bot.id, bot_inbox_ids: [scene.inbox] };
	},
	standing: async (scene) => {
		const bots = await run(scene, 'account.agentBot.getAll');
		const called = bots.filter(({ outgoing_url: url }) => isAt(scene, url));
		const of = { inbox_id: scene.inbox };
		const { agent_bot_id: connected } = await itemOf(scene, 'account.inbox.getAgentBot', of);
		return [...called.map(({ id }) => ({ called: id })), ...(connected ? [{ connected }] : [])];
	},
	wanted: ({ bot }) => [{ called: bot?.id }, { connected: bot?.id }],
	happen: async (scene) => [await asCustomer(scene, await talkIn(scene))],
	write: asCustomer,
	more: {
		handOver: async (scene, { item = {} }) => {
			const { conversation_id } = item;
			const access = { ...scene.access, token: String(scene.bot?.access_token) };
			const asBot = { ...scene, access };
			const answer = { conversation_id, content: `${scene.mark} answer` };
			const { sent, reason } = await itemOf(asBot, 'account.message.reply', answer);
			if (sent !== true) return wrong('the bot did not answer', true, reason);
			const over = { conversation_id, additional_fields: { status: 'open' } };
			await run(asBot, 'account.conversation.handOver', over as IDataObject);
			const { status } = await itemOf(scene, 'account.conversation.get', { conversation_id });
			if (status !== 'open') return wrong('it was not handed over', 'open', status);
			const items = await scene.itemsOf(await asCustomer(scene, { conversation_id }));
			return items.length ? wrong('the bot is called upon still', [], items) : { verdict: 'right' };
		},
	},
};

const apiInbox: Proven = {
	name: 'trigger.apiInbox',
	scenario: 'The trigger of an API inbox: registered, called, signed, delivery reported, removed',
	events: ['message_created'],
	registers: 'account.inbox.create',
	begin: async (scene) => {
		scene.inbox = await makeInbox(scene, scene.name);
		return { api_inbox_id: scene.inbox };
	},
	standing: async (scene) => {
		const { id, webhook_url } = await itemOf(scene, 'account.inbox.get', { inbox_id: scene.inbox });
		return isAt(scene, webhook_url) ? [{ called: id }] : [];
	},
	wanted: ({ inbox }) => [{ called: inbox }],
	happen: async (scene) => {
		const talk = await talkIn(scene);
		const { conversation_id } = talk;
		const note = { conversation_id, content: `${scene.mark} note` } as IDataObject;
		const { id } = await itemOf(scene, 'account.message.createPrivateNote', note);
		return [{ event: 'message_created', id }, await write(scene, talk)];
	},
	write,
	more: {
		report: async (scene, { id, item = {} }) => {
			const { conversation_id } = item;
			const report = { conversation_id, message_id: id, status: 'delivered' } as IDataObject;
			await run(scene, 'account.message.updateStatus', report);
			const all = { conversation_id, returnAll: true };
			const messages = await run(scene, 'account.message.getAll', all);
			const status = messages.find((message) => message.id === id)?.status;
			return status === 'delivered'
				? { verdict: 'right' }
				: wrong('what was reported was not kept', 'delivered', status);
		},
	},
};

/** By the values of the trigger's field. */
export const proven = { account_webhook: accountWebhook, agent_bot: agentBot, api_inbox: apiInbox };

export type Source = keyof typeof proven;

export const SOURCES = Object.keys(proven) as Source[];
