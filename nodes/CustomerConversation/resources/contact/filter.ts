import { conditionList, FILTER_HINT, sendConditions } from '../../../shared/conditions';
import { optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { inboxes, order, reply } from './listing';

export const filter = operation({
	name: 'Filter',
	action: 'Filter contacts',
	request: 'POST /api/v1/accounts/{account_id}/contacts/filter',
	path: [account()],
	query: [order(), optional(inboxes())],
	body: [
		conditionList('payload', 'contact', {
			hint: `${FILTER_HINT} Before 4.14 company_name is seen on imported contacts alone.`,
		}),
	],
	reply,
	run: sendConditions('payload', 'contact'),
});
