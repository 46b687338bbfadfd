import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

export type Mode = 'production' | 'test';

/**
 * The data that n8n stores with the workflow for this node. Each source keeps its data in an object under its
 * name; only the account webhook keeps its data at the top level.
 */
interface StaticData {
	/** Whether production or a test is registered. */
	mode?: Mode;
	/** Keys of the last events, see `repeats.ts`. */
	seen?: string[];
}

/** The account that a credential leads to. */
export interface ServerAccount {
	/** The base URL as `baseUrl` reads it: two spellings of one address are the same. */
	server: string;
	account: number;
}

/** The account in which a trigger was last registered. */
export interface Registered extends ServerAccount {
	/** Whether its registration was removed. */
	isRemoved?: boolean;
}

export const staticDataOf = (context: Pick<IHookFunctions, 'getWorkflowStaticData'>): StaticData =>
	context.getWorkflowStaticData('node');

/** n8n reports the mode during a call and while it registers the webhook, but not when it removes it. */
export const modeOf = (context: Pick<IHookFunctions | IWebhookFunctions, 'getMode'>): Mode =>
	context.getMode() === 'manual' ? 'test' : 'production';
