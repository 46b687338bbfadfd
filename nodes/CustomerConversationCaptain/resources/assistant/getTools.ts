import { account, operation, records, whole } from '../../../shared/vocabulary';

export const getTools = operation({
	name: 'Get Tools',
	action: 'Get the tools for assistants',
	gives: 'Returns one item per tool that scenarios can use, including custom tools',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.0' },
	request: 'GET /api/v1/accounts/{account_id}/captain/assistants/tools',
	path: [account()],
	reply: records('', whole),
});
