import {
	account,
	conditions,
	FILTER_HINT,
	operation,
	optional,
	sendConditions,
} from '../../../shared/vocabulary';
import { whyNoneMatches } from '../../tasks/noMatch';
import { sayingForms } from '../../tasks/people';
import { includeInboxes, order, reply } from './parts/listing';

export const filter = operation({
	name: 'Filter',
	action: 'Filter contacts',
	gives: 'Returns one item per contact that matches the conditions',
	request: 'POST /api/v1/accounts/{account_id}/contacts/filter',
	path: [account()],
	query: [order(), optional(includeInboxes())],
	body: [
		conditions('payload', 'contact', {
			hint: `${FILTER_HINT} Before Chatwoot 4.14, company_name only finds imported contacts. Phone numbers may contain blanks and dashes; equal_to finds both forms of mobile numbers of Brazil, Mexico and Argentina.`,
		}),
	],
	reply,
	run: sayingForms(sendConditions('payload', 'contact')),
	empty: whyNoneMatches('contact'),
});
