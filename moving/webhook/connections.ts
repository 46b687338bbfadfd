import { feedersOf, namesIn } from '../references';
import { mainOf, type Workflow } from '../workflow';

/** The nodes at each main output, and before each node. */
export function connectionsOf({ connections }: Pick<Workflow, 'connections'>) {
	const outputsOf = (name: string): string[][] =>
		mainOf(connections, name).map((output) => namesIn([output]));
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
