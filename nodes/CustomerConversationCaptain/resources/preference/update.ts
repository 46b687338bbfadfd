import { account, operation, optional, record, simplified } from '../../../shared/vocabulary';
import { FEATURE, features, models, preferencesIn } from './parts/features';

export const update = operation({
	name: 'Update',
	action: 'Update the preferences of an account',
	gives: 'Returns one item with all features and their new values',
	needs: { role: 'administrator', since: '4.10' },
	request: 'PATCH /api/v1/accounts/{account_id}/captain/preferences',
	path: [account()],
	body: [optional(models(), features())],
	reply: simplified(record(), { features: ['features', FEATURE] }),
	run: async ({ records, values }) => {
		const [reply] = await records();
		return [values.simplify === false ? reply : { features: preferencesIn(reply) }];
	},
});
