import {
	account,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { labelsInActions, spellingLabels } from '../../../shared/tasks/labels';
import { calledBy, hintingUnreached } from '../../../shared/tasks/unreached';
import { MACRO } from './parts/simple';
import { newMacroActions, visibility } from '../../../shared/parts/macros';

export const create = operation({
	name: 'Create',
	action: 'Create a macro',
	gives: 'Returns the new macro',
	request: 'POST /api/v1/accounts/{account_id}/macros',
	path: [account()],
	body: [text('name'), visibility('Macros of agents are always personal'), newMacroActions()],
	options: [optional(includeSecrets())],
	reply: simplified(stored('payload'), MACRO),
	run: hintingUnreached(calledBy, spellingLabels(labelsInActions)),
});
