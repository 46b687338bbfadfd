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

/** The filters of the list, the metrics and the file. */
export const filters = (): Part[] => [
	...anyTimeOrPeriod(),
	optional(
		inbox(),
		team(),
		slaPolicy(),
		labelTitle('label_list', {
			label: 'Label',
			hint: 'Also matches labels that contain this text: vip matches vip-gold',
		}),
		agent('assigned_agent_id'),
	),
];
