import { asIs, type Shape } from '../../../../shared/vocabulary';

/** Without conversation_id: it is the internal one of the database, which no operation accepts. */
export const SURVEY: Shape = {
	...asIs('id'),
	rating: 'csat_survey_response.rating',
	feedback_message: 'csat_survey_response.feedback_message',
	contact_id: 'csat_survey_response.contact_id',
	agent_id: 'csat_survey_response.assigned_agent_id',
	...asIs('content', 'display_type', 'inbox_name', 'locale', 'created_at'),
};
