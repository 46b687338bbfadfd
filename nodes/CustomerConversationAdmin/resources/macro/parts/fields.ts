import { actions, addedActions, pick } from '../../../../shared/vocabulary';

export const visibility = (hint: string) =>
	pick(
		'visibility',
		{ global: 'Global (All Agents)', personal: 'Personal (Only the Author)' },
		{ hint },
	);

const ACTIONS =
	'send_attachment needs the blob_id that File → Upload returns. remove_assigned_team and, since Chatwoot 4.13, remove_assigned_agent have no parameters.';

export const newActions = () => actions('macro', { hint: ACTIONS });

export const otherActions = () =>
	addedActions('macro', { clear: [], hint: `${ACTIONS} Replaces all actions.` });
