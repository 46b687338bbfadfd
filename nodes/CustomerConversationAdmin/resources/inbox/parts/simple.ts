import { OpeningHours, type OpenState } from '../../../../shared/time/openingHours';
import { INBOX, asIs, type Computed, type Shape } from '../../../../shared/vocabulary';

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

const openState = (key: keyof OpenState): Computed => ({
	computed: (inbox) => new OpeningHours(inbox).stateAt(Date.now() / 1000)[key],
});

/** An inbox, and whether it is open now. */
export const LISTED_INBOX: Shape = {
	...INBOX,
	is_open_now: openState('isOpen'),
	opens_at: openState('opensAt'),
	closes_at: openState('closesAt'),
};

/** A single inbox, with its working hours; administrators also see the layout of an email inbox. */
export const ONE_INBOX: Shape = {
	...LISTED_INBOX,
	working_hours: ['working_hours', DAY],
	branded_email_layout: 'branded_email_layout?',
};
