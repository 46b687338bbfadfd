import { account, operation, optional, record, simplified } from '../../../shared/vocabulary';
import { features, models, PREFERENCES } from './parts/features';

export const update = operation({
	name: 'Update',
	action: 'Update the preferences of Captain',
	gives: 'Of each feature whether it is on, and its AI model',
	needs: { role: 'administrator', since: '4.10' },
	request: 'PATCH /api/v1/accounts/{account_id}/captain/preferences',
	path: [account()],
	body: [optional(models(), features())],
	reply: simplified(record(), PREFERENCES),
});
