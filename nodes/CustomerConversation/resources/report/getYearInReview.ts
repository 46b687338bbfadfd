import {
	account,
	asIs,
	inside,
	integer,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const getYearInReview = operation({
	name: 'Get Year in Review',
	action: 'Get your year in review',
	gives: 'Returns one item with your figures for a whole year',
	needs: { since: '4.9' },
	description: 'Chatwoot stores its first answer permanently: ask for a year only after it is over',
	request: 'GET /api/v2/accounts/{account_id}/year_in_review',
	path: [account()],
	query: [optional(integer('year', { range: [2000, 2100], default: 2025 }))],
	reply: simplified(record(), {
		...asIs('year', 'total_conversations'),
		busiest_day: 'busiest_day.date',
		busiest_day_conversations: 'busiest_day.count',
		...inside('support_personality', asIs('avg_response_time_seconds')),
	}),
});
