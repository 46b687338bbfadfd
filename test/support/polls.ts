import type { IDataObject } from 'n8n-workflow';
import { started } from './atTrigger';
import { packageNode, type Step } from './workflow';

const at = (cronExpression: string) => ({ mode: 'custom', cronExpression });

/** Only when n8n starts, or activates the workflow: then n8n polls at once. */
export const NEVER = [at('0 0 0 1 1 *')];

/** Every five seconds; n8n takes at most one poll a minute of each. */
export const OFTEN = Array.from({ length: 12 }, (_, index) => at(`${index * 5} * * * * *`));

/** A workflow that the polling trigger starts, at these times; its node is called Trigger. */
export function polls(
	id: string,
	credential: string,
	times: typeof NEVER,
	parameters: IDataObject,
	steps: Step[],
): IDataObject {
	const made = started(id, {}, steps, credential);
	const trigger = packageNode(
		'customerConversationPollingTrigger',
		{ pollTimes: { item: times }, ...parameters },
		{ customerConversationApi: { id: credential, name: credential } },
	);
	const nodes = (made.nodes as IDataObject[]).map((node) =>
		node.name === 'Trigger' ? { ...node, ...trigger } : node,
	);
	return { ...made, nodes };
}
