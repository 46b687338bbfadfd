import type { IDataObject } from 'n8n-workflow';
import { asDelivered, digestOf } from '../../shared/events/delivery';
import { unlessGone } from '../../shared/steps';
import { sideBySide } from '../../shared/transport/run';
import { CSAT_ANSWERS } from '../../shared/vocabulary';
import { foundAs, rowsSince, type Watched } from './watched';

/** The comment comes later than the rating: an answer with another comment is a new event. */
const keyOf = ({ id, rating, feedback_message }: IDataObject) =>
	`csat_response:${String(id)}:${digestOf([rating, feedback_message])}`;

export const answers: Watched = {
	events: ['csat_answered'],
	late: 3_600,
	read: async (pollQuery) => {
		const { send, account, places, isNew } = pollQuery;
		const request = {
			method: 'GET',
			path: `${account}/csat_survey_responses`,
			query: { sort: '-created_at' },
			needs: { role: 'administrator' as const },
		};
		const fresh = (await rowsSince(pollQuery, request, CSAT_ANSWERS)).filter((row) =>
			isNew(keyOf(row)),
		);
		return await sideBySide(fresh.length, places, async (index) => {
			const row = fresh[index];
			const { id, message_id, rating, feedback_message, conversation_id, contact } = row;
			const path = `${account}/conversations/${String(conversation_id)}`;
			const read = (await unlessGone(send({ method: 'GET', path }))) as IDataObject | undefined;
			const conversation = read ?? { id: conversation_id };
			const eventBody = {
				id: message_id,
				message_type: 'template',
				content_type: 'input_csat',
				private: false,
				content_attributes: {
					submitted_values: { csat_survey_response: { rating, feedback_message } },
				},
				contact,
				conversation: asDelivered(conversation),
			};
			const raw = { ...row, conversation };
			return {
				...foundAs('message_updated', eventBody, raw, Number(row.created_at), keyOf(row)),
				id: Number(id),
			};
		});
	},
};
