import { INBOX, asIs, type Shape } from '../../../../shared/vocabulary';

/** Working hours of a day; the week begins on Sunday, day 0. */
const DAY = asIs(
	'day_of_week',
	'closed_all_day',
	'open_all_day',
	'open_hour',
	'open_minutes',
	'close_hour',
	'close_minutes',
);

/** A single inbox, with its working hours; administrators also see the layout of an email inbox. */
export const ONE_INBOX: Shape = {
	...INBOX,
	working_hours: ['working_hours', DAY],
	branded_email_layout: 'branded_email_layout?',
};
