import { BadInput, ServiceError } from '../../../shared/faults';
import { isScalar, nested, worded } from '../../../shared/values';
import {
	choice,
	conversationNumber,
	fixed,
	inboxIdentifier,
	integer,
	jsonList,
	operation,
	optional,
	record,
	simplified,
	sourceId,
	text,
	type Field,
} from '../../../shared/vocabulary';
import { CLIENT_MESSAGE } from './parts/simple';
import { feedback, rating } from '../csatSurvey/parts/rating';

const answers = jsonList('submitted_values', {
	label: 'Answers',
	hint: 'List of { name, title, value }, one per field of the form',
	check: (row, { number }) => {
		if (typeof row.name !== 'string' || row.name === '')
			throw new BadInput(`entry ${number} needs name as text`);
		if (!isScalar(row.value))
			throw new BadInput(`entry ${number} needs value as text, a number or a boolean`);
		return row;
	},
});

const formAnswers: Field = {
	...answers,
	convert: (value, reading) => {
		const rows = answers.convert(value, reading) as unknown[];
		if (rows.length) return rows;
		throw new BadInput('is empty: fill it in, or choose Clear Answers');
	},
};

const comment = feedback('submitted_values');

const ratingComment: Field = {
	...comment,
	convert: (value, reading) => {
		if (reading.values.answer !== 'rating') throw new BadInput('can only be set with a rating');
		return comment.convert(value, reading);
	},
};

/** The kind of message that shows each answer. The service accepts any answer to any message. */
const SHOWN_BY: Record<string, string> = {
	option: 'input_select',
	form: 'form',
	rating: 'input_csat',
};

export const answerForm = operation({
	name: 'Answer Form',
	action: 'Answer a form or survey message',
	gives: 'Returns the message with its answers',
	description: 'Replaces earlier answers. A survey can be answered for 14 days.',
	request:
		'PATCH /public/api/v1/inboxes/{inbox_identifier}/contacts/{contact_identifier}/conversations/{conversation_id}/messages/{message_id}',
	path: [
		inboxIdentifier(),
		sourceId(),
		conversationNumber(),
		integer('message_id', {
			hint: 'ID of the message with the form or survey',
			range: [1, Number.MAX_SAFE_INTEGER],
		}),
	],
	body: [
		choice('answer', {
			option: {
				name: 'Chosen Option',
				parts: [
					text('title', { as: 'submitted_values.title', hint: 'Exactly as in the option' }),
					text('value', { as: 'submitted_values.value', hint: 'Exactly as in the option' }),
				],
			},
			form: { name: 'Form Answers', parts: [formAnswers] },
			rating: { name: 'CSAT Rating', parts: [rating('submitted_values')] },
			none: { name: 'Clear Answers', parts: [fixed({ submitted_values: [] })] },
		}),
		optional(ratingComment),
	],
	reply: simplified(record(), CLIENT_MESSAGE),
	run: async ({ values, request, records }) => {
		request.body = nested(request.body);
		const { answer } = values;
		// An option is sent as a list with one entry.
		if (answer === 'option')
			request.body.submitted_values = [request.body.submitted_values as object];
		const [message] = await records();
		const shownBy = SHOWN_BY[String(answer)];
		if (shownBy && message.content_type !== shownBy)
			throw new ServiceError(
				`The message is of kind ${worded(message.content_type)}, not ${shownBy}: the answer was saved, but nobody will see it`,
				{ status: 200, fields: ['answer'] },
			);
		return [message];
	},
});
