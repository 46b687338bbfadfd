import type { IDataObject } from 'n8n-workflow';
import { OTHER_ANSWER, ServiceError } from '../../../shared/faults';
import { recordOf } from '../../../shared/steps';
import { at } from '../../../shared/values';
import type { AccountApi } from '../sourceData';

/** An action of a macro or an automation rule. */
export interface Action {
	action_name: string;
	action_params: unknown[];
}

/** What is sent to make or change a record. */
export interface Body {
	actions: Action[];
	[key: string]: unknown;
}

/** A macro or an automation rule as Chatwoot stores it. */
export interface Caller extends Body {
	id: number;
	name: string;
}

/** Records whose action Send Webhook can call a URL. */
export interface CallerKind {
	/** Value of `started_by` in items. */
	value: 'macro' | 'rule';
	/** Its name in sentences. */
	noun: string;
	list: (api: AccountApi) => Promise<Caller[]>;
	create: (api: AccountApi, body: Body) => Promise<Caller>;
	/** @param body with all actions: they are replaced as a whole */
	change: (api: AccountApi, caller: Caller, body: Body) => Promise<unknown>;
	remove: (api: AccountApi, id: number) => Promise<unknown>;
}

/**
 * @param path of the collection
 * @param resent what a change must send again, because Chatwoot would empty it otherwise
 * @param created path of the record in the reply to a create
 */
const kindOf = (
	{ value, noun }: Pick<CallerKind, 'value' | 'noun'>,
	path: string,
	needs: { role?: 'administrator' },
	created: string,
	resent: (caller: Caller) => Partial<Caller>,
): CallerKind => ({
	value,
	noun,
	list: async ({ root, send }) => {
		const rows = at(await send({ method: 'GET', path: `${root}/${path}`, needs }), 'payload');
		if (!Array.isArray(rows))
			throw new ServiceError(`Chatwoot did not return its list of ${noun}s`, {
				hint: OTHER_ANSWER,
			});
		return (rows as Caller[]).map((row) => ({ ...row, actions: row.actions ?? [] }));
	},
	create: async ({ root, send }, body) =>
		recordOf(
			await send({ method: 'POST', path: `${root}/${path}`, body: body as IDataObject, needs }),
			created,
			true,
		) as unknown as Caller,
	change: async ({ root, send }, caller, body) =>
		await send({
			method: 'PATCH',
			path: `${root}/${path}/${caller.id}`,
			body: { ...resent(caller), ...body } as IDataObject,
			needs,
		}),
	remove: async ({ root, send }, id) =>
		await send({ method: 'DELETE', path: `${root}/${path}/${id}`, needs }),
});

/** Without its visibility, a macro would disappear from all lists. Agents may have macros of their own. */
export const macros = kindOf(
	{ value: 'macro', noun: 'macro' },
	'macros',
	{},
	'payload',
	({ visibility }) => ({ visibility }),
);

/** The reply to a create is the rule itself. */
export const rules = kindOf(
	{ value: 'rule', noun: 'automation rule' },
	'automation_rules',
	{ role: 'administrator' },
	'',
	() => ({}),
);
