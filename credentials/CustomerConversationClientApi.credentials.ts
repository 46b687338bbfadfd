import type { ICredentialType, INodeProperties } from 'n8n-workflow';

/** The server whose public client API is used. No API token is ever sent there. */
export class CustomerConversationClientApi implements ICredentialType {
	name = 'customerConversationClientApi';

	displayName = 'Customer Conversation Client API';

	documentationUrl = 'https://developers.chatwoot.com/api-reference/introduction';

	icon = {
		light: 'file:../icons/customerConversation.svg',
		dark: 'file:../icons/customerConversation.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'base_url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://app.chatwoot.com',
			description: 'Address of the service, without /app or /api behind it',
		},
		{
			displayName: 'HMAC Token',
			name: 'hmac_token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Of the API inbox: Settings → Inboxes → Configuration → Identity Validation. May stay empty where the inbox does not verify identities.',
		},
	];
}
