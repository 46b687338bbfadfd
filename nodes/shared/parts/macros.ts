import { actions, addedActions, pick, type Settings } from '../vocabulary';

export const visibility = (hint: string) =>
	pick(
		'visibility',
		{ global: 'Global (All Agents)', personal: 'Personal (Only the Author)' },
		{ hint },
	);

const ACTIONS =
	'send_attachment needs the blob_id that File → Upload returns. remove_assigned_team and, since Chatwoot 4.13, remove_assigned_agent have no parameters.';

/** @param settings with `clear` the list may be empty */
export const newMacroActions = (settings: Settings = {}) =>
	actions('macro', { hint: ACTIONS, ...settings });

export const otherMacroActions = () =>
	addedActions('macro', { clear: [], hint: `${ACTIONS} Replaces all actions.` });
