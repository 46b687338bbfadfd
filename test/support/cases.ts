import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { findRecording, recording, recordsOf, type Recording, type Release } from './recordings';
import { operations } from './surfaces';
import { dictionaryOf, translate } from './translation';

/** One line of test/cases/: parameters in, this recorded request out, these items back. */
export interface Case {
	/** `surface.resource.operation`, the values of the node. */
	operation: string;
	/** `least`, `full`, or what it shows. */
	name: string;
	parameters: IDataObject;
	/** The recorded calls that the operation makes, in order. */
	recordings?: Array<{
		op: string;
		case: string;
		/** Where the request rightly differs from the recorded one; `because` says why. */
		instead?: Partial<Recording['request']>;
		because?: string;
	}>;
	/** Where no recording can exist: the call as the 1.1.0 document gives it. */
	fromTheDocument?: Array<Pick<Recording, 'request' | 'response'>>;
	/** Expected items, where they are not simply the recorded records with masked secrets. */
	items?: IDataObject[];
	/** Texts of the files that it gives, where they are not those recorded. */
	files?: string[];
	/** In place of items: the words of the refusal, by the service or, without a call, by the node. */
	error?: string;
	/** What the credential holds beside address and token. */
	credentials?: IDataObject;
	/** Files of the input item. */
	binary?: Record<string, { fileName: string; mimeType: string; data: string }>;
	/** What is otherwise on 4.16; the ids of its server are put in without a word. */
	'4.16'?: Partial<Omit<Case, 'operation' | 'name' | '4.16'>>;
	/** The release that is played. */
	release: Release;
}

const folder = join(__dirname, '../cases');

export const cases: Case[] = readdirSync(folder).flatMap((file) =>
	(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[]).map((entry): Case => ({
		...entry,
		release: '4.10',
	})),
);

/** The case as 4.16 plays it; undefined where that release did not record all of its calls. */
export function on416({ '4.16': own, ...entry }: Case): Case | undefined {
	const { recordings = [] } = { ...entry, ...own };
	if (!recordings.every(({ op, case: name }) => findRecording(op, name, '4.16'))) return undefined;
	const words = dictionaryOf(
		(entry.recordings ?? []).flatMap(({ op, case: name }) => {
			const other = findRecording(op, name, '4.16');
			return other ? [[recording(op, name).request, other.request] as const] : [];
		}),
	);
	const theirs = translate(words, {
		parameters: entry.parameters,
		recordings: entry.recordings,
		credentials: entry.credentials,
	}) as Partial<Case>;
	const renamed = theirs.recordings?.map((one, index) => ({
		...one,
		op: recordings[index]?.op ?? one.op,
		case: entry.recordings![index].case,
	}));
	return { ...entry, ...theirs, recordings: renamed, ...own, release: '4.16' };
}

export type Call = Pick<Recording, 'request' | 'response'> & { op?: string };

const PLACEHOLDERS: Record<string, string> = {
	'{picture_host}': 'https://pictures.example',
	'{sink_url}': 'https://sink.example',
};

/** The parts of a recording that were made unreadable, as something that can be sent. */
export const filled = <T>(value: T): T =>
	JSON.parse(
		Object.entries(PLACEHOLDERS).reduce(
			(text, [placeholder, real]) => text.replaceAll(placeholder, real),
			JSON.stringify(value),
		),
	) as T;

/** The calls that a case makes, in order. */
export function callsOf({ recordings = [], fromTheDocument = [], release }: Case): Call[] {
	return filled([
		...recordings.map(({ op, case: name, instead }) => {
			const { request, response } = recording(op, name, release);
			return { op, request: { ...request, ...instead }, response };
		}),
		...fromTheDocument,
	]);
}

/** Recordings show secrets as `<key>-redacted`; these two are no secrets. */
export const masked = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value).replace(/"(?!inbox_identifier|website_token)[a-z_]+-redacted"/g, '"***"'),
	);

/** What Simplify leaves of a value: the given paths. */
function simplified(value: unknown, paths: string[]): unknown {
	if (typeof value !== 'object' || value === null || paths.includes('')) return value;
	if (Array.isArray(value)) return value.map((entry) => simplified(entry, paths));
	const kept = Object.entries(value).flatMap(([key, inner]) => {
		const below = paths
			.filter((path) => path === key || path.startsWith(`${key}.`))
			.map((path) => path.slice(key.length + 1));
		return below.length ? [[key, simplified(inner, below)] as const] : [];
	});
	return Object.fromEntries(kept);
}

const definitions = new Map(operations());

/** The items that a case gives. */
export function expectedItems(entry: Case): IDataObject[] {
	if (entry.items) return entry.items;
	if (entry.error) return [];
	const { simple, within, text } = definitions.get(entry.operation)?.reply ?? {};
	const [{ op = '', response }] = callsOf(entry).slice(-1);
	const found = recordsOf(op, response.body);
	const records = within
		? [{ [within]: found }]
		: text
			? found.map((one) => ({ [text]: one }))
			: found;
	const { include_secrets: shown } = (entry.parameters.options ?? {}) as IDataObject;
	const readable = (shown ? records : records.map(masked)) as IDataObject[];
	return simple && entry.parameters.simplify !== false
		? readable.map((record) => simplified(record, simple) as IDataObject)
		: readable;
}
