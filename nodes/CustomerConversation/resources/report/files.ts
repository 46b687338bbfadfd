/** What all CSV files of the reports share. */
export const FILE =
	'For administrators. The table begins in line 4; names and quotes in the file are HTML-escaped.';
