import type { IDataObject } from 'n8n-workflow';
import type { Call, Export } from './call';
import { type Field, type Part } from './fields/fields';
import { fieldsOf } from './fields/parts';
import { sentenceOf, sentences, type Needs } from './needs';
import type { Reply } from './reply';

/** One operation, written like a page of the API. */
export interface Operation {
	/** As n8n lists it: Create, Delete, Get, Get Many, Update; others say what they do. */
	name: string;
	/** Sentence for n8n's search of actions, unique in the node. */
	action: string;
	/** What comes out, in a few words such as `The contact, or nothing`: the description begins with it. */
	gives: string;
	/** Who may use it, and where it is: said after what it gives, and by a refusal that it explains. */
	needs?: Needs;
	/** What else one must know before choosing it, such as harm. */
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
	/** Says above the node's output why an item gave nothing: whole sentences, '' for no hint. */
	empty?: (call: Call) => string | Promise<string>;
	/** Only where one request is not enough. Gives the records, or reads them while they are taken. */
	run?: (call: Call) => Promise<IDataObject[]> | Export;
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

export function methodAndPath({ request }: Operation): { method: string; path: string } {
	const [method, path] = request.split(' ');
	return { method, path };
}

/** What n8n shows under its name. Its own sentence for what creates or updates has to stand alone. */
export const descriptionOf = (definition: Operation): string =>
	definition.description?.endsWith('(upsert)')
		? definition.description
		: sentences(definition.gives, sentenceOf(definition.needs ?? {}), definition.description ?? '');

/** An update leaves alone what is not sent, so emptying a field has to be said. */
export const isUpdate = ({ request }: Operation): boolean => /^(PATCH|PUT) /.test(request);

/** Every field of the resources, those inside a field, too. */
export const fieldsIn = (resources: Resources): Field[] =>
	Object.values(resources)
		.flatMap(({ operations }) => Object.values(operations))
		.flatMap(({ path = [], query = [], body = [], options = [] }) =>
			fieldsOf([...path, ...query, ...body, ...options], true),
		);
