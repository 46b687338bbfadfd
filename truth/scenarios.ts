import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { at } from '../nodes/shared/values';

/** A small file; its type is a MIME type. */
export interface TextFile {
	name: string;
	type: string;
	text: string;
	/** More lines below the text, so many as `times` says, with `#` as the number of the line. */
	lines?: { text: string; times: number };
}

/** What is in a file. */
export const contentOf = ({ text, lines }: TextFile): string =>
	text +
	Array.from({ length: lines?.times ?? 0 }, (_, index) =>
		`${lines?.text}\n`.replaceAll('#', String(index + 1)),
	).join('');

/** One call of an operation, and what must come of it. */
export interface Step {
	/** `surface.resource.operation`. */
	run: string;
	/** As an agent of the account, where an agent's token was given; else the step is left out. */
	as_agent?: true;
	/** Whom it speaks about where it reads back what another operation did. */
	about?: string;
	/** Under this name later steps find its item, that of `has` or the first: `{label.id}`. */
	as?: string;
	/** Under this name later steps find all its items. */
	all?: string;
	/** It runs for each item that a step gave under this name. */
	each?: string;
	/** Those of the newest version of the node. Texts may hold `{mark}`, which tells our records from all others, and what steps before gave. */
	parameters?: IDataObject;
	/** What comes in has these files, by the names of their binary properties. */
	files?: Record<string, TextFile>;
	/** It runs for so many items in one execution; `$json.index` counts them from 1. */
	times?: number;
	/** What the item has, among other things. The value `"*"` matches anything that is not empty; the key `"*"`, any key. */
	expect?: IDataObject;
	/** What one of the items has, what none has. */
	has?: IDataObject;
	lacks?: IDataObject;
	/** The file of the item. */
	file?: Partial<TextFile>;
	/** How many items come: exactly so many, or at least. */
	count?: number;
	least?: number;
	/** No two items have the same here. */
	once?: string;
	/** Values of a key over all items, in order. */
	order?: { key: string; values: unknown[] };
	/** The values of this key do not fall from one item to the next. Those of records that were made at once can be equal. */
	rising?: string;
	/** The service cannot always give such a list whole: it can fail, or say `complete: false` in its items. */
	may_lack?: true;
	/** Seconds in which the service must have done what it shows, if that takes longer than usual. */
	patience?: number;
	/** It sets a field that came with this release: the node must refuse it on an older server. */
	since?: string;
	/** It must be refused, with this HTTP status. */
	refused?: number;
	/** What the error of a step that must be refused says, among other words. */
	words?: string;
	/** It may be refused with one of these, for what the server has or what happened there; else all else holds. */
	may_refuse?: number | number[];
}

/** What is made, changed, read back and removed of one kind of record. */
export interface Scenario {
	name: string;
	/** It concerns more than records of its own, such as a mail that goes out: only with `--everything`. */
	everything?: true;
	steps: Step[];
	/** Runs at the end, whatever happened, for what was made: those whose names are known. */
	undo?: Step[];
}

const folder = join(__dirname, 'scenarios');

export const scenarios = (): Scenario[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.sort()
		.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Scenario[]);

/** What a text of a scenario names and nothing has given yet. */
export class Unknown extends Error {}

/** What a text names, and a text that is a name alone. */
export const NAMES = /\{([\w.]+)\}/g;
export const WHOLE = /^\{([\w.]+)\}$/;

/**
 * A value with what it names, in keys, too: `{label.id}` alone becomes the value itself, inside a text its text.
 * @throws Unknown where a name is not known
 */
export function filled<T>(value: T, known: IDataObject): T {
	const find = (path: string): unknown => {
		const found = at(known, path);
		if (found === undefined) throw new Unknown(path);
		return found;
	};
	if (typeof value === 'string') {
		const whole = WHOLE.exec(value);
		if (whole) return find(whole[1]) as T;
		return value.replace(NAMES, (_, path: string) => String(find(path))) as T;
	}
	if (Array.isArray(value)) return value.map((entry: unknown) => filled(entry, known)) as T;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			filled(key, known),
			filled(inner as unknown, known),
		]),
	) as T;
}
