import type { Table } from '../../../../shared/formats/csv';

/** Description of all operations that download reports. */
export const FILE =
	'Columns and durations are texts in the language of the account. For numbers, use a summary.';

export const REPORT: Table = { note: 'first', escaped: true };
