import { move, sourceOf, type Done } from './nodes';
import { credentialsOf, noteOf, pointList, type Point, type Tell } from './note';
import { Stays } from './parameters';
import { pin } from './pin';
import { plan } from './plan';
import { fromRelease02 } from './release02';
import { rewrite } from './rewrite';
import type { Package } from './source';
import { trace } from './trace';
import { asWorkflow, BadWorkflow, type Workflow } from './workflow';

export interface Conversion {
	workflow: Workflow;
	/** Names of the nodes that were replaced by ours. */
	converted: string[];
	/** Names of the nodes that have no equivalent and stay. */
	unconverted: string[];
	points: Point[];
}

/**
 * Replaces the nodes of other packages in a workflow with ours, and what release 0.2 of ours named
 * differently. A node without an equivalent stays, and the list says why.
 * @param input the workflow; it is not changed
 * @throws BadWorkflow if it is not a workflow, or has nothing to convert
 */
export function convert(input: unknown, packages: Package[]): Conversion {
	const workflow = asWorkflow(input);
	const earlier = fromRelease02(workflow);
	if (!earlier.size && !workflow.nodes.some((node) => sourceOf(node, packages)))
		throw new BadWorkflow(
			`No node of ${packages.map(({ title }) => title).join(', ')} is in this workflow.`,
		);
	const { points, tell } = pointList();
	const { done: replaced, unconverted } = replace(workflow, packages, tell);
	const done = new Map([...earlier, ...replaced]);
	const nodes = workflow.nodes.map((node) => done.get(node.name)?.node ?? node);
	const traced = trace(workflow, done);
	const planned = plan(nodes, traced, tell);
	const rewritten = nodes.map((node) =>
		rewrite(node, done.get(node.name)?.origin, traced, planned, tell),
	);
	const pinData = workflow.pinData && pin(workflow.pinData, done, planned);
	tellCredentials(replaced, tell);
	const hasNote = done.size > 0 && points.length > 0;
	const all = hasNote ? [...rewritten, noteOf(rewritten, points)] : rewritten;
	return {
		workflow: { ...workflow, nodes: all as Workflow['nodes'], ...(pinData && { pinData }) },
		converted: [...done.keys()],
		unconverted,
		points,
	};
}

/** Converts the nodes that have an equivalent. @returns them by name, and the names of the others */
function replace(workflow: Workflow, packages: Package[], tell: Tell) {
	const done = new Map<string, Done>();
	const unconverted: string[] = [];
	for (const node of workflow.nodes) {
		const source = sourceOf(node, packages);
		if (!source) continue;
		try {
			done.set(node.name, move(node, source));
		} catch (error) {
			if (!(error instanceof Stays)) throw error;
			unconverted.push(node.name);
			tell(node.name, `Stays as it is: ${error.message}.`, error.field);
		}
	}
	for (const { points } of done.values())
		for (const { node, text, field } of points) tell(node, text, field);
	return { done, unconverted };
}

function tellCredentials(done: Map<string, Done>, tell: Tell): void {
	for (const [credential, names] of credentialsOf([...done.values()].map(({ node }) => node)))
		tell(
			names.join(', '),
			`Choose the credential “${credential}”: a workflow contains no tokens. n8n selects a credential with the name of the old one by itself.`,
		);
}
