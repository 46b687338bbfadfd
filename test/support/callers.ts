import type { IDataObject } from 'n8n-workflow';
import type { Caller } from '../../nodes/CustomerConversationTrigger/sources/macroOrRule/callers';
import { recording, type Release } from '../../truth/recordings';
import { recorded } from './faults';
import { json } from './run';
import { listen, type Answer } from './server';

const ROOT = '/api/v1/accounts/9';
const bodyOf = <T>(operation: string, name: string, release: Release) =>
	recording(operation, name, release).response.body as T;

/** A service of this release that keeps macros and automation rules as the recorded one does, and answers in its words. */
export async function callerService(release: Release = '4.10') {
	const { payload: newMacro } = bodyOf<{ payload: Caller }>('account.macro.create', 'ok', release);
	const newRule = bodyOf<Caller>('account.automation_rule.create', 'ok', release);
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
		/** `GET /path`, without the account. */
		calls: [] as string[],
		/** Happens before a call is answered. */
		before: (_call: string): void | Promise<void> => undefined,
		/** What comes of a request in place of its answer. */
		fault: (_call: string): Answer | undefined => undefined,
		enterMacro: (body: IDataObject) =>
			enter(service.macros, { ...newMacro, visibility: 'global' }, body),
		enterRule: (body: IDataObject) => enter(service.rules, { ...newRule, active: true }, body),
	};

	function act(method: string, path: string, body: IDataObject): Answer {
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
		const path = address.replace(ROOT, '');
		const call = `${method} ${path}`;
		service.calls.push(call);
		await service.before(call);
		const sent = JSON.parse(body.toString() || '{}') as IDataObject;
		const known = call === 'GET /api' ? json(version) : undefined;
		return service.fault(call) ?? known ?? act(method, path, sent);
	});
	return Object.assign(service, server);
}
