import type { IDataObject, IPollFunctions, INodeExecutionData } from 'n8n-workflow';
import { withReason } from '../shared/faults';
import { toLifecycleError } from '../shared/transport/errors';
import { connect, credentialOf } from '../shared/transport/request';
import { newRun } from '../shared/transport/run';
import { wakerOf } from '../shared/transport/waiting';
import { failureOf } from './failure';
import { startsIn, storeStarts, type PollData } from './marks';
import { PLACES, readLists, type PollSource } from './reading';
import { itemsInTime, timeLeft } from './unfinished';
import { TIMEOUT } from './watched/watched';

/** Maximum number of times that a request is sent. The next poll sends it again anyway. */
const TRIES = 3;

/**
 * Polls once.
 * @returns the items, the oldest first; null if there is nothing new, or if reading takes longer than n8n waits. A
 * manual poll returns a few of the newest as examples
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const items = await newItems(context);
		return items.length ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		const failure = failureOf(error);
		const shown = toLifecycleError(
			context.getNode(),
			await withReason(error),
			'Chatwoot could not be polled',
		);
		throw Object.assign(shown, { failure });
	}
}

async function newItems(context: IPollFunctions): Promise<IDataObject[]> {
	// n8n gives 36 seconds with its durable scheduler, otherwise five minutes, and no limit before n8n 2.
	const budget = (context as { getPollBudgetMs?: () => number }).getPollBudgetMs?.();
	const left = timeLeft(budget);
	const isTest = context.getMode() === 'manual';
	const read = withParameters(context);
	const source: PollSource = {
		context: read,
		waker: isTest ? undefined : wakerOf(context),
		isTest,
		service: await connect(
			read,
			credentialOf('/api'),
			{ timeout: TIMEOUT },
			newRun({ requestsAtOnce: PLACES }, undefined, TRIES),
		),
	};
	if (isTest) return (await readLists(source, {})).items;
	const { id, parameters } = context.getNode();
	const staticData: PollData = context.getWorkflowStaticData('node');
	const global = context.getWorkflowStaticData('global');
	return await itemsInTime({
		node: `${context.getWorkflow().id} ${id}`,
		settings: JSON.stringify([parameters, source.service.credentials]),
		staticData,
		left,
		read: async (before) => await readLists({ ...source, starts: startsIn(global, id) }, before),
		store: ({ data, starts }) => {
			// Stored together at the end, so that the next poll finds the same events after an error.
			Object.assign(staticData, data);
			storeStarts(global, id, starts);
		},
		warn: (text) => context.logger.warn(`Customer Conversation Polling Trigger: ${text}`),
	});
}

/**
 * A context that has read all parameters. n8n evaluates no expression any more when another poll of the node has
 * ended in the meantime, or when it has abandoned this one.
 */
function withParameters(context: IPollFunctions): IPollFunctions {
	const names = Object.keys(context.getNode().parameters);
	const values = new Map<string, unknown>(
		names.map((name) => [name, context.getNodeParameter(name)]),
	);
	return Object.create(context, {
		getNodeParameter: {
			value: (name: string, fallback: unknown) => (values.has(name) ? values.get(name) : fallback),
		},
	}) as IPollFunctions;
}
