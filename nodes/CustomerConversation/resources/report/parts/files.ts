import type { Table } from '../../../../shared/formats/csv';

/** What all CSV files of the reports share. */
export const FILE =
	'Names of columns and durations are in the language of the account; the summaries give numbers';

export const REPORT: Table = { note: 'first', escaped: true };
