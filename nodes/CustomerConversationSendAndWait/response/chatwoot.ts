import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import type { DeliveryReader } from '../../shared/channels/delivery';
import { readList } from '../../shared/transport/pages';
import { connect, credentialOf, type Service } from '../../shared/transport/request';
import { doneOnce, newRun, waitFor } from '../../shared/transport/run';

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

/** What reads whether an email has left. A response is a single item, so it waits for no others. */
export function deliveryReader(context: IWebhookFunctions, { send }: Service): DeliveryReader {
	const run = newRun();
	const once = async <T>(name: string, task: () => Promise<T>) =>
		await doneOnce(run, undefined, name, task);
	return {
		send,
		once,
		getOnce: async (path) => await once(path, async () => await send({ method: 'GET', path })),
		list: async (request, reply, isEnough) =>
			await readList(send, request, reply, 1, { isEnough, most: Infinity }),
		host: {
			wait: async (milliseconds) => await waitFor(milliseconds),
			waitForOthers: async (least) => await waitFor(least),
			away: async (wait) => await wait(),
			hint: (text) => context.logger.warn(`${context.getNode().name}: ${text}`),
		},
	};
}

export const deleteQuestion = async ({ send }: Service, { path, item }: IDataObject) =>
	await send({
		method: 'DELETE',
		path: `${String(path)}/${String((item as IDataObject).message_id)}`,
	});
