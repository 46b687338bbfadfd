import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import manifest from '../package.json';
import type { Operation } from '../nodes/shared/vocabulary/operation';
import { panel } from '../nodes/CustomerConversationTrigger/settings';
import { sources } from '../nodes/CustomerConversationTrigger/sources';
import {
	newestVersionOf,
	nodeNameOf,
	operations,
	propertiesOf,
	typeNameOf,
} from '../truth/surfaces';

/** Our side: names, parameters and outputs, read from the nodes themselves. */

const all = new Map(operations());

/** The type that n8n stores for a node of ours. */
export const typeOf = (node: string) => `${manifest.name}.${node}`;
export const TRIGGER = typeOf('customerConversationTrigger');
export const TRIGGER_VERSION = newestVersionOf(TRIGGER);
/** The properties of the trigger with its default source. */
export const trigger = { id: 'the trigger', properties: panel(sources) };

/** The full id of an operation: `message.send` belongs to the account, others name their surface. */
const idOf = (to: string) => (to.split('.').length === 3 ? to : `account.${to}`);

export interface Target {
	id: string;
	type: string;
	credential: string;
	resource: string;
	operation: string;
	definition: Operation;
	/** Everything that its panel can show. */
	properties: INodeProperties[];
}

/** @throws Error if there is no such operation */
export function targetOf(to: string): Target {
	const id = idOf(to);
	const definition = all.get(id);
	if (!definition) throw new Error(`No operation ${id}`);
	const [surface, resource, operation] = id.split('.');
	const folder = nodeNameOf(id);
	const isShown = (condition: unknown, value: string) =>
		condition === undefined || (condition as string[]).includes(value);
	const properties = propertiesOf(folder).filter(({ name, displayOptions: { show } = {} }) => {
		if (name === 'resource' || name === 'operation') return false;
		return isShown(show?.resource, resource) && isShown(show?.operation, operation);
	});
	return {
		id,
		resource,
		operation,
		definition,
		type: typeOf(typeNameOf(folder)),
		credential: surface === 'public' ? 'customerConversationClientApi' : 'customerConversationApi',
		properties,
	};
}

const isCollection = (entry: object): entry is INodePropertyCollection => 'values' in entry;

/** A property by its path, `additional_fields.status`; undefined if there is none. */
export function propertyAt(all: INodeProperties[], path: string): INodeProperties | undefined {
	const [name, ...inner] = path.split('.');
	const named = all.filter((one) => one.name === name);
	const found = named.find(({ type }) => type !== 'hidden') ?? named[0];
	if (!found || !inner.length) return found;
	const members = (found.options ?? []) as Array<INodeProperties | INodePropertyCollection>;
	const group = members.find((one) => isCollection(one) && one.name === inner[0]);
	if (group && isCollection(group)) return propertyAt(group.values, inner.slice(1).join('.'));
	return propertyAt(
		members.filter((one): one is INodeProperties => !isCollection(one)),
		inner.join('.'),
	);
}
