import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { methodAndPath, record, type Call, type Operation, type Resources } from '../operation';
import { BadInput, toErrorItem, toNodeError } from './errors';
import { readList, toRecords } from './pages';
import { readLimit, readParameters } from './parameters';
import { connect, credentialOf, type Service, type Settings } from './request';
import { mask } from './secrets';

/** Requests that the items of one execution share, by address and token. */
const shared = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * The node's `requestOperations.pagination`: n8n calls it for each item instead of sending the
 * request. Reads and checks the fields, sends, and gives the item's records, paired; under
 * "Continue on Fail" one error item.
 */
export function routing(resources: Resources) {
	return async function (
		this: IExecutePaginationFunctions,
		requestData: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const resource = resources[String(this.getNodeParameter('resource'))];
		const operation = resource?.operations[String(this.getNodeParameter('operation', ''))];
		const item = this.getItemIndex();
		const place = { operation: `${resource?.name ?? '?'} → ${operation?.name ?? '?'}`, item };
		try {
			if (!operation)
				throw new BadInput(
					'This node has no such operation. For a custom API call use the HTTP Request node: Authentication → Predefined Credential Type → Customer Conversation API',
				);
			const { proxy, timeout, skipSslCertificateValidation } = requestData.options as Settings;
			const service = await connect(this, credentialOf(methodAndPath(operation).path), {
				proxy,
				timeout,
				skipSslCertificateValidation,
			});
			const records = await perform(this, operation, service);
			return records.map((json) => ({ json, pairedItem: { item } }));
		} catch (error) {
			if (this.continueOnFail()) return [toErrorItem(error, place)];
			throw toNodeError(this.getNode(), error, place);
		}
	};
}

async function perform(
	context: IExecutePaginationFunctions,
	operation: Operation,
	service: Service,
): Promise<IDataObject[]> {
	const { values, request } = await readParameters(context, operation, service.credentials);
	const reply = operation.reply ?? record();
	const records = async () =>
		reply.pages
			? await readList(
					async (page) => await service.send({ ...request, query: { ...request.query, ...page } }),
					reply,
					readLimit(context),
				)
			: toRecords(await service.send(request), reply);
	const getOnce = async (path: string) => {
		const run = context.getExecuteData();
		const sent = shared.get(run) ?? new Map<string, Promise<unknown>>();
		shared.set(run, sent);
		const key = JSON.stringify([service.credentials, path]);
		if (!sent.has(key)) sent.set(key, service.send({ method: 'GET', path }));
		return await sent.get(key);
	};
	const call: Call = { values, request, records, getOnce };
	const found = await (operation.run?.(call) ?? records());
	return values.include_secrets ? found : (mask(found) as IDataObject[]);
}
