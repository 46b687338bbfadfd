import type { IDataObject } from 'n8n-workflow';
import type { Upload } from '../formats/form';
import type { Calendar } from '../time/calendar';
import type { Position } from './fields/position';
import type { Needs } from './needs';
import type { Reply } from './reply';

/** One call of the service. */
export interface Request {
	method: string;
	/** From the root of the service, segments already encoded. */
	path: string;
	/** In place of base URL and path: a file that the service gave the address of. */
	address?: string;
	query?: IDataObject;
	/** Sent as JSON, or as the fields of a multipart form when there are files. */
	body?: IDataObject;
	files?: Upload[];
	/** A POST that changes nothing. */
	reads?: boolean;
	/**
	 * Whether a POST is sent again after a fault that may have come after the service acted, whatever
	 * Retry Creates says: what sets the same once more may, a message never.
	 */
	again?: boolean;
	/** What the operation needs, for the text of a refusal. */
	needs?: Needs;
}

/** What n8n and the credential say beside the fields. */
export interface Host {
	/** Root of the service. */
	baseUrl: string;
	/** The most rows wanted. */
	limit: () => number;
	/** The most requests in flight. */
	places: number;
	/** Waits so many milliseconds; throws once the execution is stopped. */
	wait: (milliseconds: number) => Promise<void>;
	/** Writes a line into n8n's log. */
	log: (text: string) => void;
	/**
	 * Shows a hint above the node's output, for what is no error and would surprise: a whole sentence.
	 * Items with the same text share one hint. A tool has no output pane, so it shows none.
	 */
	hint: (text: string) => void;
}

/** What an operation of several requests works with. */
export interface Call extends Calendar {
	/** Of the node. */
	version: number;
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
	/** What all items of the execution share: the first that comes with the key does it, for all. */
	once: <T>(key: string, task: () => Promise<T>) => Promise<T>;
	/** For what is found on the way: tasks that share a key take turns. By their fields items do. */
	inTurn: <T>(task: () => Promise<T>, keys: string[]) => Promise<T>;
}

/** Flat rows that are read while they are taken. */
export interface Export {
	/** What they are, such as `messages`. */
	name: string;
	/** Those of a page at a time, in order. */
	rows: AsyncIterable<IDataObject[]>;
	/** A row of nothing, where no row tells the columns. */
	blank: () => Promise<IDataObject>;
	/** What the service leaves out, known once the rows were taken. */
	note?: string;
	/** Where a later export goes on, once the rows were taken. */
	position: () => Position;
}
