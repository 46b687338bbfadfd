import type { IDataObject } from 'n8n-workflow';
import { startedBy } from './atTrigger';
import type { Step } from './workflow';

const at = (cronExpression: string) => ({ mode: 'custom', cronExpression });

/** No poll by schedule: n8n polls once when it starts or activates the workflow. */
export const NEVER = [at('0 0 0 1 1 *')];

/** Every five seconds: twelve schedules, because n8n runs each at most once a minute. */
export const OFTEN = Array.from({ length: 12 }, (_, index) => at(`${index * 5} * * * * *`));

const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
};

/** Settings of n8n 2 for each way in which it polls. */
export const POLL_MODES: Record<string, NodeJS.ProcessEnv> = {
	default: {},
	scheduler: SCHEDULER,
	cursors: { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
};

/** Seconds of a slow list: longer than the time to the next poll, and than `SHORT_POLLS` lets a poll last. */
export const SLOW = 12;

/** n8n's scheduler abandons a poll after ten seconds instead of 45. It tells the node to end after five. */
export const SHORT_POLLS = { N8N_SCHEDULER_POLL_TIMEOUT: '10' };

/** A workflow that the polling trigger starts, at these times; its node is called Trigger. */
export function polls(
	id: string,
	credential: string,
	times: typeof NEVER,
	parameters: IDataObject,
	steps: Step[],
): IDataObject {
	const polled = { pollTimes: { item: times }, ...parameters };
	return startedBy('customerConversationPollingTrigger', id, polled, steps, credential);
}
