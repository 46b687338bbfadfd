import { flag, number, text } from '../../../../shared/vocabulary';

/** The service checks none: of a word it makes 0, and it stores what is below. */
const threshold = (name: string, what: string, hint: string) =>
	number(`${name}_time_threshold`, {
		label: `${what} Within (Seconds)`,
		hint,
		range: [1, Infinity],
		default: 3600,
		clear: null,
	});

/** What a policy may have beside its name. */
export const details = () => [
	text('description', { clear: null }),
	threshold('first_response', 'First Response', 'Until the first answer of an agent'),
	threshold('next_response', 'Next Response', 'Until each later answer of an agent'),
	threshold('resolution', 'Resolution', 'Until the conversation is resolved'),
	flag('only_during_business_hours', {
		hint: 'Whether only the opening hours of the inbox count. Chatwoot 4.10 stores it without effect.',
	}),
];
