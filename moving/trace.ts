import type { INode } from 'n8n-workflow';
import type { Path, Reference } from './expressions';
import type { Done } from './nodes';
import { findOutput, type Found } from './outputs';
import { feedersOf, isPassing } from './references';
import type { Gives } from './source';
import type { Workflow } from './workflow';

/** A converted node whose items arrive somewhere. After a node that split the list they are `rows`. */
export interface Supplier {
	done: Done;
	gives?: Gives;
}

export interface Trace {
	/** The nodes whose items a node reads, with null for each that is not converted. */
	suppliers(reader: INode, node?: Reference['node']): Array<Supplier | null>;
	/** Names of nodes that split a list into items, which our nodes already return. */
	splits: Set<string>;
	/** The nodes directly after a node. */
	followers(name: string): INode[];
}

const SPLITTERS = ['n8n-nodes-base.splitOut', 'n8n-nodes-base.itemLists'];

/** Follows the connections back from every node to the converted nodes whose items it reads. */
export function trace({ nodes, connections }: Workflow, done: Map<string, Done>): Trace {
	const feeders = feedersOf(connections);
	const byName = new Map(nodes.map((node) => [node.name, node]));
	const splits = new Set<string>();

	const found = new Map<string, Array<Supplier | null>>();

	/** The nodes whose items come out of these, through nodes that pass items on. */
	const outOf = (...names: string[]): Array<Supplier | null> => {
		const seen = new Set<string>();
		const suppliers: Array<Supplier | null> = [];
		const ways = names.map((name) => ({ name, isSplit: false }));
		for (let way = ways.pop(); way; way = ways.pop()) {
			const { name, isSplit } = way;
			const key = `${isSplit} ${name}`;
			if (seen.has(key)) continue;
			seen.add(key);
			const converted = done.get(name);
			const node = byName.get(name);
			if (converted) suppliers.push({ done: converted, ...(isSplit && { gives: 'rows' }) });
			else if (!node || (!isPassing(node) && !splits.has(name))) suppliers.push(null);
			else
				for (const feeder of feeders.get(name) ?? [])
					ways.push({ name: feeder, isSplit: isSplit || splits.has(name) });
		}
		return suppliers.reverse();
	};
	const into = (name: string): Array<Supplier | null> => {
		const known = found.get(name) ?? outOf(...(feeders.get(name) ?? []));
		found.set(name, known);
		return known;
	};

	for (const { name, type, parameters } of nodes) {
		if (!SPLITTERS.includes(type)) continue;
		const path = String(parameters.fieldToSplitOut ?? '').split('.');
		const suppliers = into(name);
		const isOfLists = suppliers.every((one) => one && locate(one, path)?.list === 'rows');
		if (!suppliers.length || !isOfLists) continue;
		splits.add(name);
		found.clear();
	}
	return {
		splits,
		suppliers: ({ name }, node) => (node === undefined ? into(name) : outOf(node)),
		followers: (name) => nodes.filter((node) => feeders.get(node.name)?.includes(name)),
	};
}

const asIs = (path: Path): Found => ({ simple: path, raw: path });

/** Where a value of their item is in ours; undefined if it is not there. */
export function locate({ done: { node, origin }, gives }: Supplier, path: Path): Found | undefined {
	const goesOn = node.onError?.startsWith('continue') ?? node.continueOnFail;
	if (path[0] === 'error' && goesOn) return asIs(path.length > 1 ? path : ['error', 'message']);
	if (!origin.output) {
		const now = origin.place ? origin.place(path) : path;
		return now && asIs(now);
	}
	return findOutput(gives ? { ...origin.output, gives, envelope: undefined } : origin.output, path);
}
