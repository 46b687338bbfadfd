import { randomBytes } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { recordOf, steps } from '../../../shared/steps';
import { worded } from '../../../shared/values';
import { account, conversation, operation, record } from '../../../shared/vocabulary';
import { options, question, recipient, responseType } from './parts/fields';
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

/** What is left of the assignment, if the fields want one. */
const assigned = ({ assignee_id, team_id }: IDataObject): IDataObject[] => [
	// The team first, since it removes an agent who is not a member.
	...(team_id === undefined ? [] : [{ team_id }]),
	...(assignee_id === undefined ? [] : [{ assignee_id }]),
];

export const sendAndWait = operation({
	name: 'Send and Wait for Response',
	action: 'Send a question and wait for the response',
	gives: 'Returns the response, once somebody has responded',
	description:
		'The execution waits, also over a restart of n8n, until somebody presses a button on the page that the link in the message opens. It takes one item at a time.',
	request: 'POST /api/v1/accounts/{account_id}/conversations/{conversation_id}/messages',
	path: [account(), conversation()],
	options: [question(), recipient(), responseType(), ...options()],
	reply: record(),
	run: async ({ values, request, host, send, ...call }) => {
		// A loop waits in the same execution and node again: old links must not answer the new question.
		const wait = randomBytes(16).toString('hex');
		const isNote = values.recipient === 'team';
		const content = await messageOf({ values, request, host, send, ...call }, (value) =>
			host.resumeUrl({ wait, ...(value === undefined ? {} : { choose: value }) }),
		);
		const step = steps();
		for (const body of assigned(values))
			await step(
				'Assigning',
				async () =>
					await send({
						...request,
						path: request.path.replace(/messages$/, 'assignments'),
						body,
						again: true,
					}),
				() => 'the conversation was assigned',
			);
		const sent = await step(
			'Sending the question',
			async () =>
				recordOf(await send({ ...request, body: { content, private: isNote } }), '', true),
			({ id }) => `message ${worded(id)} was sent`,
		);
		if (isNote && sent.private !== true)
			throw new ServiceError(
				`Message ${worded(sent.id)} was not stored as a private note: the contact may see it`,
				{ status: 200 },
			);
		const item: IDataObject = {
			response_type: values.responseType,
			approved: values.responseType === 'approval' ? false : null,
			choice: null,
			text: null,
			expired: true,
			responded_at: null,
			conversation_id: Number(request.path.split('/').at(-2)),
			message_id: sent.id,
		};
		const { message, page_title, confirmation, note_response, delete_question } = values;
		await host.pause({
			until: untilOf(values.limit_wait_time as IDataObject | undefined),
			kept: {
				wait,
				path: request.path,
				item,
				buttons: buttonsOf(values),
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
