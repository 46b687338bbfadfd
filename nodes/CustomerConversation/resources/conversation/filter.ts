import {
	account,
	conditions,
	CONVERSATION,
	fitConditions,
	FILTER_HINT,
	FILTERED_CONVERSATIONS,
	operation,
	optional,
	simplified,
} from '../../../shared/vocabulary';
import { explaining } from '../../../shared/tasks/explain';
import { whyNoneMatches } from '../../tasks/noMatch';
import { filteredAroundBroken, skipBroken } from '../../tasks/skipBroken';
import { LOST_CONTACT, sortBy } from './parts/listing';

/** Older releases ignore the order and sort by last activity. */
export const filter = operation({
	name: 'Filter',
	action: 'Filter conversations',
	gives: 'Returns one item per conversation that matches the conditions',
	description: 'Includes conversations of every status unless a condition says otherwise',
	request: 'POST /api/v1/accounts/{account_id}/conversations/filter',
	path: [account()],
	query: [
		optional(
			sortBy({
				hint: 'Default: Last Activity (Descending). With Created At, no conversation is missed because it changes while a long list is read.',
				since: '4.18',
			}),
		),
	],
	body: [
		conditions('payload', 'conversation', {
			hint: `${FILTER_HINT} contact_id requires Chatwoot 4.14.2.`,
		}),
	],
	options: [optional(skipBroken())],
	reply: simplified(FILTERED_CONVERSATIONS, CONVERSATION),
	run: explaining(LOST_CONTACT, async (call) => {
		await fitConditions(call, 'payload', 'conversation');
		return await filteredAroundBroken(call);
	}),
	empty: whyNoneMatches('conversation'),
});
