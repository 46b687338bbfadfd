import {
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IGetNodeParameterOptions,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { methodAndPath, record, type Call, type Operation, type Resources } from '../operation';
import { BadInput, toErrorItem, toNodeError } from './errors';
import { toItems } from './files';
import { readList, toRecords } from './pages';
import { readLimit, readParameters } from './parameters';
import { connect, credentialOf, settingsOf, type Service } from './request';
import { newRun, runOf, sideBySide, waitFor, type Run, type RunOptions } from './run';
import { mask } from './secrets';
import { keeping } from './simplify';

/**
 * The node's `requestOperations.pagination`: n8n's declarative engine calls it for each item instead
 * of sending the request. Reads and checks the fields, sends, and gives the item's records, paired;
 * under "Continue on Fail" one error item.
 */
export function routing(resources: Resources) {
	return async function (this: IExecutePaginationFunctions): Promise<INodeExecutionData[]> {
		const resource = resources[String(this.getNodeParameter('resource'))];
		const operation = resource?.operations[String(this.getNodeParameter('operation', ''))];
		const item = this.getItemIndex();
		const place = { operation: `${resource?.name ?? '?'} → ${operation?.name ?? '?'}`, item };
		try {
			if (!operation)
				throw new BadInput(
					'This node has no such operation. For a custom API call use the HTTP Request node: Authentication → Predefined Credential Type → Customer Conversation API',
				);
			const options = this.getNodeParameter('requestOptions', {}) as RunOptions;
			const run = runOf(this.getExecuteData(), () =>
				newRun(options, this.getExecutionCancelSignal()),
			);
			const credential = credentialOf(methodAndPath(operation).path);
			const service = await connect(this, credential, settingsOf(options), run);
			const found = await perform(this, operation, service, run);
			for (const entry of found) entry.pairedItem = { item };
			return found;
		} catch (error) {
			if (this.continueOnFail()) return [toErrorItem(error, place)];
			throw toNodeError(this.getNode(), error, place);
		}
	};
}

/**
 * The node's `customOperations`: in a workflow n8n calls them in place of its declarative engine.
 * That resolves a parameter once for each property of its name, shown or not (minutes for 1,000
 * items of a node with all operations), and prepares all items before the first is sent. Tools
 * still come through the engine; both ways end in the same function.
 */
export function customOperations(resources: Resources): INodeType['customOperations'] {
	const one = routing(resources);
	const all = async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { length } = this.getInputData();
		const options = this.getNodeParameter('requestOptions', 0, {}) as RunOptions;
		const { batchSize = 1, batchInterval = 0 } = options.batching?.batch ?? {};
		const begun = Date.now();
		// What is no number of places is told by the first item.
		const places = Math.max(1, Number(options.requestsAtOnce ?? 10) || 1);
		const results = await sideBySide(length, places, async (item) => {
			const batch = batchSize < 0 ? 0 : Math.floor(item / Math.max(1, batchSize));
			const wait = begun + batch * batchInterval - Date.now();
			if (wait > 0) await waitFor(wait, this.getExecutionCancelSignal());
			return await one.call(single(this, item));
		});
		return [results.flat()];
	};
	return Object.fromEntries(
		Object.entries(resources).map(([name, { operations }]) => [
			name,
			Object.fromEntries(Object.keys(operations).map((key) => [key, all])),
		]),
	);
}

/** The context of one item, as n8n's declarative engine makes it. */
const single = (context: IExecuteFunctions, item: number): IExecutePaginationFunctions =>
	Object.create(context, {
		getItemIndex: { value: () => item },
		getInputData: { value: () => context.getInputData()[item] },
		getCredentials: { value: async (type: string) => await context.getCredentials(type, item) },
		getNodeParameter: {
			value: (name: string, fallback?: unknown, options?: IGetNodeParameterOptions) =>
				context.getNodeParameter(name, item, fallback, options) as unknown,
		},
		helpers: {
			value: Object.create(context.helpers, {
				getBinaryDataBuffer: {
					value: async (property: string) =>
						await context.helpers.getBinaryDataBuffer(item, property),
				},
			}) as IExecutePaginationFunctions['helpers'],
		},
	}) as IExecutePaginationFunctions;

async function perform(
	context: IExecutePaginationFunctions,
	operation: Operation,
	service: Service,
	run: Run,
): Promise<INodeExecutionData[]> {
	const { calendar, values, request } = await readParameters(
		context,
		operation,
		service.credentials,
	);
	const reply = operation.reply ?? record();
	if (reply.file) {
		const file = await service.download(request, reply.file);
		return await toItems(context, file, values, reply.table);
	}
	// The service's own "no record" and the id, by which rows that come twice are known, stay.
	const simplify =
		reply.simple && values.simplify ? keeping(['success', 'id', ...reply.simple]) : same;
	const conceal = values.include_secrets ? same : mask;
	const show = (row: IDataObject) => conceal(simplify(row)) as IDataObject;
	const records = async (each: (row: IDataObject) => IDataObject = same) => {
		const { pages } = reply;
		if (!pages) return toRecords(await service.send(request), reply, request.method).map(each);
		const { after, before } = request.query as { after?: number; before?: number };
		const skip = Number(values.start_after ?? 0);
		const range = { skip, limit: readLimit(context), after, before };
		const page = async (query: IDataObject) =>
			await service.send({ ...request, query: { ...request.query, ...query } });
		const isWrong = pages.unless?.some((key) => key in (request.query ?? {}));
		const counted = isWrong ? { ...reply, pages: { ...pages, total: undefined } } : reply;
		return await readList(page, counted, range, run.places, each);
	};
	const keyOf = (path: string) => JSON.stringify([service.credentials, path]);
	const getOnce = async (path: string) => {
		const asked = run.asked.get(keyOf(path)) ?? service.send({ method: 'GET', path });
		run.asked.set(keyOf(path), asked);
		return await asked;
	};
	const call: Call = {
		...calendar,
		values,
		host: {
			baseUrl: service.baseUrl,
			limit: () => readLimit(context),
			places: run.places,
			log: (text) => context.logger.info(text),
		},
		request,
		records: async () => await records(),
		send: service.send,
		getOnce,
		inTurn: async (task, keys = [request.path]) => await run.inTurn(keys.map(keyOf), task),
	};
	// A list page by page, while further ones are under way.
	const found = operation.run ? (await operation.run(call)).map(show) : await records(show);
	return found.map((json) => ({ json }));
}

const same = <T>(value: T): T => value;
