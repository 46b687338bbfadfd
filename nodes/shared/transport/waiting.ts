import {
	WAIT_INDEFINITELY,
	type IAllExecuteFunctions,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { BadInput } from '../faults';
import { isObject, parsedUrl } from '../values';
import type { Host } from '../vocabulary/call';
import { postToItself } from './request';
import { waitFor } from './run';

/** n8n 1.123 only checks the signature of a URL if the node asks for it; n8n 2 always does. */
type WithSignatures = IExecuteFunctions & { setSignatureValidationRequired?: () => void };

/** Key in n8n's data of the node in this execution. */
const KEPT = 'question';

/**
 * Milliseconds from the end of a wait until n8n continues without a response. Whoever responds at the last moment
 * has so long for what Chatwoot has to store: otherwise a response could be confirmed and expire.
 */
const GRACE = 45_000;

/**
 * What an operation needs to wait for a response.
 * @param count number of items that the node received
 */
export const waitingIn = (
	context: IExecutePaginationFunctions,
	count: number,
): Pick<Host, 'resumeUrl' | 'instanceId' | 'pause' | 'wake'> => ({
	resumeUrl: (parameters) => {
		// n8n waits once for all items, and continues with those of the response.
		if (count > 1)
			throw new BadInput(
				`The node received ${count} items, but it can only wait for one response. Put a Loop Over Items node in front of it, or turn on Execute Once in its settings.`,
			);
		return context.getSignedResumeUrl(parameters);
	},
	instanceId: () => context.getInstanceId(),
	pause: async ({ until, kept, expired }) => {
		const execution = context as unknown as WithSignatures;
		execution.getContext('node')[KEPT] = { ...kept, until };
		execution.setSignatureValidationRequired?.();
		// When the time has passed, n8n runs nothing of the node, and passes on its input.
		execution.getExecuteData().data.main = [[{ json: expired, pairedItem: { item: 0 } }]];
		await execution.putExecutionToWait(
			until === undefined ? WAIT_INDEFINITELY : new Date(until + GRACE),
		);
	},
	wake: async (url, isKnown) => {
		const waker = context as unknown as Waker;
		if (isWaitUrl(waker, url)) await wake(waker, url, isKnown);
	},
});

/** Contexts of n8n in which a wait can be woken. */
export type Waker = Pick<IAllExecuteFunctions, 'helpers' | 'getWorkflow' | 'getNode'>;

const RESUME_URL = '{{ $execution.resumeUrl }}';

/** A context that wakes executions and evaluates no expression: a poll may not be able to at its end. */
export function wakerOf(context: Waker): Waker {
	// All contexts have it, although n8n's type of a poll does not.
	const { evaluateExpression } = context as Partial<IWebhookFunctions>;
	const resumeUrl = evaluateExpression?.call(context, RESUME_URL);
	const [workflow, node] = [context.getWorkflow(), context.getNode()];
	return {
		helpers: context.helpers,
		getWorkflow: () => workflow,
		getNode: () => node,
		evaluateExpression: () => resumeUrl,
	} as Waker;
}

/** The beginning of all URLs that resume executions of this n8n; undefined if n8n does not say. */
function waitRootOf(context: Waker): string | undefined {
	const { evaluateExpression } = context as Partial<IWebhookFunctions>;
	const known = evaluateExpression?.call(context, RESUME_URL);
	const url = parsedUrl(String(known));
	// Without the ID of the execution, which a trigger does not have.
	return url && `${url.origin}${url.pathname.replace(/[^/]*$/, '')}`;
}

/** Whether a URL resumes an execution of this n8n. Anybody may have written it: no other URL is ever called. */
export function isWaitUrl(context: Waker, url: unknown): url is string {
	const parsed = typeof url === 'string' ? parsedUrl(url) : undefined;
	const root = waitRootOf(context);
	if (!parsed || parsed.username || parsed.password || root === undefined) return false;
	return `${parsed.origin}${parsed.pathname}`.startsWith(root);
}

/** Milliseconds for all tries of a wake-up call. A busy n8n takes seconds, and a reply that wakes nobody is lost. */
const PATIENCE = 30_000;

/** Milliseconds before the second try. Each later pause is twice as long. */
const PAUSE = 250;

/** Whether the same call may be answered differently a moment later: the execution has not been stored as waiting. */
const isTooEarly = (status: number, body: unknown) =>
	status >= 500 || (status === 409 && JSON.stringify(body).includes('running'));

/**
 * Tells an execution that waits for a customer to look into its conversation. The call carries no data, so
 * that nobody can forge a reply with it.
 * @param url of this n8n
 * @param isKnown whether the URL is certainly that of a question; otherwise it is tried once
 * @returns ID of the message with which the execution continues; null if it keeps waiting; undefined if it no
 * longer waits, or was not reached
 */
export async function wake(
	context: Waker,
	url: string,
	isKnown: boolean,
): Promise<number | null | undefined> {
	const end = Date.now() + PATIENCE;
	for (let pause = PAUSE, left = PATIENCE; left > 0; pause *= 2, left = end - Date.now()) {
		const [outcome] = await Promise.allSettled([postToItself(context, url, { wake: true }, left)]);
		if (outcome.status === 'fulfilled') {
			const { status, body } = outcome.value;
			if (status < 300 && isObject(body) && 'taken' in body)
				return typeof body.taken === 'number' ? body.taken : null;
			if (!isTooEarly(status, body)) return undefined;
		}
		if (!isKnown) return undefined;
		await waitFor(Math.min(pause, left));
	}
	return undefined;
}

/** What the operation kept when it began to wait. n8n has no function for it in a webhook, but an expression. */
export function keptIn(context: IWebhookFunctions): IDataObject | undefined {
	const name = JSON.stringify(context.getNode().name);
	const kept = context.evaluateExpression(`{{ $(${name}).context.${KEPT} }}`);
	return (kept ?? undefined) as unknown as IDataObject | undefined;
}
