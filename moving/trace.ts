import type { INode } from 'n8n-workflow';
import type { Path, Reference } from './expressions';
import type { Done, Origin } from './nodes';
import { findOutput, type Found } from './outputs';
import { feedersOf, keysSetBy, passes } from './references';
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

/** The suppliers whose items each node returns, by a label. */
type Arrivals = Map<string, Map<string, Supplier | null>>;

/** Any key that no Set node writes. */
const OTHER = '';

/** Follows the connections from the converted nodes to every node that reads their items. */
export function trace({ nodes, connections }: Workflow, done: Map<string, Done>): Trace {
	const feeders = feedersOf(connections);
	const behind = new Map<string, string[]>();
	for (const [name, before] of feeders)
		for (const feeder of before) behind.set(feeder, [...(behind.get(feeder) ?? []), name]);
	const byName = new Map(nodes.map((node) => [node.name, node]));
	const written = new Set(nodes.flatMap(keysSetBy));
	const splits = new Set<string>();
	const known = new Map<string | undefined, Arrivals>();

	/** @param key of the items; undefined for whole items */
	function arrivalsOf(key?: string): Arrivals {
		const found = known.get(key) ?? flood(key);
		known.set(key, found);
		return found;
	}
	function flood(key?: string): Arrivals {
		const arrivals: Arrivals = new Map();
		const isPassing = (name: string) => {
			const node = byName.get(name);
			return !done.has(name) && node && (splits.has(name) || passes(node, key));
		};
		const waiting: Array<[name: string, label: string, supplier: Supplier | null]> = [];
		const arrive = (name: string, label: string, supplier: Supplier | null) => {
			const here = arrivals.get(name) ?? new Map<string, Supplier | null>();
			arrivals.set(name, here);
			if (here.has(label)) return;
			here.set(label, supplier);
			waiting.push([name, label, supplier]);
		};
		for (const name of new Set([...byName.keys(), ...behind.keys()])) {
			const converted = done.get(name);
			if (converted) arrive(name, `of ${name}`, { done: converted });
			else if (!isPassing(name)) arrive(name, OTHER, null);
		}
		for (const [from, label, supplier] of waiting) {
			for (const name of behind.get(from) ?? []) {
				if (!isPassing(name)) continue;
				if (supplier && splits.has(name) && !supplier.gives)
					arrive(name, `rows ${label}`, { ...supplier, gives: 'rows' });
				else arrive(name, label, supplier);
			}
		}
		return arrivals;
	}
	const outOf = (names: string[], path?: Path): Array<Supplier | null> => {
		const first = path?.length ? String(path[0]) : undefined;
		const isOwn = first === undefined || first === 'body' || written.has(first);
		const key = isOwn ? first : OTHER;
		const arrivals = arrivalsOf(key);
		const found = new Map(names.flatMap((name) => [...(arrivals.get(name) ?? [])]));
		return [...found.values()];
	};

	for (const { name, type, parameters } of nodes) {
		if (!SPLITTERS.includes(type)) continue;
		const path = String(parameters.fieldToSplitOut ?? '').split('.');
		const suppliers = outOf(feeders.get(name) ?? [], path);
		const isOfLists = suppliers.every((one) => one && locate(one, path)?.list === 'rows');
		if (!suppliers.length || !isOfLists) continue;
		splits.add(name);
		known.clear();
	}
	return {
		splits,
		suppliers: ({ name }, node, path) =>
			outOf(node === undefined ? (feeders.get(name) ?? []) : [node], path),
		followers: (name) => (behind.get(name) ?? []).flatMap((one) => byName.get(one) ?? []),
	};
}

const asIs = (path: Path): Found => ({ simple: path, raw: path });

/** Where values of an item are: many nodes read the same ones. */
const located = new WeakMap<Origin, Map<string, Found | undefined>>();

/** Where a value of their item is in ours; undefined if it is not there. */
export function locate({ done, gives }: Supplier, path: Path): Found | undefined {
	const places = located.get(done.origin) ?? new Map<string, Found | undefined>();
	located.set(done.origin, places);
	const key = JSON.stringify([gives, path]);
	if (!places.has(key)) places.set(key, placeOf({ done, gives }, path));
	return places.get(key);
}

function placeOf({ done: { node, origin }, gives }: Supplier, path: Path): Found | undefined {
	const goesOn = node.onError?.startsWith('continue') ?? node.continueOnFail;
	if (path[0] === 'error' && goesOn) return asIs(path.length > 1 ? path : ['error', 'message']);
	if (origin.find) return origin.find(path);
	if (!origin.output) {
		const now = origin.place ? origin.place(path) : path;
		return now && asIs(now);
	}
	return findOutput(gives ? { ...origin.output, gives, envelope: undefined } : origin.output, path);
}
