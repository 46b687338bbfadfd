import { unlessOn } from '../../../shared/tasks/features';
import {
	account,
	assistant,
	document,
	FAQS,
	operation,
	optional,
	simplified,
	text,
} from '../../../shared/vocabulary';
import { status } from './parts/fields';
import { FAQ } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many FAQ entries',
	gives: 'Returns one item per FAQ, newest first',
	needs: { edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistant_responses',
	path: [account()],
	query: [
		optional(
			text('search', { label: 'Search Text', hint: 'Part of the question or answer' }),
			assistant(),
			document('document_id', { hint: 'Only FAQs made from this document' }),
			status(),
		),
	],
	reply: simplified(FAQS, FAQ),
	empty: unlessOn('captain_integration', 'Captain'),
});
