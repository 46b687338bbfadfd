import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getTools = operation({
	name: 'Get Tools',
	action: 'Get the tools of assistants',
	gives: 'One item for each tool for scenarios, custom ones included',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/tools',
	path: [account()],
	reply: records('', whole),
});
