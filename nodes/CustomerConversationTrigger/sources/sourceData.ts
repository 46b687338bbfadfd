import { randomBytes } from 'crypto';
import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Service } from '../../shared/transport/request';
import { isSame } from '../../shared/values';
import type { Request } from '../../shared/vocabulary';
import { hasMoved, isNotRemoved, serverAccountOf, throttledLookup } from '../serverAccount';
import type { Registered, ServerAccount } from '../staticData';
import { arrivedOf, refusalOf } from './authenticity';
import type { LifeCycle } from './source';

type Context = IHookFunctions | IWebhookFunctions;

type Storing = Pick<Context, 'getWorkflowStaticData'>;

const stored = (context: Storing) =>
	context.getWorkflowStaticData('node') as Record<string, object>;

/** The data that a source stores with the workflow, under its name. */
export const sourceDataOf = <T extends object>(
	context: Storing,
	name: string,
): Readonly<Partial<T>> => (stored(context)[name] ?? {}) as Partial<T>;

/**
 * Adds data. n8n stores the data as a whole if it was written to. Code that only reads must not write, or a
 * call during the activation would overwrite what the activation stores.
 */
export function storeSourceData<T extends object>(
	context: Storing,
	name: string,
	more: Partial<T>,
): void {
	stored(context)[name] = { ...stored(context)[name], ...more };
}

/** Removes the data of a source. */
export function forgetSourceData(context: Storing, name: string): void {
	delete stored(context)[name];
}

/** A secret of 256 bits. */
export const newSecret = (): string => randomBytes(32).toString('hex');

export const isSecret = (value: unknown): boolean =>
	typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** What a source that registers a secret URL stores with the workflow. */
export interface SecretUrl {
	/** Part of the URL. */
	secret: string;
	/** Key with which Chatwoot signs calls; undefined if it does not. */
	signingSecret?: string;
	/** The account in which it was last registered: only that server knows the secrets. */
	registeredAt: Registered;
}

/** The data of a source that registers a secret URL. @param name of the source */
export function secretUrl<T extends SecretUrl>(name: string) {
	const dataOf = (context: Storing) => sourceDataOf<T>(context, name);
	const store = (context: Storing, more: Partial<T>) => storeSourceData<T>(context, name, more);
	return {
		dataOf,
		store,
		secretOf: (context: Storing) => dataOf(context).secret ?? newSecret(),
		/** Forgets all data, including secrets, if the credential leads to another account. @param left see `hasMoved` */
		forgetIfMoved: (
			context: IHookFunctions,
			here: ServerAccount,
			left: Parameters<typeof hasMoved>[3],
		) => {
			if (hasMoved(context, dataOf(context).registeredAt, here, left))
				forgetSourceData(context, name);
		},
		/** Notes that nothing is registered any more. */
		isRemovedFrom: (context: IHookFunctions, here: ServerAccount) =>
			store(context, { registeredAt: { ...here, isRemoved: true } } as Partial<T>),
		/** Looks up the registration in Chatwoot. @param find empty if no URL belongs to the trigger */
		renewedBy: async (context: IWebhookFunctions, find: () => Promise<Partial<T>>) => {
			const found = await throttledLookup(context, find);
			if (!found.secret) return;
			const data = dataOf(context);
			const isNew = Object.entries(found).some(
				([key, value]) => !isSame(data[key as keyof T], value),
			);
			if (isNew) store(context, found);
		},
		mayBeRegistered: (context: IHookFunctions) => isNotRemoved(dataOf(context)),
		registeredAt: (context: IWebhookFunctions) => dataOf(context).registeredAt,
		refusalOf: (context: IWebhookFunctions) => {
			const { secret: value, signingSecret } = dataOf(context);
			return refusalOf(arrivedOf(context), { secret: { value }, signingKey: signingSecret });
		},
	} satisfies Partial<LifeCycle> & Record<string, unknown>;
}

/** An account, and the function that sends requests to it. */
export interface AccountApi {
	here: ServerAccount;
	/** `/api/v1/accounts/1` */
	root: string;
	send: (request: Pick<Request, 'method' | 'path' | 'body' | 'needs'>) => Promise<unknown>;
}

/** Most of what triggers register is only for administrators. */
export function accountApiOf(context: Context, service: Service): AccountApi {
	// No other setting is read: a fault in one of them must not prevent removing a registration.
	const here = serverAccountOf(context, service);
	const needs = { role: 'administrator' } as const;
	return {
		here,
		root: `/api/v1/accounts/${here.account}`,
		send: async (request) => await service.send({ needs, ...request }),
	};
}
