import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { recording, recordsOf, type Recording } from './recordings';

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
	/** Files of the input item. */
	binary?: Record<string, { fileName: string; mimeType: string; data: string }>;
}

const folder = join(__dirname, '../cases');

export const cases: Case[] = readdirSync(folder).flatMap(
	(file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[],
);

export type Call = Pick<Recording, 'request' | 'response'> & { op?: string };

const PLACEHOLDERS: Record<string, string> = { '{picture_host}': 'https://pictures.example' };

/** The parts of a recording that were made unreadable, as something that can be sent. */
export const filled = <T>(value: T): T =>
	JSON.parse(
		Object.entries(PLACEHOLDERS).reduce(
			(text, [placeholder, real]) => text.replaceAll(placeholder, real),
			JSON.stringify(value),
		),
	) as T;

/** The calls that a case makes, in order. */
export function callsOf({ recordings = [], fromTheDocument = [] }: Case): Call[] {
	return filled([
		...recordings.map(({ op, case: name, instead }) => {
			const { request, response } = recording(op, name);
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

/** The items that a case gives. */
export function expectedItems(entry: Case): IDataObject[] {
	if (entry.items) return entry.items;
	const [{ op = '', response }] = callsOf(entry);
	const records = recordsOf(op, response.body);
	const { include_secrets: shown } = (entry.parameters.options ?? {}) as IDataObject;
	return shown ? records : (records.map(masked) as IDataObject[]);
}
