import { cases } from '../../../truth/cases';
import { operations } from '../../../truth/surfaces';
import { playEveryOther } from '../../support/plays';

playEveryOther(0);

test('every case belongs to an operation', () => {
	const known = operations().map(([id]) => id);
	const named = cases.map(({ operation }) => operation);
	expect(named.filter((id) => !known.includes(id))).toEqual([]);
});
