import {
	agent,
	anyTimeOrPeriod,
	inbox,
	labelTitle,
	optional,
	slaPolicy,
	team,
	type Part,
} from '../../../../shared/vocabulary';

/** What list, figures and file can be narrowed down by. */
export const filters = (): Part[] => [
	...anyTimeOrPeriod(),
	optional(
		inbox(),
		team(),
		slaPolicy(),
		labelTitle('label_list', {
			label: 'Label',
			hint: 'Finds labels that contain it, too: vip finds vip-gold',
		}),
		agent('assigned_agent_id'),
	),
];
