import type { IDataObject, INode, NodeParameterValueType } from 'n8n-workflow';
import { isObject, isSame } from '../nodes/shared/values';
import type { Change, Path, Reference } from './expressions';
import { move, sourceOf, type Done, type Origin } from './nodes';
import { credentialsOf, noteOf, type Point } from './note';
import { findOutput, pinnedOf, type Found, type Output } from './outputs';
import { Stays } from './parameters';
import { changeNode, codeIn, feedersOf, isPassing, readsItems } from './references';
import type { Gives, Package } from './source';

export interface Workflow extends IDataObject {
	nodes: INode[] & IDataObject[];
	connections: IDataObject;
	pinData?: Record<string, IDataObject[]>;
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

const SPLITTERS = ['n8n-nodes-base.splitOut', 'n8n-nodes-base.itemLists'];
/** A place where one of our items comes from; `rows` behind a node that split the list. */
interface Given {
	name: string;
	gives?: Gives;
}

/** Where an origin's value is now. */
function lookup({ output }: Origin, { gives }: Given, path: Path): Found | undefined {
	if (!output) return { simple: path, raw: path };
	return findOutput(gives ? { ...output, gives } : output, path);
}

/**
 * Turns a workflow into one with our nodes. What has no equivalent stays, and is told.
 * @param given it is not changed
 * @throws BadWorkflow where it is none, or has no node that is known
 */
export function convert(given: unknown, packages: Package[]): Conversion {
	const workflow = checked(given);
	if (!workflow.nodes.some((node) => sourceOf(node, packages)))
		throw new BadWorkflow(
			`No node of ${packages.map(({ title }) => title).join(', ')} is in this workflow.`,
		);
	return attempt(workflow, packages);
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

function attempt(workflow: Workflow, packages: Package[]): Conversion {
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
		const { origin, node } = done.get(one.name)!;
		const goesOn = node.onError?.startsWith('continue') ?? node.continueOnFail;
		if (path[0] === 'error' && goesOn)
			return path.length > 1
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

	for (const [credential, names] of credentialsOf([...done.values()].map(({ node }) => node)))
		tell(
			names.join(', '),
			`Choose the credential “${credential}”: a workflow has no tokens in it. One with the old one's name is taken by itself.`,
		);
	return {
		workflow: {
			...workflow,
			nodes: (done.size && points.length
				? [...made, noteOf(made, points)]
				: made) as Workflow['nodes'],
			...(workflow.pinData && { pinData }),
		},
		converted: [...done.keys()],
		kept,
		points,
	};
}

/** Pinned items stand bare, or as n8n keeps them. */
function pinnedItems(output: Output, item: IDataObject, isSimple: boolean): IDataObject[] {
	if (!isObject(item.json)) return pinnedOf(output, item, isSimple);
	const { json, ...rest } = item;
	return pinnedOf(output, json as IDataObject, isSimple).map((one) => ({ ...rest, json: one }));
}
