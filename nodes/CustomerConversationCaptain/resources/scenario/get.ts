import {
	account,
	assistant,
	operation,
	record,
	scenario,
	simplified,
} from '../../../shared/vocabulary';
import { SCENARIO } from './parts/simple';

export const get = operation({
	name: 'Get',
	action: 'Get a scenario',
	gives: 'Returns the scenario, even if it is disabled',
	needs: { edition: 'enterprise', since: '4.4' },
	request:
		'GET /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/scenarios/{scenario_id}',
	path: [account(), assistant(), scenario()],
	reply: simplified(record(), SCENARIO),
});
