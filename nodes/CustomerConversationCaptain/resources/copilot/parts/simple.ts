import { asIs, type Shape } from '../../../../shared/vocabulary';

export const THREAD: Shape = {
	...asIs('id', 'title'),
	answer: 'answer?',
	assistant_id: 'assistant.id',
	assistant_name: 'assistant.name',
	user_id: 'user.id',
	user_name: 'user.name',
	created_at: 'created_at',
};

export const COPILOT_MESSAGE: Shape = {
	id: 'id',
	content: 'message.content',
	answer: 'answer?',
	message_type: 'message_type',
	thread_id: 'copilot_thread.id',
	thread_title: 'copilot_thread.title',
	created_at: 'created_at',
};
