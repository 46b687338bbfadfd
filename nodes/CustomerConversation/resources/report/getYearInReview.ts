import {
	account,
	inside,
	integer,
	operation,
	optional,
	own,
	record,
	simplified,
} from '../../../shared/vocabulary';

export const getYearInReview = operation({
	name: 'Get Year in Review',
	action: 'Get the year in review of the own user',
	gives: "One item: a year of the token's user in figures",
	needs: { since: '4.9' },
	description:
		'The service keeps its first answer in the profile and repeats it for good: ask for a year when it is over',
	request: 'GET /api/v2/accounts/{account_id}/year_in_review',
	path: [account()],
	query: [optional(integer('year', { range: [2000, 2100], default: 2025 }))],
	reply: simplified(record(), {
		...own('year', 'total_conversations'),
		busiest_day: 'busiest_day.date',
		busiest_day_conversations: 'busiest_day.count',
		...inside('support_personality', own('avg_response_time_seconds')),
	}),
});
