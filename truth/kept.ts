import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '../nodes/shared/vocabulary/operation';

/**
 * What an item of an operation is made of: the paths that Simplify keeps, in one text with blanks
 * between, the key that each text of a list gets, the key that a whole list gets.
 */
interface Kept {
	simple?: string;
	text?: string;
	within?: string;
}

const FILE = 'kept.json';

/** By operation. It is written by hand: people build on these outputs, so a change must be seen. */
export const kept = JSON.parse(readFileSync(join(__dirname, FILE), 'utf8')) as Record<string, Kept>;

const words = (text = '') => text.split(' ').filter(Boolean);

/** What differs between an operation and what is written down of it, and what to do; '' if nothing. */
export function faultOfKept(id: string, { reply = { paths: [] } }: Operation): string {
	const { simple, text, within } = reply;
	const own: Kept = { simple: simple?.join(' '), text, within };
	const written = kept[id] ?? {};
	const [are, were] = [words(own.simple), words(written.simple)];
	const faults = [
		...were.filter((path) => !are.includes(path)).map((path) => `Simplify drops ${path}`),
		...are.filter((path) => !were.includes(path)).map((path) => `Simplify keeps ${path}`),
		...(['text', 'within'] as const)
			.filter((key) => own[key] !== written[key])
			.map((key) => `${key} is ${own[key] ?? 'nothing'}, was ${written[key] ?? 'nothing'}`),
	];
	if (faults.length === 0) return '';
	const line = Object.values(own).some(Boolean)
		? `its line is\n\t"${id}": ${JSON.stringify(own)},`
		: 'its line goes';
	return id in kept
		? `${id} gives another item than truth/${FILE} says: ${faults.join('; ')}. Workflows read these keys. Where it is meant to be so, ${line}`
		: `What an item of ${id} is made of is not written down yet. In truth/${FILE} ${line}\nthen npm run format`;
}
