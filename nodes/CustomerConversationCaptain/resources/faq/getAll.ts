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
	gives: 'One item for each FAQ, the newest first',
	needs: { edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistant_responses',
	path: [account()],
	query: [
		optional(
			text('search', { label: 'Search Text', hint: 'In question or answer' }),
			assistant(),
			document('document_id', { hint: 'Only FAQs that were made of it' }),
			status(),
		),
	],
	reply: simplified(FAQS, FAQ),
	empty: unlessOn('captain_integration', 'Captain'),
});
