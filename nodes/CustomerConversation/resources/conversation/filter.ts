import { conditionList, FILTER_HINT, sendConditions } from '../../../shared/conditions';
import { FILTERED_CONVERSATIONS } from '../../../shared/lists';
import { account } from '../../../shared/locators';
import { operation, simplified } from '../../../shared/operation';
import { CONVERSATION } from '../../../shared/simple';

/** Newest activity first. */
export const filter = operation({
	name: 'Filter',
	action: 'Filter conversations',
	description: 'Conversations of every status, unless a condition says otherwise',
	request: 'POST /api/v1/accounts/{account_id}/conversations/filter',
	path: [account()],
	body: [
		conditionList('payload', 'conversation', {
			hint: `${FILTER_HINT} contact_id needs 4.14.2 or newer.`,
		}),
	],
	reply: simplified(FILTERED_CONVERSATIONS, CONVERSATION),
	run: sendConditions('payload', 'conversation'),
});
