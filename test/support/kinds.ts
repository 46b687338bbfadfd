import * as door from '../../nodes/shared/vocabulary';
import * as locators from '../../nodes/shared/vocabulary/locators';

/** What a kind may be asked with: a name, and settings, values or members that are empty; two fields. */
const PROBES: unknown[][] = [
	...[['x'], ['x', {}], ['x', {}, {}], ['x', [], {}], [[]]],
	...[
		['x', 'contact'],
		[door.text('x'), door.text('y')],
	],
];

const isMade = (make: (...args: unknown[]) => unknown) =>
	PROBES.some((probe) => {
		try {
			const made = make(...probe);
			if (made instanceof Promise) made.catch(() => undefined);
			const isPart =
				typeof made === 'object' && made !== null && 'name' in made && 'property' in made;
			// What comes back under its own name was changed, not made.
			return isPart && made.name !== (probe[0] as { name?: string }).name;
		} catch {
			return false;
		}
	});

/** The kinds of fields that the vocabulary's door offers: what makes a field or a choice, and is no locator. */
export const kindNames: string[] = Object.entries(door).flatMap(([name, value]) => {
	if (typeof value !== 'function' || name in locators || name === 'field') return [];
	return isMade(value as (...args: unknown[]) => unknown) ? [name] : [];
});
