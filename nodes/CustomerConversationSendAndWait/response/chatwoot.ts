import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { connect, credentialOf, type Service } from '../../shared/transport/request';
import { newRun } from '../../shared/transport/run';

/** Requests to Chatwoot when a response arrives: each is sent once, because somebody waits. */

/** @param timeout of a request, in milliseconds */
export const connectFor = async (
	context: IWebhookFunctions,
	{ path }: IDataObject,
	timeout: number,
): Promise<Service> =>
	await connect(context, credentialOf(String(path)), { timeout }, newRun({}, undefined, 1));

/** Does what the response does not depend on: a failure is only logged. @param failed names it in the log */
export async function attempt(
	context: IWebhookFunctions,
	failed: string,
	task: () => Promise<unknown>,
): Promise<void> {
	try {
		await task();
	} catch (error) {
		context.logger.error(`${context.getNode().name}: ${failed}: ${(error as Error).message}`);
	}
}

export const deleteQuestion = async ({ send }: Service, { path, item }: IDataObject) =>
	await send({
		method: 'DELETE',
		path: `${String(path)}/${String((item as IDataObject).message_id)}`,
	});
