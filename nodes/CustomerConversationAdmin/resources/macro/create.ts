import {
	account,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { MACRO } from './parts/simple';
import { newActions, visibility } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create a macro',
	gives: 'Returns the new macro',
	request: 'POST /api/v1/accounts/{account_id}/macros',
	path: [account()],
	body: [text('name'), visibility('Macros of agents are always personal'), newActions()],
	options: [optional(includeSecrets())],
	reply: simplified(stored('payload'), MACRO),
});
