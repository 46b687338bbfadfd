import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/values';
import { feedersOf } from '../references';
import type { Workflow } from '../workflow';

/** The nodes at each main output, and before each node. */
export function connectionsOf({ connections }: Pick<Workflow, 'connections'>) {
	const outputsOf = (name: string): string[][] => {
		const kinds = Object.hasOwn(connections, name) ? connections[name] : {};
		const { main } = (isObject(kinds) ? kinds : {}) as IDataObject;
		return (Array.isArray(main) ? (main as unknown[]) : []).map((output) =>
			(Array.isArray(output) ? (output as unknown[]) : []).flatMap((one) =>
				isObject(one) && typeof one.node === 'string' ? one.node : [],
			),
		);
	};
	const feeders = feedersOf(connections);
	return {
		outputsOf,
		feedersOf: (name: string) => feeders.get(name) ?? [],
		/** These nodes and all that follow them. */
		reachedFrom(names: string[]): Set<string> {
			const reached = new Set(names);
			const waiting = [...names];
			for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
				for (const next of outputsOf(name).flat())
					if (!reached.has(next)) {
						reached.add(next);
						waiting.push(next);
					}
			return reached;
		},
	};
}
