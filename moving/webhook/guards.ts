import type { IDataObject, INode } from 'n8n-workflow';
import type { Workflow } from '../workflow';
import { isFilter, isIf, testOf, type Condition } from './conditions';
import { connectionsOf } from './connections';
import type { PathOf } from './source';

/** A value of the body that every delivery has behind a guard. */
interface Fact {
	path: string;
	values: string[];
}

/** An IF or Filter node directly behind the Webhook that only lets some deliveries through. */
export interface Guard {
	node: INode;
	/** The number of its conditions. */
	count: number;
	facts: Fact[];
	/** The places of conditions that always hold with these events of the trigger. */
	needless: (events: string[]) => number[];
	without: (places: number[]) => IDataObject;
	/** Nodes at its other output that do nothing. */
	ends: string[];
}

const NO_OP = 'n8n-nodes-base.noOp';

const pathsOf = (node: INode, conditions: Condition[], pathOf: PathOf) =>
	conditions.map(({ reference }) => {
		const path = reference && pathOf(node, reference);
		return path?.length ? path.join('.') : undefined;
	});

/** Whether a condition about a message always holds for a new message of a customer. */
function isOfCustomer(path: string | undefined, { operation, value }: Condition): boolean {
	const isEqual = operation === 'equals';
	const isOther = operation === 'notEquals';
	if (path === 'message_type')
		return isEqual ? value === 'incoming' : isOther && value !== 'incoming' && value !== undefined;
	const asText = String(value);
	return path === 'private' && ((isEqual && asText === 'false') || (isOther && asText === 'true'));
}

function guardOf(node: INode, ends: string[], pathOf: PathOf): Guard {
	const { conditions, isAll, without } = testOf(node);
	const paths = pathsOf(node, conditions, pathOf);
	const equal = (path: string) =>
		conditions.filter((one, index) => paths[index] === path && one.operation === 'equals');
	const valuesOf = (path: string) => equal(path).map(({ value }) => String(value));
	const isOne = isAll || conditions.length === 1;
	const isOnlyEvents = conditions.length > 0 && equal('event').length === conditions.length;
	const facts = ['event', 'message_type'].flatMap((path): Fact[] => {
		const values = valuesOf(path);
		if (isOne) return values.length === 1 ? [{ path, values }] : [];
		return path === 'event' && isOnlyEvents ? [{ path, values }] : [];
	});
	return {
		node,
		count: conditions.length,
		facts,
		without,
		ends,
		needless(events) {
			const isWrote = events.join() === 'customer_wrote';
			const names = isWrote ? ['message_created'] : events;
			const all = conditions.map((_, index) => index);
			if (!isOne) {
				const isMet = isOnlyEvents && names.every((name) => valuesOf('event').includes(name));
				return isMet ? all : [];
			}
			return all.filter((index) => {
				const { operation, value } = conditions[index];
				const isEvent = paths[index] === 'event' && operation === 'equals';
				if (isEvent) return names.length === 1 && names[0] === value;
				return isWrote && isOfCustomer(paths[index], conditions[index]);
			});
		},
	};
}

/**
 * The guards that every delivery passes, one after the other.
 * @param removed names of nodes that only pass items on and will be removed
 */
export function guardsOf(
	webhook: INode,
	workflow: Workflow,
	pathOf: PathOf,
	removed: string[],
): Guard[] {
	const { outputsOf, feedersOf } = connectionsOf(workflow);
	const byName = new Map(workflow.nodes.map((node) => [node.name, node]));
	/** Whether a node does nothing with what it gets. */
	const isEnd = (name: string) => {
		const isIdle = removed.includes(name) || byName.get(name)?.type === NO_OP;
		return isIdle && !outputsOf(name).flat().length && feedersOf(name).length === 1;
	};
	const guards: Guard[] = [];
	const seen = new Set([webhook.name]);
	let [output = []] = outputsOf(webhook.name);
	for (;;) {
		const rest = output.filter((name) => !isEnd(name));
		const [name] = rest;
		const node = rest.length === 1 && !seen.has(name) ? byName.get(name) : undefined;
		if (!node || feedersOf(name).length !== 1 || node.disabled) return guards;
		seen.add(name);
		const [first = [], ...others] = outputsOf(name);
		const isPassed = removed.includes(name) || node.type === NO_OP;
		if (!isPassed) {
			const ends = others.flat();
			if (!(isIf(node) || isFilter(node)) || !ends.every(isEnd)) return guards;
			guards.push(guardOf(node, ends, pathOf));
		}
		output = first;
	}
}
