import { explaining } from '../../../shared/tasks/explain';
import { includeSecrets, operation, optional, records, whole } from '../../../shared/vocabulary';
import { known } from './parts/fields';

const found = explaining(
	() =>
		'Chatwoot 4.10 cannot list the bots of a platform app any more once one of them was deleted. Create, and Get, Update and Delete by ID go on working.',
);

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many agent bots',
	gives: 'One item for each agent bot that the platform app reaches',
	description: 'On Chatwoot 4.10 it fails for good once a bot of the platform app was deleted',
	request: 'GET /platform/api/v1/agent_bots',
	options: [optional(includeSecrets())],
	reply: records('', whole),
	run: async (call) => (await found(call)).map(known(call)),
});
