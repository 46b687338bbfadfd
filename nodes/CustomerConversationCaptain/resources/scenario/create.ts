import {
	account,
	assistant,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { enabled, scenarioTexts } from './parts/fields';
import { SCENARIO } from './parts/simple';

export const create = operation({
	name: 'Create',
	action: 'Create a scenario',
	gives: 'Returns the new scenario',
	needs: { role: 'administrator', edition: 'enterprise', since: '4.4' },
	request: 'POST /api/v1/accounts/{account_id}/captain/assistants/{assistant_id}/scenarios',
	path: [account(), assistant()],
	body: [...scenarioTexts(), optional(enabled())],
	reply: simplified(stored(), SCENARIO),
});
