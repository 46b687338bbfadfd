import type { FieldType } from 'n8n-workflow';
import type { Pages } from '../reply';

/** How a record is picked from a list, as data without functions. */
export interface Locator {
	/** Name of the search method. */
	method: string;
	/** `/path` of the list, with the placeholders of its parents. */
	list: string;
	/** For a placeholder of `list` whose field is empty: the path of a record that has the value, and its key. */
	parents?: Parents;
	/** Path of the rows in the reply; `records.*.rows` if each record has some. */
	rows: string;
	/** Path of the rows in a reply, or in such a record, that does not have `rows`, and the key that becomes their value. */
	otherwise?: { rows: string; value: string };
	/** Only rows that have one of these values. */
	only?: Record<string, unknown[]>;
	/** No rows that have one of these values. */
	except?: Record<string, unknown[]>;
	/** The search of Chatwoot. Without it the node filters the list. */
	search?: Searched;
	/** `/path/` of a single record by its ID, for records that the search or the list may not have. */
	recordPath?: string;
	/** How the list is divided into pages; without it the list has no pages. */
	pages?: Pages;
	/** Key of a row that becomes the value. Default `id`. */
	value?: string;
	/** Key that distinguishes rows with the same value: then `value (variant)` is picked. */
	variant?: string;
	/** Key of a file's URL: rows with the same value are joined into one, with the names of all its files. */
	files?: string;
	/** Keys of a row: the first one that is not empty is shown. */
	label: string[];
	/** Paths of a row that are shown after the label; for an id, with the list that has its name. */
	details?: Array<string | { path: string; of: Locator }>;
	/** The number is shown first, because users know it and several rows may look alike. */
	numbered?: boolean;
	/** The ID is only shown if there are no details. */
	detailed?: boolean;
	/** Dashboard URL of one entry. */
	url?: string;
	/** Name and label of the field, unless an operation sets others. */
	name: string;
	title: string;
	/** The value is a text such as a slug; otherwise a number above 0. */
	slug?: boolean;
	/** Example of such a text. */
	example?: string;
	/** What such a text is called. Default: "Name" if there is an example, otherwise "Slug". */
	by?: string;
	/** Shown if the reply has no list. */
	unlisted?: string;
	fallback?: string;
	hint?: string;
	/** Finds the id in a dashboard URL. */
	address?: RegExp;
}

/** A search of Chatwoot: the typed text is added to its `list`, `/path?query=`. */
interface Searched extends Partial<Locator> {
	list: string;
	/** Whether `_` in the typed text matches any letter: Chatwoot passes it to ILIKE without escaping. */
	loose?: boolean;
	/** Searches for the same records in other texts. */
	also?: Array<Pick<Locator, 'list' | 'rows' | 'value'>>;
	/** The records that belong to rows of another list whose name fits: its ID is added to `list`. */
	belonging?: { of: Locator; list: string; rows: string };
	/** The filter that returns complete records by this key: those of a search lack what the list shows. */
	complete?: { path: string; key: string; rows: string };
}

export type Parents = Record<string, { record: string; key: string }>;

/** Where the columns of a resource mapper come from, as data without functions. */
export type Columns = ListedColumns | TemplateColumns;

interface Mapping {
	/** Name of the method that lists them. */
	method: string;
	/** What a column is called, such as `attribute`. */
	noun: string;
	/** `/path` of the list, with the placeholders of its parents. */
	list: string;
	parents?: Parents;
}

/** One column per row of a list. */
export interface ListedColumns extends Mapping {
	/** Path of the rows in the reply. */
	rows: string;
	/** Keys of a row. */
	column: { id: string; label: string; type: string; choices?: string };
	/** Chatwoot's types → n8n's. Others are text. */
	types: Record<string, FieldType>;
	/** Columns of text before those of the list, with their labels. Then no value comes from the input item. */
	fixed?: Record<string, string>;
}

/** One column per variable of a WhatsApp template; `list` is the path of its inbox. */
export interface TemplateColumns extends Mapping {
	/** Name of the field with the template. */
	template: string;
}
