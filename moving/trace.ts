import type { INode } from 'n8n-workflow';
import type { Path, Reference } from './expressions';
import type { Done } from './nodes';
import { findOutput, type Found } from './outputs';
import { feedersOf, passes } from './references';
import type { Gives } from './source';
import type { Workflow } from './workflow';

/** A converted node whose items arrive somewhere. After a node that split the list they are `rows`. */
export interface Supplier {
	done: Done;
	gives?: Gives;
}

export interface Trace {
	/** The nodes whose items a node reads, with null for each that is not converted. */
	suppliers(reader: INode, node?: Reference['node'], path?: Path): Array<Supplier | null>;
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
	const known = new Map<string, Array<Supplier | null>>();

	/** The suppliers of the items that these nodes return, as far as a key of the items is concerned. */
	function outOf(names: string[], key?: string): Array<Supplier | null> {
		const found = new Map<string, Supplier | null>();
		const waiting = names.map((name): [string, Gives?] => [name]);
		const seen = new Set<string>();
		for (let next = waiting.pop(); next; next = waiting.pop()) {
			const [name, gives] = next;
			const id = JSON.stringify(next);
			if (seen.has(id)) continue;
			seen.add(id);
			const converted = done.get(name);
			const node = byName.get(name);
			const isSplit = splits.has(name);
			if (converted) found.set(id, { done: converted, ...(gives && { gives }) });
			else if (node && (isSplit || passes(node, key)))
				for (const feeder of feeders.get(name) ?? [])
					waiting.push(isSplit || gives ? [feeder, 'rows'] : [feeder]);
			else found.set('', null);
		}
		return [...found.values()].reverse();
	}
	/** The same nodes are asked for once per key. */
	function remembered(id: string, names: string[], key?: string): Array<Supplier | null> {
		const place = JSON.stringify([id, key]);
		const suppliers = known.get(place) ?? outOf(names, key);
		known.set(place, suppliers);
		return suppliers;
	}

	for (const { name, type, parameters } of nodes) {
		if (!SPLITTERS.includes(type)) continue;
		const path = String(parameters.fieldToSplitOut ?? '').split('.');
		const suppliers = outOf(feeders.get(name) ?? []);
		const isOfLists = suppliers.every((one) => one && locate(one, path)?.list === 'rows');
		if (suppliers.length && isOfLists) splits.add(name);
	}
	return {
		splits,
		suppliers({ name }, node, path) {
			const key = path?.length ? String(path[0]) : undefined;
			if (node !== undefined) return remembered(`of ${node}`, [node], key);
			return remembered(`before ${name}`, feeders.get(name) ?? [], key);
		},
		followers: (name) => nodes.filter((node) => feeders.get(node.name)?.includes(name)),
	};
}

const asIs = (path: Path): Found => ({ simple: path, raw: path });

/** Where a value of their item is in ours; undefined if it is not there. */
export function locate({ done: { node, origin }, gives }: Supplier, path: Path): Found | undefined {
	const goesOn = node.onError?.startsWith('continue') ?? node.continueOnFail;
	if (path[0] === 'error' && goesOn) return asIs(path.length > 1 ? path : ['error', 'message']);
	if (origin.find) return origin.find(path);
	if (!origin.output) {
		const now = origin.place ? origin.place(path) : path;
		return now && asIs(now);
	}
	return findOutput(gives ? { ...origin.output, gives, envelope: undefined } : origin.output, path);
}
