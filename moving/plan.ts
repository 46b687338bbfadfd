import type { INode } from 'n8n-workflow';
import { passesOnIn, wholesIn } from './code';
import type { Done } from './nodes';
import type { Tell } from './note';
import { listPathOf } from './outputs';
import { changeNode, codeIn } from './references';
import { locate, type Supplier, type Trace } from './trace';
import { uuidOf } from './uuid';

/** Names of the converted nodes, by what other nodes read from them. */
export interface Plan {
	/** A value is read that Simplify leaves out or changes. */
	withoutSimplify: Set<string>;
	/** Only the first entry of a list is read, and perhaps whether there is one. */
	firsts: Set<string>;
	/** A list is read as a whole: a node behind ours makes one item of it, by our node's name. */
	lists: Map<string, string>;
}

/** What other nodes read of a whole reply with a list, and ours does not return, by the node that returned it. */
export function lostIn(
	nodes: INode[],
	{ suppliers }: Trace,
): Map<string, { reader: string; text: string }> {
	const lost = new Map<string, { reader: string; text: string }>();
	for (const reader of nodes)
		changeNode(reader, () => (reference) => {
			const all = suppliers(reader, reference.node, reference.path);
			if (reference.isVariable || all.length !== 1) return undefined;
			const [one] = all;
			if (one && isList(one) && locate(one, reference.path) === undefined)
				lost.set(one.done.node.name, { reader: reader.name, text: reference.text });
			return undefined;
		});
	return lost;
}

/** Whether the old node returned a list in one item. */
export const isList = ({ done, gives }: Supplier) =>
	!gives && done.origin.output !== undefined && listPathOf(done.origin.output) !== undefined;

/** Finds what every node reads, before anything is rewritten. */
export function plan(nodes: INode[], { suppliers }: Trace, tell: Tell): Plan {
	const withoutSimplify = new Set(
		nodes.filter(({ parameters }) => parameters.simplify === false).map(({ name }) => name),
	);
	const names = new Set(nodes.map(({ name }) => name));
	const firsts = new Set<string>();
	const lists = new Map<string, string>();
	const counted = new Set<Supplier>();
	const needsRaw = ({ node, origin }: Done) => {
		if (origin.hasSimplify) withoutSimplify.add(node.name);
	};
	const needsList = ({ done }: Supplier) => {
		const { name } = done.node;
		needsRaw(done);
		if (lists.has(name)) return;
		const free = [' as List', ' as List 2', ' as List 3'].find((end) => !names.has(name + end));
		lists.set(name, name + (free ?? ` as List ${uuidOf(name)}`));
	};
	for (const reader of nodes) {
		changeNode(reader, () => (reference) => {
			if (reference.isVariable) return undefined;
			for (const supplier of suppliers(reader, reference.node, reference.path)) {
				const found = supplier && locate(supplier, reference.path);
				if (!found) continue;
				if (found.list === 'rows') needsList(supplier);
				else if (found.list) counted.add(supplier);
				else if (!found.simple) needsRaw(supplier.done);
				if (found.isFirst) firsts.add(supplier.done.node.name);
			}
			return undefined;
		});
		if (isByPosition(reader))
			for (const supplier of suppliers(reader))
				if (supplier && isList(supplier)) needsList(supplier);
		for (const code of codeIn(reader)) {
			const wholes = wholesIn(code);
			for (const name of new Set(wholes ?? [undefined]))
				for (const supplier of suppliers(reader, name)) {
					if (!supplier) continue;
					const { node } = supplier.done;
					const isOfList = isList(supplier);
					if (isOfList) needsList(supplier);
					needsRaw(supplier.done);
					if (isOfList && name === undefined) continue;
					if (supplier.done.origin.find && wholes && passesOnIn(code)) continue;
					tell(
						reader.name,
						wholes
							? `The code uses whole items of “${node.name}”. Check which of their values it reads (${code.split('\n')[0].slice(0, 60)}).`
							: `The code is no JavaScript that can be read, and stays. Check what it reads of “${node.name}”.`,
					);
				}
		}
	}
	for (const one of counted) if (!firsts.has(one.done.node.name)) needsList(one);
	for (const name of lists.keys()) firsts.delete(name);
	return { withoutSimplify, firsts, lists };
}

/** Whether a node pairs the items of its inputs by their position. */
const isByPosition = ({ type, parameters }: INode): boolean =>
	type === 'n8n-nodes-base.merge' &&
	['mode', 'combinationMode', 'combineBy'].some((name) =>
		/^(mergeByIndex|mergeByPosition|combineByPosition)$/.test(String(parameters[name])),
	);
