import { BadInput } from '../../../../shared/faults';
import { future } from '../../../../shared/parts/future';
import {
	agent,
	agents,
	choice,
	flag,
	front,
	group,
	integer,
	optional,
	pick,
	rows,
	team,
	text,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';

/** Largest number of choices: each is a line with a URL in the message. */
const MOST_CHOICES = 20;

/** n8n's gate for the tools of an AI agent puts a text into the parameter `message`. */
export const question = (): Field =>
	text('message', {
		rows: 4,
		max: 50_000,
		hint: 'What is asked. In a private note, square brackets are shown as text, so that nobody can pass off a link as a button.',
	});

/** Who is asked on a page. */
const recipient = (): Part =>
	choice(
		'recipient',
		{
			team: {
				name: 'Team (Private Note)',
				parts: [
					front(
						agents('mention_user_ids', {
							label: 'Mention Agent Names or IDs',
							hint: 'Agents who are notified',
						}),
						team('mention_team_id', { label: 'Mention Team', hint: 'Its members are notified' }),
					),
				],
			},
			customer: { name: 'Customer (Message)', parts: [] },
		},
		{ label: 'Send To', hint: 'Private notes are never sent to the contact' },
	);

const choices = (name: string, hint: string): Field => {
	const list = rows(name, [text('label', { max: 200 })], {
		label: 'Choices',
		entries: 'choices',
		placeholder: 'Add Choice',
		hint,
	});
	return {
		...list,
		convert: (value, reading) => {
			const labels = (list.convert(value, reading) as Array<{ label: string }>).map(
				({ label }) => label,
			);
			if (labels.length < 2 || labels.length > MOST_CHOICES)
				throw new BadInput(`needs 2 to ${MOST_CHOICES} entries, not ${labels.length}`);
			const repeated = labels.find((label, index) => labels.indexOf(label) < index);
			if (repeated) throw new BadInput(`has "${repeated}" twice`);
			return labels;
		},
	};
};

/** n8n's gate for the tools of an AI agent always uses the first one, by this name. */
export const responseType = (): Part =>
	choice(
		'responseType',
		{
			approval: {
				name: 'Approval',
				parts: [
					recipient(),
					pick(
						'approval_type',
						{ both: 'Approve and Decline', approve: 'Approve Only' },
						{ label: 'Buttons' },
					),
				],
			},
			free_text: { name: 'Free Text', parts: [recipient()] },
			choice: {
				name: 'Choice',
				parts: [recipient(), choices('choices', 'What can be chosen, at least two')],
			},
			customer_reply: {
				name: "Customer's Reply",
				parts: [
					front(
						choices(
							'reply_choices',
							'Shown as buttons if the channel has some, such as a website and WhatsApp. Others show only the message.',
						),
					),
				],
			},
		},
		{
			label: 'Response Type',
			hint: "Customer's Reply: what the customer writes next in the conversation",
		},
	);

const limitWaitTime = (): Field =>
	group(
		'limit_wait_time',
		[
			choice('limit_type', {
				after_interval: {
					name: 'After Time Interval',
					parts: [
						integer('resume_amount', { label: 'Amount', range: [1, 100_000], default: 1 }),
						pick(
							'resume_unit',
							{ hours: 'Hours', minutes: 'Minutes', days: 'Days' },
							{ label: 'Unit' },
						),
					],
				},
				at_time: {
					name: 'At Specified Time',
					parts: [future('max_date_and_time', { label: 'Max Date and Time' })],
				},
			}),
		],
		{
			hint: 'When the workflow continues without a response, with expired: true. n8n checks this about once a minute.',
		},
	);

export const options = (): Part[] => [
	optional(
		limitWaitTime(),
		text('approve_label', { hint: 'Default: Approve', max: 100 }),
		text('decline_label', { hint: 'Default: Decline', max: 100 }),
		text('respond_label', {
			hint: 'Text of the link to the form of Free Text. Default: Respond.',
			max: 100,
		}),
		text('page_title', { hint: 'Title of the page. Default: Response Needed.', max: 200 }),
		text('confirmation', {
			hint: 'What the page says after the response. Default: Your response was recorded. You can close this page.',
			max: 1000,
		}),
		agent('assignee_id', {
			label: 'Assign Agent',
			hint: 'Before the question is sent. The conversation stays assigned after the response.',
		}),
		team('team_id', { label: 'Assign Team' }),
		flag('note_response', {
			label: 'Write Response as Note',
			hint: "Whether to write the response into the conversation as a private note. A customer's reply is there anyway.",
		}),
		flag('trigger_is_active', {
			hint: "Whether to ask for a customer's reply even if Chatwoot calls no Customer Conversation Trigger, because a Polling Trigger receives the replies",
		}),
		flag('delete_question', {
			hint: 'Whether to delete the question after the response. Chatwoot then shows that a message was deleted. Customers keep it, except on a website.',
		}),
	),
];
