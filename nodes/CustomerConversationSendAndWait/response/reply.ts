import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { unlessGone } from '../../shared/steps';
import { answerTo, endedWith, storePointer } from '../../shared/tasks/customerReply';
import type { Service } from '../../shared/transport/request';
import { at } from '../../shared/values';
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

/** The conversation; undefined if it was deleted. @throws ServiceError if Chatwoot cannot be read */
async function conversationAt({ send }: Service, path: string): Promise<unknown> {
	const found = await unlessGone(send({ method: 'GET', path }));
	// A proxy may answer 404 for everything.
	if (found === undefined) await send({ method: 'GET', path: '/api/v1/profile' });
	return found;
}

/**
 * Continues the execution if the customer has written after the question. Only what Chatwoot says counts, and
 * nothing that a caller sends.
 * @param isOver whether the time for the reply has passed
 * @throws ServiceError if Chatwoot cannot be read: the execution must keep waiting then
 */
export async function receiveReply(
	context: IWebhookFunctions,
	kept: IDataObject,
	isOver: () => boolean,
): Promise<IWebhookResponseData> {
	const item = kept.item as IDataObject;
	const path = String(kept.path).replace(/\/messages$/, '');
	const service = await connectFor(context, kept, TIMEOUT);
	const { send } = service;
	const conversation = await conversationAt(service, path);
	const { reply, isReplaced } = conversation
		? await answerTo(send, path, Number(item.message_id))
		: { reply: undefined, isReplaced: false };
	// What comes at the last moment is left to the bots: n8n is about to continue without it.
	if ((conversation && !reply && !isReplaced) || isOver()) return answer(context, null);
	const taken = reply?.id ?? null;
	if (!isFirst(String(kept.wait))) return answer(context, taken);
	if (reply && !isReplaced)
		await attempt(context, 'the end of the wait was not stored', async () => {
			const contact = at(conversation, 'meta.sender.id');
			await storePointer(send, path, contact, endedWith(taken, kept.secret));
		});
	const answered = answer(context, taken);
	if (conversation && kept.delete_question === true)
		await attempt(
			context,
			'the question was not deleted',
			async () => await deleteQuestion(service, kept),
		);
	const response = reply
		? responseOf(reply, conversation, kept.choices as string[])
		: { replaced: isReplaced, conversation_deleted: !conversation };
	return {
		...answered,
		workflowData: [[{ json: { ...item, ...response, expired: false }, pairedItem: { item: 0 } }]],
	};
}
