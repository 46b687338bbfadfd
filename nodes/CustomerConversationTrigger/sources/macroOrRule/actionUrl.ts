import { sleep, type IDataObject, type IHookFunctions, type IWebhookFunctions } from 'n8n-workflow';
import { badInput, ServiceError } from '../../../shared/faults';
import { unlessForbidden } from '../../../shared/steps';
import { newRun } from '../../../shared/transport/run';
import { isSame, parsedUrl } from '../../../shared/values';
import { modeOf, staticDataOf, type Mode, type ServerAccount } from '../../staticData';
import { BRIEFLY, ONCE, reach } from '../../reach';
import { addressWith, mustBeReached, ownershipOf } from '../address';
import type { LifeCycle, TriggerSettings } from '../source';
import { arrivedOf } from '../authenticity';
import {
	accountApiOf,
	isSecret,
	newSecret,
	secretUrl,
	type AccountApi,
	type SecretUrl,
} from '../sourceData';
import { macros, rules, type Action, type Body, type Caller, type CallerKind } from './callers';

/** Data stored with the workflow. */
interface SourceData extends SecretUrl {
	started_by: CallerKind['value'];
	id: number;
	name: string;
}

/** What the user chose: a record of Chatwoot by its id, or one that the node makes. */
export interface WantedCaller {
	kind: CallerKind;
	id?: number;
	/** What is sent to make it, without the action that calls the trigger. */
	made?: Body & { name: string };
	/** Refuses what the server's release does not know. */
	check?: (api: AccountApi) => Promise<void>;
}

interface Found {
	kind: CallerKind;
	caller: Caller;
}

const NAME = 'macro_or_rule';

const stored = secretUrl<SourceData>(NAME);

export const { registeredAt } = stored;

/** Name, id and kind of the macro or rule that called. It is not in the body of the call. */
export const startedBy = (context: IWebhookFunctions): IDataObject => {
	const { started_by = null, id = null, name = null } = stored.dataOf(context);
	return { started_by, started_by_id: id, started_by_name: name };
};

/**
 * One after the other in this process: two workflows that are activated at the same time would overwrite each
 * other's action.
 */
const { inTurn } = newRun({});

/** Number of times that a change is made if another program overwrites it at the same time. */
const TRIES = 4;

/** The URL that an action calls; undefined if it calls none. */
const urlOf = ({ action_name, action_params }: Action): string | undefined =>
	action_name === 'send_webhook_event' ? String(action_params?.[0]) : undefined;

/** Whether a trigger of an n8n registered the URL. */
const isOfTrigger = (action: Action): boolean =>
	parsedUrl(urlOf(action) ?? '')?.searchParams.has('n8n') ?? false;

/** Functions that recognize the actions of this trigger. */
function recognizing(context: IHookFunctions | IWebhookFunctions, mode: Mode) {
	const ownership = (action: Action) => ownershipOf(context, urlOf(action) ?? '');
	/** Whether the action calls this trigger in this mode. */
	const isMine = (action: Action): boolean => {
		const { isHere, isMarked, query } = ownership(action);
		return isHere || (isMarked && query.get('mode') === mode);
	};
	return {
		isMine,
		/** Whether this trigger made the record, for production or a test. */
		isMade: ({ actions }: Caller) =>
			actions.some((action) => {
				const { isMarked, query } = ownership(action);
				return isMarked && query.get('made') === 'true';
			}),
		queryOf: ({ actions }: Caller) => ownership(actions.find(isMine)!).query,
	};
}

/** All macros and rules that the token's user sees. An agent sees no rules, and can have made none. */
async function everyCaller(api: AccountApi, wanted?: CallerKind): Promise<Found[]> {
	const found: Found[] = [];
	for (const kind of [macros, rules]) {
		const listing = kind.list(api);
		const rows = kind === wanted ? await listing : ((await unlessForbidden(listing)) ?? []);
		found.push(...rows.map((caller) => ({ kind, caller })));
	}
	return found;
}

/**
 * Changes a record until it is as it should be: Chatwoot replaces all actions, so another program that writes
 * at the same moment can undo the change.
 * @param right what is still to be sent; undefined if nothing is. `isWritten`: it was sent before
 * @returns whether the record exists
 */
async function changeUntilRight(
	api: AccountApi,
	{ kind, caller: found }: Found,
	right: (caller: Caller, isWritten: boolean) => Body | 'delete' | undefined,
): Promise<boolean> {
	for (let caller: Caller | undefined = found, tried = 0; caller; tried++) {
		const body = right(caller, tried > 0);
		if (!body) return true;
		if (tried === TRIES)
			throw new ServiceError(
				`Another program changes the ${kind.noun} ${caller.name} at the same time`,
				{ hint: 'Deactivate and activate the workflow.' },
			);
		// The first time at once, later not in step with the other program.
		if (tried) await sleep(200 * tried * (1 + Math.random()));
		if (body === 'delete') await kind.remove(api, caller.id);
		else await kind.change(api, caller, body);
		caller = (await kind.list(api)).find(({ id }) => id === found.id);
	}
	return false;
}

/** Removes the action of this trigger, and the record if the trigger made it and no other trigger uses it. */
async function release(
	{ isMine, isMade }: ReturnType<typeof recognizing>,
	api: AccountApi,
	found: Found,
): Promise<void> {
	await changeUntilRight(api, found, (caller) => {
		if (!caller.actions.some(isMine)) return undefined;
		const others = caller.actions.filter((action) => !isMine(action));
		return isMade(caller) && !others.some(isOfTrigger) ? 'delete' : { actions: others };
	});
}

const forgetIfMoved = (context: IHookFunctions, here: ServerAccount): void => {
	const { started_by, name } = stored.dataOf(context);
	stored.forgetIfMoved(context, here, {
		subject: `The action Send Webhook of the ${started_by === 'rule' ? rules.noun : macros.noun} "${name}"`,
		cure: 'remove it there',
	});
};

const notFound = (kind: CallerKind, id: number | undefined, { account }: ServerAccount) =>
	badInput(`The ${kind.noun} ${id} was not found in account ${account}: choose another`, [
		`${kind.value}_id`,
	]);

/** The record that must call the trigger; undefined if the node has to make it. @throws BadInput */
function chosenOf(
	{ isMade }: ReturnType<typeof recognizing>,
	{ here }: AccountApi,
	{ kind, id, made }: WantedCaller,
	all: Found[],
): Found | undefined {
	const ofKind = all.filter((one) => one.kind === kind);
	if (made) {
		const found = ofKind.find(({ caller }) => isMade(caller));
		const other = ofKind.find(({ caller }) => caller.name === made.name);
		if (!found && other)
			throw badInput(
				`The ${kind.noun} ${made.name} already exists in Chatwoot: enter another name, or set Started By to Existing`,
				['name'],
			);
		return found;
	}
	const found = ofKind.find(({ caller }) => caller.id === id);
	if (!found) throw notFound(kind, id, here);
	if (found.caller.active === false)
		throw badInput(
			`The ${kind.noun} ${found.caller.name} is disabled in Chatwoot: enable it there first`,
			[`${kind.value}_id`],
		);
	return found;
}

/**
 * The life cycle of a source whose record calls the trigger by an action. A record can have several of these
 * actions: of other workflows, and of a test beside production. They stay as they are.
 */
export function actionUrl(wantedOf: (settings: TriggerSettings) => WantedCaller): LifeCycle {
	async function register(
		context: IHookFunctions,
		settings: TriggerSettings,
		api: AccountApi,
	): Promise<void> {
		await mustBeReached(context, settings);
		const wanted = wantedOf(settings);
		await wanted.check?.(api);
		const { kind, made } = wanted;
		const mode = modeOf(context);
		const mine = recognizing(context, mode);
		const all = await everyCaller(api, kind);
		const chosen = chosenOf(mine, api, wanted, all);
		forgetIfMoved(context, api.here);
		// Agents can read a macro's URL, so a new one ends what they know of the last.
		const secret = newSecret();
		const url = addressWith(context, { mode, made: made && 'true', secret });
		const call: Action = { action_name: 'send_webhook_event', action_params: [url] };
		// Stored before Chatwoot knows the URL and can call it.
		stored.store(context, {
			secret,
			started_by: kind.value,
			name: made?.name ?? chosen?.caller.name,
			id: chosen?.caller.id,
			registeredAt: api.here,
		});
		const right = (caller: Caller, isWritten: boolean): Body | undefined => {
			const others = caller.actions.filter((action) => !mine.isMine(action));
			const isCalling = isSame(caller.actions.filter(mine.isMine).map(urlOf), [url]);
			// A test must not change what production needs.
			const isShared = mode === 'test' && others.some(isOfTrigger);
			if (!made || isShared) return isCalling ? undefined : { actions: [...others, call] };
			const body = {
				// A delay that was removed in n8n stays in Chatwoot unless it is emptied.
				...(caller.execution_delay ? { execution_delay: null } : {}),
				...made,
				actions: [...made.actions, ...others.filter(isOfTrigger), call],
			};
			// Chatwoot stores some values in another form, such as files: then only the call is compared.
			const isStored = isWritten || isSame(pickedFrom(caller, body), body);
			return isCalling && isStored ? undefined : body;
		};
		if (chosen) {
			const isThere = await changeUntilRight(api, chosen, right);
			if (!isThere) throw notFound(kind, chosen.caller.id, api.here);
		} else if (made) {
			const { id } = await kind.create(api, { ...made, actions: [...made.actions, call] });
			stored.store(context, { id });
		}
		for (const other of all)
			if (other.kind !== kind || other.caller.id !== chosen?.caller.id)
				await release(mine, api, other);
	}

	/** What is registered in Chatwoot for this trigger; empty if no action calls it. */
	async function findRegistration(context: IWebhookFunctions): Promise<Partial<SourceData>> {
		const api = accountApiOf(context, await reach(context, BRIEFLY));
		const { isMine, queryOf } = recognizing(context, modeOf(context));
		for (const { kind, caller } of await everyCaller(api)) {
			const secret = caller.actions.some(isMine) && queryOf(caller).get('secret');
			if (!secret) continue;
			const { id, name } = caller;
			return { secret, started_by: kind.value, id, name, registeredAt: api.here };
		}
		return {};
	}

	const renew = async (context: IWebhookFunctions) =>
		await stored.renewedBy(context, async () => await findRegistration(context));

	const turnOf = ({ here }: AccountApi) => [`${here.server} ${here.account}`];
	return {
		// `register` compares first, and changes only what differs.
		isRegistered: async () => false,
		register: async (context, settings) => {
			const api = accountApiOf(context, await reach(context));
			await inTurn(turnOf(api), async () => await register(context, settings, api));
		},
		unregister: async (context) => {
			const { mode = 'production' } = staticDataOf(context);
			// While n8n removes a test's webhook, no other test can begin.
			const api = accountApiOf(context, await reach(context, mode === 'test' ? ONCE : undefined));
			await inTurn(turnOf(api), async () => {
				forgetIfMoved(context, api.here);
				const mine = recognizing(context, mode);
				for (const found of await everyCaller(api)) await release(mine, api, found);
			});
			if (mode !== 'test') stored.isRemovedFrom(context, api.here);
		},
		mayBeRegistered: stored.mayBeRegistered,
		registeredAt,
		renew,
		refusalOf: async (context) => {
			const reason = stored.refusalOf(context);
			// A call that began before the activation may have written back the last secret.
			if (reason && isSecret(arrivedOf(context).secret)) await Promise.allSettled([renew(context)]);
			return reason && stored.refusalOf(context);
		},
	};
}

/** The values of a record under the keys of another one. */
const pickedFrom = (caller: Caller, body: Body) =>
	Object.fromEntries(Object.keys(body).map((key) => [key, caller[key as keyof Caller]]));
