import type { IDataObject } from 'n8n-workflow';
import { account, operation, optional, period, zone } from '../../../shared/vocabulary';
import { businessHours } from '../../time/businessHours';
import { compareWith } from './parts/compare';
import { AVERAGES, isAverage, listOf } from './parts/figures';
import { summaryRows } from './parts/rows';

/** The service sends 0 if there is no data; its file of the same figures shows N/A. */
const labelsOf = (body: unknown): IDataObject[] =>
	listOf(body).map((row) =>
		Object.fromEntries(
			Object.entries(row).map(([figure, value]) => [
				figure,
				isAverage(figure) && value === 0 ? null : value,
			]),
		),
	);

/** Averages cover conversations created in the period; the summary of one label covers its events. */
export const getLabelSummary = operation({
	name: 'Get Summary by Label for a Period',
	action: 'Get a summary by label for a period',
	gives: 'Returns one item per label with counts and average times',
	needs: { role: 'administrator', since: '4.3' },
	description: AVERAGES,
	request: 'GET /api/v2/accounts/{account_id}/summary_reports/label',
	path: [account()],
	query: [...period(), optional(businessHours())],
	options: [optional(zone(), compareWith())],
	run: async (call) => await summaryRows(call, 'id', labelsOf),
});
