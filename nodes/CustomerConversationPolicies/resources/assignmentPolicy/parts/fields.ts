import { flag, integer, pick, text } from '../../../../shared/vocabulary';

/** The optional fields of a policy. The service answers 500 to other orders and priorities. */
export const details = () => [
	text('description', { clear: null }),
	pick(
		'assignment_order',
		{ round_robin: 'Round Robin', balanced: 'Balanced' },
		{
			hint: 'Round Robin takes turns; Balanced chooses the agent with the fewest conversations and requires the Enterprise edition',
		},
	),
	pick(
		'conversation_priority',
		{ earliest_created: 'Earliest Created', longest_waiting: 'Longest Waiting' },
		{ hint: 'Which conversation is assigned first' },
	),
	integer('fair_distribution_limit', {
		hint: 'Maximum number of conversations assigned to one agent within the window',
		range: [1, Infinity],
		default: 100,
	}),
	integer('fair_distribution_window', {
		label: 'Fair Distribution Window (Seconds)',
		range: [1, Infinity],
		default: 3600,
	}),
	flag('enabled', { hint: 'Whether the policy assigns conversations', default: true }),
	integer('exclude_older_than_hours', {
		label: 'Exclude Older Than (Hours)',
		hint: 'Older conversations are not assigned. Default for a new policy: 168. If cleared in an update, there is no age limit.',
		range: [1, Infinity],
		default: 168,
		since: '4.16',
		clear: null,
	}),
];
