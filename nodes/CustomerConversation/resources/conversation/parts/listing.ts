import { inbox, labels, pick, team } from '../../../../shared/vocabulary';

export const STATUSES = {
	open: 'Open',
	resolved: 'Resolved',
	pending: 'Pending',
	snoozed: 'Snoozed',
};

export const status = () => pick('status', { ...STATUSES, all: 'All' }, { hint: 'Default: Open' });

export const assigneeType = () =>
	pick(
		'assignee_type',
		{ all: 'All', assigned: 'Assigned', me: 'Mine', unassigned: 'Unassigned' },
		{ label: 'Assigned To' },
	);

export const place = () => [
	inbox(),
	team(),
	labels('labels', { hint: 'Only conversations with at least one of these labels' }),
];

export const conversationType = () =>
	pick(
		'conversation_type',
		{ mention: 'Mentions', participating: 'Participating', unattended: 'Unattended' },
		{
			label: 'Conversation Type',
			hint: 'Mentions: a private note mentions you. Participating: you are a participant, in any inbox. Unattended: waiting for a reply.',
		},
	);
