import { flag, number, text } from '../../../../shared/vocabulary';

/** The service does not validate thresholds: it turns words into 0, and stores negative numbers. */
const threshold = (name: string, noun: string, hint: string) =>
	number(`${name}_time_threshold`, {
		label: `${noun} Within (Seconds)`,
		hint,
		range: [1, Infinity],
		default: 3600,
		clear: null,
	});

/** The optional fields of a policy. */
export const details = () => [
	text('description', { clear: null }),
	threshold('first_response', 'First Response', 'Time until the first reply of an agent'),
	threshold('next_response', 'Next Response', 'Time until each later reply of an agent'),
	threshold('resolution', 'Resolution', 'Time until the conversation is resolved'),
	flag('only_during_business_hours', {
		hint: 'Whether only the business hours of the inbox count. Has no effect on Chatwoot 4.10.',
	}),
];
