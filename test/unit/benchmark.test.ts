import { cases } from '../../truth/cases';
import { requests } from '../benchmark/requests';

test('every operation has a number of requests, and a reason if it is more than one', () => {
	for (const { operation, count, why } of requests()) {
		expect([operation, Number.isInteger(count) && count > 0]).toEqual([operation, true]);
		expect([operation, why !== undefined]).toEqual([operation, count > 1]);
	}
	expect(cases.filter(({ name, why }) => why && name !== 'least')).toEqual([]);
});
