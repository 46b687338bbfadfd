import type { IDataObject } from 'n8n-workflow';

/** A field of ours that takes a value as it is: `conversation_id`, `additional_fields.status`. */
export type Field =
	| string
	| {
			to: string;
			/** Our value for each of theirs. Other values and expressions have no equivalent. */
			values?: Record<string, unknown>;
			/** Values that mean nothing was set. */
			none?: unknown[];
			/** Rows that become an object: path of the list, and the keys of name and value in a row. */
			rows?: [path: string, name: string, value: string];
	  }
	/** A field that may only have these values, because our operation always does that; `why` not others. */
	| { only: unknown[]; why?: string }
	/** A field that our operation does not need; the text says why, for the list. */
	| { needless: string };

/** An operation of another package, and ours for it. */
export interface Move {
	/** Our operation: `message.send`, `platform.user.get`, `public.contact.get`. */
	to: string;
	/** Values of their fields that select this move, if one of theirs is several of ours; undefined means not set. */
	when?: Record<string, unknown[]>;
	/** Our field by theirs; inside a collection `options.private`. */
	fields?: Record<string, Field>;
	/** Fields of ours that are always set, by their path: `additional_fields.status`. */
	sets?: IDataObject;
	/** What is different in our operation, for the list. */
	remark?: string;
	/** What their operation returns, if it differs from the package's others. */
	gives?: Gives;
}

/** What one of their items is: Chatwoot's whole reply, or one row of it. */
export type Gives = 'body' | 'rows';

export interface TriggerMove {
	/** Our event by theirs; other events have no equivalent. */
	events: Record<string, string>;
	fields?: Record<string, Field>;
	sets?: IDataObject;
	remark?: string;
}

/** A package whose workflows are converted: only data. */
export interface Package {
	/** Its name on npm and in the list. */
	title: string;
	/** Types of its nodes; those for AI agents end with `Tool`. */
	nodes: string[];
	/** Whether another package has nodes of the same type: only nodes with these operations are converted. */
	sharesType?: true;
	triggers?: Record<string, TriggerMove>;
	/** Their default resource and operations, which n8n does not store. */
	begins?: { resource: string; operation: Record<string, string> };
	gives: Gives;
	/** What has no equivalent, and why: a resource, `resource.operation` or an event. */
	lacks?: Record<string, string>;
	/** Fields that all operations have. */
	fields?: Record<string, Field>;
	/** By `resource.operation`; the first move whose `when` fits is used. */
	operations: Record<string, Move | Move[]>;
}

/** The moves of an operation. */
export const movesOf = (moves: Move | Move[] | undefined): Move[] => (moves ? [moves].flat() : []);

/** The fields of ours that a move may set, each with the values that the table names for it. */
export const fieldsSetBy = ({
	fields = {},
	sets = {},
}: Pick<Move, 'fields' | 'sets'>): Array<[path: string, values: unknown[]]> => [
	...Object.entries(sets).map(([path, value]): [string, unknown[]] => [path, [value]]),
	...Object.values(fields).flatMap((field): Array<[string, unknown[]]> => {
		if (typeof field === 'string') return [[field, []]];
		return 'to' in field ? [[field.to, Object.values(field.values ?? {})]] : [];
	}),
];
