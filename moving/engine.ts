import type { INode } from 'n8n-workflow';
import type { Done, Source } from './nodes';
import { withLists } from './lists';
import { credentialsOf, inOrder, noteOf, pointList, scoreOf, type Point, type Tell } from './note';
import { Stays } from './parameters';
import { pin } from './pin';
import { isList, lostIn, plan } from './plan';
import { fromRelease02 } from './release02';
import { rewrite } from './rewrite';
import { sources as all } from './sources';
import { trace } from './trace';
import { asWorkflow, BadWorkflow, without, type Workflow } from './workflow';

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
export function convert(input: unknown, sources: Source[] = all): Conversion {
	const workflow = asWorkflow(input);
	const earlier = fromRelease02(workflow);
	if (!earlier.size && !workflow.nodes.some((node) => sources.some(({ has }) => has(node))))
		throw new BadWorkflow(
			`Nothing in this workflow can be converted. Known are: ${sources.map(({ title }) => title).join('; ')}.`,
		);
	const { points: list, tell } = pointList();
	const { done: replaced, kept } = replace(workflow, sources, tell);
	keepRead(workflow, replaced, kept, tell);
	for (const { points } of replaced.values())
		for (const { node, text, field, kind } of points) tell(node, text, field, kind);
	const done = new Map([...earlier, ...replaced]);
	const others = new Map([...replaced.values()].flatMap((one) => [...(one.others ?? [])]));
	const left = without(workflow, others);
	const nodes = left.nodes.map((node) => done.get(node.name)?.node ?? kept.get(node.name) ?? node);
	const traced = trace(left, done);
	const planned = plan(nodes, traced, tell);
	const rewritten = nodes.map((node) =>
		rewrite(node, done.get(node.name)?.origin, traced, planned, tell),
	);
	const pinData = left.pinData && pin(left.pinData, done, planned);
	tellCredentials(replaced, tell);
	const points = inOrder(list);
	const names = { converted: [...done.keys()], unconverted: [...kept.keys()] };
	// If nothing changes, the list is in a note already.
	const hasNote = points.length > 0 && nodes.some((node, index) => node !== workflow.nodes[index]);
	const withNote = hasNote ? [...rewritten, noteOf(rewritten, points, scoreOf(names))] : rewritten;
	return {
		workflow: withLists(
			{ ...left, nodes: withNote as Workflow['nodes'], ...(pinData && { pinData }) },
			done,
			planned,
		),
		...names,
		points,
	};
}

/** Of a node that stays with another credential. */
const NOW_OURS = ' It now uses the credential Customer Conversation API.';

/** Converts the nodes that have an equivalent. @returns them and those that stay, by name */
function replace(workflow: Workflow, sources: Source[], tell: Tell) {
	const done = new Map<string, Done>();
	const kept = new Map<string, INode>();
	for (const node of workflow.nodes) {
		const source = sources.find(({ has }) => has(node));
		if (!source) continue;
		try {
			done.set(node.name, source.move(node, workflow));
		} catch (error) {
			if (!(error instanceof Stays)) throw error;
			kept.set(node.name, error.node ?? node);
			const [begin, end] = error.node ? ['Stays', NOW_OURS] : ['Stays as it is', ''];
			tell(node.name, `${begin}: ${error.message}.${end}`, error.field, 'stays');
		}
	}
	return { done, kept };
}

/** Keeps nodes of n8n itself from whose reply other nodes read what ours does not return. */
function keepRead(
	workflow: Workflow,
	done: Map<string, Done>,
	kept: Map<string, INode>,
	tell: Tell,
): void {
	if (![...done.values()].some((one) => one.instead && isList({ done: one }))) return;
	const traced = trace(workflow, done);
	const nodes = workflow.nodes.map((node) => done.get(node.name)?.node ?? node);
	for (const [name, { reader, text }] of lostIn(nodes, traced)) {
		const { instead } = done.get(name) as Done;
		if (!instead) continue;
		done.delete(name);
		kept.set(name, instead);
		const isSame = workflow.nodes.includes(instead as Workflow['nodes'][number]);
		const words = isSame ? '' : NOW_OURS;
		tell(
			name,
			`Stays: “${reader}” reads ${text}, which our operation does not return.${words}`,
			undefined,
			'stays',
		);
	}
}

function tellCredentials(done: Map<string, Done>, tell: Tell): void {
	for (const { title, names, nodes } of credentialsOf([...done.values()].map(({ node }) => node)))
		tell(
			nodes.join(', '),
			`Choose the credential “${title}”: a workflow contains no tokens. If it is named ${names.map((name) => `“${name}”`).join(' or ')}, n8n selects it by itself.`,
		);
}
