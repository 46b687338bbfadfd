import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../formats/csv';
import { isOf, type Versions } from './versions';

/**
 * The keys of an item in order, each with its path in the record. A missing value is null; if the path
 * ends in `?`, the key is left out instead. A list of records has a shape of its own, a page in Chatwoot
 * becomes its URL, and a computed value depends on several keys of the record.
 */
export interface Shape {
	[key: string]: string | [path: string, shape: Shape] | WebPage | Computed;
}

/** A shape that depends on choices of the user, or on the version of the node. */
type ShapeBy = (values: IDataObject, version: number) => Shape;

/** A part of a shape that only some versions of the node have. */
interface ShapeIn extends Versions {
	shape: Shape;
}

/** Joins the parts that the node's version has, in this order. */
export const shapeByVersion =
	(...parts: ShapeIn[]): ShapeBy =>
	(_, version) =>
		Object.assign(
			{},
			...parts.filter((part) => isOf(version, part)).map(({ shape }) => shape),
		) as Shape;

/** `/path` from Chatwoot's root; `{name}` is a key of the item, or a field of the call. */
export interface WebPage {
	page: string;
}

/** A value that no single key of the record has. Undefined becomes null. */
export interface Computed {
	computed: (record: IDataObject) => unknown;
}

/** How records are read from a reply. */
export interface Reply {
	/** Paths of the records, tried in this order; '' is the whole body. */
	paths: string[];
	/** The reply is a list, cut by Return All and Limit. */
	pages?: Pages;
	/** The reply is a list without pages. */
	rows?: true;
	/** Chatwoot answers with nothing: the item says only that it succeeded. */
	nothing?: true;
	/** A list of texts: the key each text gets, `{ "label": "vip" }`. */
	text?: string;
	/** The list becomes one item, under this key. */
	within?: string;
	/** The reply is a file: its name if Chatwoot does not send one. */
	file?: string;
	/** The file is a CSV file: its rows become items unless the user chooses the file. */
	table?: Table;
	/** The user may choose a file with the rows, which is written as they are read. */
	exported?: true;
	/** Path of a file's URL in each record: the file is downloaded into the item. */
	fileAt?: string;
	/** The record is a web page, as `makePage` returns it: its HTML also becomes a file in the item. */
	page?: true;
	/** Shape of the item with "Simplify"; 'all' keeps every key and only makes the values readable. */
	simple?: Shape | 'all' | ShapeBy;
	/** The reply is the record as it was stored: every value that was sent must be in it. */
	stored?: true;
}

/** How a list is divided into pages: by page number or by id. Without either it has no pages. */
export interface Pages {
	/** Return All is on by default. */
	all?: true;
	/** Query parameter of the page number, from 1. */
	param?: string;
	/** The next page is found by an id: `older` by the first row of the page before, `newer` by its last. */
	byId?: 'older' | 'newer';
	/**
	 * Rows of a full page, unless a reply shows that the server has another page size. If nothing shows
	 * whether more rows follow, a shorter first page is the last one.
	 */
	size?: number;
	/**
	 * Whether the page size is a setting of the server. Then a short first page may be a full one, and only
	 * an empty or shorter page ends the list. This costs one more request per list, but no rows are lost.
	 */
	settable?: boolean;
	/** With `byId`: reads forward from the first row in pages of this size, for all rows or those after one. */
	onward?: number;
	/** Path of the total number of rows: pages are then read side by side. Some releases give the page's number. */
	total?: string;
	/** Query parameters with which the total belongs to another list. */
	unless?: string[];
	/** Path of a boolean that says whether more rows follow. */
	more?: string;
	/** The order of the rows, which may depend on the query. Every list with page numbers has one. */
	order?: Order | OrderBy;
	/** Path of a row's id, if it is not `id`. */
	id?: string;
}

/** An order that depends on the query. @param query of the request, including the chosen sorting */
type OrderBy = (query: IDataObject) => Order;

/** The order in which Chatwoot's database sorts the rows of a list. */
export interface Order {
	/** The keys, such as `created_at desc`. */
	by: string;
	/**
	 * Why no two rows have equal keys. Rows with equal keys may be sorted differently for each page, so that
	 * pages repeat some rows and leave out others.
	 */
	unique?: string;
	/** New or changed rows come first. */
	front?: true;
	/** Another way to read the same rows if the list is incomplete. */
	again?: Again;
	/** Paths of the times at which a row may have come into the list, if they are not the usual ones. */
	times?: string[];
	/** A way to read the rows in one piece, if there are at most this many. */
	atOnce?: Again & { most: number };
	/** What the user can do if the list is incomplete. */
	advice?: string;
}

/** A second way to read a list. */
export interface Again {
	/** Replaces these query parameters; undefined removes one. */
	query: Record<string, string | undefined>;
	/** The order of the rows with that query. */
	order: Omit<Order, 'again' | 'atOnce'>;
	/** The reply has all rows: there are no pages. */
	whole?: true;
	/** Sorts the rows as the first request would. @param query of the first request */
	sort: (rows: IDataObject[], query: IDataObject) => IDataObject[];
}

/** One record, at the first of these paths that exists in the reply. */
export const record = (...paths: string[]): Reply => ({ paths });

/** One record as it was stored: a value that was sent and is missing is an error. */
export const stored = (...paths: string[]): Reply => ({ paths, stored: true });

/** One item per row. @param pages only if users may want fewer rows than all */
export const records = (path = '', pages?: Pages): Reply => ({ paths: [path], pages, rows: true });

/** No record: the item is `{ success: true }`. */
export const nothing: Reply = { paths: [''], nothing: true };

/** One item per text, under the key `text`. */
export const texts = (path: string, text: string): Reply => ({
	paths: [path],
	pages: whole,
	text,
});

/** One item with the whole list, for changes: the next node must run once, not once per row. */
export const listIn = (within: string, path = ''): Reply => ({ paths: [path], within });

/** Adds the toggle "Simplify", on by default, which gives items this shape. */
export const simplified = (reply: Reply, simple: Reply['simple']): Reply => ({ ...reply, simple });

/** One item with the file as binary data. @param table for a CSV file: how to read its rows */
export const fileNamed = (file: string, table?: Table): Reply => ({ paths: [], file, table });

/** One item per record, with the file at this path's URL as binary data. */
export const filesAt = (fileAt: string): Reply => ({ paths: [''], fileAt });

/** One item with a web page, in its JSON for the text of an email, and as a file. */
export const webPage: Reply = { paths: [''], page: true };

/** A list without pages. */
export const whole: Pages = {};

/** A list that is read completely by default. */
const everything: Pages = { all: true };

/** One item per row, or all rows as a file. */
export const exportedRows: Reply = { paths: [''], pages: everything, exported: true };

/** A list by page number. */
export const byPage = (
	size: number,
	order: Order | OrderBy,
	more: Pick<Pages, 'total' | 'more' | 'unless' | 'settable' | 'id'> = {},
): Pages => ({ param: 'page', size, order, ...more });

/**
 * A list of messages: `newer` reads forward from the first one, `older` backward from the last one.
 * @param onward with `older`: page size for reading forward, if all messages or those after one are wanted
 */
export const byId = (direction: 'older' | 'newer', size: number, onward?: number): Pages => ({
	byId: direction,
	size,
	onward,
});
