import type { IDataObject } from 'n8n-workflow';
import type { Caller } from '../../nodes/CustomerConversationTrigger/sources/macroOrRule/callers';
import { recording, type Release } from '../../truth/recordings';
import { recorded } from './faults';
import { json } from './run';
import { listen, type Answer } from './server';

const bodyOf = <T>(operation: string, name: string, release: Release) =>
	recording(operation, name, release).response.body as T;

/** A service of this release that keeps macros and automation rules as the recorded one does, and answers in its words. */
export async function callerService(release: Release = '4.10') {
	const { payload: newMacro } = bodyOf<{ payload: Caller }>('account.macro.create', 'ok', release);
	const newRule = bodyOf<Caller>('account.automation_rule.create', 'ok', release);
	const readConversation = bodyOf<IDataObject>('account.conversation.get', 'ok', release);
	const version = bodyOf<object>('transport', 'transport-api-root', release);
	let next = 40;
	const enter = (rows: Caller[], shape: Caller, body: IDataObject) => {
		const made = structuredClone({ ...shape, ...body, id: next++, account_id: 9 }) as Caller;
		rows.push(made);
		return made;
	};
	const service = {
		macros: [] as Caller[],
		rules: [] as Caller[],
		/** By number. */
		conversations: new Map<unknown, IDataObject>(),
		/** By id: where they can be reached. */
		contactInboxes: new Map<unknown, IDataObject[]>(),
		/** `GET /path`, without the account. */
		calls: [] as string[],
		/** Happens before a call is answered. */
		before: (_call: string): void | Promise<void> => undefined,
		/** What comes of a request in place of its answer. */
		fault: (_call: string): Answer | undefined => undefined,
		enterMacro: (body: IDataObject) =>
			enter(service.macros, { ...newMacro, visibility: 'global' }, body),
		/** @param body of a call about it */
		enterConversation: ({ channel, contact_inbox, event: _, ...body }: IDataObject) => {
			const { sender, ...meta } = body.meta as IDataObject & { sender: IDataObject };
			const [newest = null] = body.messages as IDataObject[];
			service.conversations.set(body.id, {
				...readConversation,
				...structuredClone({ ...body, meta: { ...meta, sender, channel } }),
				last_non_activity_message: newest,
			});
			const { source_id } = contact_inbox as IDataObject;
			service.contactInboxes.set(sender.id, [{ source_id, inbox: { id: body.inbox_id } }]);
		},
		enterRule: (body: IDataObject) => enter(service.rules, { ...newRule, active: true }, body),
	};

	function act(method: string, path: string, body: IDataObject): Answer {
		const [, read, number] = /^\/(conversations|contacts)\/(\d+)$/.exec(path) ?? [];
		const inboxes = service.contactInboxes.get(Number(number));
		if (read === 'contacts') return json({ payload: { contact_inboxes: inboxes } });
		const conversation = service.conversations.get(Number(number));
		if (read)
			return conversation ? json(conversation) : recorded('account.conversation.get', 'unknown-id');
		const [, kind, id] = /^\/(macros|automation_rules)(?:\/(\d+))?$/.exec(path) ?? [];
		const isMacro = kind === 'macros';
		const rows = isMacro ? service.macros : service.rules;
		if (!id && method === 'GET') return json({ payload: rows });
		if (!id) return json(isMacro ? { payload: service.enterMacro(body) } : service.enterRule(body));
		const index = rows.findIndex((row) => row.id === Number(id));
		if (index < 0)
			return recorded(`account.${isMacro ? 'macro' : 'automation_rule'}.update`, 'unknown-id');
		if (method === 'DELETE') {
			rows.splice(index, 1);
			return json('');
		}
		// Without a visibility Chatwoot removes a macro from its lists.
		const row = { ...rows[index], ...(isMacro ? { visibility: null } : {}), ...body };
		if (isMacro && row.visibility === null) rows.splice(index, 1);
		else rows[index] = row as Caller;
		return json({ payload: row });
	}

	const server = await listen(async ({ method, path: address, body }) => {
		const path = address.replace(/^\/api\/v1\/accounts\/\d+/, '');
		const call = `${method} ${path}`;
		service.calls.push(call);
		await service.before(call);
		const sent = JSON.parse(body.toString() || '{}') as IDataObject;
		const known = call === 'GET /api' ? json(version) : undefined;
		return service.fault(call) ?? known ?? act(method, path, sent);
	});
	return Object.assign(service, server);
}
