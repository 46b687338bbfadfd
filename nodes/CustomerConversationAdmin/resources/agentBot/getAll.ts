import {
	account,
	includeSecrets,
	operation,
	optional,
	records,
	simplified,
	whole,
} from '../../../shared/vocabulary';
import { BOT } from './parts/simple';

/** System bots (`account_id` is null) are returned without URL and token. */
export const getAll = operation({
	name: 'Get Many',
	action: 'Get many agent bots',
	gives: 'Returns one item per agent bot, including system bots',
	request: 'GET /api/v1/accounts/{account_id}/agent_bots',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: simplified(records('', whole), BOT),
});
