import type { IDataObject } from 'n8n-workflow';

/** A field of ours that takes a value as it is: `conversation_id`, `additional_fields.status`. */
export type Field =
	| string
	| {
			to: string;
			/** Ours for each of theirs; any other value has no equivalent, an expression neither. */
			values?: Record<string, unknown>;
			/** Values that stand for nothing. */
			none?: unknown[];
			/** Rows that become an object: path of the list, and the keys of name and value in a row. */
			rows?: [path: string, name: string, value: string];
	  }
	/** It may have this value alone, which is what ours does anyway. */
	| { only: unknown[] }
	/** It has nothing to do here: why. It is on the list. */
	| { needless: string };

/** One operation of another package, and what it is here. */
export interface Move {
	/** `message.send`; `platform.user.get`, `public.contact.get`. */
	to: string;
	/** Where their operation is several of ours: values of their fields; undefined is one not set. */
	when?: Record<string, unknown[]>;
	/** Their field, `options.private` inside a collection, and ours. */
	fields?: Record<string, Field>;
	/** Fields of ours that are always set, by their path: `additional_fields.status`. */
	sets?: IDataObject;
	/** What is different here, for the list. */
	remark?: string;
	/** What comes out, where it is not as the package's others. */
	gives?: Gives;
}

/** What an item is: the service's whole reply, or a row of it. */
export type Gives = 'body' | 'rows';

export interface TriggerMove {
	/** Their events by ours; those that are not named have no equivalent. */
	events: Record<string, string>;
	fields?: Record<string, Field>;
	sets?: IDataObject;
	remark?: string;
}

/** A package whose workflows are converted: data alone. */
export interface Package {
	/** As npm and the list call it. */
	title: string;
	/** Types of its nodes; those for AI agents have `Tool` behind it. */
	nodes: string[];
	triggers?: Record<string, TriggerMove>;
	/** What n8n does not store, because it is where their panel begins. */
	begins?: { resource: string; operation: Record<string, string> };
	gives: Gives;
	/** Fields that all operations have. */
	fields?: Record<string, Field>;
	/** By `resource.operation`; the first whose `when` fits counts. */
	operations: Record<string, Move | Move[]>;
}

/** The move that a node needs. */
export const movesOf = (moves: Move | Move[] | undefined): Move[] => (moves ? [moves].flat() : []);
