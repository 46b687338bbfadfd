import type { IExecuteFunctions } from 'n8n-workflow';
import { addHint, showHints } from '../../../nodes/shared/transport/hints';

/** The hints that n8n is given for these texts, each of one item. */
function shown(texts: string[]): string[] {
	const execution = {};
	const shown: string[] = [];
	for (const text of texts) addHint(execution, text);
	showHints({
		getExecuteData: () => execution,
		addExecutionHints: (...hints: Array<{ message: string }>) =>
			shown.push(...hints.map(({ message }) => message)),
	} as unknown as IExecuteFunctions);
	return shown;
}

test('an execution without hints shows none', () => {
	expect(shown([])).toEqual([]);
});

test('items with the same text share one hint', () => {
	expect(shown(['a', 'b', 'a', 'a'])).toEqual(['a (3 items)', 'b']);
});

test('after ten hints it says how many more there are', () => {
	const texts = Array.from({ length: 13 }, (_, index) => `hint ${index}`);
	expect(shown(texts)).toEqual([...texts.slice(0, 10), '3 more hints are not shown here.']);
});
