import { actions, addedActions, pick } from '../../../../shared/vocabulary';

export const visibility = (hint: string) =>
	pick(
		'visibility',
		{ global: 'Global (All Agents)', personal: 'Personal (Its Author)' },
		{ hint },
	);

const ACTIONS =
	'send_attachment takes the blob_id that "File → Upload" gives. There is remove_assigned_team, too, from 4.13 on remove_assigned_agent, without parameters.';

export const newActions = () => actions('macro', { hint: ACTIONS });

export const otherActions = () =>
	addedActions('macro', { clear: [], hint: `${ACTIONS} Replaces all actions.` });
