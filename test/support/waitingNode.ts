import { ExecuteContext, WebhookContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeTypes,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { additionalData } from './core';
import { originalOf, TOKEN } from './run';

const NAME = 'Ask "it"';

/** How the URL is called. */
interface Call {
	/** Root of Chatwoot. */
	base_url: string;
	/** What the operation kept when the execution began to wait. */
	kept: IDataObject | undefined;
	method?: 'GET' | 'POST';
	query?: IDataObject;
	body?: IDataObject;
}

/** Calls the URL of an execution that waits. @returns what the caller gets, and with what the execution continues */
export async function callWait({ base_url, kept, method = 'POST', query = {}, body }: Call) {
	const node = originalOf('CustomerConversationSendAndWait');
	const workflow = new Workflow({
		id: 'workflow-1',
		nodes: [
			{
				...{ id: 'node-1', name: NAME, type: node.description.name, typeVersion: 1 },
				...{ position: [0, 0], parameters: {} },
				credentials: { customerConversationApi: { id: 'credential', name: 'Credential' } },
			},
		],
		connections: {},
		active: true,
		settings: {},
		nodeTypes: { getByNameAndVersion: () => node } as unknown as INodeTypes,
	});
	const shown: { status?: number; body?: unknown } = {};
	const log: string[] = [];
	const response = {
		status: (status: number) => Object.assign(shown, { status }) && response,
		set: () => response,
		send: (text: unknown) => Object.assign(shown, { body: text }) && response,
		json: (value: unknown) => Object.assign(shown, { body: value }) && response,
	};
	const context = new WebhookContext(
		workflow,
		workflow.getNode(NAME) as INode,
		{
			...additionalData({ base_url, api_access_token: TOKEN, account_id: '1' }),
			httpRequest: { method, query, body, headers: {} },
			httpResponse: response,
		} as unknown as IWorkflowExecuteAdditionalData,
		'webhook',
		{ webhookDescription: node.description.webhooks?.[0] } as IWebhookData,
		[],
		null,
	);
	const write = (text: string) => void log.push(text);
	Object.defineProperty(context, 'logger', {
		value: { debug: write, info: write, warn: write, error: write },
	});
	// n8n has it in the data of the execution.
	Object.defineProperty(context, 'evaluateExpression', {
		value: (expression: string) => (expression.includes('.context.') ? kept : undefined),
	});
	const output = await node.webhook!.call(context);
	const items = output.workflowData?.flat().map(({ json }) => json);
	return { ...shown, items, log };
}

/** Lets nodes see this n8n at another address. */
export function n8nAt(address: string): void {
	const evaluate = ExecuteContext.prototype.evaluateExpression;
	jest.spyOn(ExecuteContext.prototype, 'evaluateExpression').mockImplementation(function (
		this: ExecuteContext,
		expression,
		item,
	) {
		if (expression.includes('$execution.resumeUrl')) return `${address}/webhook-waiting/7`;
		return evaluate.call(this, expression, item);
	});
}
