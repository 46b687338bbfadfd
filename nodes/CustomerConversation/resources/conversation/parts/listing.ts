import { inbox, labels, pick, team, type Settings } from '../../../../shared/vocabulary';

/** Of every list of conversations, and of a single one, when Chatwoot answers 500. */
export const LOST_CONTACT = () =>
	'Chatwoot gave no reason. It fails if a conversation has lost its contact in the database, and then every list with this conversation fails. Filter reads around it with its option Skip Broken, or the administrator of the server restores the contact.';

export const STATUSES = {
	open: 'Open',
	resolved: 'Resolved',
	pending: 'Pending',
	snoozed: 'Snoozed',
};

export const status = () => pick('status', { ...STATUSES, all: 'All' }, { hint: 'Default: Open' });

export const sortBy = (settings: Settings) =>
	pick(
		'sort_by',
		{
			created_at_desc: 'Created At (Descending)',
			created_at_asc: 'Created At (Ascending)',
			last_activity_at_desc: 'Last Activity (Descending)',
			last_activity_at_asc: 'Last Activity (Ascending)',
			priority_desc: 'Priority (Descending)',
			priority_asc: 'Priority (Ascending)',
			waiting_since_desc: 'Waiting Since (Descending)',
			waiting_since_asc: 'Waiting Since (Ascending)',
			priority_desc_created_at_asc: 'Priority (Descending), Oldest First',
			unread: 'Unread Messages (Descending)',
		},
		{ label: 'Sort', ...settings },
	);

export const assigneeType = () =>
	pick(
		'assignee_type',
		{ all: 'All', assigned: 'Assigned', me: 'Mine', unassigned: 'Unassigned' },
		{
			label: 'Assigned To',
			hint: 'Since Chatwoot 4.18, conversations of agent bots and AI assistants count as assigned',
		},
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
