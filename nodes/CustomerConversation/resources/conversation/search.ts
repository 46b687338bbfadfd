import {
	account,
	asIs,
	byPage,
	listedOrder,
	operation,
	optional,
	records,
	simplified,
	text,
	urlOf,
} from '../../../shared/vocabulary';
import { whyNoConversation } from '../../tasks/noMatch';
import { explaining } from '../../../shared/tasks/explain';
import { assigneeType, LOST_CONTACT, place } from './parts/listing';

/** The service's total only counts the rows of the page. */
export const search = operation({
	name: 'Search',
	action: 'Search conversations',
	gives: 'Returns one item per conversation with the text in its messages',
	description:
		'Only looks at the text of messages, in conversations of any status. To find conversations by name, phone number, email or ID, use Search → Search Conversations. Items have the matching messages, but no status, labels or agent.',
	request: 'GET /api/v1/accounts/{account_id}/conversations/search',
	path: [account()],
	query: [
		text('q', {
			label: 'Search Text',
			hint: 'Text to find in messages; % and _ are wildcards',
		}),
		optional(assigneeType(), ...place()),
	],
	reply: simplified(records('payload', byPage(25, listedOrder, { settable: true })), {
		...asIs('id'),
		conversation_id: 'id',
		inbox_id: 'inbox.id',
		inbox_name: 'inbox.name',
		contact_id: 'contact.id',
		contact_name: 'contact.name',
		...asIs('created_at'),
		messages: ['messages', asIs('id', 'message_type', 'content', 'sender_name', 'created_at')],
		...urlOf('conversation'),
	}),
	empty: whyNoConversation,
	run: explaining(LOST_CONTACT),
});
