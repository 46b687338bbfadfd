import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { listing } from '../shared/editor/node';
import { ownPanel } from './panel';

const { listSearch, loadOptions, credentialTest } = listing(
	ownPanel,
	async () => (await import('./settings')).pollFields,
);

export class CustomerConversationPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Polling Trigger',
		name: 'customerConversationPollingTrigger',
		icon: {
			light: 'file:../../icons/customerConversationPollingTrigger.svg',
			dark: 'file:../../icons/customerConversationPollingTrigger.dark.svg',
		},
		group: ['trigger'],
		version: ownPanel.versions,
		subtitle: '={{ $parameter["events"].join(", ").replace(/_/g, " ") }}',
		description:
			'Checks Chatwoot at regular intervals and starts the workflow when something happens, for an n8n that Chatwoot cannot reach',
		eventTriggerDescription: '',
		activationMessage: 'Chatwoot is now checked at each of the Poll Times.',
		polling: true,
		defaults: { name: 'Customer Conversation Polling Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		properties: ownPanel.properties,
	};

	methods = { listSearch, loadOptions, credentialTest };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const { poll } = await import('./poll');
		return await poll(this);
	}
}
