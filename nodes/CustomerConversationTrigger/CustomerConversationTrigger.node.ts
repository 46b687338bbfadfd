import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { listing } from '../shared/editor/node';
import { BY_HAND, CREDENTIAL } from './credential';
import { ownPanel } from './panel';

const lifecycle = async () => await import('./lifecycle');

const { listSearch, loadOptions, credentialTest } = listing(ownPanel, async () => {
	const [{ panelFields }, { sources }] = await Promise.all([
		import('./settings'),
		import('./sources'),
	]);
	return panelFields(sources);
});

export class CustomerConversationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Trigger',
		name: 'customerConversationTrigger',
		icon: {
			light: 'file:../../icons/customerConversationTrigger.svg',
			dark: 'file:../../icons/customerConversationTrigger.dark.svg',
		},
		group: ['trigger'],
		version: ownPanel.versions,
		subtitle:
			'={{ ($parameter["events"] || [$parameter["started_by"]]).join(", ").replace(/_/g, " ") }}',
		// n8n also shows this for the one entry that lists the trigger's events and the node's actions.
		description:
			'Starts the workflow when something happens in Chatwoot. To reply, assign or get reports, choose an action.',
		eventTriggerDescription: 'Waiting for an event in Chatwoot',
		activationMessage: 'Trigger an event in Chatwoot to start an execution.',
		defaults: { name: 'Customer Conversation Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: CREDENTIAL,
				required: true,
				testedBy: 'testApi',
				displayOptions: { hide: BY_HAND },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		properties: ownPanel.properties,
	};

	methods = { listSearch, loadOptions, credentialTest };

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await (await lifecycle()).checkExists(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await (await lifecycle()).create(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await (await lifecycle()).remove(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await (await lifecycle()).take(this);
	}
}
