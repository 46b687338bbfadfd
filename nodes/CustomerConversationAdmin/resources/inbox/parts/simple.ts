import { INBOX, asIs, type Shape } from '../../../../shared/vocabulary';

/** Opening hours of a day; the week begins on Sunday, day 0. */
const DAY = asIs(
	'day_of_week',
	'closed_all_day',
	'open_all_day',
	'open_hour',
	'open_minutes',
	'close_hour',
	'close_minutes',
);

/** One inbox by itself: with its hours; an e-mail inbox shows administrators its layout. */
export const ONE_INBOX: Shape = {
	...INBOX,
	working_hours: ['working_hours', DAY],
	branded_email_layout: 'branded_email_layout?',
};
