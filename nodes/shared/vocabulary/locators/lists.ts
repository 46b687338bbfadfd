import { byPage, records } from '../reply';

/** The long lists of an account that operations, tasks, exports and locators share. */

/** A search of 4.11 or newer counts the rows of the page alone, and tells whether there are more. */
export const CONTACTS = records('payload', byPage(15, 'meta.count', { more: 'meta.has_more' }));

export const COMPANIES = records('payload', byPage(25, 'meta.total_count'));

/** With these the count is that of the page, or of all assignees. */
export const CONVERSATIONS = records(
	'data.payload',
	byPage(25, 'data.meta.all_count', { settable: true, unless: ['assignee_type', 'q'] }),
);

export const FILTERED_CONVERSATIONS = records('payload', byPage(25, 'meta.all_count'));

/** With these it is not the number of those that were asked for. */
export const ARTICLES = records(
	'payload',
	byPage(25, 'meta.articles_count', { unless: ['status', 'author_id'] }),
);

/** Their number is that of the page. */
export const CATEGORIES = records('payload', byPage(1000));

export const NOTIFICATIONS = records('data.payload', byPage(15, 'data.meta.count'));

export const FAQS = records('payload', byPage(25, 'meta.total_count'));

export const DOCUMENTS = records('payload', byPage(25, 'meta.total_count'));

export const COPILOT_THREADS = records('payload', byPage(5));

export const COPILOT_MESSAGES = records('payload', byPage(1000));
