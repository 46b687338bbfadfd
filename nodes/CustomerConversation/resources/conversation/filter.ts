import { CONDITIONS_HINT, filterCondition } from '../../../shared/checks';
import { jsonList } from '../../../shared/fields';
import { FILTERED_CONVERSATIONS } from '../../../shared/lists';
import { account } from '../../../shared/locators';
import { operation, simplified } from '../../../shared/operation';
import { CONVERSATION } from '../../../shared/simple';

/** Conditions that would be 500 are refused or converted. Newest activity first. */
export const filter = operation({
	name: 'Filter',
	action: 'Filter conversations',
	description: 'Conversations of every status, unless a condition says otherwise',
	request: 'POST /api/v1/accounts/{account_id}/conversations/filter',
	path: [account()],
	body: [
		jsonList('payload', {
			label: 'Conditions',
			check: filterCondition('conversation'),
			hint: `${CONDITIONS_HINT} Keys: status, priority, assignee_id, inbox_id, team_id, display_id, campaign_id, labels, browser_language, conversation_language, referer, mail_subject, created_at, last_activity_at and custom attributes. Those without priority, assignee or team are not found by not_equal_to.`,
		}),
	],
	reply: simplified(FILTERED_CONVERSATIONS, CONVERSATION),
});
