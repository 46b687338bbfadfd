import { basename } from 'node:path';
import type {
	IBinaryData,
	IDataObject,
	INodeExecutionData,
	INodeType,
	NodeApiError,
} from 'n8n-workflow';
import type { Field } from '../../nodes/shared/vocabulary/fields/fields';
import { changed, leavesOf } from '../../nodes/shared/vocabulary/fields/parts';
import { at } from '../../nodes/shared/values';
import type { Operation } from '../../nodes/shared/vocabulary/operation';
import { isOf } from '../../nodes/shared/vocabulary/versions';
import {
	callsOf,
	cases,
	expectedItems,
	expectedRecords,
	filled,
	inPath,
	playOn,
	playsOf,
	type Call,
	type Play,
} from '../../truth/cases';
import { entryOf } from '../../truth/coverage';
import {
	catalogue,
	recordingsOf,
	releases,
	type Recording,
	type Release,
} from '../../truth/recordings';
import { setBy } from '../../truth/settable';
import { nodeNameOf, operations, versionsOf } from '../../truth/surfaces';
import { put } from './changingList';
import { runNode } from './core';
import { unknownTo } from './parameters';
import { inVersion, nodeOf, originalOf } from './run';
import { listen, type Received } from './server';
import { addToTally, newTally } from './tally';
import { textsOf } from './webPages';

const pairs = (query: Recording['request']['query'] = {}): string[] =>
	(typeof query === 'string'
		? [...new URLSearchParams(query)]
		: Array.isArray(query)
			? query
			: Object.entries(query).flatMap(([key, value]) =>
					Array.isArray(value) ? value.map((entry) => [key, entry]) : [[key, value]],
				)
	)
		.map(([key, value]) => `${key}=${String(value)}`)
		.sort();

/**
 * Chatwoot accepts bodies with and without their wrapper if the catalogue says so; we send them without.
 * @param nodeBody what the node sent: if it has the wrapper, because a key is lost outside of it, the
 * recorded body keeps its wrapper
 */
function unwrapped(op: string | undefined, body: unknown, nodeBody: unknown = {}): unknown {
	const wrapper = op ? catalogue.get(op)?.body_wrapper : null;
	if (!wrapper?.flat_json_accepted || wrapper.key in (nodeBody as IDataObject)) return body;
	const { [wrapper.key]: inner, ...outside } = body as IDataObject;
	return { ...(inner as IDataObject), ...outside };
}

/** The request that must be sent. @param nodeBody the body that was sent */
export const expected = ({ op, request }: Call, nodeBody?: unknown) => ({
	method: request.method,
	path: request.path,
	query: pairs(request.query),
	accept: 'application/json',
	token: /^\/(public|hc|survey)\//.test(request.path) ? undefined : 'secret-token',
	...(request.body
		? { contentType: 'application/json', body: unwrapped(op, request.body, nodeBody) }
		: {}),
	...(request.form ? { form: request.form } : {}),
	...(request.files ? { files: request.files } : {}),
});

/** What a question proves is different each time. */
const withoutRandom = (text: string): string =>
	text.replace(/("digest":"|taken:\d+:)[0-9a-f]{32,}/g, '$1{random}');

/** A request in the form of recordings. */
interface Seen {
	body?: unknown;
	[part: string]: unknown;
}

/** What was on the wire, in the same form. */
async function seen({ method, path, query, headers, body }: Received): Promise<Seen> {
	const contentType = headers['content-type'];
	const common = {
		method,
		path,
		query: query.map(([key, value]) => `${key}=${value}`).sort(),
		accept: headers.accept,
		token: headers.api_access_token,
	};
	if (String(contentType).startsWith('multipart/form-data')) {
		const form = [
			...(await new Response(new Uint8Array(body), {
				headers: { 'content-type': String(contentType) },
			}).formData()),
		];
		const described = form.map(([name, value]): [string, unknown] => [
			name,
			typeof value === 'string' ? value : [value.name, `${value.size} bytes`, value.type],
		]);
		return {
			...common,
			form: Object.fromEntries(described.filter(([, value]) => typeof value === 'string')),
			files: Object.fromEntries(described.filter(([, value]) => Array.isArray(value))),
		};
	}
	return body.length
		? { ...common, contentType, body: JSON.parse(withoutRandom(body.toString())) as unknown }
		: common;
}

/** Parameters that hold addresses of the service: its own is known when it runs. */
const here = (parameters: IDataObject, url: string): IDataObject =>
	JSON.parse(JSON.stringify(filled(parameters)).replaceAll('{base_url}', url)) as IDataObject;

/** The other way: items that hold addresses of the service, in files, too. */
function there(items: INodeExecutionData[], url: string): INodeExecutionData[] {
	const text = JSON.stringify(items).replaceAll(url, '{base_url}');
	const replaced = JSON.parse(text) as INodeExecutionData[];
	for (const file of replaced.flatMap(({ binary = {} }) => Object.values(binary))) {
		const content = Buffer.from(file.data, 'base64').toString('latin1');
		file.data = Buffer.from(content.replaceAll(url, '{base_url}'), 'latin1').toString('base64');
	}
	return replaced;
}

/**
 * What the node may ask after the calls of a case, to say whose the token is, or why a list is empty:
 * no case holds that.
 */
const AFTERWARDS =
	/^\/(api\/v1\/(profile|accounts\/\d+(\/(sla_policies|agents|inboxes|labels|teams))?)|platform\/api\/v1\/accounts\/0)$/;

/**
 * What the node asks before it sends a message, to know the channel: no case holds that. All recorded messages
 * were sent in API inboxes.
 */
function placeRead(release: Release | undefined, path: string): Recording['response'] | undefined {
	const [, collection] =
		/^\/api\/v1\/accounts\/\d+\/(conversations|inboxes)\/\d+$/.exec(path) ?? [];
	if (!collection) return undefined;
	const op = collection === 'inboxes' ? 'account.inbox.get' : 'account.conversation.get';
	const isApi = ({ response: { status, body } }: Recording) =>
		status === 200 && JSON.stringify(body).includes('"Channel::Api"');
	return recordingsOf(op, release).find(isApi)?.response;
}

/** A clock that is later than what was recorded. */
const NOW: Recording['response'] = { status: 200, body: { timestamp: '2027-01-01 00:00:00' } };

const hasPage = (query: Recording['request']['query']) =>
	pairs(query).some((pair) => pair.startsWith('page='));

/**
 * What the node asks to prove that a list of several pages is complete: the time, the pages again, each at
 * most once, or all rows in one piece. No case holds that.
 */
class Proof {
	private readonly answered = new Set<string>();

	/** @param path of the rows in a reply */
	constructor(private readonly path: string) {}

	/** @param index of the call whose turn it is */
	answer(
		{ method, path, query }: Received,
		calls: Call[],
		index: number,
	): Recording['response'] | undefined {
		const described = (where: string, pairsOfIt: string[]) => JSON.stringify([where, pairsOfIt]);
		const wanted = described(path, pairs(query));
		const isCalled = ({ request }: Call, text = wanted) =>
			described(request.path, pairs(request.query)) === text;
		const earlier = calls.slice(0, index);
		const paged = earlier.filter(({ request }) => hasPage(request.query));
		const isNext = index < calls.length && isCalled(calls[index]);
		if (method !== 'GET' || isNext || paged.length === 0 || this.answered.has(wanted))
			return undefined;
		this.answered.add(wanted);
		if (path === '/api') return NOW;
		const list = paged.some(({ request }) => request.path === path)
			? earlier.filter(({ request }) => request.path === path)
			: [];
		const again = list.find((call) => isCalled(call));
		if (again) return again.response;
		const { updated_within: piece, ...rest } = Object.fromEntries(query);
		const first = piece && list.find((call) => isCalled(call, described(path, pairs(rest))));
		return first ? this.inOnePiece(first, list) : undefined;
	}

	private inOnePiece({ response }: Call, list: Call[]): Recording['response'] {
		const body = structuredClone(response.body) as IDataObject;
		put(
			body,
			this.path,
			list.flatMap((call) => at(call.response.body, this.path) as IDataObject[]),
		);
		return { ...response, body };
	}
}

/** @param answered what the service says in place of a recorded body */
export async function play(
	entry: Play,
	node: INodeType,
	engine = false,
	answered: (body: unknown) => unknown = (body) => body,
) {
	const calls = callsOf(entry);
	const before = new Set<Received>();
	const definition = operations().find(([id]) => id === entry.operation)?.[1];
	const proof = new Proof(definition?.reply?.paths[0] ?? '');
	const server = await listen((request, count) => {
		const index = count - before.size;
		const next = calls[index] ?? calls[calls.length - 1];
		const file = entry.web?.[request.path];
		if (file) {
			before.add(request);
			const headers = { 'content-type': file.mimeType };
			return { status: 200, headers, body: Buffer.from(file.data, 'base64') };
		}
		const known = request.method === 'GET' && next?.request.path !== request.path;
		const place =
			(known && placeRead(entry.release, request.path)) || proof.answer(request, calls, index);
		if (place) before.add(request);
		const { status, headers, body, text } = place || next.response;
		const { 'content-length': length, ...otherHeaders } = headers ?? {};
		return {
			status,
			headers: { 'content-type': 'application/json', ...otherHeaders },
			body:
				body === undefined
					? (text ?? '')
					: JSON.stringify(answered(body)).replaceAll('{base_url}', server.url),
		};
	});
	const [, resource, operation] = entry.operation.split('.');
	try {
		const run = runNode(node, {
			parameters: here({ ...entry.parameters, resource, operation }, server.url),
			credentials: {
				base_url: server.url,
				api_access_token: 'secret-token',
				account_id: '',
				...entry.credentials,
			},
			items: [{ json: {}, binary: entry.binary }],
			engine,
		});
		const [outcome] = await Promise.allSettled([run]);
		const requests = await Promise.all(
			server.received.filter((request) => !before.has(request)).map(seen),
		);
		return {
			requests: requests.filter(
				({ path }, index) => index < calls.length || !AFTERWARDS.test(String(path)),
			),
			items: there(outcome.status === 'fulfilled' ? outcome.value : [], server.url),
			error: outcome.status === 'rejected' ? (outcome.reason as NodeApiError) : undefined,
		};
	} finally {
		await server.close();
	}
}

/** The versions of the node that a case is about. */
function versionsFor(entry: Play): number[] {
	const all = versionsOf(nodeNameOf(entry.operation));
	const versions = all.filter((version) => isOf(version, entry));
	if (!versions.length) throw new Error(`${entry.operation}: no version has ${entry.name}`);
	return versions;
}

/** The node in the newest version that a case is about. */
const newestFor = (entry: Play, node: INodeType): INodeType =>
	inVersion(node, Math.max(...versionsFor(entry)));

/** What the node puts before the service's words: which record is missing, and where. */
const MISSING =
	/[A-Z][^:]* (does not exist|is not (in account \d+|open to this token)): (?=Resource could not be found)/;

/** Whether this is the path of the operation's own request; a file's is known only when it runs. */
function isOperationPath(operation: Operation, path: string): boolean {
	if (operation.path?.some((part) => 'address' in part)) return true;
	return inPath(operation, path) !== undefined;
}

/** The key under which a field is sent, or the object that has it. */
const rootOf = ({ as }: Field) => as.replace('[]', '').split('.')[0];

/** Every way to break what the case sends: the method, a word of the path, the name of a key. */
function alterations(entry: Play, definition: Operation): Array<[string, Operation]> {
	// Of several requests the one that the definition writes down.
	const calls = callsOf(entry);
	const operationCalls = calls.filter(({ request }) => isOperationPath(definition, request.path));
	const { op, request: sent } = operationCalls[0] ?? { op: undefined, request: {} };
	const wrapper = op && catalogue.get(op)?.body_wrapper?.key;
	const keys = [
		...pairs(sent.query).map((pair) => pair.split('=')[0]),
		...Object.keys(unwrapped(op, sent.body ?? {}) as IDataObject),
		...Object.keys(sent.form ?? {}),
		...Object.keys(sent.files ?? {}),
	].map((key) => key.replace(`${wrapper}[`, '').replace(/[[\]].*$/, ''));
	const [method, path] = definition.request.split(' ');
	const otherMethod = method === 'POST' ? 'PUT' : 'POST';
	const renamed = (name: string): Operation => {
		const rename = (key: string) => (key === name ? `${key}x` : key);
		const renameField = (field: Field): Field => {
			const [, ...inside] = field.as.replace('[]', '').split('.');
			return rootOf(field) === name ? { ...field, as: [`${name}x`, ...inside].join('.') } : field;
		};
		return {
			...definition,
			query: definition.query && changed(definition.query, renameField, rename),
			body: definition.body && changed(definition.body, renameField, rename),
		};
	};
	const set = setBy(definition, entry.parameters).map((name) => name.replace('clear_fields=', ''));
	/** Whether the definition sends the key in this case; some keys are made by `run`. */
	const isSent = (key: string) =>
		leavesOf([...(definition.query ?? []), ...(definition.body ?? [])]).some((leaf) =>
			'fixed' in leaf ? key in leaf.fixed : rootOf(leaf) === key && set.includes(leaf.name),
		);
	const isUsed = operationCalls.some(({ request }) => request.method === method);
	const otherRequest = `${otherMethod} ${path}` as Operation['request'];
	return [
		...(isUsed
			? [['method', { ...definition, request: otherRequest }] as [string, Operation]]
			: []),
		// Where only a file is fetched by its address the path is not used.
		...(calls.some(({ request }) => request.path.startsWith(path.split('{')[0])) ? path : '')
			.split('/')
			.map((word, index, words): [string, Operation] => [
				word,
				{
					...definition,
					request: `${method} ${words.with(index, `${word}x`).join('/')}` as Operation['request'],
				},
			])
			.filter(([word]) => word && !word.startsWith('{')),
		...[...new Set(keys)].filter(isSent).map((key): [string, Operation] => [key, renamed(key)]),
	];
}

const textOf = ({ data }: IBinaryData) => Buffer.from(data, 'base64').toString();

const filesOf = (entry: Play) =>
	entry.files ??
	callsOf(entry).flatMap(({ response: { headers = {}, text } }) =>
		headers['content-disposition'] ? [text] : [],
	);

/** Items as cases have them: of a web page the texts that one reads on it, one a line. */
const readable = (items: INodeExecutionData[], { reply }: Operation): IDataObject[] =>
	items.map(({ json }) =>
		reply?.page ? { ...json, html: textsOf(String(json.html)).join('\n') } : json,
	);

let slept = 0;

/** Replaces n8n's `sleep` in a test file with the clock below: a pause passes at once. */
export async function sleepOnTheDay(milliseconds: number): Promise<void> {
	slept += milliseconds;
	await new Promise(setImmediate);
}

/** Sets the clock of a test file back: operations refuse a snooze until a moment that has passed since. */
export function onTheDayOfTheRecordings(): void {
	const begin = Date.UTC(2026, 10, 22);
	let clock: jest.SpyInstance;
	beforeAll(() => {
		clock = jest.spyOn(Date, 'now').mockImplementation(() => begin + slept + performance.now());
	});
	afterAll(() => clock.mockRestore());
}

/** Resources whose operations a test file of this name plays. */
const FILES: Record<string, RegExp> = {
	conversations: /^account\.conversation\./,
	contacts: /^account\.(contact|message|question)\./,
	inboxes: /^account\.inbox\./,
};

/** The test file in `operations/` that plays an operation: those of a node, unless they take too long for one file. */
export const fileOf = (id: string): string =>
	Object.keys(FILES).find((name) => FILES[name].test(id)) ?? nodeNameOf(id);

/**
 * Plays a case in a version of the node, by itself and through n8n's engine.
 * @throws Error if it does not send the recorded requests, or does not return the expected items
 */
export async function expectPlayed(
	entry: Play,
	definition: Operation,
	version: number,
): Promise<void> {
	const { operation: id } = entry;
	const { requests, items, error } = await play(
		entry,
		inVersion(originalOf(nodeNameOf(id)), version),
	);
	const calls = callsOf(entry);
	const engine = await play(entry, inVersion(nodeOf(definition, id), version), true);
	// What the node refuses by itself it tells in words alone.
	if (requests.length === 0) expect(error?.message).toBe(entry.error ?? undefined);
	expect(requests).toEqual(calls.map((call, index) => expected(call, requests[index]?.body)));
	expect(engine.requests).toEqual(requests);
	expect([engine.error?.message, engine.items]).toEqual([error?.message, items]);
	if (entry.error) {
		// What the node refuses because of the release has none.
		const last = calls.at(-1);
		const status = last?.request.path === '/api' ? undefined : last?.response.status;
		const words = error?.message.replace(MISSING, '');
		expect([words, error?.httpCode]).toEqual([entry.error, status && `${status}`]);
		return;
	}
	if (error) throw error;
	expect(readable(items, definition)).toEqual(expectedItems(entry, version));
	expect(items.flatMap(({ binary = {} }) => Object.values(binary).map(textOf))).toEqual(
		definition.reply?.page ? items.map(({ json }) => json.html) : filesOf(entry),
	);
	expect(items.every(({ pairedItem }) => (pairedItem as { item: number }).item === 0)).toBe(true);
}

/** Plays the cases of the operations that a test file in `operations/` is about, on every release and in every version of its node. @param file its path */
export function playFile(file: string): void {
	const tally = newTally();
	onTheDayOfTheRecordings();

	const mine = operations().filter(([id]) => fileOf(id) === basename(file, '.test.ts'));

	describe.each(mine)('%s', (id, definition) => {
		const written = cases.filter(({ operation }) => operation === id);
		const played = playsOf(id);

		test('has its least and its full case, on every release that recorded it', () => {
			const settable = [definition.query, definition.body, definition.options].some((parts) =>
				parts?.some((part) => 'optional' in part && part.optional.length > 0),
			);
			for (const release of releases) {
				const fates = written.map((entry) => playOn(release, entry));
				for (const word of ['not recorded', 'left out'] as const)
					tally[release][word] += fates.filter((fate) => fate === word).length;
				// Where no reply was recorded the document has to do.
				const names = played
					.filter((one) => (one.release ?? release) === release)
					.map(({ name }) => name);
				const op = entryOf(id, definition)?.id ?? '';
				const isThere = recordingsOf(op, release).some(({ response }) => response.status < 400);
				if (isThere || release === releases.at(-1)) {
					expect([release, ...names]).toContain('least');
					if (settable) expect([release, ...names]).toContain('full');
				}
			}
		});

		test('its cases set only parameters that it has: the rest would be dropped without a word', () => {
			const faults = [...written, ...played].flatMap((entry) =>
				unknownTo(id, entry.parameters, entry).map(
					(unknown) => `${entry.name}: there is no ${unknown}`,
				),
			);
			expect([...new Set(faults)]).toEqual([]);
		});

		test('offers its secrets where what it gives holds some: else add includeSecrets()', () => {
			const masks = JSON.stringify(played.map(expectedRecords)).includes('***');
			const offers = JSON.stringify(definition.options ?? []).includes('include_secrets');
			if (masks) expect(offers).toBe(true);
		});

		const seenOn = new Set<Release | 'none'>();
		const playedIn = played.flatMap((entry) =>
			versionsFor(entry).map(
				(version) => [entry.release ?? 'none', entry.name, version, entry] as const,
			),
		);
		test.each(playedIn)('%s: %s, version %d', async (release, _, version, entry) => {
			await expectPlayed(entry, definition, version);
			const counts = tally[release];
			if (!seenOn.has(release)) counts.operations++;
			seenOn.add(release);
			counts.cases++;
		});
	});

	afterAll(() => addToTally(tally));
}

/** Plays the cases of each operation with the operation altered: with each alteration a case must fail. */
export function playAltered(): void {
	const tally = newTally();
	onTheDayOfTheRecordings();

	const rightPlays = operations().flatMap(([id, definition]) =>
		playsOf(id)
			.filter(({ error }) => !error)
			.map((entry) => [id, entry.release ?? 'none', entry.name, entry, definition] as const),
	);
	test.each(rightPlays)('%s, %s: %s', async (id, release, _, entry, definition) => {
		const items = expectedItems(entry);
		for (const [alteration, altered] of alterations(entry, definition)) {
			const outcome = await play(entry, newestFor(entry, nodeOf(altered, id)));
			const requests = callsOf(entry).map((call, index) =>
				expected(call, outcome.requests[index]?.body),
			);
			expect([
				...[alteration, outcome.error?.message],
				...[outcome.requests, readable(outcome.items, definition)],
			]).not.toEqual([alteration, undefined, requests, items]);
			tally[release].altered++;
		}
	});

	afterAll(() => addToTally(tally));
}
