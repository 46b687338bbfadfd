import type { IExecuteFunctions } from 'n8n-workflow';

/** Hints of an execution and how many of its items have each, by the execution's data. */
const collected = new WeakMap<object, Map<string, number>>();

/** Maximum number of hints that are shown for one run of a node. */
const MOST = 10;

/**
 * Adds a hint about a surprising result that is not an error.
 * @param execution the same object for all items of an execution
 */
export function addHint(execution: object, text: string): void {
	const hints = collected.get(execution) ?? new Map<string, number>();
	hints.set(text, (hints.get(text) ?? 0) + 1);
	collected.set(execution, hints);
}

/** Shows the hints above the node's output: each once, with the number of its items if there are several. */
export function showHints(context: IExecuteFunctions): void {
	const hints = [...(collected.get(context.getExecuteData()) ?? [])];
	const texts = hints.map(([text, items]) => (items > 1 ? `${text} (${items} items)` : text));
	const left = texts.length - MOST;
	const shown =
		left > 0 ? [...texts.slice(0, MOST), `${left} more hints are not shown here.`] : texts;
	context.addExecutionHints(
		...shown.map((message) => ({
			message,
			type: 'warning' as const,
			location: 'outputPane' as const,
		})),
	);
}
