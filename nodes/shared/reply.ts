import type { Table } from './csv';

/** Where the records stand in a reply: paths tried in this order, '' for the whole body. */
export interface Reply {
	paths: string[];
	/** The reply is a list, cut by Return All and Limit. */
	pages?: Pages;
	/** A list of texts: the key each text gets, `{ "label": "vip" }`. */
	text?: string;
	/** A list that comes as one item: the key it gets there. */
	within?: string;
	/** The reply is a file: its name where the service tells none. */
	file?: string;
	/** The file is a CSV file: it comes as rows unless the file is chosen. */
	table?: Table;
	/** Paths in a record that "Simplify" keeps. */
	simple?: string[];
	/** It is the record as it was stored: what was sent has to be in it. */
	stored?: true;
}

/** How a list goes on: by page number or by id. Without either the server sends it whole. */
export interface Pages {
	/** Query parameter of the page number, from 1. */
	param?: string;
	/** By the ids of the page before: that of its first row, going back, or of its last. */
	byId?: 'older' | 'newer';
	/**
	 * Rows of a full page, unless a reply shows that the server sends others. Where nothing shows
	 * whether more follow, a shorter first page is the last.
	 */
	size?: number;
	/**
	 * Whoever runs the server may set another size. Where no number tells more, a short first page may
	 * then be a full one: only the next, which is empty or shorter, ends the list. That is one request
	 * for each such list; taking the page for the last would lose the rest in silence.
	 */
	settable?: boolean;
	/** By id: goes on from the first row, in pages of this size, for all rows or those after one. */
	onward?: number;
	/** Path of the number of rows, which may be that of the page: so many pages go side by side. */
	total?: string;
	/** Query parameters with which that number is another list's. */
	unless?: string[];
	/** Path of what tells whether more rows follow. */
	more?: string;
}
