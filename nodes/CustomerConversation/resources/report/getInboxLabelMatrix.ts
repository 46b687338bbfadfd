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
	name: 'Get Matrix of Inboxes and Labels',
	action: 'Get conversation counts by inbox and label',
	gives: 'One item: numbers of conversations for each inbox and label',
	needs: { role: 'administrator', since: '4.11' },
	description: 'Rows of the matrix are inboxes, columns labels',
	request: 'GET /api/v2/accounts/{account_id}/reports/inbox_label_matrix',
	path: [account()],
	query: [...period(), optional(inboxes('inbox_ids'), labelsById())],
	options: [optional(zone())],
});
