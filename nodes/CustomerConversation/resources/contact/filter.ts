import { CONDITIONS_HINT, filterCondition } from '../../../shared/checks';
import { jsonList, optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { inboxes, order, reply } from './listing';

/** Conditions that would be 500 or silently find the wrong ones are refused or converted. */
export const filter = operation({
	name: 'Filter',
	action: 'Filter contacts',
	request: 'POST /api/v1/accounts/{account_id}/contacts/filter',
	path: [account()],
	query: [order(), optional(inboxes())],
	body: [
		jsonList('payload', {
			label: 'Conditions',
			check: filterCondition('contact'),
			hint: `${CONDITIONS_HINT} Keys: name, email, phone_number, identifier, city, country_code, company, labels, blocked, created_at, last_activity_at and custom attributes. An attribute with not_equal_to must stand alone.`,
		}),
	],
	reply,
});
