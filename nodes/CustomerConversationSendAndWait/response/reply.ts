import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { replyTo, storeWait, waitIn } from '../../shared/tasks/customerReply';
import { responseOf } from '../resources/question/parts/reply';
import { attempt, connectFor, deleteQuestion } from './chatwoot';
import { isFirst } from './first';

/** Milliseconds for a request. The trigger that calls waits longer, and tries again. */
const TIMEOUT = 10_000;

/** Tells the caller which message the execution continues with. A call that is not from a trigger learns no more. */
function answer(context: IWebhookFunctions, taken: unknown): IWebhookResponseData {
	context.getResponseObject().status(200).json({ taken });
	return { noWebhookResponse: true };
}

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
	const service = await connectFor(context, kept, TIMEOUT);
	const { send } = service;
	const conversation = await send({ method: 'GET', path });
	const { url, question_id } = waitIn(conversation);
	const isReplaced = typeof url === 'string' && !url.includes(String(kept.wait));
	const before = isReplaced ? Number(question_id) || undefined : undefined;
	const reply = await replyTo(send, path, Number(item.message_id), before);
	if (!reply && !isReplaced) return answer(context, null);
	const taken = reply?.id ?? null;
	if (!isFirst(String(kept.wait))) return answer(context, taken);
	if (!isReplaced)
		await attempt(
			context,
			'the end of the wait was not stored',
			async () => await storeWait(send, path, conversation, { taken }),
		);
	const answered = answer(context, taken);
	if (kept.delete_question === true)
		await attempt(
			context,
			'the question was not deleted',
			async () => await deleteQuestion(service, kept),
		);
	const response = reply
		? responseOf(reply, conversation, kept.choices as string[])
		: { replaced: true };
	return {
		...answered,
		workflowData: [[{ json: { ...item, ...response, expired: false }, pairedItem: { item: 0 } }]],
	};
}
