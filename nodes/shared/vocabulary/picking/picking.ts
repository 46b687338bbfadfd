import type { FieldType } from 'n8n-workflow';
import type { Pages } from '../reply';

/** How a record is picked from a list: data alone. */
export interface Locator {
	/** Name of the search method. */
	method: string;
	/** `/path` of the list, with the placeholders of its parents. */
	list: string;
	/** Path of the rows in the reply. */
	rows: string;
	/** Only rows that have one of these values. */
	only?: Record<string, unknown[]>;
	/** No rows that have one of these values. */
	except?: Record<string, unknown[]>;
	/** What searches: its `list` is `/path?query=`, the text is added. Without it we search the list. */
	search?: Pick<Locator, 'list'> & Partial<Locator>;
	/** `/path/` of one record by its ID: finds what the search shows late, or the list not at all. */
	one?: string;
	/** How the list goes on; without it the server sends it whole. */
	pages?: Pages;
	/** Key of a row that becomes the value. Default `id`. */
	value?: string;
	/** Key of a row that tells apart those of one value: `value (variant)` is what is picked. */
	variant?: string;
	/** Key of a file's address: the rows of one value become one, which has the names of all its files there. */
	files?: string;
	/** Keys of a row, the first that is not empty is shown. */
	label: string[];
	/** Paths of a row that are shown after the label; an id with the list of those that it may name. */
	details?: Array<string | { path: string; of: Locator }>;
	/** People know the number, and several rows look alike: it stands first. */
	numbered?: boolean;
	/** Dashboard address of one entry. */
	url?: string;
	/** Name and label of the field where an operation gives no others. */
	name: string;
	title: string;
	/** The value is a text such as a slug; otherwise a number above 0. */
	slug?: boolean;
	/** What such a text looks like. */
	example?: string;
	/** What such a text is. Default: a slug, with an example a name. */
	by?: string;
	/** What is said where the reply has no list. */
	unlisted?: string;
	fallback?: string;
	hint?: string;
	/** The part of a dashboard address that holds the id. */
	address?: RegExp;
}

/** Where the columns of a mapper come from: data alone, as of a locator. */
export interface Columns {
	/** Name of the method that lists them. */
	method: string;
	/** What one of them is called. */
	noun: string;
	/** `/path` of the list, with the placeholders of its parents. */
	list: string;
	/** Path of the rows in the reply. */
	rows: string;
	/** Keys of a row. */
	column: { id: string; label: string; type: string; choices?: string };
	/** The service's types and n8n's. Others are texts. */
	types: Record<string, FieldType>;
}
