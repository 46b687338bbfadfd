import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { replyTo, storeWait, waitIn } from '../../shared/tasks/customerReply';
import { connect } from '../../shared/transport/request';
import { newRun } from '../../shared/transport/run';
import { responseOf } from '../resources/question/parts/reply';
import { isFirst } from './first';

/** Milliseconds for a request: the trigger that calls must answer Chatwoot within five seconds. */
const TIMEOUT = 2_000;

/** Tells the caller which message the execution continues with. A call that is not from a trigger learns no more. */
function answer(context: IWebhookFunctions, taken: unknown): IWebhookResponseData {
	context.getResponseObject().status(200).json({ taken });
	return { noWebhookResponse: true };
}

const warn = (context: IWebhookFunctions, failed: string) => (error: unknown) => {
	context.logger.error(`${context.getNode().name}: ${failed}: ${(error as Error).message}`);
};

/**
 * Continues the execution if the customer has written after the question. Only what Chatwoot says counts, and
 * nothing that a caller sends.
 * @throws ServiceError if Chatwoot cannot be read: the execution must keep waiting then
 */
export async function receiveReply(
	context: IWebhookFunctions,
	kept: IDataObject,
): Promise<IWebhookResponseData> {
	const item = kept.item as IDataObject;
	const path = String(kept.path).replace(/\/messages$/, '');
	const settings = { timeout: TIMEOUT };
	const { send } = await connect(
		context,
		'customerConversationApi',
		settings,
		newRun({}, undefined, 1),
	);
	const conversation = await send({ method: 'GET', path });
	const { url, question_id } = waitIn(conversation);
	const isReplaced = typeof url === 'string' && !url.includes(String(kept.wait));
	const before = isReplaced ? Number(question_id) || undefined : undefined;
	const reply = await replyTo(send, path, Number(item.message_id), before);
	if (!reply && !isReplaced) return answer(context, null);
	const taken = reply?.id ?? null;
	if (!isFirst(String(kept.wait))) return answer(context, taken);
	if (!isReplaced)
		await storeWait(send, path, conversation, { taken }).catch(
			warn(context, 'the end of the wait was not stored'),
		);
	const answered = answer(context, taken);
	if (kept.delete_question === true)
		await send({
			method: 'DELETE',
			path: `${String(kept.path)}/${String(item.message_id)}`,
		}).catch(warn(context, 'the question was not deleted'));
	const response = reply
		? responseOf(reply, conversation, kept.choices as string[])
		: { replaced: true };
	return {
		...answered,
		workflowData: [[{ json: { ...item, ...response, expired: false }, pairedItem: { item: 0 } }]],
	};
}
