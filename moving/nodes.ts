import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import { at } from '../nodes/shared/values';
import { newestVersionOf } from '../truth/surfaces';
import type { Point } from './note';
import {
	beginningOf,
	isOffered,
	propertyAt,
	surfaceOf,
	targetOf,
	trigger,
	TRIGGER,
	TRIGGER_VERSION,
	type Target,
} from './ours';
import type { Output } from './outputs';
import { chosen, parametersOf, Stays } from './parameters';
import { ownParametersOf, withoutGone } from './release';
import { movesOf, type Gives, type Move, type Package, type TriggerMove } from './source';

/** What gives items: one of our operations, or the trigger. */
export interface Origin {
	output?: Output;
	trigger?: TriggerMove;
	hasSimplify: boolean;
}

export interface Done {
	node: INode;
	source: Package;
	origin: Origin;
	points: Point[];
	/** Something that our nodes of today do not have was in it. */
	isSign?: boolean;
}

const TOOL = 'Tool';

const baseOf = (type: string, { nodes }: Package) =>
	nodes.find((name) => type === name || type === name + TOOL);

/** The package that a node is of. */
export const sourceOf = ({ type }: INode, packages: Package[]) =>
	packages.find((one) => baseOf(type, one) ?? (one.triggers && type in one.triggers));

/** One page, as before: of what comes in pages, so many as the service sends; else all. */
function onePage(target: Target, gives: Gives): IDataObject {
	const pages = target.definition.reply?.pages;
	if (!pages || !propertyAt(target.properties, 'returnAll')) return {};
	return pages.size && gives === 'body'
		? { returnAll: false, limit: pages.size }
		: { returnAll: true };
}

const named = (node: INode, from: string, credential: string): INode['credentials'] => {
	const old = Object.values(node.credentials ?? {})[0];
	return { [credential]: { id: null, name: old?.name ?? from } };
};

function moved(node: INode, source: Package): Done {
	const base = baseOf(node.type, source) ?? '';
	const { begins } = source;
	const given = node.parameters;
	const resource = String(given.resource ?? begins?.resource);
	const operation = String(given.operation ?? begins?.operation[resource]);
	const moves = movesOf(source.operations[`${resource}.${operation}`]);
	if (!moves.length) throw new Stays(`${resource} → ${operation} has no equivalent here`);
	const move = chosen(moves, given);
	const target = targetOf(move.to);
	const gives = move.gives ?? source.gives;
	const { parameters, remarks } = parametersOf(move, target, given, source.fields);
	const { resource: ours, operation: done } = target;
	const page = isCounted(move) ? {} : onePage(target, gives);
	const all = { resource: ours, operation: done, ...parameters, ...page };
	const points = [...remarks, ...(move.says ? [{ text: move.says }] : [])].map((one) => ({
		...one,
		node: node.name,
	}));
	return {
		source,
		points,
		node: {
			...node,
			type: node.type === base ? target.type : target.type + TOOL,
			typeVersion: newestVersionOf(target.type),
			parameters: all as INode['parameters'],
			credentials: named(node, source.title, target.credential),
		},
		origin: originOf(target, all, gives, move),
	};
}

/** Whether their node says itself how many. */
const isCounted = ({ fields = {} }: Move) => Object.values(fields).includes('limit');

const originOf = (target: Target, values: IDataObject, gives: Gives, move?: Move): Origin => ({
	output: {
		definition: target.definition,
		...{ values, version: newestVersionOf(target.type), gives },
		outputs: move?.outputs,
	},
	hasSimplify: Boolean(propertyAt(target.properties, 'simplify')),
});

/** Whether a node can be one of today: what is not stored is where the panel begins. */
function isOfToday(type: string, own: IDataObject): string | undefined {
	const { resource, operation } = beginningOf(type, own.resource as string | undefined);
	const to = `${surfaceOf(type)}.${resource}.${String(own.operation ?? operation)}`;
	if (!isOffered(to) || targetOf(to).type !== type) return undefined;
	const { properties } = targetOf(to);
	const isThere = (name: string) =>
		['resource', 'operation'].includes(name) || propertyAt(properties, name);
	return Object.keys(own).every(isThere) ? to : undefined;
}

/** A node of our own earlier release. */
function renewed(node: INode, source: Package): Done {
	const tool = node.type.endsWith(TOOL) ? TOOL : '';
	const type = node.type.slice(0, node.type.length - tool.length);
	const surface = surfaceOf(type);
	const own = node.parameters;
	const today = isOfToday(type, own);
	// What is stored says it; what is not was where the older panel began, unless only today's fits.
	const first = surface === 'account' ? source.begins?.resource : beginningOf(type).resource;
	const stored = String(own.resource ?? first);
	const resource = source.resources?.[stored] ?? stored;
	const began = source.begins?.operation[`${surface}.${stored}`];
	const isOpen = own.resource === undefined || own.operation === undefined;
	const theirs =
		isOpen && today ? today : `${surface}.${resource}.${String(own.operation ?? began)}`;
	const moves = movesOf(source.operations[theirs]);
	const move = moves.length ? chosen(moves, own) : { to: theirs };
	if (!isOffered(move.to)) throw new Stays(`${theirs} has no equivalent here`);
	const target = targetOf(move.to);
	const isLeft = isOpen && today !== undefined;
	const { parameters, remarks } = withoutGone(
		target,
		isLeft ? own : ownParametersOf(move, target, own),
	);
	const isSign =
		node.type !== target.type + tool ||
		(own.resource !== undefined && own.resource !== target.resource) ||
		(own.operation ?? target.operation) !== target.operation ||
		(own.operation === undefined && !isLeft) ||
		Object.keys(move.fields ?? {}).some((path) => at(own, path) !== undefined);
	return {
		source,
		isSign,
		points: remarks.map((remark) => ({ ...remark, node: node.name })),
		node: { ...node, type: target.type + tool, parameters: parameters as INode['parameters'] },
		origin: originOf(target, parameters, 'record', move),
	};
}

function movedTrigger(node: INode, source: Package): Done {
	const move = source.triggers?.[node.type] as TriggerMove;
	const given = node.parameters;
	if (source.own)
		return {
			source,
			points: [],
			node: { ...node, typeVersion: TRIGGER_VERSION },
			origin: { trigger: given.simplify === false ? { events: {} } : move, hasSimplify: false },
		};
	const { events = [], ...rest } = given as { events?: string[] };
	if (!Array.isArray(events)) throw new Stays('the events are an expression', 'events');
	const unknown = events.filter((event) => !Object.hasOwn(move.events, event));
	if (unknown.length) throw new Stays(`there is no event ${unknown.join(', ')}`, 'events');
	const { parameters, remarks } = parametersOf(move, trigger, rest);
	const says = move.says ? [{ text: move.says }] : [];
	return {
		source,
		points: [...remarks, ...says].map((one) => ({ ...one, node: node.name })),
		node: {
			...node,
			type: TRIGGER,
			typeVersion: TRIGGER_VERSION,
			webhookId: node.webhookId ?? randomUUID(),
			parameters: {
				...parameters,
				events: events.map((event) => move.events[event]),
			} as INode['parameters'],
			credentials: named(node, source.title, 'customerConversationApi'),
		},
		origin: { trigger: move, hasSimplify: false },
	};
}

/**
 * A node of ours in the place of theirs.
 * @throws Stays where it has no equivalent
 */
export const move = (node: INode, source: Package): Done => {
	if (source.triggers && node.type in source.triggers) return movedTrigger(node, source);
	return source.own ? renewed(node, source) : moved(node, source);
};
