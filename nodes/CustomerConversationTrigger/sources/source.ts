import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Delivery } from '../../shared/events/delivery';
import type { Field, Part } from '../../shared/vocabulary';
import type { Registered } from '../kept';

/** What the user set, checked and converted. */
export interface TriggerSettings {
	/** Undefined where the source asks for no credential. */
	account?: number;
	/** Names of the chosen events. */
	events: string[];
	filters: IDataObject;
	loopGuard: boolean;
	simplify: boolean;
	dropRepeats: boolean;
	readMessage: boolean;
	/** What is set of the source's own fields and options, by name. */
	own: IDataObject;
}

/** A way in which events reach the trigger. Nobody else knows more of it than this. */
export interface Source {
	/** In the list of sources. */
	name: string;
	/** Shown on top: what the node does by itself, and what is left to the user. */
	notice: string;
	/** Whether it needs the service itself, as it is set: else there are no credential and no account. */
	asksCredential: (context: IHookFunctions | IWebhookFunctions) => boolean;
	/** What it asks for beside the account; each must be filled in. */
	fields: Part[];
	/** What it adds to the options. */
	options: Field[];
	/** Names of the service's events that it is told; those worked out of them are offered, too. */
	told: string[];
	/** The first release that tells it one of them, where older ones do not. */
	since?: Record<string, string>;
	/** Names of the events that are chosen to begin with. */
	begins: string[];
	/** Whether messages of bots and of the own user may be held back; they may be what it is there for. */
	guardsLoops: boolean;
	/** Whether all stands at the service as these settings want it. */
	isRegistered: (context: IHookFunctions, settings: TriggerSettings) => Promise<boolean>;
	/** Makes it so, whatever stood there. */
	register: (context: IHookFunctions, settings: TriggerSettings) => Promise<void>;
	/** Leaves nothing there. It reads what it needs: what is wrong in other settings keeps nothing alive. */
	unregister: (context: IHookFunctions) => Promise<void>;
	/** Whether something that was registered may be left at the service; nothing is asked there. */
	mayStand: (context: IHookFunctions) => boolean;
	/** Where it was registered; undefined if nobody knows, as by hand. */
	registeredAt: (context: IWebhookFunctions) => Registered | undefined;
	/** Stores what the service knows of this trigger, if it knows it. */
	renew: (context: IWebhookFunctions) => Promise<void>;
	/** Why a call is not the service's; undefined where it is. Asked before anything else is read. */
	refusalOf: (context: IWebhookFunctions) => string | undefined | Promise<string | undefined>;
	/**
	 * Whether a delivery may start the workflow; told of every one.
	 * @param events the chosen ones that it is, none for most
	 */
	lets: (
		context: IWebhookFunctions,
		settings: TriggerSettings,
		delivery: Delivery,
		events: string[],
	) => boolean;
	/** Id of the user whose messages are the workflow's own; undefined where there is none. */
	ownUserOf: (context: IWebhookFunctions) => number | undefined;
}
