import type { Pages } from '../operation';

/** How a record is picked from a list: data alone. */
export interface Locator {
	/** Name of the search method. */
	method: string;
	/** `/path` of the list, with the placeholders of its parents. */
	list: string;
	/** Path of the rows in the reply. */
	rows: string;
	/** `/path?query=` that searches, the text is added; without it the list is searched here. */
	search?: string;
	/** `/path/` of one record by its ID, to find it where the service can no longer list them. */
	one?: string;
	/** How the list goes on; without it the server sends it whole. */
	pages?: Pages;
	/** Key of a row that becomes the value. Default `id`. */
	value?: string;
	/** Keys of a row, the first that is not empty is shown. */
	label: string[];
	/** Dashboard address of one entry. */
	url?: string;
	/** Name and label of the field where an operation gives no others. */
	name: string;
	title: string;
	/** The value is a text such as a slug; otherwise a number above 0. */
	slug?: boolean;
	fallback?: string;
	hint?: string;
	/** The part of a dashboard address that holds the id. */
	address?: RegExp;
}
