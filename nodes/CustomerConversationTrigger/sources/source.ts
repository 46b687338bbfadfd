import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Delivery } from '../../shared/events/delivery';
import type { AccountReader } from '../../shared/events/replies';
import type { Field, Part } from '../../shared/vocabulary';
import type { Registered } from '../staticData';

/** What the user set, checked and converted. */
export interface TriggerSettings {
	/** Undefined if the source needs no credential. */
	account?: number;
	/** Names of the chosen events. */
	events: string[];
	filters: IDataObject;
	loopGuard: boolean;
	simplify: boolean;
	dropRepeats: boolean;
	readMessage: boolean;
	/** Values of the source's fields and options, by name. */
	sourceSettings: IDataObject;
}

/** A way in which events reach the trigger. The rest of the trigger uses only this interface. */
export interface Source {
	/** Name in the list of sources. */
	name: string;
	/** Notice at the top of the panel: what the node does by itself, and what the user has to do. */
	notice: string;
	/** Whether it needs a credential with these settings; otherwise there is no account either. */
	asksCredential: (context: IHookFunctions | IWebhookFunctions) => boolean;
	/** Its required fields, in addition to the account. */
	fields: Part[];
	/** Its entries in Options. */
	options: Field[];
	/** Names of Chatwoot's events that it receives; derived events are offered as well. */
	serviceEvents: string[];
	/** For some of these events, the first release that sends them. */
	since?: Record<string, string>;
	/** Names of the events that are chosen by default; undefined if there is no choice and all start the workflow. */
	begins?: string[];
	/** Whether the user can ignore messages of bots and of the credential's user. */
	guardsLoops: boolean;
	/** Whether the registration in Chatwoot matches these settings. */
	isRegistered: (context: IHookFunctions, settings: TriggerSettings) => Promise<boolean>;
	/** Registers, whatever was registered before. */
	register: (context: IHookFunctions, settings: TriggerSettings) => Promise<void>;
	/** Removes the registration. It reads only the settings it needs, so that faults in others do not prevent it. */
	unregister: (context: IHookFunctions) => Promise<void>;
	/** Whether a registration may still exist, judged without a request. */
	mayBeRegistered: (context: IHookFunctions) => boolean;
	/** The account in which it was registered; undefined if unknown, such as with By Hand. */
	registeredAt: (context: IWebhookFunctions) => Registered | undefined;
	/** Looks up the registration in Chatwoot and stores it, if there is one. */
	renew: (context: IWebhookFunctions) => Promise<void>;
	/** Why a call does not come from Chatwoot; undefined if it does. Called before anything else is read. */
	refusalOf: (context: IWebhookFunctions) => string | undefined | Promise<string | undefined>;
	/**
	 * Replaces what a call says with what Chatwoot has stored, if only a secret in the URL proves who calls.
	 * @returns the delivery with what was read, or why the call is refused
	 */
	readBack?: (context: IWebhookFunctions, delivery: Delivery) => Promise<Delivery | string>;
	/**
	 * Whether a delivery may start the workflow; called for every delivery.
	 * @param events the chosen events that it matches, often none
	 * @param reader undefined without a credential
	 */
	lets: (
		context: IWebhookFunctions,
		settings: TriggerSettings,
		delivery: Delivery,
		events: string[],
		reader?: AccountReader,
	) => boolean | Promise<boolean>;
	/** Id of the user whose messages are ignored; undefined if there is none. */
	ownUserOf: (context: IWebhookFunctions) => number | undefined;
	/** What the items of this source have in addition. */
	startedBy?: (context: IWebhookFunctions) => IDataObject;
}

/** How a source is registered, and what proves that a call comes from Chatwoot. */
export type LifeCycle = Pick<
	Source,
	| 'isRegistered'
	| 'register'
	| 'unregister'
	| 'mayBeRegistered'
	| 'registeredAt'
	| 'renew'
	| 'refusalOf'
>;
