import { asIs, contactOf, urlOf, type Shape } from '../../../../shared/vocabulary';

/** A search returns less of a contact than a list does. */
export const FOUND_CONTACT: Shape = {
	...asIs('id'),
	contact_id: 'id',
	...asIs('name', 'email', 'phone_number', 'identifier'),
	company_name: 'additional_attributes.company_name',
	city: 'additional_attributes.city',
	country: 'additional_attributes.country',
	...asIs('last_activity_at'),
	...urlOf('contact'),
};

/** A conversation with the message in which the text was found. */
export const FOUND_CONVERSATION: Shape = {
	...asIs('id'),
	conversation_id: 'id',
	inbox_id: 'inbox.id',
	inbox_name: 'inbox.name',
	...contactOf('contact'),
	agent_id: 'agent.id',
	agent_name: 'agent.name',
	message_id: 'message.id',
	content: 'message.content',
	created_at: 'created_at',
	...urlOf('conversation'),
};

export const FOUND_ARTICLE: Shape = {
	...asIs('id', 'title', 'content', 'slug', 'locale', 'portal_slug', 'category_name', 'status'),
	...asIs('updated_at'),
	...urlOf('article'),
};
