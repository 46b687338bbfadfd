import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import { methodAndPath, record, type Call, type Operation, type Resources } from '../operation';
import { BadInput, toErrorItem, toNodeError } from './errors';
import { toItem } from './files';
import { readList, toRecords } from './pages';
import { readLimit, readParameters } from './parameters';
import { connect, credentialOf, type Service, type Settings } from './request';
import { newRun, runOf, type Run, type RunOptions } from './run';
import { mask } from './secrets';

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
			const settings = { proxy, timeout, skipSslCertificateValidation };
			const run = runOf(this.getExecuteData(), () =>
				newRun(
					this.getNodeParameter('requestOptions', {}) as RunOptions,
					this.getExecutionCancelSignal(),
				),
			);
			// Before its turn an item holds nothing in memory: no fields, no files.
			const found = await run.item(async () => {
				const credential = credentialOf(methodAndPath(operation).path);
				const service = await connect(this, credential, settings, run);
				return await perform(this, operation, service, run);
			});
			return found.map((entry) => ({ ...entry, pairedItem: { item } }));
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
	run: Run,
): Promise<INodeExecutionData[]> {
	const { values, request } = await readParameters(context, operation, service.credentials);
	const reply = operation.reply ?? record();
	if (reply.file) {
		const file = await service.download(request, reply.file);
		return [await toItem(context, file, String(values.binary_property ?? 'data'))];
	}
	const records = async () => {
		if (!reply.pages) return toRecords(await service.send(request), reply, request.method);
		const range = { skip: Number(values.start_after ?? 0), limit: readLimit(context) };
		const page = async (query: IDataObject) =>
			await service.send({ ...request, query: { ...request.query, ...query } });
		return await readList(page, reply, range, run.places);
	};
	const getOnce = async (path: string) => {
		const key = JSON.stringify([service.credentials, path]);
		const asked = run.asked.get(key) ?? service.send({ method: 'GET', path });
		run.asked.set(key, asked);
		return await asked;
	};
	const call: Call = { values, request, records, getOnce };
	const found = await (operation.run?.(call) ?? records());
	const shown = values.include_secrets ? found : (mask(found) as IDataObject[]);
	return shown.map((json) => ({ json }));
}
