import type { IDataObject, INode } from 'n8n-workflow';
import type { Point } from './note';
import { propertyAt, targetOf, triggerOf, TRIGGER, type Target } from './targets';
import type { Path } from './expressions';
import type { Found, Output } from './outputs';
import { chosen, parametersOf, Stays, type Remark } from './parameters';
import { movesOf, type Gives, type Move, type Package, type TriggerMove } from './source';
import { uuidOf } from './uuid';
import type { Workflow } from './workflow';

/** What the items of a converted node are. */
export interface Origin {
	/** The output of our operation; undefined for the trigger, which without Simplify returns what Chatwoot sends. */
	output?: Output;
	/** Where a value is now, if the node is ours and of an earlier release; undefined for what is nowhere. */
	place?: (path: Path) => Path | undefined;
	/** Where a value is now, with and without Simplify, if the node was a Webhook. */
	find?: (path: Path) => Found | undefined;
	/** A pinned item as the node returns it now. */
	pinned?: (json: IDataObject, isSimple: boolean) => IDataObject;
	hasSimplify: boolean;
}

export interface Done {
	node: INode;
	origin: Origin;
	points: Point[];
	/** The node that stays if other nodes read what ours does not return. Default: ours is used anyway. */
	instead?: INode;
	/** Other nodes that it makes different: undefined for one that is no longer needed. */
	others?: Map<string, INode | undefined>;
}

/** Nodes that are converted: those of a package, or some of n8n itself, recognized by their parameters. */
export interface Source {
	/** For messages: what was looked for. */
	title: string;
	has: (node: INode) => boolean;
	/**
	 * Our node for one of them.
	 * @throws Stays if it has no equivalent
	 */
	move: (node: INode, workflow: Workflow) => Done;
}

const TOOL = 'Tool';

const baseOf = (type: string, { nodes }: Package) =>
	nodes.find((name) => type === name || type === name + TOOL);

/** The number of results. A list in pages returns one page, as before; other lists return everything. */
export function onePage(target: Target, gives: Gives): IDataObject {
	const pages = target.definition.reply?.pages;
	if (!pages || !propertyAt(target.properties, 'returnAll')) return {};
	return pages.size && gives === 'body'
		? { returnAll: false, limit: pages.size }
		: { returnAll: true };
}

/** Our credential with the name of the old one, by which n8n selects it. */
export const named = (node: INode, from: string, credential: string): INode['credentials'] => {
	const old = Object.values(node.credentials ?? {})[0];
	return { [credential]: { id: null, name: old?.name ?? from } };
};

const pointsOf = ({ name }: INode, remarks: Remark[], { remark }: Pick<Move, 'remark'>): Point[] =>
	[...remarks, ...(remark ? [{ text: remark }] : [])].map((one) => ({ ...one, node: name }));

/** `resource.operation` of their node. */
function operationOf({ resource: chosenResource, operation }: IDataObject, { begins }: Package) {
	const resource = String(chosenResource ?? begins?.resource);
	return `${resource}.${String(operation ?? begins?.operation[resource])}`;
}

const lackOf = ({ lacks = {} }: Package, name: string) =>
	Object.hasOwn(lacks, name) ? lacks[name] : undefined;

function moved(node: INode, source: Package): Done {
	const base = baseOf(node.type, source) ?? '';
	const oldParameters = node.parameters;
	const id = operationOf(oldParameters, source);
	const [resource, operation] = id.split(/\.(.*)/);
	if (resource === 'undefined')
		throw new Stays(
			'it has no parameters, because it was saved in an n8n without its package. Export the workflow from an n8n that has the package',
		);
	const moves = Object.hasOwn(source.operations, id) ? movesOf(source.operations[id]) : [];
	if (!moves.length) {
		const why = lackOf(source, id) ?? lackOf(source, resource);
		throw new Stays(`${resource} → ${operation} has no equivalent here${why ? `: ${why}` : ''}`);
	}
	const move = chosen(moves, oldParameters);
	const target = targetOf(move);
	const gives = move.gives ?? source.gives;
	const { parameters, remarks } = parametersOf(move, target, oldParameters, source.fields);
	const page = isCounted(move) ? {} : onePage(target, gives);
	const { resource: newResource, operation: newOperation } = target;
	const all = { resource: newResource, operation: newOperation, ...parameters, ...page };
	return {
		points: pointsOf(node, remarks, move),
		node: {
			...node,
			type: node.type === base ? target.type : target.type + TOOL,
			typeVersion: target.version,
			parameters: all as INode['parameters'],
			credentials: named(node, source.title, target.credential),
		},
		origin: originOf(target, all, gives),
	};
}

/** Whether their node sets the number of results. */
const isCounted = ({ fields = {} }: Move) => Object.values(fields).includes('limit');

export const originOf = (target: Target, values: IDataObject, gives: Gives): Origin => ({
	output: {
		definition: target.definition,
		values,
		version: target.version,
		gives,
	},
	hasSimplify: Boolean(propertyAt(target.properties, 'simplify')),
});

function movedTrigger(node: INode, source: Package): Done {
	const move = source.triggers?.[node.type] as TriggerMove;
	const { events = [], ...rest } = node.parameters as { events?: string[] };
	if (!Array.isArray(events)) throw new Stays('the events are an expression', 'events');
	const unknown = events.filter((event) => !Object.hasOwn(move.events, event));
	if (unknown.length) {
		const [why] = unknown.flatMap((event) => lackOf(source, event) ?? []);
		throw new Stays(`there is no event ${unknown.join(', ')}${why ? `: ${why}` : ''}`, 'events');
	}
	const target = triggerOf(move);
	const { parameters, remarks } = parametersOf(move, target, rest);
	return {
		points: pointsOf(node, remarks, move),
		node: {
			...node,
			type: TRIGGER,
			typeVersion: target.version,
			webhookId: node.webhookId ?? uuidOf(`${node.id} ${node.name}`),
			parameters: {
				...parameters,
				events: events.map((event) => move.events[event]),
			} as INode['parameters'],
			credentials: named(node, source.title, 'customerConversationApi'),
		},
		origin: { hasSimplify: false },
	};
}

const isTrigger = ({ type }: INode, { triggers }: Package): boolean =>
	triggers !== undefined && Object.hasOwn(triggers, type);

/** Whether the node is of the package: a package with the same name has other operations. */
const isOf = ({ type, parameters }: INode, source: Package): boolean =>
	baseOf(type, source) !== undefined &&
	(!source.sharesType || Object.hasOwn(source.operations, operationOf(parameters, source)));

/** The nodes of a package. */
export const fromPackage = (source: Package): Source => ({
	title: source.title,
	has: (node) => isOf(node, source) || isTrigger(node, source),
	move: (node) => (isTrigger(node, source) ? movedTrigger(node, source) : moved(node, source)),
});
