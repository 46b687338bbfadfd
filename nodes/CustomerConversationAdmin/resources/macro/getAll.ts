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
	gives: 'Returns one item per macro: global ones and yours',
	request: 'GET /api/v1/accounts/{account_id}/macros',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('payload', whole), MACRO),
});
