import { flag, integer, pick, text } from '../../../../shared/vocabulary';

/** What a policy may have beside its name. The service answers 500 to other orders and priorities. */
export const details = () => [
	text('description', { clear: null }),
	pick(
		'assignment_order',
		{ round_robin: 'Round Robin', balanced: 'Balanced' },
		{ hint: 'In turn, or to whom has the fewest. Balanced is of the Enterprise edition.' },
	),
	pick(
		'conversation_priority',
		{ earliest_created: 'Earliest Created', longest_waiting: 'Longest Waiting' },
		{ hint: 'Which conversation is assigned first' },
	),
	integer('fair_distribution_limit', {
		hint: 'Most conversations that one agent gets within the window',
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
		hint: 'Older conversations are not assigned. A new policy without it has 168; emptied in an update, none is too old.',
		range: [1, Infinity],
		default: 168,
		since: '4.16',
		clear: null,
	}),
];
