import { inbox, labels, pick, team } from '../../../../shared/vocabulary';

export const STATUSES = {
	open: 'Open',
	resolved: 'Resolved',
	pending: 'Pending',
	snoozed: 'Snoozed',
};

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
