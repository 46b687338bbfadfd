import { customRole, flag, pick } from '../../../../shared/vocabulary';

/** @param customRoleHint shown with the custom role */
export const details = (customRoleHint = '') => [
	pick('role', { agent: 'Agent', administrator: 'Administrator' }),
	pick(
		'availability',
		{ online: 'Online', offline: 'Offline', busy: 'Busy' },
		{
			shown: false,
			hint: 'While Auto Offline is enabled and no dashboard is open, others see the agent as offline',
		},
	),
	flag('auto_offline', {
		hint: 'Whether the agent appears offline while no dashboard is open',
		default: true,
	}),
	customRole('custom_role_id', { edition: 'enterprise', hint: customRoleHint }),
];
