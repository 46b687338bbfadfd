import { botAddress } from '../../../shared/parts/bots';
import { hintingUnreached } from '../../../shared/tasks/unreached';
import {
	account,
	front,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
	text,
} from '../../../shared/vocabulary';
import { BOT } from './parts/simple';
import { details } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create an agent bot',
	gives: 'Returns the new agent bot',
	needs: { role: 'administrator' },
	request: 'POST /api/v1/accounts/{account_id}/agent_bots',
	path: [account()],
	body: [text('name'), front(botAddress()), optional(...details())],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), BOT),
	run: hintingUnreached(({ outgoing_url }) => [outgoing_url]),
});
