import {
	account,
	customTool,
	includeSecrets,
	operation,
	optional,
	record,
	simplified,
} from '../../../shared/vocabulary';
import { NEEDS } from './parts/tool';

export const get = operation({
	name: 'Get',
	action: 'Get a custom tool',
	gives: 'Returns the tool, even if it is disabled',
	needs: NEEDS,
	request: 'GET /api/v1/accounts/{account_id}/captain/custom_tools/{custom_tool_id}',
	path: [account(), customTool()],
	options: [optional(includeSecrets())],
	reply: simplified(record(), 'all'),
});
