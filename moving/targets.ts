import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import manifest from '../package.json';
import type { Operation } from '../nodes/shared/vocabulary/operation';
import { panel } from '../nodes/CustomerConversationTrigger/settings';
import { sources } from '../nodes/CustomerConversationTrigger/sources';
import {
	nodeNameOf,
	nodes,
	operations,
	propertiesOf,
	typeNameOf,
	versionsOf,
} from '../truth/surfaces';
import { ofVersion } from '../truth/versions';
import { fieldsSetBy, type Move, type TriggerMove } from './source';

/** Our side: names, parameters and outputs, read from the nodes themselves. */

/** Every operation: `account.message.send` and its definition. */
export const everyOperation = new Map(operations());

/** The type that n8n stores for a node of ours. */
export const typeOf = (node: string) => `${manifest.name}.${node}`;
export const TRIGGER = typeOf('customerConversationTrigger');

/** The full id of an operation: `message.send` belongs to the account, others name their surface. */
const idOf = (to: string) => (to.split('.').length === 3 ? to : `account.${to}`);

export interface Target {
	id: string;
	type: string;
	credential: string;
	resource: string;
	operation: string;
	/** As the panel shows the resource. */
	resourceName: string;
	definition: Operation;
	/** The newest version of the node that has all fields which the move sets. */
	version: number;
	/** Everything that its panel can show in this version. */
	properties: INodeProperties[];
}

/** The fields that a move sets and the values that it names, as far as these properties do not have them. */
const lackingIn = (properties: INodeProperties[], move: Pick<Move, 'fields' | 'sets'>): string[] =>
	fieldsSetBy(move).flatMap(([path, values]) => {
		const property = propertyAt(properties, path);
		if (!property) return [path];
		if (property.type !== 'options') return [];
		const offered = (property.options ?? []).map((one) => 'value' in one && one.value);
		return values
			.filter((value) => !offered.includes(value as string))
			.map((value) => `${path} ${String(value)}`);
	});

/**
 * The newest version that has all fields and values of a move: a table may name those of an older one.
 * @throws Error if no version has all of them
 */
function newestFor(
	move: Pick<Move, 'fields' | 'sets'>,
	id: string,
	folder: string,
	all: INodeProperties[],
): Pick<Target, 'version' | 'properties'> {
	const versions = versionsOf(folder).map((version) => ({
		version,
		properties: ofVersion(all, version),
	}));
	const found = versions.findLast(({ properties }) => !lackingIn(properties, move).length);
	if (found) return found;
	const lacking = versions.map(
		({ version, properties }) =>
			`version ${version} lacks ${lackingIn(properties, move).join(', ')}`,
	);
	throw new Error(`${id}: ${lacking.join('; ')}`);
}

/** The trigger that a move leads to. @throws Error if no version has what the move sets */
export const triggerOf = (move: TriggerMove) => ({
	id: 'the trigger',
	...newestFor(move, 'the trigger', 'CustomerConversationTrigger', panel(sources)),
});

/** The operation that a move leads to. @throws Error if there is none, or none with what the move sets */
export function targetOf(move: Pick<Move, 'to' | 'fields' | 'sets'>): Target {
	const id = idOf(move.to);
	const definition = everyOperation.get(id);
	if (!definition) throw new Error(`No operation ${id}`);
	const [surface, resource, operation] = id.split('.');
	const folder = nodeNameOf(id);
	const isShown = (condition: unknown, value: string) =>
		condition === undefined || (condition as string[]).includes(value);
	const shown = propertiesOf(folder).filter(({ name, displayOptions: { show } = {} }) => {
		if (name === 'resource' || name === 'operation') return false;
		return isShown(show?.resource, resource) && isShown(show?.operation, operation);
	});
	return {
		id,
		resource,
		operation,
		resourceName: nodes[folder].resources[resource].name,
		definition,
		type: typeOf(typeNameOf(folder)),
		credential: surface === 'public' ? 'customerConversationClientApi' : 'customerConversationApi',
		...newestFor(move, id, folder, shown),
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
