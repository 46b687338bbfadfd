/** The proofs of the trigger's sources on a real server: what each needs, and what must happen. */
import type { IDataObject } from 'n8n-workflow';
import {
	happen,
	itemOf,
	make,
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
import type { Trigger } from '../test/support/triggerNode';

/** What the proof of a source works with. */
export interface Proving extends Making {
	/** The name of its records. */
	name: string;
	/** The API inbox of the proof. */
	inbox?: number;
	/** The bot of the proof. */
	bot?: IDataObject;
	/** The macro or rule of the proof. */
	record?: IDataObject;
	trigger: Trigger;
	/** The address at which the trigger is called. */
	address: () => string;
	/** The items of an event, after enough time for its delivery. */
	itemsOf: (happened: Happening) => Promise<IDataObject[]>;
}

interface Proven {
	/** The first part of the names of its findings. */
	name: string;
	/** Value of the trigger's field. */
	source: string;
	scenario: string;
	/** The events to choose; undefined if the source has no choice. */
	events?: string[];
	/** Chatwoot signs its calls on no release. */
	unsigned?: true;
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
	source: 'account_webhook',
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
	source: 'agent_bot',
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
		bridge: async (scene) => {
			const { inbox, name } = scene;
			const talk = await makeTalk(scene, `${name}-bridge`, Number(inbox));
			const { conversation_id } = talk;
			const access = { ...scene.access, token: String(scene.bot?.access_token) };
			const content = `${scene.mark} words of the bot`;
			/** Writes like Evolution API what was sent or typed on the phone, and waits for its delivery. */
			const bridged = async (words: string, source: string) => {
				const { id } = await itemOf(scene, 'account.message.send', {
					conversation_id,
					content: words,
					additional_fields: { source_id: `WAID:${scene.mark}${source}` },
				} as IDataObject);
				await scene.itemsOf({ event: 'message_created', id });
			};
			const first = await scene.itemsOf(await asCustomer(scene, talk));
			if (first.length !== 1) return wrong('the bot is not called', 1, first);
			const answer = { conversation_id, content } as IDataObject;
			await run({ ...scene, access }, 'account.message.reply', answer);
			await bridged(content, '1');
			const afterEcho = await scene.itemsOf(await asCustomer(scene, talk));
			if (afterEcho.length !== 1) return wrong('an echo silenced the bot', 1, afterEcho);
			await bridged('Typed on the phone', '2');
			const afterPerson = await scene.itemsOf(await asCustomer(scene, talk));
			return afterPerson.length
				? wrong('a person on the phone did not silence the bot', [], afterPerson)
				: { verdict: 'right' };
		},
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
	source: 'api_inbox',
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

/** The URLs that the action Send Webhook of a macro or an automation rule calls. */
const calledBy = ({ actions }: IDataObject): unknown[] =>
	(actions as IDataObject[])
		.filter(({ action_name }) => action_name === 'send_webhook_event')
		.map(({ action_params }) => (action_params as unknown[])[0]);

/** How a source is proven whose record is in this list. */
function ofActions(
	{ kind, list }: { kind: 'macro' | 'rule'; list: string },
	{
		begin,
		existing,
		made,
		act,
	}: {
		/** Creates the record that the trigger completes. */
		begin: (scene: Proving) => Promise<IDataObject>;
		existing: (id: unknown) => IDataObject;
		/** Lets the trigger make a record of this name. */
		made: (scene: Proving, name: string) => IDataObject;
		/** Lets the record act. @returns the conversation */
		act: (scene: Proving, id: unknown) => Promise<IDataObject>;
	},
): Proven {
	const records = async (scene: Making) => await run(scene, `account.${list}.getAll`);
	const calling = async (scene: Proving) =>
		(await records(scene)).filter((row) => calledBy(row).some((url) => isAt(scene, url)));
	const happened = async (scene: Proving, { id, name }: IDataObject): Promise<Happening> => {
		const talk = await act(scene, id);
		return {
			event: kind === 'macro' ? 'macro.executed' : 'automation_event.conversation_created',
			id: talk.conversation_id,
			item: { ...talk, started_by: kind, started_by_id: id, started_by_name: name },
		};
	};
	return {
		name: `trigger.${kind}`,
		source: 'macro_or_rule',
		scenario: `The trigger of ${kind === 'macro' ? 'a macro' : 'an automation rule'}: completed, made, called, removed`,
		unsigned: true,
		registers: `account.${list}.create`,
		begin: async (scene) => {
			scene.inbox = await makeInbox(scene, scene.name);
			scene.record = await begin(scene);
			return existing(scene.record.id);
		},
		standing: async (scene) =>
			(await calling(scene)).map(({ id, actions }) => ({ id, actions: (actions as []).length })),
		wanted: ({ record }) => [{ id: record?.id, actions: 2 }],
		happen: async (scene) => [await happened(scene, scene.record!)],
		write: async (scene) => await happened(scene as Proving, (scene as Proving).record!),
		more: {
			made: async (scene) => {
				const { trigger, record = {} } = scene;
				const before = { ...trigger.setup.parameters };
				const name = `${scene.name} made`;
				trigger.setup.parameters = { ...before, ...made(scene, name) };
				await trigger.activate();
				const [found, ...others] = await calling(scene);
				if (others.length || found?.name !== name)
					return wrong('it is not called by the record that it made alone', name, [
						found,
						...others,
					]);
				const one = await happened(scene, found);
				const items = await scene.itemsOf(one);
				if (items.length !== 1 || items[0].started_by_name !== name)
					return wrong('it did not give one item', one.item, items);
				trigger.setup.parameters = before;
				await trigger.activate();
				const left = (await records(scene)).filter((row) => row.id === found.id);
				if (left.length) return wrong('what it made is still there', [], left);
				const again = await calling(scene);
				return again.length === 1 && again[0].id === record.id
					? { verdict: 'right' }
					: wrong('it is not called as before', record.id, again);
			},
		},
	};
}

/** Creates a conversation of its own: the actions of two conversations must not be confused. */
const newTalkIn = async (scene: Proving): Promise<IDataObject> =>
	await makeTalk(scene, `${scene.name}-${scene.undo.length}`, Number(scene.inbox));

const LABEL = { action: 'add_label', labels: ['live'] };

const macro = ofActions(
	{ kind: 'macro', list: 'macro' },
	{
		begin: async (scene) =>
			await make(scene, 'macro', 'macro_id', {
				name: scene.name,
				visibility: 'global',
				specify_actions: 'rows',
				actions_rows: { actions: [LABEL] },
			}),
		existing: (macro_id) => ({ started_by: 'existing_macro', macro_id }) as IDataObject,
		made: (_, name) => ({ started_by: 'new_macro', name, visibility: 'global' }),
		act: async (scene, macro_id) => {
			const talk = await newTalkIn(scene);
			const { conversation_id } = talk;
			const of = { macro_id, conversation_ids: conversation_id } as IDataObject;
			await run(scene, 'account.conversation.runMacro', of);
			return talk;
		},
	},
);

const inInbox = ({ inbox }: Proving) => ({
	event_name: 'conversation_created',
	specify_conditions: 'rows',
	conditions_rows: {
		conditions: [{ attribute: 'inbox_id', filter_operator: 'equal_to', inboxes: [inbox] }],
	},
});

const rule = ofActions(
	{ kind: 'rule', list: 'automationRule' },
	{
		begin: async (scene) =>
			await make(scene, 'automationRule', 'automation_rule_id', {
				name: scene.name,
				...inInbox(scene),
				specify_actions: 'rows',
				actions_rows: { actions: [LABEL] },
			} as IDataObject),
		existing: (automation_rule_id) =>
			({ started_by: 'existing_rule', automation_rule_id }) as IDataObject,
		made: (scene, name) => ({ started_by: 'new_rule', name, ...inInbox(scene) }) as IDataObject,
		act: newTalkIn,
	},
);

/** By the last part of their names. */
export const proven = {
	account_webhook: accountWebhook,
	agent_bot: agentBot,
	api_inbox: apiInbox,
	macro,
	rule,
};

export type Source = keyof typeof proven;

export const SOURCES = Object.keys(proven) as Source[];
