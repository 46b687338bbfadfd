import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { credentialTest } from '../shared/editor/credentialTest';
import { listSearches, optionLists } from '../shared/editor/lists';
import { withAccount } from '../shared/transport/account';
import { toLifecycleError } from '../shared/transport/errors';
import { keptOf, modeOf } from './kept';
import { receive } from './receive';
import { BY_HAND, CREDENTIAL, panel, panelFields, readSettings, sourceOf } from './settings';
import { sources } from './sources';

/** The chosen source, and what is set for it. */
async function chosen(context: IHookFunctions) {
	const source = sourceOf(context, sources);
	const credentials = source.asksCredential(context)
		? withAccount(await context.getCredentials(CREDENTIAL))
		: undefined;
	return { source, settings: readSettings(context, source, credentials) };
}

export class CustomerConversationTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Trigger',
		name: 'customerConversationTrigger',
		icon: {
			light: 'file:../../icons/customerConversation.svg',
			dark: 'file:../../icons/customerConversation.dark.svg',
		},
		group: ['trigger'],
		// For each call to a webhook of version 1 n8n evaluates an expression.
		version: [1.1],
		subtitle: '={{ $parameter["events"].join(", ").replace(/_/g, " ") }}',
		description: 'Reply, assign and get reports in Chatwoot, or start when something happens there',
		eventTriggerDescription: 'Waiting for the service to call',
		activationMessage: 'You can now cause an event in the service, which will start an execution.',
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
		properties: panel(sources),
	};

	methods = {
		listSearch: listSearches(panelFields(sources)),
		loadOptions: optionLists(panelFields(sources)),
		credentialTest,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				// Before all that may fail: a test has what production stored, and after a failure n8n removes.
				keptOf(this).mode = modeOf(this);
				try {
					const { source, settings } = await chosen(this);
					return await source.isRegistered(this, settings);
				} catch (error) {
					throw toLifecycleError(this.getNode(), error, 'The webhook could not be looked up');
				}
			},
			async create(this: IHookFunctions): Promise<boolean> {
				try {
					const { source, settings } = await chosen(this);
					await source.register(this, settings);
				} catch (error) {
					throw toLifecycleError(this.getNode(), error, 'The webhook could not be registered');
				}
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				try {
					await sourceOf(this, sources).unregister(this);
				} catch (error) {
					// After an error n8n keeps the entry of a test, and each later test copies all of n8n. What
					// stays at the service is found by its marks at the next activation.
					const node = this.getNode();
					const { message } = toLifecycleError(node, error, 'The webhook could not be removed');
					this.logger.warn(`Customer Conversation Trigger: ${message}`, {
						workflowId: this.getWorkflow().id,
						node: node.name,
					});
				}
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this, sourceOf(this, sources));
	}
}
