import { cases } from '../../../truth/cases';
import { kept } from '../../../truth/kept';
import { operations } from '../../../truth/surfaces';
import { playEveryOther } from '../../support/plays';

playEveryOther(0);

test('every case, and what is written down of items, belongs to an operation', () => {
	const known = operations().map(([id]) => id);
	const named = [...cases.map(({ operation }) => operation), ...Object.keys(kept)];
	expect(named.filter((id) => !known.includes(id))).toEqual([]);
});
