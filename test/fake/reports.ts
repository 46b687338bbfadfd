import { json } from '../support/run';
import { inOrder, paged, pageIn, whole } from './lists';
import type { Records } from './records';
import type { Route } from './routes';

export function reportRoutes(records: Records): Route[] {
	return [
		[
			'GET csat_survey_responses',
			({ query }) => {
				const page = pageIn(query);
				// Without one of these the list has no order.
				const keys = ['created_at', '-created_at'].filter((key) => key === query.sort);
				return paged(inOrder(records.answers, keys, page), page, 25).map((row) =>
					whole(row, 'created_at'),
				);
			},
		],
		[
			'GET csat_survey_responses/metrics',
			({ query }) =>
				'sort' in query
					? json({ error: 'Internal Server Error' }, 500)
					: { total_count: records.answers.length },
		],
	];
}
