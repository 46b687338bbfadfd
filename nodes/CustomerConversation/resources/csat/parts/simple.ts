import { contactOf, own, urlOf, type Shape } from '../../../../shared/vocabulary';

/** A CSAT response with its contact and the agent it is about. */
export const ANSWER: Shape = {
	...own('id', 'conversation_id', 'message_id', 'rating', 'feedback_message'),
	...contactOf('contact'),
	agent_id: 'assigned_agent.id',
	agent_name: 'assigned_agent.name',
	...own('csat_review_notes', 'review_notes_updated_at', 'created_at'),
	...urlOf('conversation'),
};
