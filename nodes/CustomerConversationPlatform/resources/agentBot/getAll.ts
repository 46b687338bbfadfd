import { explaining } from '../../../shared/tasks/explain';
import { includeSecrets, operation, optional, records, whole } from '../../../shared/vocabulary';
import { known } from './parts/fields';

const found = explaining(
	() =>
		'Chatwoot 4.10 can no longer list the bots of a platform app after one of them has been deleted. Create still works, and so do Get, Update and Delete by ID.',
);

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many agent bots',
	gives: 'Returns one item per agent bot that the platform app can access',
	description: 'On Chatwoot 4.10 it always fails after a bot of the platform app has been deleted',
	request: 'GET /platform/api/v1/agent_bots',
	options: [optional(includeSecrets())],
	reply: records('', whole),
	empty: () => 'A platform app only lists what it created, and what it was granted access to.',
	run: async (call) => (await found(call)).map(known(call)),
});
