import type { IDataObject } from 'n8n-workflow';
import type { Calendar } from './calendar';
import type { Table } from './csv';
import type { Part } from './fields';
import type { Pages, Reply } from './reply';
import type { Host } from './rows';
import type { Request } from './transport/request';

/** What an operation of several requests works with. */
export interface Call extends Calendar {
	/** Checked and converted values by field name, and what was chosen. */
	values: IDataObject;
	host: Host;
	/** The operation's own request, as the fields make it. */
	request: Request;
	/** The records of the operation's own request, all its pages included. */
	records: () => Promise<IDataObject[]>;
	/** All rows of another list, as they came; up to the page with one that is enough. */
	list: (
		request: Request,
		reply: Reply,
		isEnough?: (row: IDataObject) => boolean,
	) => Promise<IDataObject[]>;
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

/** A list by page number. */
export const byPage = (
	size: number,
	total?: string,
	more: Pick<Pages, 'more' | 'unless' | 'settable'> = {},
): Pages => ({ param: 'page', size, total, ...more });

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
