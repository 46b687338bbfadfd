import { pick } from '../../../shared/fields';
import { inbox, labels, team } from '../../../shared/locators';
import { byPage, records, simplified } from '../../../shared/operation';
import { CONVERSATION } from '../../../shared/simple';

/** Rows of a page. */
export const PAGE = 25;

export const STATUSES = {
	open: 'Open',
	resolved: 'Resolved',
	pending: 'Pending',
	snoozed: 'Snoozed',
};

/** Lists of whole conversations; `unless`: query parameters with which the count is wrong. */
export const listOf = (path: string, total: string, unless?: string[]) =>
	simplified(records(path, byPage(PAGE, total, unless)), CONVERSATION);

export const status = () =>
	pick('status', { ...STATUSES, all: 'All' }, { hint: 'Without it only open ones' });

export const assigneeType = () =>
	pick(
		'assignee_type',
		{ all: 'All', assigned: 'Assigned', me: 'Mine', unassigned: 'Unassigned' },
		{ label: 'Assigned To' },
	);

export const place = () => [
	inbox(),
	team(),
	labels('labels', { hint: 'Only conversations with any of these labels' }),
];

export const conversationType = () =>
	pick(
		'conversation_type',
		{ mention: 'Mentions', participating: 'Participating', unattended: 'Unattended' },
		{
			label: 'Special List',
			hint: "Where a note mentions the token's user, where that user takes part (whatever the inbox), or where an answer is due",
		},
	);
