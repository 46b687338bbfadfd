import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { MACRO } from './parts/simple';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many macros',
	gives: "One item for each macro: global ones and those of the token's user",
	request: 'GET /api/v1/accounts/{account_id}/macros',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), MACRO),
});
