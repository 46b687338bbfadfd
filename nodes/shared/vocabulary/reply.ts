import type { IDataObject } from 'n8n-workflow';
import type { Table } from '../formats/csv';
import { isOf, type Versions } from './versions';

/**
 * The keys of an item in their order, each with its path in the record: null where there is nothing.
 * What ends in `?` is left out where the reply does not tell it. Lists of records have a shape too,
 * and a page at the service has its address.
 */
export interface Shape {
	[key: string]: string | [path: string, shape: Shape] | WebPage;
}

/** A shape that depends on what was chosen, or on the version of the node. */
export type ShapeBy = (values: IDataObject, version: number) => Shape;

/** A part of a shape that some versions of the node give only. */
export interface ShapeIn extends Versions {
	shape: Shape;
}

/** A shape of these parts, in their order: `from` and `until` say which versions give one. */
export const shapeByVersion =
	(...parts: ShapeIn[]): ShapeBy =>
	(_, version) =>
		Object.assign(
			{},
			...parts.filter((part) => isOf(version, part)).map(({ shape }) => shape),
		) as Shape;

/** `/path` from the root of the service; `{name}` is a key of the item, or a field of the call. */
export interface WebPage {
	page: string;
}

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
	/** The rows may come as a file, which is written while they are read. */
	exported?: true;
	/** Each record is about a file: the path of its address. The file comes with it, as binary data. */
	fileAt?: string;
	/** What "Simplify" makes of a record; 'all': the whole of it, readable. */
	simple?: Shape | 'all' | ShapeBy;
	/** It is the record as it was stored: what was sent has to be in it. */
	stored?: true;
}

/** How a list goes on: by page number or by id. Without either the server sends it whole. */
export interface Pages {
	/** It is wanted whole: Return All is on until somebody switches it off. */
	all?: true;
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
	/** In which order the rows come, by the query: every list with page numbers says it. */
	order?: Order | OrderBy;
	/** Path of a row's id, if it is not `id`. */
	id?: string;
}

/** @param query of the request, with what was chosen */
export type OrderBy = (query: IDataObject) => Order;

/** In which order the service sorts the rows of a list, as its database does it. */
export interface Order {
	/** The keys, such as `created_at desc`. */
	by: string;
	/**
	 * Why no two rows have the same keys. Rows that have may stand in another order on each page: then
	 * pages repeat some and leave others out.
	 */
	unique?: string;
	/** Rows that are new, or that change, come first. */
	front?: true;
	/** Another way to read the same rows, for a list that did not come whole. */
	again?: Again;
	/** What to do if the list does not come whole. */
	advice?: string;
}

/** A second way to read a list. */
export interface Again {
	/** Replaces these parameters of the query; undefined takes one away. */
	query: Record<string, string | undefined>;
	/** The order that it asks for. */
	order: Omit<Order, 'again'>;
	/** The reply has all rows in one piece. */
	whole?: true;
	/** Sorts the rows as the first request asked for. @param query of that request */
	sort: (rows: IDataObject[], query: IDataObject) => IDataObject[];
}

/** One record, at the first of these paths that the reply has. */
export const record = (...paths: string[]): Reply => ({ paths });

/** One record as the service stored it: what was sent and is not there is an error. */
export const stored = (...paths: string[]): Reply => ({ paths, stored: true });

/** One item a row; pages only where people may want fewer than all. */
export const records = (path = '', pages?: Pages): Reply => ({ paths: [path], pages });

/** One item a text. */
export const texts = (path: string, text: string): Reply => ({
	paths: [path],
	pages: whole,
	text,
});

/** One item with the list in it: what a change gives back must not start the next node many times. */
export const listIn = (within: string, path = ''): Reply => ({ paths: [path], within });

/** With "Simplify", on by default: an item of this shape. For records that are not simple by themselves. */
export const simplified = (reply: Reply, simple: Reply['simple']): Reply => ({ ...reply, simple });

/** One item with the file as binary data. @param table how to read a CSV file: a row an item */
export const fileNamed = (file: string, table?: Table): Reply => ({ paths: [], file, table });

/** One item a record, with the file that is at its address as binary data. */
export const filesAt = (fileAt: string): Reply => ({ paths: [''], fileAt });

/** A list that comes in one piece. */
export const whole: Pages = {};

/** All rows, unless somebody sets a limit. */
export const everything: Pages = { all: true };

/** One item a row, or all rows as a file. */
export const exportedRows: Reply = { paths: [''], pages: everything, exported: true };

/** A list by page number. */
export const byPage = (
	size: number,
	order: Order | OrderBy,
	more: Pick<Pages, 'total' | 'more' | 'unless' | 'settable' | 'id'> = {},
): Pages => ({ param: 'page', size, order, ...more });

/**
 * A list of messages; `newer` from the first one on, `older` from the last one back.
 * @param onward size of the pages in which `older` goes on where all are wanted, or those after one
 */
export const byId = (direction: 'older' | 'newer', size: number, onward?: number): Pages => ({
	byId: direction,
	size,
	onward,
});
