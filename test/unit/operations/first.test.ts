import { cases } from '../../../truth/cases';
import { operations } from '../../../truth/surfaces';
import { playEveryOther, sleepOnTheDay } from '../../support/plays';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => await sleepOnTheDay(milliseconds),
}));

playEveryOther(0);

test('every case belongs to an operation', () => {
	const known = operations().map(([id]) => id);
	const named = cases.map(({ operation }) => operation);
	expect(named.filter((id) => !known.includes(id))).toEqual([]);
});
