import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { untilEmailLeft } from '../../shared/tasks/leavingEmail';
import { keptIn } from '../../shared/transport/waiting';
import { withoutLinks } from '../resources/question/parts/wording';
import { attempt, connectFor, deleteQuestion, deliveryReader } from './chatwoot';
import { isFirst } from './first';
import { contentOf, form, HEADERS, noticePage } from './page';
import { receiveReply } from './reply';

/** Milliseconds for what is sent to Chatwoot, while somebody looks at the page. */
const TIMEOUT = 10_000;

/** Longest text that is accepted; in characters. */
const LONGEST = 10_000;

function show(context: IWebhookFunctions, status: number, html: string): IWebhookResponseData {
	context.getResponseObject().status(status).set(HEADERS).send(html);
	return { noWebhookResponse: true };
}

const noAction = (context: IWebhookFunctions, status: number, text: string): IWebhookResponseData =>
	show(context, status, noticePage('No Action Required', text));

/** The part of the item that says what was responded; undefined if the question does not allow it. */
function responseIn(kept: IDataObject, body?: IDataObject): IDataObject | undefined {
	const response = body?.response;
	if (typeof response !== 'string') return undefined;
	const { buttons } = contentOf(kept);
	if (!buttons.length) {
		const text = response.replace(/\r\n/g, '\n').trim();
		return text && [...text].length <= LONGEST ? { text } : undefined;
	}
	const pressed = buttons.find(({ value }) => value === response);
	if (!pressed) return undefined;
	return (kept.item as IDataObject).response_type === 'approval'
		? { approved: pressed.value === 'approve' }
		: { choice: pressed.label };
}

/** The response in words, for the note. */
function inWords(kept: IDataObject, { approved, choice, text }: IDataObject): string {
	const [approve, decline] = contentOf(kept).buttons;
	return String(text ?? choice ?? (approved ? approve.label : decline.label));
}

/** What the options want after a response. The response counts even if Chatwoot refuses it: that is logged. */
async function follow(context: IWebhookFunctions, kept: IDataObject, response: IDataObject) {
	const { path, note_response, delete_question } = kept;
	if (note_response !== true && delete_question !== true) return;
	await attempt(context, 'the response was not written', async () => {
		const service = await connectFor(context, kept, TIMEOUT);
		if (note_response === true) {
			const talk = String(path).replace(/\/messages$/, '');
			await untilEmailLeft(deliveryReader(context, service), talk);
			await service.send({
				method: 'POST',
				path: String(path),
				body: {
					content: withoutLinks(`${String(kept.message)}\n\n${inWords(kept, response)}`),
					private: true,
				},
			});
		}
		if (delete_question === true) await deleteQuestion(service, kept);
	});
}

/**
 * Shows the page of a question, or receives its response. Only a POST decides: previewers of mail and chat
 * programs open links too. An error here would end the wait, so everything ends in a page.
 */
export async function respond(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	try {
		const { query, method } = context.getRequestObject();
		const kept = keptIn(context);
		if (!kept || query.wait !== kept.wait)
			return noAction(context, 410, 'This link belongs to a question that is no longer open.');
		// n8n continues a little later, so that nothing that was accepted before comes too late.
		const isOver = () => Date.now() >= Number(kept.until ?? Infinity);
		if (isOver()) return noAction(context, 410, 'The time for a response has passed.');
		if ((kept.item as IDataObject).response_type === 'customer_reply')
			return method === 'POST'
				? await receiveReply(context, kept, isOver)
				: noAction(
						context,
						200,
						'The execution waits for what the customer writes in the conversation.',
					);
		const content = contentOf(kept);
		const chosen = typeof query.choose === 'string' ? query.choose : undefined;
		if (method !== 'POST') return show(context, 200, form({ ...content, chosen }));
		const response = responseIn(kept, context.getBodyData());
		if (!response)
			return show(
				context,
				400,
				form({
					...content,
					chosen,
					fault: content.buttons.length
						? 'Press one of the buttons.'
						: `Write a response of at most ${LONGEST} characters.`,
				}),
			);
		if (!isFirst(String(kept.wait)))
			return noAction(context, 409, 'Somebody has already responded to this question.');
		await follow(context, kept, response);
		const item = {
			...(kept.item as IDataObject),
			...response,
			expired: false,
			responded_at: new Date().toISOString(),
		};
		return {
			...show(
				context,
				200,
				noticePage(
					'Thank You',
					String(kept.confirmation ?? 'Your response was recorded. You can close this page.'),
				),
			),
			workflowData: [[{ json: item, pairedItem: { item: 0 } }]],
		};
	} catch (error) {
		context.logger.error(`${context.getNode().name}: ${(error as Error).message}`);
		return show(
			context,
			500,
			noticePage('Not Recorded', 'The response could not be recorded. Please try again later.'),
		);
	}
}
