import type { IDataObject } from 'n8n-workflow';
import type { Upload } from '../formats/form';
import type { Calendar } from '../time/calendar';
import type { Position } from './fields/position';
import type { Needs } from './needs';
import type { Reply } from './reply';

/** A request to Chatwoot. */
export interface Request {
	method: string;
	/** From Chatwoot's root, with encoded segments. */
	path: string;
	/** Replaces base URL and path: the URL of a file that Chatwoot returned. */
	address?: string;
	/** Whether the file at this address is sent to customers: it is fetched without the token, whoever has it. */
	isOpen?: true;
	query?: IDataObject;
	/** Makes more of the query for each try, such as a time until now. */
	queryOfTry?: () => IDataObject;
	/** Sent as JSON, or as the fields of a multipart form when there are files. */
	body?: IDataObject;
	files?: Upload[];
	/** Whether a POST changes nothing, such as a search. */
	reads?: boolean;
	/**
	 * Whether a POST is repeated after a failure although it may have been carried out, regardless of Retry
	 * Creates. Set it only if repeating has the same result; a message must never be sent twice.
	 */
	again?: boolean;
	/** What the operation requires, for the text of an error. */
	needs?: Needs;
}

/** What an operation gets from n8n and the credential, in addition to its fields. */
export interface Host {
	/** Chatwoot's root, without a slash at the end. */
	baseUrl: string;
	/** Country of phone numbers without a country code, such as `DE`. */
	defaultCountry: unknown;
	/** Maximum number of rows. */
	limit: () => number;
	/** Maximum number of simultaneous requests. */
	places: number;
	/** Waits this many milliseconds, and lets other items run meanwhile; throws if the execution is stopped. */
	wait: (milliseconds: number) => Promise<void>;
	/**
	 * Waits until no other item is at work, for what only has to be done before the end. Lets other items run
	 * meanwhile; throws if the execution is stopped.
	 * @param least milliseconds
	 * @param most further milliseconds
	 * @param hurried ends it early
	 */
	waitForOthers: (least: number, most: number, hurried: Promise<void>) => Promise<void>;
	/** Waits for this, and lets other items run meanwhile. */
	away: <T>(wait: () => Promise<T>) => Promise<T>;
	/**
	 * Lets the next item write to the same record, although this item is not finished.
	 * @returns false if items with one request at a time wait for each other to the end
	 */
	letNext: () => boolean;
	/** Writes a line into n8n's log. */
	log: (text: string) => void;
	/**
	 * Shows a hint above the node's output, for a surprising result that is not an error: a whole sentence.
	 * Items with the same text share one hint. Tools have no output pane, so they show none.
	 */
	hint: (text: string) => void;
	/**
	 * A URL that resumes this execution, once it waits. n8n signs it together with these parameters.
	 * @throws BadInput if the node received several items
	 */
	resumeUrl: (parameters: Record<string, string>) => string;
	/** ID of this n8n, which triggers put into their addresses. */
	instanceId: () => string;
	/** Lets the execution wait after this operation. */
	pause: (wait: Pause) => Promise<void>;
	/**
	 * Lets another execution that waits look into its conversation; nothing if the URL is not one of this n8n.
	 * @param isKnown whether the URL is certainly that of a question
	 */
	wake: (url: string, isKnown: boolean) => Promise<void>;
}

interface Pause {
	/** When the execution continues without a response; Unix time in milliseconds. Default: never. */
	until?: number;
	/** What whoever receives the response needs to know. It is stored with the execution. */
	kept: IDataObject;
	/** The item with which the execution continues without a response. */
	expired: IDataObject;
}

/** What the `run` of an operation works with. */
export interface Call extends Calendar {
	/** Version of the node. */
	version: number;
	/** Converted values, and values of choices, by field name. */
	values: IDataObject;
	host: Host;
	/** The operation's request, made from its fields. */
	request: Request;
	/**
	 * Sends the operation's request and returns its records, from all pages.
	 * @param changed is sent instead
	 */
	records: (changed?: Request) => Promise<IDataObject[]>;
	/** Reads all rows of another list, unchanged; stops after the page with a row that is enough. */
	list: (
		request: Request,
		reply: Reply,
		isEnough?: (row: IDataObject) => boolean,
	) => Promise<IDataObject[]>;
	/** Sends another request. Returns the body of the reply. */
	send: (request: Request) => Promise<unknown>;
	/** Sends a GET once per execution. Returns the body of the reply to every item. */
	getOnce: (path: string) => Promise<unknown>;
	/** Runs a task once per execution and key, and returns its result to every item. */
	once: <T>(key: string, task: () => Promise<T>) => Promise<T>;
	/** Runs tasks with the same key one after the other, for records that are only known during the operation. */
	inTurn: <T>(task: () => Promise<T>, keys: string[]) => Promise<T>;
}

/** Flat rows of an export, which are read as they are consumed. */
export interface Export {
	/** What the rows are, such as `messages`. */
	name: string;
	/** The rows of one page at a time, in order. */
	rows: AsyncIterable<IDataObject[]>;
	/** An empty row, which names the columns if there are no rows. */
	blank: () => Promise<IDataObject>;
	/** What Chatwoot leaves out. Known after the rows were read. */
	note?: string;
	/** Where a later export continues. Known after the rows were read. */
	position: () => Position;
}
