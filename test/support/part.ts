import type { IDataObject } from 'n8n-workflow';
import type { N8n } from './realN8n';

/** Checks that share an n8n with other parts, and what it must have when it starts. */
export interface Part {
	credentials: IDataObject[];
	workflows: IDataObject[];
	check: () => Promise<void>;
	/** Checks after n8n was killed while executions waited. */
	checkAfterCrash?: () => Promise<void>;
	/** Stops what was started besides n8n. */
	close: () => Promise<unknown>;
}

/** Starts what a part needs besides n8n, and installs what it needs in n8n's folder; n8n does not run yet. */
export type Prepare = (n8n: N8n, options: Options) => Promise<Part>;

export interface Options {
	/** How many deliveries the trigger must handle. */
	deliveries: number;
	/** How many times customers write to each bot. */
	turns: number;
	/** Whether each delivery is forged in every way, not only one delivery of each event. */
	forgesAll: boolean;
	/** How n8n 2 polls: a name of `POLL_MODES`. */
	polls: string;
	/** Seconds of a slow list. */
	slow: number;
}
