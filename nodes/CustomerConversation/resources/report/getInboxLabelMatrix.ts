import {
	account,
	inboxes,
	labelsById,
	operation,
	optional,
	period,
	zone,
} from '../../../shared/vocabulary';

export const getInboxLabelMatrix = operation({
	name: 'Get Inbox and Label Matrix for a Period',
	action: 'Get an inbox and label matrix for a period',
	gives: 'Returns one item with conversation counts per inbox and label',
	needs: { role: 'administrator', since: '4.11' },
	description: 'Rows of the matrix are inboxes, columns are labels',
	request: 'GET /api/v2/accounts/{account_id}/reports/inbox_label_matrix',
	path: [account()],
	query: [...period(), optional(inboxes('inbox_ids'), labelsById())],
	options: [optional(zone())],
});
