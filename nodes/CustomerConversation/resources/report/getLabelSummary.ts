import type { IDataObject } from 'n8n-workflow';
import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { isAverage, listOf } from './parts/figures';
import { summaryRows } from './parts/rows';

/** The service sends 0 for no data, which its own file of the same figures shows as N/A. */
const labelsOf = (body: unknown): IDataObject[] =>
	listOf(body).map((row) =>
		Object.fromEntries(
			Object.entries(row).map(([figure, value]) => [
				figure,
				isAverage(figure) && value === 0 ? null : value,
			]),
		),
	);

/** Averages cover conversations created in the period; "Get Summary" of a label its events. */
export const getLabelSummary = operation({
	name: 'Get Summary by Label',
	action: 'Get a report by label',
	gives: 'One item for each label: numbers, and average times in seconds',
	needs: { role: 'administrator', since: '4.3' },
	description: 'Averages are null without data: the service sends 0 then',
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/label',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), compareWith())],
	run: async (call) => await summaryRows(call, 'id', labelsOf),
});
