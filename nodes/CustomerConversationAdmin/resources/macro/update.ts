import {
	account,
	includeSecrets,
	macro,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { labelsInActions, spellingLabels } from '../../../shared/tasks/labels';
import { calledBy, hintingUnreached } from '../../../shared/tasks/unreached';
import { MACRO } from './parts/simple';
import { otherMacroActions, visibility } from '../../../shared/parts/macros';

/** The visibility is always sent: without it, the service removes the macro from all lists. */
export const update = operation({
	name: 'Update',
	action: 'Update a macro',
	gives: 'Returns the macro with its new values',
	request: 'PATCH /api/v1/accounts/{account_id}/macros/{macro_id}',
	path: [account(), macro()],
	body: [
		visibility('Required even if it does not change. Macros of agents are always personal.'),
		optional(text('name'), ...otherMacroActions()),
	],
	options: [optional(includeSecrets())],
	reply: simplified(stored('payload'), MACRO),
	run: hintingUnreached(calledBy, spellingLabels(labelsInActions)),
});
