import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Entries = Record<string, unknown>;

const fileOf = (name: string) => join(__dirname, '..', 'golden', `${name}.json`);

function written(name: string): Entries {
	try {
		return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Entries;
	} catch {
		return {};
	}
}

const text = (value: unknown) => JSON.stringify(value);

/**
 * Holds what workflows have stored, or read of items, against test/golden/. `npm run golden` writes it.
 * @param name of the file
 * @param present entries as they are now, by what they are of
 * @throws one line for each entry that differs, and what to do
 */
export function expectGolden(name: string, present: Entries): void {
	if (process.env.GOLDEN === 'write') {
		mkdirSync(dirname(fileOf(name)), { recursive: true });
		writeFileSync(fileOf(name), `${JSON.stringify(present, undefined, '\t')}\n`);
		return;
	}
	const golden = written(name);
	const changed = Object.keys(golden).filter((key) => text(golden[key]) !== text(present[key]));
	const added = Object.keys(present).filter((key) => !(key in golden));
	const lines = [
		...changed.map((key) => `${key}: ${text(present[key]) ?? 'gone'}, was ${text(golden[key])}`),
		...added.map((key) => `${key}: ${text(present[key])} is new`),
	];
	if (changed.length)
		lines.push(
			"Workflows have this stored: raise the node's version and leave the old one as it was.",
		);
	if (lines.length) throw new Error([...lines, 'Meant so? `npm run golden` writes it.'].join('\n'));
}
