import { explaining } from '../../../shared/tasks/explain';
import { operation, records, simplified, whole } from '../../../shared/vocabulary';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many accounts',
	gives: 'Returns one item per account that the platform app can access',
	needs: { since: '4.5' },
	description: 'Always fails after an account of the platform app has been deleted',
	request: 'GET /platform/api/v1/accounts',
	reply: simplified(records('', whole), 'all'),
	empty: () => 'A platform app only lists what it created, and what it was granted access to.',
	run: explaining(
		() =>
			'Chatwoot can no longer list the accounts of a platform app after one of them has been deleted. Create still works, and so do Get, Update and Delete by ID.',
	),
});
