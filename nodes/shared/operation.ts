import type { IDataObject } from 'n8n-workflow';
import type { Calendar } from './calendar';
import type { Table } from './csv';
import type { Part } from './fields';
import type { Host } from './rows';
import type { Request } from './transport/request';

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
	/** Rows of a full page; a page with fewer is the last. */
	size?: number;
	/** By id: goes on from the first row, in pages of this size, for all rows or those after one. */
	onward?: number;
	/** Path of the full number of rows: with it pages are asked for side by side. */
	total?: string;
	/** Query parameters with which that number is wrong. */
	unless?: string[];
}

/** What an operation of several requests works with. */
export interface Call extends Calendar {
	/** Checked and converted values by field name, and what was chosen. */
	values: IDataObject;
	host: Host;
	/** The operation's own request, as the fields make it. */
	request: Request;
	/** The records of the operation's own request, all its pages included. */
	records: () => Promise<IDataObject[]>;
	/** Sends another request. Gives the body of the reply. */
	send: (request: Request) => Promise<unknown>;
	/** The body of a GET that all items of the execution share: it is sent once. */
	getOnce: (path: string) => Promise<unknown>;
	/** For what is found on the way: tasks that share a key take turns. By their fields items do. */
	inTurn: <T>(task: () => Promise<T>, keys: string[]) => Promise<T>;
}

/** One operation, written like a page of the API. */
export interface Operation {
	/** As n8n lists it: Create, Delete, Get, Get Many, Update; others say what they do. */
	name: string;
	/** Sentence for n8n's search of actions, unique in the node. */
	action: string;
	/** What one must know before choosing it: role, edition, release, harm. Refusals repeat it. */
	description?: string;
	/** `METHOD /path`; `{name}` is filled from `path`, a `/{name?}` that has no value is left out. */
	request: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
	path?: Part[];
	query?: Part[];
	body?: Part[];
	/** Read by the node, not sent. */
	options?: Part[];
	/** Default: the whole body is the record. */
	reply?: Reply;
	/** Only where one request is not enough. Gives the records. */
	run?: (call: Call) => Promise<IDataObject[]>;
}

export interface Resource {
	name: string;
	operations: Record<string, Operation>;
}

export type Resources = Record<string, Resource>;

export const operation = (definition: Operation): Operation => definition;

/** @param operations keys are the values n8n stores; they never change after a release */
export const resource = (name: string, operations: Record<string, Operation>): Resource => ({
	name,
	operations,
});

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

/** With "Simplify", on by default: only these paths of each record. */
export const simplified = (reply: Reply, simple: string[]): Reply => ({ ...reply, simple });

/** One item with the file as binary data. @param table how to read a CSV file: a row an item */
export const fileNamed = (file: string, table?: Table): Reply => ({ paths: [], file, table });

/** A list that comes in one piece. */
export const whole: Pages = {};

/** A list by page number. @param unless query parameters with which the total is wrong */
export const byPage = (size: number, total?: string, unless?: string[]): Pages => ({
	param: 'page',
	size,
	total,
	unless,
});

/**
 * A list of messages; `newer` from the first one on, `older` from the last one back.
 * @param onward size of the pages in which `older` goes on where all are wanted, or those after one
 */
export const byId = (direction: 'older' | 'newer', size: number, onward?: number): Pages => ({
	byId: direction,
	size,
	onward,
});

export function methodAndPath({ request }: Operation): { method: string; path: string } {
	const [method, path] = request.split(' ');
	return { method, path };
}

/** An update leaves alone what is not sent, so emptying a field has to be said. */
export const isUpdate = ({ request }: Operation): boolean => /^(PATCH|PUT) /.test(request);
