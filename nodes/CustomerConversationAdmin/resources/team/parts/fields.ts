import { color, flag, text } from '../../../../shared/vocabulary';

export const teamName = () =>
	text('name', { hint: 'Must be unique in the account. Saved in lowercase.' });

export const details = () => [
	text('description', { clear: null }),
	flag('allow_auto_assign', {
		hint: "Whether to assign the team's conversations to its members automatically",
		default: true,
		clear: null,
	}),
	text('icon', {
		since: '4.16',
		hint: 'Name of an icon or an emoji, e.g. i-lucide-users',
		clear: null,
	}),
	color('icon_color', { since: '4.16', clear: null }),
];
