import { account, cannedResponse, operation } from '../../../shared/vocabulary';

export const deleteCannedResponse = operation({
	name: 'Delete',
	action: 'Delete a canned response',
	gives: 'Returns the ID of the deleted canned response',
	request: 'DELETE /api/v1/accounts/{account_id}/canned_responses/{canned_response_id}',
	path: [account(), cannedResponse()],
});
