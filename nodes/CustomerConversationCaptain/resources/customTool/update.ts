import {
	account,
	customTool,
	includeSecrets,
	operation,
	optional,
	simplified,
	stored,
} from '../../../shared/vocabulary';
import { changedAuthentication, details, endpoint, toolTitle } from './parts/fields';
import { NEEDS, withAuthentication } from './parts/tool';

export const update = operation({
	name: 'Update',
	action: 'Update a custom tool',
	gives: 'Returns the updated tool',
	needs: { role: 'administrator', ...NEEDS },
	request: 'PATCH /api/v1/accounts/{account_id}/captain/custom_tools/{custom_tool_id}',
	path: [account(), customTool()],
	body: [changedAuthentication(), optional(toolTitle(), endpoint(), ...details())],
	options: [optional(includeSecrets())],
	reply: simplified(stored(), 'all'),
	run: withAuthentication,
});
