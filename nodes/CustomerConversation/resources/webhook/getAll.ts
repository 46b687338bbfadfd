import { includeSecrets, optional } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation, records, whole } from '../../../shared/operation';

export const getAll = operation({
	name: 'Get Many',
	action: 'Get many webhooks',
	description: 'For administrators',
	request: 'GET /api/v1/accounts/{account_id}/webhooks',
	path: [account()],
	options: [optional(includeSecrets())],
	reply: records('payload.webhooks', whole),
});
