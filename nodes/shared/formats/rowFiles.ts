import { writeTable, type Writing } from './csv';

/** A format of files with rows. */
interface Format {
	mimeType: string;
	/** Text before the first row. */
	head: (columns: string[], writing: Writing) => string;
	row: (row: Record<string, unknown>, writing: Writing) => string;
	/** Text between two rows, and after the last row. */
	between: string;
	tail: string;
}

const cellOf = (value: unknown): string =>
	value === null || value === undefined ? '' : String(value as string | number | boolean);

/** Files of rows by their extensions, in UTF-8. */
export const formats: Record<string, Format> = {
	csv: {
		mimeType: 'text/csv',
		head: (columns, writing) => writeTable([columns], writing),
		row: (row, writing) =>
			writeTable([Object.values(row).map(cellOf)], { ...writing, byte_order_mark: false }),
		between: '',
		tail: '',
	},
	ndjson: {
		mimeType: 'application/x-ndjson',
		head: () => '',
		row: (row) => `${JSON.stringify(row)}\n`,
		between: '',
		tail: '',
	},
	json: {
		mimeType: 'application/json',
		head: () => '[',
		row: (row) => `\n${JSON.stringify(row)}`,
		between: ',',
		tail: '\n]\n',
	},
};
