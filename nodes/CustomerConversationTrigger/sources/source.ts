import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Field } from '../../shared/vocabulary';

/** What the user set, checked and converted. */
export interface TriggerSettings {
	account: number;
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
	/** What it asks for beside the account; each must be filled in. */
	fields: Field[];
	/** What it adds to the options. */
	options: Field[];
	/** Names of the service's events that it is told; those worked out of them are offered, too. */
	told: string[];
	/** Whether all stands at the service as these settings want it. */
	isRegistered: (context: IHookFunctions, settings: TriggerSettings) => Promise<boolean>;
	/** Makes it so, whatever stood there. */
	register: (context: IHookFunctions, settings: TriggerSettings) => Promise<void>;
	/** Leaves nothing there. It reads what it needs: what is wrong in other settings keeps nothing alive. */
	unregister: (context: IHookFunctions) => Promise<void>;
	/** Why a call is not the service's; undefined where it is. Asked before anything else is read. */
	refusalOf: (context: IWebhookFunctions) => string | undefined;
	/** Id of the user whose messages are the workflow's own; undefined where there is none. */
	ownUserOf: (context: IWebhookFunctions) => number | undefined;
}
