import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from '../../truth/cases';
import { operations } from '../../truth/surfaces';
import { fileOf } from '../support/plays';

const ids = operations().map(([id]) => id);

test('every case belongs to an operation', () => {
	const named = cases.map(({ operation }) => operation);
	expect(named.filter((id) => !ids.includes(id))).toEqual([]);
});

test('every operation is played by a test file in operations/, and every file plays some', () => {
	const files = readdirSync(join(__dirname, 'operations'));
	expect(files.sort()).toEqual([...new Set(ids.map((id) => `${fileOf(id)}.test.ts`))].sort());
});
