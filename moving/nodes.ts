import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import { newestVersionOf } from '../truth/surfaces';
import type { Point } from './note';
import { propertyAt, targetOf, trigger, TRIGGER, TRIGGER_VERSION, type Target } from './targets';
import type { Output } from './outputs';
import { chosen, parametersOf, Stays } from './parameters';
import { movesOf, type Gives, type Move, type Package, type TriggerMove } from './source';

/** What gives items. */
export interface Origin {
	/** Of our operation; the trigger, without Simplify, gives on what the service sends. */
	output?: Output;
	hasSimplify: boolean;
}

export interface Done {
	node: INode;
	origin: Origin;
	points: Point[];
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
	const oldParameters = node.parameters;
	const resource = String(oldParameters.resource ?? begins?.resource);
	const operation = String(oldParameters.operation ?? begins?.operation[resource]);
	const moves = movesOf(source.operations[`${resource}.${operation}`]);
	if (!moves.length) throw new Stays(`${resource} → ${operation} has no equivalent here`);
	const move = chosen(moves, oldParameters);
	const target = targetOf(move.to);
	const gives = move.gives ?? source.gives;
	const { parameters, remarks } = parametersOf(move, target, oldParameters, source.fields);
	const { resource: targetResource, operation: done } = target;
	const page = isCounted(move) ? {} : onePage(target, gives);
	const all = { resource: targetResource, operation: done, ...parameters, ...page };
	const points = [...remarks, ...(move.remark ? [{ text: move.remark }] : [])].map((one) => ({
		...one,
		node: node.name,
	}));
	return {
		points,
		node: {
			...node,
			type: node.type === base ? target.type : target.type + TOOL,
			typeVersion: newestVersionOf(target.type),
			parameters: all as INode['parameters'],
			credentials: named(node, source.title, target.credential),
		},
		origin: originOf(target, all, gives),
	};
}

/** Whether their node says itself how many. */
const isCounted = ({ fields = {} }: Move) => Object.values(fields).includes('limit');

const originOf = (target: Target, values: IDataObject, gives: Gives): Origin => ({
	output: {
		definition: target.definition,
		values,
		version: newestVersionOf(target.type),
		gives,
	},
	hasSimplify: Boolean(propertyAt(target.properties, 'simplify')),
});

function movedTrigger(node: INode, source: Package): Done {
	const move = source.triggers?.[node.type] as TriggerMove;
	const { events = [], ...rest } = node.parameters as { events?: string[] };
	if (!Array.isArray(events)) throw new Stays('the events are an expression', 'events');
	const unknown = events.filter((event) => !Object.hasOwn(move.events, event));
	if (unknown.length) throw new Stays(`there is no event ${unknown.join(', ')}`, 'events');
	const { parameters, remarks } = parametersOf(move, trigger, rest);
	const remarkRow = move.remark ? [{ text: move.remark }] : [];
	return {
		points: [...remarks, ...remarkRow].map((one) => ({ ...one, node: node.name })),
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
		origin: { hasSimplify: false },
	};
}

/**
 * A node of ours in the place of theirs.
 * @throws Stays where it has no equivalent
 */
export const move = (node: INode, source: Package): Done =>
	source.triggers && node.type in source.triggers
		? movedTrigger(node, source)
		: moved(node, source);
