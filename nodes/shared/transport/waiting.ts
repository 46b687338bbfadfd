import {
	WAIT_INDEFINITELY,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { BadInput } from '../faults';
import type { Host } from '../vocabulary/call';

/** n8n 1.123 only checks the signature of a URL if the node asks for it; n8n 2 always does. */
type WithSignatures = IExecuteFunctions & { setSignatureValidationRequired?: () => void };

/** Key in n8n's data of the node in this execution. */
const KEPT = 'question';

/**
 * What an operation needs to wait for a response.
 * @param count number of items that the node received
 */
export const waitingIn = (
	context: IExecutePaginationFunctions,
	count: number,
): Pick<Host, 'resumeUrl' | 'pause'> => ({
	resumeUrl: (parameters) => {
		// n8n waits once for all items, and continues with those of the response.
		if (count > 1)
			throw new BadInput(
				`The node received ${count} items, but it can only wait for one response. Put a Loop Over Items node in front of it, or turn on Execute Once in its settings.`,
			);
		return context.getSignedResumeUrl(parameters);
	},
	pause: async ({ until, kept, expired }) => {
		const execution = context as unknown as WithSignatures;
		execution.getContext('node')[KEPT] = kept;
		execution.setSignatureValidationRequired?.();
		// When the time has passed, n8n runs nothing of the node, and passes on its input.
		execution.getExecuteData().data.main = [[{ json: expired, pairedItem: { item: 0 } }]];
		await execution.putExecutionToWait(until ?? WAIT_INDEFINITELY);
	},
});

/** What the operation kept when it began to wait. n8n has no function for it in a webhook, but an expression. */
export function keptIn(context: IWebhookFunctions): IDataObject | undefined {
	const name = JSON.stringify(context.getNode().name);
	const kept = context.evaluateExpression(`{{ $(${name}).context.${KEPT} }}`);
	return (kept ?? undefined) as unknown as IDataObject | undefined;
}
