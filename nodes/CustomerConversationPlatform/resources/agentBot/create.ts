import { hintingUnreached } from '../../../shared/tasks/unreached';
import {
	front,
	includeSecrets,
	operation,
	optional,
	stored,
	text,
} from '../../../shared/vocabulary';
import { address, details, knownOf } from './parts/fields';

export const create = operation({
	name: 'Create',
	action: 'Create an agent bot',
	gives: 'Returns the new agent bot',
	description: 'Without an account, it is a system bot, which every account can use',
	request: 'POST /platform/api/v1/agent_bots',
	body: [text('name'), front(address()), optional(...details())],
	options: [optional(includeSecrets())],
	reply: stored(),
	run: hintingUnreached(({ outgoing_url }) => [outgoing_url], knownOf),
});
