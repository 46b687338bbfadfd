import {
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { BadInput, ServiceError, withReason } from '../faults';
import { at, unchanged, webUrl } from '../values';
import type { Call } from '../vocabulary/call';
import { methodAndPath, type Operation, type Resources } from '../vocabulary/operation';
import { versionOf } from '../vocabulary/release';
import { nothing, record } from '../vocabulary/reply';
import { withOnlyAccount } from './account';
import { hintAttributes } from './attributes';
import { contextsOf } from './contexts';
import { toErrorItem, toNodeError, type Place } from './errors';
import {
	exportItems,
	fileItem,
	isEmptyExport,
	nameIn,
	pageItem,
	toItems,
	whyNoRows,
	type Most,
} from './files';
import { addHint, showHints } from './hints';
import { checkShown, noRecord, readList, type Doubt } from './pages';
import { readLimit, readParameters, type ItemParameters } from './parameters';
import { sendRecord } from './picture';
import { connect, credentialOf, settingsOf, type Service } from './request';
import {
	doneOnce,
	keepingPlace,
	keyOf,
	newRun,
	runOf,
	sideBySide,
	waitFor,
	type Run,
	type RunOptions,
} from './run';
import { mask } from './secrets';
import { itemMaker } from './simplify';
import { checkStored, refuseUnknown } from './stored';
import { inOrder, recordsOf, type Turn, type Workplace } from './turns';
import { waitingIn } from './waiting';

/** n8n offers Custom API Call in every node. */
const NO_OPERATION =
	'This node has no such operation. For a custom API call, use the HTTP Request node: Authentication → Predefined Credential Type → Customer Conversation API';

/**
 * The node's `requestOperations.pagination`, which n8n's declarative engine calls for each item instead of
 * sending the request. Returns the item's records with pairedItem, or one error item with "Continue on Fail".
 */
export function routing(resources: Resources) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		return await itemsOf(this, resources);
	};
}

/**
 * The results of one item, with pairedItem.
 * @param turn of the item; undefined for calls of the engine, which come in any order
 * @param count number of items, if it is known
 */
async function itemsOf(
	context: IExecutePaginationFunctions,
	resources: Resources,
	turn?: Turn,
	count = 1,
): Promise<INodeExecutionData[]> {
	const chosen = (name: string) => String(context.getNodeParameter(name, ''));
	const [resourceKey, operationKey] = [chosen('resource'), chosen('operation')];
	const resource = resources[resourceKey];
	const operation = resource?.operations[operationKey];
	const item = context.getItemIndex();
	const place: Place & { item: number } = {
		operation: `${resource?.name ?? '?'} → ${operation?.name ?? '?'}`,
		item,
		isOneOfMany: count > 1,
	};
	try {
		if (!operation) throw new BadInput(NO_OPERATION);
		const options = context.getNodeParameter('requestOptions', {}) as RunOptions;
		const run = runOf(context.getExecuteData(), () =>
			newRun(options, context.getExecutionCancelSignal()),
		);
		const credential = credentialOf(methodAndPath(operation).path);
		place.credential = context.getNode().credentials?.[credential]?.name;
		const connected = await connect(context, credential, settingsOf(options), run);
		const get = gettingOnce(connected, run);
		const { path = [], query = [], body = [], options: others = [] } = operation;
		const parts = [...path, ...query, ...body, ...others];
		const rawValue = (name: string) => context.getNodeParameter(name, null) as unknown;
		const { credentials } = connected;
		const service = {
			...connected,
			credentials: await withOnlyAccount(credentials, { parts, rawValue }, get),
		};
		const parameters = await run.reading(
			async () => await readParameters(context, operation, service.credentials),
		);
		const keys = recordsOf(operation, parameters).map((key) => keyOf(service.credentials, key));
		const noun = resource.name.toLowerCase();
		const work = async (workplace: Workplace) =>
			await perform(context, operation, service, { run, count, ...workplace }, parameters, noun);
		const found = await (turn ? turn(keys, work) : run.inTurn(keys, async () => await work(ALONE)));
		for (const entry of found ?? []) entry.pairedItem = { item };
		return found ?? [];
	} catch (error) {
		const shown = await withReason(error);
		if (context.continueOnFail()) return [toErrorItem(shown, place)];
		throw toNodeError(context.getNode(), shown, place);
	}
}

/**
 * The node's `customOperations`, which n8n calls in workflows instead of its declarative engine. The engine
 * resolves a parameter once for each property with its name, shown or not, which takes minutes for 1,000 items
 * of a large node, and prepares all items before it sends the first one. Tools still use the engine; both
 * ways end in the same function.
 */
export async function inWorkflow(
	context: IExecuteFunctions,
	resources: Resources,
): Promise<INodeExecutionData[][]> {
	const { length } = context.getInputData();
	const options = context.getNodeParameter('requestOptions', 0, {}) as RunOptions;
	const { batchSize = 1, batchInterval = 0 } = options.batching?.batch ?? {};
	const begun = Date.now();
	const contextOf = contextsOf(context);
	// An invalid number is reported by the first item.
	const places = Math.max(1, Number(options.requestsAtOnce ?? 10) || 1);
	const results = await inOrder(length, places, async (item, turn) => {
		const batch = batchSize < 0 ? 0 : Math.floor(item / Math.max(1, batchSize));
		const wait = begun + batch * batchInterval - Date.now();
		if (wait > 0) await waitFor(wait, context.getExecutionCancelSignal());
		return await itemsOf(contextOf(item), resources, turn, length);
	});
	showHints(context);
	return [results.flat()];
}

/** Hints for a part of a list that may be incomplete. */
const DOUBTS: Record<Doubt, string> = {
	repeats:
		'Some results may be missing: Chatwoot repeated rows that have the same place in its order. Turn on Return All to get the complete list.',
	skip: 'With Start After, results may be missing or repeated between the parts, because rows with the same value in the sort field have no fixed order. Turn on Return All without Start After to get the complete list.',
};

/** Of a tool, which has one item. */
const ALONE: Workplace = {
	away: keepingPlace,
	letNext: () => true,
	quiet: () => undefined,
};

async function perform(
	context: IExecutePaginationFunctions,
	operation: Operation,
	service: Service,
	{ run, count, away, letNext, quiet }: { run: Run; count: number } & Workplace,
	{ calendar, values, request, files, setFields, names }: ItemParameters,
	noun: string,
): Promise<INodeExecutionData[]> {
	const getOnce = gettingOnce(service, run);
	await refuseUnknown(setFields, async () => await versionOf({ getOnce }));
	for (const lookUp of names) await lookUp(getOnce);
	const hint = (text: string) => addHint(context.getExecuteData(), text);
	// With files some attributes are refused before anything is sent.
	if (files.length === 0)
		await hintAttributes(setFields, { getOnce, host: { hint } }, values.account_id);
	const fetch = async (address: string, most: Most) =>
		await service.download({ ...FILE, address, isOpen: true }, nameIn(address), most);
	request.files = await Promise.all(files.map(async (read) => await read(fetch)));
	const isDelete = request.method === 'DELETE';
	const reply = operation.reply ?? (isDelete ? nothing : record(''));
	if (reply.file) {
		const file = await service.download(request, reply.file);
		return await toItems(context, file, values, reply.table);
	}
	const conceal = values.include_secrets ? unchanged : mask;
	const { typeVersion: version } = context.getNode();
	const toItem =
		values.simplify === false ? unchanged : itemMaker(operation, values, version, service.baseUrl);
	const show = (row: IDataObject) => toItem(conceal(row) as IDataObject);
	const records = async (mapRow: (row: IDataObject) => IDataObject = unchanged, sent = request) => {
		if (!reply.pages) return await sendRecord(service.send, sent, reply, noun);
		const skip = Number(values.start_after ?? 0);
		const wanted = {
			skip,
			limit: readLimit(context),
			mapRow,
			onDoubt: (doubt: Doubt) => hint(DOUBTS[doubt]),
		};
		return await readList(service.send, sent, reply, run.places, wanted);
	};
	const call: Call = {
		...calendar,
		version,
		values,
		host: {
			baseUrl: service.baseUrl,
			defaultCountry: service.credentials.default_country,
			limit: () => readLimit(context),
			places: run.places,
			wait: async (milliseconds) => await away(async () => await waitFor(milliseconds, run.signal)),
			waitForOthers: async (least, most, hurried) =>
				await away(async () => {
					await waitFor(least, run.signal);
					const others = quiet();
					if (others) await Promise.race([others, hurried, waitFor(most, run.signal)]);
				}),
			away,
			letNext,
			log: (text) => context.logger.info(text),
			hint,
			...waitingIn(context, count),
		},
		request,
		records: async (changed) => await records(unchanged, changed),
		list: async (listRequest, form, isEnough) =>
			await readList(service.send, listRequest, form, run.places, { isEnough, most: Infinity }),
		send: withContent(service.send),
		getOnce,
		once: onceOf(service, run),
		inTurn: async (task, keys) =>
			await run.inTurn(
				keys.map((key) => keyOf(service.credentials, key)),
				task,
				away,
			),
	};
	const explainEmpty = async (rows: unknown[]) => {
		// With Start After, the list may only have ended.
		if (rows.length || values.start_after) return;
		// The empty result is valid even if the reason cannot be found.
		const [why] = await Promise.allSettled([operation.empty?.(call)]);
		const reasons = why.status === 'fulfilled' ? [why.value ?? []].flat() : [];
		for (const reason of reasons) if (reason) hint(reason);
	};
	if (reply.pages && !operation.run) {
		// Rows are converted page by page, while further pages are still being read.
		const rows = await records(show);
		await explainEmpty(rows);
		return rows.map((json) => ({ json }));
	}
	const found = operation.run ? await operation.run(call) : await records();
	if (!Array.isArray(found)) {
		const items = await exportItems(context, found, values, calendar);
		const why = isEmptyExport(items) && whyNoRows(found.name, values, calendar);
		if (why) hint(why);
		return items;
	}
	await explainEmpty(found);
	const { simple } = reply;
	const chosen = typeof simple === 'function' ? simple(values, version) : simple;
	const isById = reply.stored ?? operation.request.endsWith('_id}');
	const shape = typeof chosen === 'object' ? chosen : isById && !operation.run ? { id: 'id' } : {};
	const isShown = !operation.run || values.simplify !== false;
	if (isShown && !reply.pages && !reply.rows && !reply.nothing)
		for (const row of found) checkShown(row, shape, !operation.run, request.method);
	if (reply.stored) checkStored(found[0], setFields);
	const { fileAt } = reply;
	if (fileAt)
		return await sideBySide(found.length, run.places, async (index) => {
			const address = fileAddress(at(found[index], fileAt), service);
			const file = await service.download({ ...FILE, address }, nameIn(address));
			return await fileItem(context, file, values, show(found[index]));
		});
	if (reply.page)
		return await Promise.all(found.map(async (row) => await pageItem(context, row, values)));
	return found.map((row) => ({ json: show(row) }));
}

/** Sends a request of a task: a GET that is answered with nothing is an error, because Chatwoot always returns JSON. */
const withContent =
	(send: Service['send']): Service['send'] =>
	async (request) => {
		const body = await send(request);
		if (request.method === 'GET' && (body === '' || body === null)) throw noRecord();
		return body;
	};

/** The request of a file by its URL. */
const FILE = { method: 'GET', path: '' };

/** The URL of a file, which is often on another server. The token is not sent there. */
function fileAddress(address: unknown, { baseUrl }: Service): string {
	const typed = String(address);
	const url = webUrl(typed, baseUrl);
	if (url) return url.href;
	throw new ServiceError(`The file has no URL that can be downloaded: ${typed.slice(0, 200)}`);
}

/** Runs a task once per key for all items. */
const onceOf =
	({ credentials }: Service, run: Run): Call['once'] =>
	async (name, task) =>
		await doneOnce(run, credentials, name, task);

/** Sends a GET once for all items. */
const gettingOnce = (service: Service, run: Run): Call['getOnce'] => {
	const once = onceOf(service, run);
	return async (path) => await once(path, async () => await service.send({ method: 'GET', path }));
};
