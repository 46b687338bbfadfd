import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { calling, subtitle, working } from '../shared/editor/node';
import { ownPanel } from './panel';

const resources = async () => (await import('./resources')).resources;
const { customOperations, methods } = working(ownPanel, resources);

/** Under these URLs, n8n resumes an execution that waits. */
const waitingWebhooks: IWebhookDescription[] = (['GET', 'POST'] as const).map((httpMethod) => ({
	name: 'default',
	httpMethod,
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	restartWebhook: true,
	isFullPath: true,
}));

export class CustomerConversationSendAndWait implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Send and Wait',
		name: 'customerConversationSendAndWait',
		icon: {
			light: 'file:../../icons/customerConversationSendAndWait.svg',
			dark: 'file:../../icons/customerConversationSendAndWait.dark.svg',
		},
		subtitle,
		description:
			'Ask the team or a customer in a Chatwoot conversation, and continue with the response: approval, choice or text',
		defaults: { name: 'Customer Conversation Send and Wait' },
		usableAsTool: true,
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		webhooks: waitingWebhooks,
		waitingNodeTooltip:
			'=The execution waits for the response to the question in the conversation.',
		...calling(ownPanel, resources),
	};

	customOperations = customOperations;

	methods = methods;

	/** For tools: n8n's declarative engine cannot wait. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { inWorkflow } = await import('../shared/transport/routing');
		return await inWorkflow(this, await resources());
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await (await import('./response/respond')).respond(this);
	}
}
