import {
	account,
	includeSecrets,
	macro,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { MACRO } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a macro',
	gives: 'Returns the macro with its actions',
	request: 'GET /api/v1/accounts/{account_id}/macros/{macro_id}',
	path: [account(), macro()],
	options: [optional(includeSecrets())],
	reply: simplified(record('payload'), MACRO),
});
