import { account, customTool, operation } from '../../../shared/vocabulary';
import { NEEDS } from './parts/tool';

export const deleteTool = operation({
	name: 'Delete',
	action: 'Delete a custom tool',
	gives: 'Returns the ID of the deleted tool',
	needs: { role: 'administrator', ...NEEDS },
	request: 'DELETE /api/v1/accounts/{account_id}/captain/custom_tools/{custom_tool_id}',
	path: [account(), customTool()],
});
