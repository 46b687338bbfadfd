import { randomUUID } from 'node:crypto';
import type { IDataObject, INode, NodeParameterValueType } from 'n8n-workflow';
import { isObject, isSame } from '../nodes/shared/values';
import type { Change, Path, Reference } from './expressions';
import { findOutput, pinnedOf, type Found, type Output } from './outputs';
import {
	firstOf,
	isOffered,
	propertyAt,
	surfaceOf,
	targetOf,
	trigger,
	TRIGGER,
	TRIGGER_VERSION,
	type Target,
} from './ours';
import { chosen, parametersOf, Stays, type Remark } from './parameters';
import { changeNode, codeIn, feedersOf, isCode, isPassing, readsItems } from './references';
import { ownParametersOf } from './release';
import { movesOf, type Gives, type Move, type Package, type TriggerMove } from './source';

export interface Workflow extends IDataObject {
	nodes: INode[] & IDataObject[];
	connections: IDataObject;
	pinData?: Record<string, IDataObject[]>;
}

/** What must be looked at, in plain words. */
export interface Point extends Remark {
	node: string;
}

export interface Conversion {
	workflow: Workflow;
	/** Names of the nodes that are ours now. */
	converted: string[];
	/** Names of those that stay what they were. */
	kept: string[];
	points: Point[];
}

/** Bad input, told to who called. */
export class BadWorkflow extends Error {}

/** What gives items: one of our operations, or the trigger. */
interface Origin {
	output?: Output;
	trigger?: TriggerMove;
	hasSimplify: boolean;
}

interface Done {
	node: INode;
	source: Package;
	origin: Origin;
	points: Point[];
}

const SPLITTERS = ['n8n-nodes-base.splitOut', 'n8n-nodes-base.itemLists'];
const TOOL = 'Tool';

const baseOf = (type: string, { nodes }: Package) =>
	nodes.find((name) => type === name || type === name + TOOL);

const sourceOf = ({ type }: INode, packages: Package[]) =>
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
			typeVersion: 1,
			parameters: all as INode['parameters'],
			credentials: named(node, source.title, target.credential),
		},
		origin: originOf(target, all, gives, move),
	};
}

/** Whether their node says itself how many. */
const isCounted = ({ fields = {} }: Move) => Object.values(fields).includes('limit');

const originOf = (target: Target, values: IDataObject, gives: Gives, move?: Move): Origin => ({
	output: { definition: target.definition, values, gives, outputs: move?.outputs },
	hasSimplify: Boolean(propertyAt(target.properties, 'simplify')),
});

/** A node of our own earlier release. */
function renewed(node: INode, source: Package): Done {
	const surface = surfaceOf(node.type.replace(/Tool$/, '')) ?? 'account';
	const tool = node.type.endsWith(TOOL) ? TOOL : '';
	const base = node.type.slice(0, node.type.length - tool.length);
	const own = node.parameters;
	const stored = String(own.resource ?? source.begins?.resource);
	const resource = source.resources?.[stored] ?? stored;
	const now = `${surface}.${resource}`;
	const first = firstOf(base, resource);
	const known = Object.keys(own).every(
		(name) =>
			['resource', 'operation'].includes(name) ||
			(first !== undefined && propertyAt(targetOf(`${now}.${first}`).properties, name)),
	);
	const began = source.begins?.operation[`${surface}.${stored}`];
	const operation = String(own.operation ?? (known && first ? first : began));
	const moves = movesOf(source.operations[`${surface}.${resource}.${operation}`]);
	const move = moves.length ? chosen(moves, own) : { to: `${now}.${operation}` };
	if (!isOffered(move.to)) throw new Stays(`${resource} → ${operation} has no equivalent here`);
	const target = targetOf(move.to);
	const isStored = known && own.operation === undefined;
	const parameters = isStored ? own : ownParametersOf(move, target, own);
	return {
		source,
		points: move.says && !isSame(parameters, own) ? [{ node: node.name, text: move.says }] : [],
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

const move = (node: INode, source: Package): Done => {
	if (source.triggers && node.type in source.triggers) return movedTrigger(node, source);
	return source.own ? renewed(node, source) : moved(node, source);
};

/** A place where one of our items comes from; `rows` behind a node that split the list. */
interface Given {
	name: string;
	gives?: Gives;
}

/** Where an origin's value is now. */
function lookup(origin: Origin, { gives }: Given, path: Path): Found | undefined {
	const { trigger, output } = origin;
	if (trigger) {
		const [from, to] =
			Object.entries(trigger.outputs ?? {}).find(([one]) =>
				`${path.join('.')}.`.startsWith(`${one}.`),
			) ?? [];
		if (from === undefined || to === undefined) return { simple: path, raw: path };
		return { simple: [...to.split('.'), ...path.slice(from.split('.').length)] };
	}
	return output && findOutput(gives ? { ...output, gives } : output, path);
}

/**
 * Turns a workflow into one with our nodes. What has no equivalent stays, and is told.
 * @param given it is not changed
 * @throws BadWorkflow where it is none, or has no node that is known
 */
export function convert(given: unknown, packages: Package[]): Conversion {
	const workflow = checked(given);
	const known = workflow.nodes.filter((node) => sourceOf(node, packages));
	if (!known.length)
		throw new BadWorkflow(
			`No node of ${packages.map(({ title }) => title).join(', ')} is in this workflow.`,
		);
	const others = packages.filter(({ own }) => !own);
	const all = attempt(workflow, packages);
	// What is our own may be of today, where nothing says that it is older.
	const isOlder = known.some((node) => sourceOf(node, packages)?.own && all.changes.has(node.name));
	if (isOlder) return all;
	if (known.some((node) => sourceOf(node, others))) return attempt(workflow, others);
	return { workflow, converted: [], kept: [], points: [] };
}

function checked(given: unknown): Workflow {
	const workflow = given as Partial<Workflow> | undefined;
	const isOne =
		isObject(workflow) &&
		Array.isArray(workflow.nodes) &&
		workflow.nodes.every(
			(node) => isObject(node) && typeof node.type === 'string' && typeof node.name === 'string',
		);
	if (!isOne) throw new BadWorkflow('This is no workflow: it has no list of nodes.');
	const nodes = (workflow.nodes as INode[]).map((node) => ({
		...node,
		parameters: node.parameters ?? {},
	}));
	return { ...workflow, nodes, connections: workflow.connections ?? {} } as Workflow;
}

/** @returns with the names of our own nodes that were of an earlier release */
function attempt(workflow: Workflow, packages: Package[]): Conversion & { changes: Set<string> } {
	const points: Point[] = [];
	const tell = (node: string, text: string, field?: string) => {
		const isTold = points.some(
			(one) => one.node === node && one.text === text && one.field === field,
		);
		if (!isTold) points.push({ node, text, ...(field && { field }) });
	};
	const done = new Map<string, Done>();
	const kept: string[] = [];
	for (const node of workflow.nodes) {
		const source = sourceOf(node, packages);
		if (!source) continue;
		try {
			done.set(node.name, move(node, source));
		} catch (error) {
			if (!(error instanceof Stays)) throw error;
			kept.push(node.name);
			tell(node.name, `Stays as it is: ${error.message}.`, error.field);
		}
	}
	for (const { points: own } of done.values())
		for (const { node, text, field } of own) tell(node, text, field);

	const feeders = feedersOf(workflow.connections);
	const byName = new Map(workflow.nodes.map((node) => [node.name, node]));

	/** Whose items a node gives; null where another's are among them. */
	const givenBy = (name: string, seen: string[] = []): Array<Given | null> => {
		if (done.has(name)) return [{ name }];
		const node = byName.get(name);
		if (!node || seen.includes(name)) return node ? [] : [null];
		if (!isPassing(node) && !splits.has(name)) return [null];
		const before = given(name, [...seen, name]);
		return splits.has(name) ? before.map((one) => one && { ...one, gives: 'rows' }) : before;
	};
	const given = (name: string, seen: string[] = []): Array<Given | null> =>
		(feeders.get(name) ?? []).flatMap((from) => givenBy(from, seen));

	/** Nodes that made items of a list: there are items already. */
	const splits = new Set<string>();
	for (const node of workflow.nodes) {
		if (!SPLITTERS.includes(node.type)) continue;
		const before = given(node.name);
		const field = String(node.parameters.fieldToSplitOut ?? '');
		const isList = (one: Given | null) =>
			one && lookup(done.get(one.name)!.origin, one, field.split('.'))?.list === 'rows';
		if (before.length && before.every(isList)) splits.add(node.name);
	}

	const withoutSimplify = new Set(
		[...done].filter(([, { node }]) => node.parameters.simplify === false).map(([name]) => name),
	);
	const firsts = new Set<string>();
	const lists = new Set<string>();

	const originsOf = (reader: INode, { node }: Reference) =>
		node === undefined ? given(reader.name) : givenBy(node);
	const foundFor = (one: Given, { path }: Reference): Found | undefined => {
		const { origin, source, node } = done.get(one.name)!;
		const goesOn = node.onError?.startsWith('continue') ?? node.continueOnFail;
		if (path[0] === 'error' && goesOn)
			return source.own || path.length > 1
				? { simple: path, raw: path }
				: { simple: ['error', 'message'], raw: ['error', 'message'] };
		return lookup(origin, one, path);
	};

	/** First what is read of each node, then the same again with what came of it. */
	const survey = (reader: INode) => (): Change => (reference) => {
		for (const one of originsOf(reader, reference)) {
			if (!one) continue;
			const found = foundFor(one, reference);
			if (found?.isFirst || found?.list === 'length') firsts.add(one.name);
			if (found?.list === 'rows') lists.add(one.name);
			const isRaw = found && !found.list && !found.simple;
			if ((isRaw || found?.list === 'rows') && done.get(one.name)!.origin.hasSimplify)
				withoutSimplify.add(one.name);
		}
		return undefined;
	};
	const renamed = new Set<string>();
	const rewrite =
		(reader: INode) =>
		(field: string): Change =>
		(reference) => {
			const origins = originsOf(reader, reference);
			const ours = origins.filter((one): one is Given => one !== null);
			if (!ours.length) return undefined;
			const own = ours.flatMap((one) => {
				const found = foundFor(one, reference);
				const path = withoutSimplify.has(one.name) ? found?.raw : found?.simple;
				return found?.list || path ? [{ one, found, path }] : [];
			});
			const names = [...new Set(ours.map(({ name }) => name))]
				.map((name) => `“${name}”`)
				.join(' or ');
			if (origins.includes(null)) {
				if (reference.path.length)
					tell(
						reader.name,
						`${reference.text} may be of ${names} or of another node: look at it.`,
						field,
					);
				return undefined;
			}
			if (!own.length) {
				tell(reader.name, `${reference.text} of ${names} is not in the item: look at it.`, field);
				return undefined;
			}
			const [{ one, found, path }] = own;
			if (found?.list) {
				const rows = `$(${JSON.stringify(one.name)}).all().map((item) => item.json).filter((row) => Object.keys(row).length > 0)`;
				return { code: found.list === 'length' ? `${rows}.length` : rows };
			}
			if (own.some((other) => !isSame(other.path, path)))
				tell(
					reader.name,
					`${reference.text} is elsewhere in the items of ${names}: look at it.`,
					field,
				);
			if (path && !isSame(path, reference.path)) renamed.add(one.name);
			return path;
		};

	const nodes = workflow.nodes.map((node) => done.get(node.name)?.node ?? node);
	for (const node of nodes) {
		changeNode(node, survey(node));
		for (const code of codeIn(node).filter((one) => readsItems(String(one))))
			for (const one of given(node.name)) {
				if (!one) continue;
				if (done.get(one.name)!.origin.hasSimplify) withoutSimplify.add(one.name);
				tell(
					node.name,
					`The code takes the items of “${one.name}” in hand: look at what it reads (${String(code).split('\n')[0].slice(0, 60)}).`,
				);
			}
	}

	const made = nodes.map((node) => {
		if (node.type === 'n8n-nodes-base.stickyNote') return node;
		const changed = changeNode(node, rewrite(node));
		if (splits.has(node.name)) {
			tell(
				node.name,
				'Is not needed any more, as there is an item for each entry: it gives on what it gets.',
			);
			return { ...changed, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		}
		const origin = done.get(node.name)?.origin;
		if (!origin) return changed;
		return withList(changed, origin);
	});

	/** What a list in one item was to the nodes behind it. */
	function withList(node: INode, { output, hasSimplify }: Origin): INode {
		const parameters: Record<string, NodeParameterValueType> = { ...node.parameters };
		if (hasSimplify && withoutSimplify.has(node.name)) parameters.simplify = false;
		const isList =
			output?.gives === 'body' &&
			output.definition.reply?.pages &&
			output.definition.reply.paths.some(Boolean);
		if (!isList) return { ...node, parameters };
		const behind = workflow.nodes.filter(({ name }) => feeders.get(name)?.includes(node.name));
		const isSplit = behind.length > 0 && behind.every(({ name }) => splits.has(name));
		if (firsts.has(node.name) && !lists.has(node.name)) {
			Object.assign(parameters, { returnAll: false, limit: 1 });
			tell(
				node.name,
				'Limit is 1, as only the first entry is read behind it. A length there is now 0 or 1.',
			);
		} else if (!isSplit) {
			tell(
				node.name,
				'Gives an item for each entry, where it gave one item with a list: the nodes behind it run once for each.',
			);
		}
		if (parameters.returnAll === false && !firsts.has(node.name))
			tell(
				node.name,
				`Limit is ${String(parameters.limit)}, one page as before: Return All gives all.`,
			);
		return { ...node, parameters, ...(!isSplit && { alwaysOutputData: true }) };
	}

	const pinData = Object.fromEntries(
		Object.entries(workflow.pinData ?? {}).map(([name, items]) => {
			const one = done.get(name);
			if (!one?.origin.output || !Array.isArray(items)) return [name, items];
			const output = one.origin.output;
			return [name, items.flatMap((item) => pinnedItems(output, item, !withoutSimplify.has(name)))];
		}),
	);

	const isDifferent = (name: string) =>
		renamed.has(name) || !isSame(done.get(name)!.node, byName.get(name));
	const changes = new Set([...done.keys()].filter(isDifferent));
	const others = [...done].filter(([, { source }]) => !source.own);
	for (const [credential, names] of credentialsOf(others.map(([, { node }]) => node)))
		tell(
			names.join(', '),
			`Choose the credential “${credential}”: a workflow has no tokens in it. One with the old one's name is taken by itself.`,
		);
	return {
		workflow: {
			...workflow,
			nodes: (changes.size && points.length
				? [...made, noteOf(made, points)]
				: made) as Workflow['nodes'],
			...(workflow.pinData && { pinData }),
		},
		converted: [...done.keys()],
		kept,
		points,
		changes,
	};
}

/** Pinned items stand bare, or as n8n keeps them. */
function pinnedItems(output: Output, item: IDataObject, isSimple: boolean): IDataObject[] {
	if (!isObject(item.json)) return pinnedOf(output, item, isSimple);
	const { json, ...rest } = item;
	return pinnedOf(output, json as IDataObject, isSimple).map((one) => ({ ...rest, json: one }));
}

const TITLES: Record<string, string> = {
	customerConversationApi: 'Customer Conversation API',
	customerConversationClientApi: 'Customer Conversation Client API',
};

function credentialsOf(nodes: INode[]): Array<[string, string[]]> {
	return Object.entries(TITLES).flatMap(([type, title]): Array<[string, string[]]> => {
		const names = nodes.filter(({ credentials }) => credentials?.[type]).map(({ name }) => name);
		return names.length ? [[title, names]] : [];
	});
}

/** One line a point. */
export const lineOf = ({ node, field, text }: Point) =>
	`${node}${field ? ` → ${field}` : ''}: ${text}`;

const WIDTH = 480;

function noteOf(nodes: INode[], points: Point[]): INode {
	const content = [
		'## To look at',
		...points.map((point) => `- **${lineOf(point).replace(': ', ':** ')}`),
	].join('\n');
	const height = 120 + 40 * points.length;
	const left = Math.min(...nodes.map(({ position }) => position?.[0] ?? 0));
	const top = Math.min(...nodes.map(({ position }) => position?.[1] ?? 0));
	const taken = nodes.map(({ name }) => name);
	const name = ['Moved', 'Moved 2', 'Moved 3'].find((one) => !taken.includes(one)) ?? randomUUID();
	return {
		id: randomUUID(),
		name,
		type: 'n8n-nodes-base.stickyNote',
		typeVersion: 1,
		position: [left, top - height - 60],
		parameters: { content, width: WIDTH, height, color: 3 },
	};
}
