import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { recordOf, steps, type Step } from '../../../shared/steps';
import { assignTo } from '../../../shared/tasks/assigning';
import {
	answerIn,
	digestOfSecret,
	endedWith,
	newestIn,
	pointerIn,
	questionsBefore,
	storePointer,
	withProof,
} from '../../../shared/tasks/customerReply';
import { untilEmailLeft } from '../../../shared/tasks/leavingEmail';
import { checkPrivate } from '../../../shared/tasks/privateNote';
import { QUESTION } from '../../../shared/tasks/question';
import { at, worded } from '../../../shared/values';
import { account, conversation, operation, record, type Call } from '../../../shared/vocabulary';
import { options, question, responseType } from './parts/fields';
import { mustBeHeard } from './parts/listening';
import { responseOf } from './parts/reply';
import { buttonsOf, messageOf } from './parts/wording';

/** Milliseconds. */
const UNITS: Record<string, number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

/** When the execution continues without a response, as Unix time in milliseconds; undefined for never. */
function untilOf(limit: IDataObject | undefined): number | undefined {
	if (!limit) return undefined;
	const { max_date_and_time: moment, resume_amount: amount, resume_unit: unit } = limit;
	return moment === undefined
		? Date.now() + Number(amount) * UNITS[String(unit)]
		: Number(moment) * 1000;
}

const choicesOf = ({ reply_choices }: IDataObject) => (reply_choices ?? []) as string[];

/** The message to the customer, in which the choices of a reply are options. */
function messageTo(values: IDataObject, content: string, attributes: IDataObject): IDataObject {
	const items = choicesOf(values).map((label) => ({ title: label, value: label }));
	const options = items.length ? { content_type: 'input_select' } : {};
	const content_attributes = items.length ? { ...attributes, items } : attributes;
	return { content, private: false, ...options, content_attributes };
}

/** A question that was sent, and the execution that waits for the answer. */
interface Waiting {
	/** Path of the conversation. */
	path: string;
	/** As it was read before the question was sent. */
	conversation: IDataObject;
	question: number;
	/** Resumes the execution. */
	url: string;
	/** Proves that the execution continued, once it is revealed. */
	secret: string;
	choices: string[];
}

/**
 * Stores in the contact that an execution waits, which deliveries tell triggers. Earlier waits in the conversation
 * end: the newest one gets the reply.
 * @returns the response, if the customer has already written
 */
async function beginToWait(
	{ send, host }: Call,
	step: Step,
	{ path, conversation, question, url, secret, choices }: Waiting,
): Promise<IDataObject | undefined> {
	const before = at(conversation, 'meta.sender');
	const store = async (contact: unknown, pointer: string) =>
		await storePointer(send, path, at(contact, 'id'), pointer);
	await step(
		'Storing that the execution waits',
		async () => await store(before, url),
		() => 'the wait was stored',
	);
	const { rows, contact } = await step(
		'Reading the conversation',
		async () => await newestIn(send, path),
		() => 'the conversation was read',
	);
	// A website that writes the contact's attributes at the same moment may have undone it.
	if (pointerIn(contact, conversation.id) !== url)
		await step('Storing that the execution waits', async () => await store(contact ?? before, url));
	const questionUrls = questionsBefore(rows, question).map((proof) => proof.url);
	const earlier = new Set([...questionUrls, pointerIn(before, conversation.id)]);
	// An earlier round of a loop no longer waits, and its URL leads to this execution.
	for (const one of earlier)
		if (typeof one === 'string' && one.split('?')[0] !== url.split('?')[0])
			await host.wake(one, questionUrls.includes(one));
	const { reply } = answerIn(rows, question);
	if (!reply) return undefined;
	await step(
		'Storing that the customer has replied',
		async () => await store(contact ?? before, endedWith(reply.id, secret)),
		() => 'the reply was stored',
	);
	return responseOf(reply, conversation, choices);
}

/** The conversation in which a customer is asked. @throws ServiceError if it has no contact to store the wait in */
async function readConversation({ send }: Call, path: string): Promise<IDataObject> {
	const found = recordOf(await send({ method: 'GET', path }));
	if (at(found, 'meta.sender.id') === undefined)
		throw new ServiceError(`Conversation ${worded(found.id)} has no contact that could reply`, {
			status: 200,
		});
	return found;
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
		const [wait, secret] = [randomBytes(16), randomBytes(16)].map((bytes) => bytes.toString('hex'));
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
		const customerTalk = forReply ? await readConversation(call, talk) : undefined;
		if (customerTalk && values.trigger_is_active !== true) await mustBeHeard(call, customerTalk);
		await untilEmailLeft(call, talk, customerTalk);
		const attributes = customerTalk
			? withProof(QUESTION, { url, digest: digestOfSecret(secret) })
			: QUESTION;
		const sent = await step(
			'Sending the question',
			async () =>
				recordOf(
					await send({
						...request,
						body: isNote ? { content, private: true } : messageTo(values, content, attributes),
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
			conversation_deleted: false,
			responded_at: null,
			responded_by_id: null,
			responded_by_name: null,
			conversation_id: Number(request.path.split('/').at(-2)),
			message_id: sent.id,
			reply_message_id: null,
		};
		if (customerTalk) {
			const response = await beginToWait(call, step, {
				path: talk,
				conversation: customerTalk,
				question: Number(sent.id),
				url,
				secret,
				choices: choicesOf(values),
			});
			if (response) return [{ ...item, ...response, expired: false }];
		}
		const { message, page_title, confirmation, note_response, delete_question } = values;
		await host.pause({
			until: untilOf(values.limit_wait_time as IDataObject | undefined),
			kept: {
				wait,
				secret,
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
