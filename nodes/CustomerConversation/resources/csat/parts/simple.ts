import { asIs, contactOf, urlOf, type Shape } from '../../../../shared/vocabulary';

/** A CSAT response with its contact and the agent it is about. */
export const ANSWER: Shape = {
	...asIs('id', 'conversation_id', 'message_id', 'rating', 'feedback_message'),
	...contactOf('contact'),
	agent_id: 'assigned_agent.id',
	agent_name: 'assigned_agent.name',
	...asIs('csat_review_notes', 'review_notes_updated_at', 'created_at'),
	...urlOf('conversation'),
};
