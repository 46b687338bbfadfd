import { explaining } from '../../../shared/tasks/explain';
import { operation, records, simplified, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many accounts',
	gives: 'One item for each account that the platform app reaches',
	needs: { since: '4.5' },
	description: 'Fails for good once an account of the platform app was deleted',
	request: 'GET /platform/api/v1/accounts',
	reply: simplified(records('', whole), 'all'),
	run: explaining(
		() =>
			'The service cannot list the accounts of a platform app any more once one of them was deleted. Create, and Get, Update and Delete by ID go on working.',
	),
});
