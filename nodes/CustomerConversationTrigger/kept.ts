import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

export type Mode = 'production' | 'test';

/**
 * What n8n stores with the workflow for this node, whatever its source. Each source keeps its data in
 * an object under its name; only the account's webhook keeps its data at the top level.
 */
export interface Kept {
	/** Whether production or a test is registered. */
	mode?: Mode;
	/** Keys of the last events. */
	seen?: string[];
}

/** The account that a credential leads to. */
export interface ServerAccount {
	/** The base URL as `baseUrl` reads it: two spellings of one address are the same. */
	server: string;
	account: number;
}

/** Where a trigger was registered last. */
export interface Registered extends ServerAccount {
	/** Whether the trigger was removed there. */
	isRemoved?: boolean;
}

export const keptOf = (context: Pick<IHookFunctions, 'getWorkflowStaticData'>): Kept =>
	context.getWorkflowStaticData('node');

/** n8n tells the editor's test from production by this in a call and while it registers, not later. */
export const modeOf = (context: Pick<IHookFunctions | IWebhookFunctions, 'getMode'>): Mode =>
	context.getMode() === 'manual' ? 'test' : 'production';
