import type { INode } from 'n8n-workflow';
import { wholesIn } from './code';
import type { Tell } from './note';
import { changeNode, codeIn } from './references';
import { locate, type Trace } from './trace';

/** Names of the converted nodes, by what other nodes read from them. */
export interface Plan {
	/** A value is read that Simplify leaves out or changes. */
	withoutSimplify: Set<string>;
	/** The first entry of a list, or its length, is read. */
	firsts: Set<string>;
	/** A list is read as a whole. */
	lists: Set<string>;
}

/** Finds what every node reads, before anything is rewritten. */
export function plan(nodes: INode[], { suppliers }: Trace, tell: Tell): Plan {
	const withoutSimplify = new Set(
		nodes.filter(({ parameters }) => parameters.simplify === false).map(({ name }) => name),
	);
	const firsts = new Set<string>();
	const lists = new Set<string>();
	for (const reader of nodes) {
		changeNode(reader, () => (reference) => {
			if (reference.isVariable) return undefined;
			for (const supplier of suppliers(reader, reference.node, reference.path)) {
				const found = supplier && locate(supplier, reference.path);
				if (!found) continue;
				const { node, origin } = supplier.done;
				if (found.isFirst || found.list === 'length') firsts.add(node.name);
				if (found.list === 'rows') lists.add(node.name);
				const isRaw = found.list ? found.list === 'rows' : !found.simple;
				if (isRaw && origin.hasSimplify) withoutSimplify.add(node.name);
			}
			return undefined;
		});
		for (const code of codeIn(reader)) {
			const wholes = wholesIn(code);
			const names = wholes ? new Set(wholes) : [undefined];
			for (const supplier of [...names].flatMap((name) => suppliers(reader, name))) {
				if (!supplier) continue;
				const { node, origin } = supplier.done;
				if (origin.hasSimplify) withoutSimplify.add(node.name);
				tell(
					reader.name,
					wholes
						? `The code uses whole items of “${node.name}”. Check which of their values it reads (${code.split('\n')[0].slice(0, 60)}).`
						: `The code is no JavaScript that can be read, and stays. Check what it reads of “${node.name}”.`,
				);
			}
		}
	}
	return { withoutSimplify, firsts, lists };
}
