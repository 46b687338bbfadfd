import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { CustomerConversationApi } from '../../credentials/CustomerConversationApi.credentials';
import { CustomerConversationClientApi } from '../../credentials/CustomerConversationClientApi.credentials';

const credentialTypes: Record<string, ICredentialType> = {
	customerConversationApi: new CustomerConversationApi(),
	customerConversationClientApi: new CustomerConversationClientApi(),
};

interface Run {
	parameters: IDataObject;
	credentials: ICredentialDataDecryptedObject;
	items?: INodeExecutionData[];
	onError?: INode['onError'];
	timezone?: string;
	/** Through n8n's declarative engine, as tools come. */
	engine?: boolean;
}

/** What n8n gives a node that runs. */
export function contextOf(
	nodeType: INodeType,
	{ parameters, credentials, items = [{ json: {} }], onError, timezone = 'UTC' }: Run,
): ExecuteContext {
	const credentialName = nodeType.description.credentials?.[0]?.name ?? '';
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: nodeType.description.name,
		// As n8n adds it to a workflow.
		typeVersion: [nodeType.description.version].flat().at(-1) ?? 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: { [credentialName]: { id: 'credential', name: 'Credential' } },
		onError,
	};
	const workflow = new Workflow({
		id: 'workflow',
		nodes: [node],
		connections: {},
		active: false,
		settings: { timezone },
		nodeTypes: {
			getByNameAndVersion: () => nodeType,
		} as unknown as INodeTypes,
	});
	const inputData = { main: [items] };
	const context = new ExecuteContext(
		workflow,
		workflow.getNode('Node') as INode,
		additionalData(credentials),
		'manual',
		createRunExecutionData({}),
		0,
		items,
		inputData,
		{ node, data: inputData, source: null },
		[],
	);
	// The execution has no id and n8n no key here. What is random is left out.
	context.getSignedResumeUrl = ({ wait: _, ...parameters } = {}) =>
		`https://n8n.example/waiting?${new URLSearchParams(parameters).toString()}`;
	return context;
}

/** Runs a node in n8n's own declarative engine, over a real connection. */
export const runNode = async (nodeType: INodeType, run: Run): Promise<INodeExecutionData[]> =>
	(await runWithHints(nodeType, run)).items;

/** Runs a node: its items, and the hints that n8n shows above them. */
export async function runWithHints(
	nodeType: INodeType,
	{ engine = false, ...run }: Run,
): Promise<{ items: INodeExecutionData[]; hints: string[] }> {
	const context = contextOf(nodeType, run);
	// As n8n chooses: an operation that the node runs itself, else the declarative engine.
	const { resource, operation } = run.parameters;
	// A node with `execute` does the same there, also as a tool.
	const customOperation =
		engine && !nodeType.execute
			? undefined
			: nodeType.customOperations?.[`${resource}`]?.[`${operation}`];
	const output = customOperation
		? ((await customOperation.call(context)) as INodeExecutionData[][])
		: await new RoutingNode(context, nodeType).runNode();
	return { items: output?.[0] ?? [], hints: context.hints.map(({ message }) => message) };
}

/** What the host's server side gives a node: here the credential, decrypted and applied. */
export function additionalData(
	credentials: ICredentialDataDecryptedObject,
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper: {
			// As n8n does it: expressions in a credential see the item.
			getDecrypted: async (
				...[, , , mode, executeData, , resolving]: Parameters<ICredentialsHelper['getDecrypted']>
			) => {
				const data = { ...credentials };
				if (!resolving) return data;
				const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } =
					resolving;
				return workflow.expression.getParameterValue(
					data as INodeParameters,
					runExecutionData,
					runIndex,
					itemIndex,
					node.name,
					connectionInputData,
					mode,
					{},
					executeData,
				);
			},
			getParentTypes: () => [],
			preAuthentication: async () => undefined,
			authenticate: async (
				data: ICredentialDataDecryptedObject,
				type: string,
				options: IHttpRequestOptions,
			) => {
				const { authenticate } = credentialTypes[type];
				return typeof authenticate === 'function' ? await authenticate(data, options) : options;
			},
		},
	} as unknown as IWorkflowExecuteAdditionalData;
}
