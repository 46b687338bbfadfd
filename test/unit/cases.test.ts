import { cases, plays } from '../../truth/cases';
import { unknownTo } from '../support/parameters';

test('a case sets only what its operation has: the rest would be dropped without a word', () => {
	const faults = [...cases, ...plays].flatMap(({ operation, name, parameters }) =>
		unknownTo(operation, parameters).map((field) => `${operation} ${name}: ${field}`),
	);
	expect([...new Set(faults)]).toEqual([]);
});
