import { zone } from '../../../shared/dates';
import { optional } from '../../../shared/fields';
import { account, inboxes, labelsById } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { period } from '../../../shared/period';

export const getInboxLabelMatrix = operation({
	name: 'Get Matrix of Inboxes and Labels',
	action: 'Get conversation counts by inbox and label',
	description:
		'For administrators. On Chatwoot 4.11 or newer. Rows of the matrix are inboxes, columns labels.',
	request: 'GET /api/v2/accounts/{account_id}/reports/inbox_label_matrix',
	path: [account()],
	query: [...period(), optional(inboxes('inbox_ids'), labelsById())],
	options: [optional(zone())],
});
