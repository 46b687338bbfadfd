import {
	account,
	assistant,
	operation,
	optional,
	scenario,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { enabled, scenarioTexts } from './parts/fields';
import { SCENARIO } from './parts/simple';

export const update = operation({
	name: 'Update',
	action: 'Update a scenario',
	gives: 'Returns the updated scenario',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.4' },
	request:
		'PATCH /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/scenarios/{scenario_id}',
	path: [account(), assistant(), scenario()],
	body: [optional(...scenarioTexts(), enabled())],
	reply: simplified(stored(), SCENARIO),
});
