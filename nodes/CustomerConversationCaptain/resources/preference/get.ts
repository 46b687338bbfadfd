import { account, operation, record, simplified } from '../../../shared/vocabulary';
import { PREFERENCES } from './parts/features';

export const get = operation({
	name: 'Get',
	action: 'Get the preferences of Captain',
	gives: 'Of each feature whether it is on, and its AI model',
	needs: { since: '4.10' },
	description: 'Without Simplify also the models to choose from',
	request: 'GET /api/v1/accounts/{account_id}/captain/preferences',
	path: [account()],
	reply: simplified(record(), PREFERENCES),
});
