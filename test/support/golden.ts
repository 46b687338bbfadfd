import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { isObject } from '../../nodes/shared/values';

type Entries = Record<string, unknown>;

/** The versions that workflows may have of a node, the newest last. Each has golden files of its own. */
export const versionsOf = ({ version }: Pick<INodeTypeDescription, 'version'>): number[] =>
	[version].flat();

export const GOLDEN = join(__dirname, '..', 'golden');

/** What a file has; a file that is not there has nothing. */
const written = (file: string): Entries =>
	existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Entries) : {};

/** Names of the golden files of a kind, without `.json`. */
export const goldenFiles = (kind: 'stored' | 'outputs', folder = GOLDEN): string[] =>
	readdirSync(join(folder, kind))
		.map((file) => basename(file, '.json'))
		.sort();

const text = (value: unknown) => JSON.stringify(value);

interface Difference {
	line: string;
	/** Whether something that was there is gone; else there is only more. */
	lost: boolean;
}

/** @param path of the value, as a person reads it */
function differences(path: string, was: unknown, now: unknown): Difference[] {
	if (text(was) === text(now)) return [];
	if (was === undefined) return [{ line: `${path}: ${text(now)} is new`, lost: false }];
	// An operation without a collection is the text of its fields; its first collection adds to them.
	if (typeof was === 'string' && isObject(now)) return differences(path, { top: was }, now);
	if (isObject(was) && isObject(now))
		return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((key) =>
			differences(path ? `${path}: ${key}` : key, was[key], now[key]),
		);
	const [before, after] = [was, now].map((value) => new Set(String(value).split(' ')));
	return [
		{
			line: `${path}: ${text(now) ?? 'gone'}, was ${text(was)}`,
			lost: [...before].some((word) => !after.has(word)),
		},
	];
}

/** Whether something that workflows may have stored or read is gone. A new file loses nothing. */
const loses = (was: Entries, now: Entries): boolean =>
	differences('', was, now).some(({ lost }) => lost);

/**
 * What differs, one line for each value, and what to do; '' for nothing. Of a list in one text each
 * word counts.
 */
export function faultOf(was: Entries, now: Entries): string {
	const found = differences('', was, now);
	if (!found.length) return '';
	const advice = loses(was, now)
		? "Workflows have this stored: raise the node's version and leave the old one as it was (CONTRIBUTING.md). `npm run golden` writes nothing that loses it."
		: 'Workflows that exist go on: there is only more. Meant so? `npm run golden` writes it.';
	return [...found.map(({ line }) => line), advice].join('\n');
}

/**
 * Compares what workflows have stored, or read from items, with test/golden/. `npm run golden` writes what is
 * new. If something is lost, it writes nothing: since release 0.3 nothing changes within a version of a node.
 * @param name of the file
 * @param present entries as they are now, by what they are of
 * @param folder of the golden files
 * @param isWriting whether what is new is written
 * @throws what `faultOf` says
 */
export function expectGolden(
	name: string,
	present: Entries,
	folder = GOLDEN,
	isWriting = process.env.GOLDEN === 'write',
): void {
	const file = join(folder, `${name}.json`);
	const was = written(file);
	const fault = faultOf(was, present);
	if (!fault) return;
	if (!isWriting || loses(was, present)) throw new Error(fault);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(present, undefined, '\t')}\n`);
}
