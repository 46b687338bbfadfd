import { account, label, operation } from '../../../shared/vocabulary';

export const get = operation({
	name: 'Get',
	action: 'Get a label',
	gives: 'Returns the label with its description and color',
	needs: { role: 'administrator' },
	description: 'Agents can use Get Many instead',
	request: 'GET /api/v1/accounts/{account_id}/labels/{label_id}',
	path: [account(), label()],
});
