import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { credentialTest } from '../shared/editor/credentialTest';
import { listSearches, optionLists } from '../shared/editor/lists';
import { poll } from './poll';
import { pollFields, pollPanel } from './settings';

export class CustomerConversationPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Conversation Polling Trigger',
		name: 'customerConversationPollingTrigger',
		icon: {
			light: 'file:../../icons/customerConversation.svg',
			dark: 'file:../../icons/customerConversation.dark.svg',
		},
		group: ['trigger'],
		version: [1],
		subtitle: '={{ $parameter["events"].join(", ").replace(/_/g, " ") }}',
		description: 'Start when something happens in Chatwoot, where it cannot call n8n',
		eventTriggerDescription: '',
		activationMessage: 'From now on the service is asked at each of the Poll Times.',
		polling: true,
		defaults: { name: 'Customer Conversation Polling Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'customerConversationApi', required: true, testedBy: 'testApi' }],
		properties: pollPanel,
	};

	methods = {
		listSearch: listSearches(pollFields),
		loadOptions: optionLists(pollFields),
		credentialTest,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
