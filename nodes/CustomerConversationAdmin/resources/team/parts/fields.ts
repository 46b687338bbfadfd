import { color, flag, text } from '../../../../shared/vocabulary';

export const teamName = () => text('name', { hint: 'Unique in the account; stored in lower case' });

export const details = () => [
	text('description', { clear: null }),
	flag('allow_auto_assign', {
		hint: 'Whether conversations of the team are assigned to its members automatically',
		default: true,
		clear: null,
	}),
	text('icon', {
		since: '4.16',
		hint: 'Name of an icon, such as i-lucide-users, or an emoji',
		clear: null,
	}),
	color('icon_color', { since: '4.16', clear: null }),
];
