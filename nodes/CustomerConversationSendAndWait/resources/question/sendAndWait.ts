import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { recordOf, steps, type Step } from '../../../shared/steps';
import { assignTo } from '../../../shared/tasks/assigning';
import { replyTo, storeWait, waitIn } from '../../../shared/tasks/customerReply';
import { checkPrivate } from '../../../shared/tasks/privateNote';
import { QUESTION } from '../../../shared/tasks/question';
import { worded } from '../../../shared/values';
import { account, conversation, operation, record, type Call } from '../../../shared/vocabulary';
import { options, question, responseType } from './parts/fields';
import { responseOf } from './parts/reply';
import { buttonsOf, messageOf } from './parts/wording';

/** Milliseconds. */
const UNITS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** When the execution continues without a response; undefined for never. */
function untilOf(limit: IDataObject | undefined): Date | undefined {
	if (!limit) return undefined;
	const { max_date_and_time: moment, resume_amount: amount, resume_unit: unit } = limit;
	return moment === undefined
		? new Date(Date.now() + Number(amount) * UNITS[String(unit)])
		: new Date(Number(moment) * 1000);
}

const choicesOf = ({ reply_choices }: IDataObject) => (reply_choices ?? []) as string[];

/** The message to the customer, in which the choices of a reply are options. */
function messageTo(values: IDataObject, content: string): IDataObject {
	const items = choicesOf(values).map((label) => ({ title: label, value: label }));
	const options = items.length ? { content_type: 'input_select' } : {};
	const content_attributes = items.length ? { ...QUESTION, items } : QUESTION;
	return { content, private: false, ...options, content_attributes };
}

/**
 * Stores in the conversation that an execution waits for the customer, whom triggers then look for there.
 * An earlier wait ends: the newest one gets the reply.
 * @returns the response, if the customer has already written
 */
async function beginToWait(
	{ send, host }: Call,
	step: Step,
	{
		path,
		url,
		question,
		choices,
	}: { path: string; url: string; question: number; choices: string[] },
): Promise<IDataObject | undefined> {
	const stored = await step(
		'Storing that the execution waits',
		async () => {
			const read = await send({ method: 'GET', path });
			await storeWait(send, path, read, { url, question_id: question });
			return read;
		},
		() => 'the wait was stored',
	);
	const { url: earlier } = waitIn(stored);
	// An earlier round of a loop no longer waits, and its URL leads to this execution.
	const isOther = typeof earlier === 'string' && earlier.split('?')[0] !== url.split('?')[0];
	if (isOther) await host.wake(earlier);
	const reply = await step(
		'Reading the conversation',
		async () => await replyTo(send, path, question),
		() => 'the conversation was read',
	);
	if (!reply) return undefined;
	await step(
		'Storing that the customer has replied',
		async () => await storeWait(send, path, stored, { taken: reply.id }),
		() => 'the reply was stored',
	);
	return responseOf(reply, stored, choices);
}

export const sendAndWait = operation({
	name: 'Send and Wait for Response',
	action: 'Send a question and wait for the response',
	gives: 'Returns the response, once somebody has responded',
	description:
		"The execution waits, also over a restart of n8n, until somebody presses a button on the page that the link in the message opens, or until the customer writes. It takes one item at a time. For Customer's Reply, the token of an agent bot is not enough: it cannot read messages.",
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	options: [question(), responseType(), ...options()],
	reply: record(),
	run: async (call) => {
		const { values, request, host, send } = call;
		// A loop waits in the same execution and node again: old links must not answer the new question.
		const wait = randomBytes(16).toString('hex');
		const forReply = values.responseType === 'customer_reply';
		const isNote = values.recipient === 'team';
		const url = host.resumeUrl({ wait });
		const content = forReply
			? String(values.message)
			: await messageOf(call, (value) =>
					value === undefined ? url : host.resumeUrl({ wait, choose: value }),
				);
		const step = steps();
		const talk = request.path.replace(/\/messages$/, '');
		// The team first, since it removes an agent who is not a member.
		for (const key of ['team_id', 'assignee_id'] as const)
			if (values[key] !== undefined)
				await step(
					'Assigning',
					async () =>
						await assignTo(call, { ...request, path: `${talk}/assignments` }, key, values[key]),
					() => 'the conversation was assigned',
				);
		const sent = await step(
			'Sending the question',
			async () =>
				recordOf(
					await send({
						...request,
						body: isNote ? { content, private: true } : messageTo(values, content),
					}),
					'',
					true,
				),
			({ id }) => `message ${worded(id)} was sent`,
		);
		if (isNote) checkPrivate(sent);
		const item: IDataObject = {
			response_type: values.responseType,
			approved: values.responseType === 'approval' ? false : null,
			choice: null,
			text: null,
			files: null,
			expired: true,
			replaced: false,
			responded_at: null,
			responded_by_id: null,
			responded_by_name: null,
			conversation_id: Number(request.path.split('/').at(-2)),
			message_id: sent.id,
			reply_message_id: null,
		};
		if (forReply) {
			const wanted = { path: talk, url, question: Number(sent.id), choices: choicesOf(values) };
			const response = await beginToWait(call, step, wanted);
			if (response) return [{ ...item, ...response, expired: false }];
		}
		const { message, page_title, confirmation, note_response, delete_question } = values;
		await host.pause({
			until: untilOf(values.limit_wait_time as IDataObject | undefined),
			kept: {
				wait,
				path: request.path,
				item,
				buttons: buttonsOf(values),
				choices: choicesOf(values),
				recipient: values.recipient,
				message,
				page_title,
				confirmation,
				note_response,
				delete_question,
			},
			expired: item,
		});
		return [item];
	},
});
