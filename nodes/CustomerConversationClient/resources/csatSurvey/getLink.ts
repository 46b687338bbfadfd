import { operation } from '../../../shared/vocabulary';
import { conversationUuid } from './parts/conversation';

/** The page opens for any UUID, so the survey is read to check that it exists. */
export const getLink = operation({
	name: 'Get Link',
	action: 'Get the link to a CSAT survey',
	gives: 'Returns the URL of the page where the customer answers',
	request: 'GET /survey/responses/{conversation_uuid}',
	path: [conversationUuid()],
	run: async ({ values, host, request, send }) => {
		const { conversation_uuid: uuid } = values;
		await send({ ...request, path: `/public/api/v1/csat_survey/${String(uuid)}` });
		return [{ url: host.baseUrl + request.path }];
	},
});
