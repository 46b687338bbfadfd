import { integer, text } from '../../../../shared/vocabulary';

const keyOf = (path: string, name: string) => `${path}.csat_survey_response.${name}`;

/**
 * The rating in a CSAT survey. For a rating out of range, the service answers 200 and stores nothing.
 * @param path of the answers in the body, which `nested` makes
 */
export const rating = (path: string) =>
	integer('rating', {
		as: keyOf(path, 'rating'),
		hint: 'From 1 (worst) to 5 (best)',
		default: 5,
		range: [1, 5],
	});

/** @param path of the answers in the body */
export const feedback = (path: string) =>
	text('feedback_message', {
		as: keyOf(path, 'feedback_message'),
		label: 'Feedback',
		hint: "The customer's comment. A new rating also replaces the comment: if not set, the old comment is removed.",
		rows: 4,
	});
