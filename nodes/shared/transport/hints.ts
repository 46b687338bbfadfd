import type { IExecuteFunctions } from 'n8n-workflow';

/** Hints of an execution and how many of its items have each, by the execution's data. */
const collected = new WeakMap<object, Map<string, number>>();

/** Most hints that n8n shows for one run of a node: more than that nobody reads. */
const MOST = 10;

/**
 * Notes what is no error but would surprise whoever looks at the output.
 * @param execution the same object for all items of an execution
 */
export function addHint(execution: object, text: string): void {
	const hints = collected.get(execution) ?? new Map<string, number>();
	hints.set(text, (hints.get(text) ?? 0) + 1);
	collected.set(execution, hints);
}

/** Shows the hints above the node's output: each once, with the number of items if several have it. */
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
