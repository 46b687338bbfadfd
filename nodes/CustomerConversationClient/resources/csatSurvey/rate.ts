import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../shared/faults';
import { pollUntilFound } from '../../../shared/tasks/pollUntilFound';
import { nested } from '../../../shared/values';
import { operation, optional, record, type Request, simplified } from '../../../shared/vocabulary';
import { SURVEY } from './parts/simple';
import { conversationUuid } from './parts/conversation';
import { feedback, rating } from './parts/rating';

const PLACE = 'message.submitted_values';

/** Milliseconds before each further check: the service stores answers in the background. */
const PAUSES = [250, 500, 1000, 2000, 3000, 3000];

interface Survey extends IDataObject {
	csat_survey_response: {
		rating: number;
		feedback_message: string | null;
		updated_at: string;
	} | null;
}

/** The reply shows the survey as it was before, so it is read again. */
export const rate = operation({
	name: 'Rate',
	action: 'Rate in a CSAT survey',
	gives: 'Returns the survey with the new rating',
	description: 'Replaces an earlier rating. Possible for 14 days after the survey was sent.',
	request: 'PUT /public/api/v1/csat_survey/{conversation_uuid}',
	path: [conversationUuid()],
	body: [rating(PLACE), optional(feedback(PLACE))],
	reply: simplified(record(), SURVEY),
	run: async (call) => {
		const { values, request, send } = call;
		const responseTo = async (sent: Request) => {
			const survey = (await send(sent)) as Survey;
			return { survey, response: survey?.csat_survey_response };
		};
		const former = await responseTo({ ...request, body: nested(request.body) });
		const rated = await pollUntilFound(call, [0, ...PAUSES], async () => {
			const { survey, response } = await responseTo({ method: 'GET', path: request.path });
			const isSame = (response?.feedback_message ?? '') === (values.feedback_message ?? '');
			const isNew = response?.updated_at !== former.response?.updated_at;
			return response?.rating === values.rating && (isSame || isNew) ? survey : undefined;
		});
		if (rated) return [rated];
		throw new ServiceError('Chatwoot accepted the rating, but does not show it yet', {
			status: 200,
			hint: 'Chatwoot saves ratings in the background. Use CSAT Survey → Get to check it.',
		});
	},
});
