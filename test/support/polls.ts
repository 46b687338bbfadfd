import type { IDataObject } from 'n8n-workflow';
import { startedBy } from './atTrigger';
import type { Step } from './workflow';

const at = (cronExpression: string) => ({ mode: 'custom', cronExpression });

/** No poll by schedule: n8n polls once when it starts or activates the workflow. */
export const NEVER = [at('0 0 0 1 1 *')];

/** Every five seconds: twelve schedules, because n8n runs each at most once a minute. */
export const OFTEN = Array.from({ length: 12 }, (_, index) => at(`${index * 5} * * * * *`));

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
