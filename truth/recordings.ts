import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { IDataObject } from 'n8n-workflow';

export interface Recording {
	op: string;
	case: string;
	/** Whose token: admin, agent, bot, platform, none … */
	as: string;
	request: {
		method: string;
		path: string;
		query?: Record<string, unknown> | Array<[string, unknown]> | string;
		body?: unknown;
		form?: Record<string, string>;
		files?: Record<string, [string, string, string]>;
	};
	response: {
		status: number;
		headers?: Record<string, string>;
		body?: unknown;
		text?: string;
	};
}

/** The values that the service accepts: a list, or the name of one in `meta.enums`. */
type Accepted = Array<string | number> | string;

interface CatalogueField {
	name: string;
	enum?: Accepted;
	/** Of an object: what it accepts under its keys. */
	enums?: Record<string, Accepted>;
}

export interface CatalogueEntry {
	id: string;
	resource: string;
	method: string;
	alt_methods: string[];
	path: string;
	query: CatalogueField[];
	body: CatalogueField[];
	body_wrapper: { key: string; flat_json_accepted: boolean } | null;
	success: { item_path: string | null; total_path?: string; empty_body: boolean };
	pagination: { param: string; page_size?: number; more_field?: string } | null;
	role: string;
	/** Its number in the interface description 1.1.0. */
	in_seed: number | null;
	enterprise_only: boolean;
	agent_bot_token_allowed: boolean;
	/** `4.16.0`, `about 4.13` or `3.16 or before`; `firstRelease` reads it. */
	available_from: string;
	tier: string;
	/** False: known from public sources alone. No server with it was recorded. */
	recorded?: false;
	/** How sure such a fact is: `sure`, or `likely` with the reason. */
	sure?: string;
}

/** One webhook delivery. */
export interface RecordedDelivery {
	/** The name of its file; the newer releases' to an account webhook are named as the first one's, by event and variant. */
	name: string;
	event: string;
	/** What caused it. */
	trigger: string;
	/** account_webhook, api_inbox, agent_bot, automation or macro. */
	receiver: string;
	headers: Record<string, string>;
	body: IDataObject;
}

export type Release = `${number}.${number}`;

/** The releases of the service that have a folder in this one with such content, the oldest first. */
export const releasesIn = (folder: string, content: string): Release[] =>
	readdirSync(folder)
		.filter((name): name is Release => /^\d+\.\d+$/.test(name))
		.filter((name) => existsSync(join(folder, name, content)))
		.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));

/** Those that were recorded. */
export const releases = releasesIn(__dirname, 'recordings');

/** Whose ids the cases are written with. */
export const [oldest] = releases;

const read = (path: string) => readFileSync(resolve(__dirname, path), 'utf8');

const { meta, operations: entries } = JSON.parse(read('catalogue.json')) as {
	meta: { enums: Record<string, string[]> };
	operations: CatalogueEntry[];
};

export const catalogue = new Map(entries.map((entry) => [entry.id, entry]));

/**
 * The values that the service accepts in a field; undefined if the catalogue lists none.
 * @param inside the key of an object
 */
export function valuesOf({ enum: values, enums }: CatalogueField, inside?: string) {
	const accepted = inside === undefined ? values : enums?.[inside];
	return (typeof accepted === 'string' ? meta.enums[accepted] : accepted)?.map(String);
}

/** What requests of each operation look like; ids are numbers. */
const addresses = [...catalogue.values()].map((entry) => {
	const methods = [entry.method, ...entry.alt_methods].join('|');
	const path = entry.path
		.replaceAll('.', '\\.')
		.replace(/\{((\w+_)?id)\}/g, '(?<$1>\\d+)')
		.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
	return { entry, pattern: new RegExp(`^(?:${methods}) ${path}$`) };
});

/** Whether nothing that was sent must have another value for this operation. */
const fits = ({ query, body }: CatalogueEntry, sent: Record<string, unknown>) =>
	[...query, ...body].every(
		({ name, enum: choices }) =>
			!Array.isArray(choices) ||
			choices.length > 1 ||
			!(name in sent) ||
			String(sent[name]).toLowerCase() === String(choices[0]).toLowerCase(),
	);

/**
 * The operation of a request, and the values in its path.
 * @param request method and path
 * @param sent what its query and its body hold: it tells apart operations of one address
 */
export function operationAt(
	request: string,
	sent: Record<string, unknown> = {},
): { entry: CatalogueEntry; params: Record<string, string> } | undefined {
	const found = addresses.find(({ entry, pattern }) => pattern.test(request) && fits(entry, sent));
	return found && { entry: found.entry, params: { ...found.pattern.exec(request)?.groups } };
}

/** The first release that has it, as `4.16` or `4.14.1`; undefined where the oldest that was looked at has it. */
export function firstRelease({ id, available_from: text }: CatalogueEntry): string | undefined {
	if (text.endsWith('or before')) return undefined;
	const [release] = /\d+\.\d+(\.[1-9]\d*)?/.exec(text) ?? [];
	if (!release) throw new Error(`${id} has no release in "${text}"`);
	return release;
}

const files = new Map<string, Recording[]>();

/** The lines of a file; none where that release has no such file. */
function linesOf(file: string): Recording[] {
	const known = files.get(file);
	if (known) return known;
	const lines = existsSync(resolve(__dirname, file))
		? read(file)
				.split('\n')
				.filter(Boolean)
				.map((line) => JSON.parse(line) as Recording)
		: [];
	files.set(file, lines);
	return lines;
}

const byOperation = new Map<string, Recording[]>();

/** All recordings of an operation. @param op `transport` for calls that belong to none */
export function recordingsOf(op: string, release = oldest): Recording[] {
	const known = byOperation.get(`${release} ${op}`);
	if (known) return known;
	const [surface, resource] = op.split('.');
	const file = resource ? `${surface}/${resource}` : surface;
	const found = linesOf(`${release}/recordings/${file}.jsonl`).filter(
		(line) => !resource || line.op === op,
	);
	byOperation.set(`${release} ${op}`, found);
	return found;
}

/** Every recorded call in a folder. */
export const recordingsIn = (folder: string): Recording[] =>
	readdirSync(resolve(__dirname, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.jsonl'))
		.flatMap((file) => linesOf(join(folder, file)));

/** Every recorded call of a release. */
export const allRecordings = (release: Release) => recordingsIn(`${release}/recordings`);

export const findRecording = (op: string, name: string, release?: Release) =>
	recordingsOf(op, release).find((line) => line.case === name);

/** @param op id in the catalogue, e.g. `account.contact.create`; `transport` for other calls */
export function recording(op: string, name: string, release = oldest): Recording {
	const found = findRecording(op, name, release);
	if (!found) throw new Error(`There is no recording ${op} ${name} of ${release}`);
	return found;
}

/** What the recorded server calls itself, such as `4.16.2`. */
export const versionOf = (release: Release): string =>
	String(
		(recording('transport', 'transport-api-root', release).response.body as IDataObject).version,
	);

/** The records of a recorded reply where the catalogue says they are. */
export function recordsOf(op: string, body: unknown): IDataObject[] {
	const path = catalogue.get(op)?.success.item_path ?? '';
	const found = path
		.replace('[]', '')
		.split('.')
		.filter(Boolean)
		.reduce<unknown>((inner, key) => (inner as IDataObject | undefined)?.[key], body);
	return (path.endsWith('[]') ? found : [found]) as IDataObject[];
}

/** What a server that signs sent, byte for byte, and the secret of each. */
interface SignedDelivery {
	receiver: string;
	event: string;
	attempt: number;
	secret: string;
	timestamp: number;
	headers: Record<string, string>;
	raw_body: string;
}

const PROOF = 'signature-proof.json';

export const signedDeliveries = (): SignedDelivery[] =>
	(JSON.parse(read(`4.16/recordings/events/${PROOF}`)) as { deliveries: SignedDelivery[] })
		.deliveries;

/** Every recorded delivery. */
export const deliveries = (release = oldest): RecordedDelivery[] =>
	readdirSync(join(__dirname, `${release}/recordings/events`))
		.filter((file) => file !== PROOF)
		.map((file) => ({
			...(JSON.parse(read(`${release}/recordings/events/${file}`)) as RecordedDelivery),
			name: file.replace(/^account_webhook--|\.json$/g, ''),
		}));

/** @param name as `deliveries` gives it */
export function delivery(name: string, release?: Release): RecordedDelivery {
	const found = deliveries(release).find((one) => one.name === name);
	if (!found) throw new Error(`There is no recorded delivery ${name}`);
	return found;
}

/** What the trigger is to make of each recorded delivery. @returns T[], as the release's file has it */
export const deliveryCases = <T>(release = oldest): T[] =>
	JSON.parse(read(`${release}/deliveries.json`)) as T[];
