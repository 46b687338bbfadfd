import { account, operation, record, simplified } from '../../../shared/vocabulary';
import { FEATURE, preferencesIn } from './parts/features';

export const get = operation({
	name: 'Get',
	action: 'Get the preferences of an account',
	gives: 'Returns one item per feature: whether it is enabled, and its AI model',
	needs: { since: '4.10' },
	description: 'Turn off Simplify to get the available models as well',
	request: 'GET /api/v1/accounts/{account_id}/captain/preferences',
	path: [account()],
	reply: simplified(record(), FEATURE),
	run: async ({ records, values }) => {
		const [reply] = await records();
		return values.simplify === false ? [reply] : preferencesIn(reply);
	},
});
