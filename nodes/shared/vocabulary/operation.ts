import type { IDataObject } from 'n8n-workflow';
import type { Call, Export } from './call';
import { type Field, type Part } from './fields/fields';
import { fieldsOf } from './fields/parts';
import { sentenceOf, sentences, type Needs } from './needs';
import type { Reply } from './reply';

/** An operation, written like a page of the API's documentation. */
export interface Operation {
	/** n8n's own names if they fit: Create, Delete, Get, Get Many, Update. */
	name: string;
	/** Sentence for n8n's search of actions, unique within the node. */
	action: string;
	/** What it returns, such as `Returns the contact, or nothing`: the description begins with it. */
	gives: string;
	/** What it requires: the description ends with it, and a refusal names what can explain it. */
	needs?: Needs;
	/** What else people need to know to choose it, such as possible damage. */
	description?: string;
	/** `METHOD /path`; `{name}` is filled from `path`, a `/{name?}` that has no value is left out. */
	request: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
	path?: Part[];
	query?: Part[];
	body?: Part[];
	/** Used by the node, not sent. */
	options?: Part[];
	/** Default: the whole body is the record. */
	reply?: Reply;
	/** Says above the node's output why an item has no result: hints in whole sentences, '' for none. */
	empty?: (call: Call) => string | string[] | Promise<string | string[]>;
	/** Only if one request is not enough. Returns the records, or an export that reads them. */
	run?: (call: Call) => Promise<IDataObject[]> | Export;
}

interface Resource {
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

export function methodAndPath({ request }: Operation): { method: string; path: string } {
	const [method, path] = request.split(' ');
	return { method, path };
}

/** The description that n8n shows: what the operation returns, what to know, what it requires. */
export function descriptionOf(definition: Operation): string {
	const { action, gives, description = '', needs = {} } = definition;
	const [, record] = /^Create or update an? (.+)/.exec(action) ?? [];
	if (!record) return sentences(gives, description, sentenceOf(needs));
	// n8n's lint wants these words around the record.
	const details = [description, sentenceOf(needs)]
		.filter(Boolean)
		.map((text) => text.charAt(0).toLowerCase() + text.slice(1));
	return `Create a new ${record} (${details.join('; ')}), or update the current one if it already exists (upsert)`;
}

/** Whether the operation is an update: fields that are not sent keep their values, so emptying one is explicit. */
export const isUpdate = ({ request }: Operation): boolean => /^(PATCH|PUT) /.test(request);

/** All fields of the resources, including those inside other fields. */
export const fieldsIn = (resources: Resources): Field[] =>
	Object.values(resources)
		.flatMap(({ operations }) => Object.values(operations))
		.flatMap(({ path = [], query = [], body = [], options = [] }) =>
			fieldsOf([...path, ...query, ...body, ...options], true),
		);
