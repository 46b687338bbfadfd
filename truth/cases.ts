import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../nodes/shared/vocabulary/operation';
import type { Versions } from '../nodes/shared/vocabulary/versions';
import { simpleItem } from './outputs';
import {
	findRecording,
	oldest,
	recording,
	recordsOf,
	releases,
	type Recording,
	type Release,
} from './recordings';
import { operations } from './surfaces';
import { dictionaryOf, translate } from './translation';

/**
 * One line of truth/cases/: parameters in, this recorded request out, these items back. `from` and
 * `until` say which versions of the node take these parameters.
 */
interface Case extends Versions {
	/** `surface.resource.operation`, the values of the node. */
	operation: string;
	/** `least`, `full`, or what it shows. */
	name: string;
	parameters: IDataObject;
	/** Of the least case: why it needs more than one request. */
	why?: string;
	/** The recorded calls that the operation makes, in order. */
	recordings?: Array<{
		op: string;
		case: string;
		/** Where the request rightly differs from the recorded one; `because` says why. */
		instead?: Partial<Recording['request']>;
		/** The recording that shows what came of such a request, where the reply does not. */
		reply?: { op: string; case: string };
		because?: string;
	}>;
	/** Where no recording can exist: the call as the 1.1.0 document gives it. */
	fromTheDocument?: Array<Pick<Recording, 'request' | 'response'>>;
	/** Expected items before Simplify, where they are not simply the recorded records with masked secrets. */
	items?: IDataObject[];
	/** Texts of the files that it gives, where they are not those recorded. */
	files?: string[];
	/**
	 * In place of items: the words of the refusal, by the service or, without a call, by the node. Null
	 * where a release refuses no more.
	 */
	error?: string | null;
	/** What the credential holds beside address and token. */
	credentials?: IDataObject;
	/** Files of the input item. */
	binary?: Record<string, { fileName: string; mimeType: string; data: string }>;
	/** Files that the server has at these paths, for fields that take URLs. */
	web?: Record<string, { mimeType: string; data: string }>;
	/** What is otherwise since a newer release; the ids of its server are put in without a word. */
	[release: Release]: Otherwise | undefined;
	/** The one release that it is about; else it is about all that recorded its calls. */
	only?: Release;
}

interface Otherwise extends Partial<Omit<Case, 'operation' | 'name' | Release | 'only'>> {
	/** Why it is not played although its calls were recorded. */
	leftOut?: string;
}

/** A case on one release. */
export interface Play extends Case {
	/** None where nothing was recorded: no call is made, or only the document has it. */
	release?: Release;
}

const folder = join(__dirname, 'cases');

export const cases: Case[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.json'))
	.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[]);

/** What is otherwise on a release: the newest word that is not about a later one. */
const otherwise = (entry: Case, release: Release): Otherwise =>
	releases
		.slice(1, releases.indexOf(release) + 1)
		.map((one) => entry[one])
		.findLast((difference) => difference) ?? {};

/** The case with the ids of a newer release's server, and with what is otherwise there. */
function onNewer(release: Release, entry: Case): Play {
	const differences = otherwise(entry, release);
	const { parameters, credentials, fromTheDocument = [], items, recordings = [] } = entry;
	// Two calls of one operation in the same place say the same of two servers.
	const pairs = recordings.flatMap(({ op, case: name }, index) => {
		const { op: newerOp, case: other } = (differences.recordings ?? recordings)[index] ?? {};
		return newerOp === op
			? [[recording(op, name), recording(op, other, release)] as [Recording, Recording]]
			: [];
	});
	const sent = dictionaryOf(pairs);
	return {
		...entry,
		...(translate(sent, { parameters, credentials }) as typeof entry),
		fromTheDocument: fromTheDocument.map(({ request, response }) => ({
			request: translate(sent, request) as typeof request,
			response,
		})),
		recordings: recordings.map((one) => ({
			...one,
			instead: translate(sent, one.instead) as typeof one.instead,
		})),
		items: translate(dictionaryOf(pairs, true), items) as typeof items,
		...differences,
		release,
	};
}

/** What a case is on a release: a play, or why it is none. */
export function playOn(release: Release, entry: Case): Play | 'not recorded' | 'left out' {
	const { only = release, recordings = [] } = entry;
	const differences = otherwise(entry, release);
	if (only !== release) return 'not recorded';
	if (entry.only || release === oldest) return { ...entry, release };
	if (differences.leftOut) return 'left out';
	// What the case names for 4.16 alone has to be there.
	const isRecorded = ({ op, case: name, reply }: (typeof recordings)[0]) =>
		findRecording(op, name, release) && (!reply || findRecording(reply.op, reply.case, release));
	return differences.recordings || recordings.every(isRecorded)
		? onNewer(release, entry)
		: 'not recorded';
}

/** Every case on every release that recorded its calls; once where there is no recording to play. */
export const plays: Play[] = cases.flatMap((entry): Play[] =>
	entry.recordings
		? releases.map((release) => playOn(release, entry)).filter((play) => typeof play === 'object')
		: [entry],
);

const playsById = new Map<string, Play[]>();
for (const play of plays)
	playsById.set(play.operation, [...(playsById.get(play.operation) ?? []), play]);

/** The cases of an operation, as `plays` has them. @param id `surface.resource.operation` */
export const playsOf = (id: string): Play[] => playsById.get(id) ?? [];

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
export function callsOf({ recordings = [], fromTheDocument = [], release }: Play): Call[] {
	return filled([
		...recordings.map(({ op, case: name, instead, reply }) => {
			const { request, response } = recording(op, name, release);
			const shown = reply && recording(reply.op, reply.case, release);
			return {
				op,
				request: { ...request, ...instead },
				response: (shown ?? { response }).response,
			};
		}),
		...fromTheDocument,
	]);
}

/** Recordings show secrets as `<key>-redacted`; these two are no secrets. Settings of a provider or a tool and credentials are one. */
const masked = (value: unknown): unknown =>
	JSON.parse(
		JSON.stringify(value)
			.replace(/"(?!inbox_identifier|website_token)[a-z_]+-redacted"/g, '"***"')
			.replace(
				/"(provider_config|auth_config|credentials)":\{(?!"type":"object")[^{}]+\}/g,
				'"$1":"***"',
			),
	);

/** Where the values of an operation's path stand in the path of a call; nothing where it is another. */
export function inPath({ request }: Operation, path: string): Record<string, string> | undefined {
	const shape = request
		.split(' ')[1]
		.replace(/\/\{(\w+)\?\}/g, '(?:/(?<$1>[^/]+))?')
		.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
	const found = RegExp(`^${shape}$`).exec(path);
	return found ? { ...found.groups } : undefined;
}

const definitions = new Map(operations());

const noRecord = ({ operation, name, release }: Play) =>
	`The case "${name}" of ${operation} has no record in its reply${release ? ` on ${release}` : ''}. If Chatwoot answers with nothing, add to the case what the node returns: "items": [{ "success": true }]`;

/** The records that a case gives, before "Simplify". */
export function expectedRecords(entry: Play): IDataObject[] {
	if (entry.error) return [];
	const definition = definitions.get(entry.operation);
	const { pages, within, text } = definition?.reply ?? {};
	const { include_secrets: shown, start_after: skipped } = (entry.parameters.options ??
		{}) as IDataObject;
	const calls = callsOf(entry);
	const [last] = calls.slice(-1);
	// A list gives the rows of all its pages; if it begins later, those of the last. A record may be missing.
	const found: Array<IDataObject | undefined> = calls
		.filter((call) => call === last || (pages && !skipped && call.op === last.op))
		.flatMap(({ op = '', response }) => recordsOf(op, response.body));
	const records = within
		? [{ [within]: found }]
		: text
			? found.map((one) => ({ [text]: one }))
			: found;
	if (entry.items) return entry.items;
	if (found.includes(undefined)) throw new Error(noRecord(entry));
	const known = (shown ? records : records.map(masked)) as IDataObject[];
	return entry.operation === 'account.message.send' ? known.map(handedOver) : known;
}

/** What the node adds to a message for the customer. All were recorded in API inboxes. */
const handedOver = (message: IDataObject): IDataObject =>
	message.message_type === 1
		? { ...message, message_ids: [message.id], delivery: 'handed_over', template_sent: false }
		: message;

/** The items that a case gives. @param version of the node: the newest that takes its parameters */
export function expectedItems(entry: Play, version = entry.until ?? Infinity): IDataObject[] {
	const definition = definitions.get(entry.operation);
	const records = expectedRecords(entry);
	// Of a page a case has the texts that one reads.
	if (definition?.reply?.page)
		return records.map((record) => ({ ...record, html: (record.html as string[]).join('\n') }));
	if (!definition || entry.parameters.simplify === false || definition.reply?.file) return records;
	const calls = callsOf(entry);
	const path = calls.map(({ request }) => inPath(definition, request.path)).find((one) => one);
	// Where the operation's own request is not made, the others are about the same account.
	const [, account_id = ''] = /\/accounts\/(\d+)/.exec(calls[0]?.request.path ?? '') ?? [];
	const about = path ?? { account_id };
	const { parameters } = entry;
	return records.map((record) => simpleItem(record, definition, parameters, about, version));
}
