import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { defaultCountryProperty } from '../nodes/shared/formats/phone';
import { baseUrlProperty } from '../nodes/shared/transport/address';
import { authenticated, headersProperty } from '../nodes/shared/transport/headers';

/** The server whose public client API is used. No API token is ever sent there. */
export class CustomerConversationClientApi implements ICredentialType {
	name = 'customerConversationClientApi';

	displayName = 'Customer Conversation Client API';

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-customer-conversation';

	icon = {
		light: 'file:../icons/customerConversationClient.svg',
		dark: 'file:../icons/customerConversationClient.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		baseUrlProperty,
		{
			displayName: 'Default Inbox Identifier',
			name: 'inbox_identifier',
			type: 'string',
			default: '',
			hint: 'Identifier of an API inbox (Settings → Inboxes → Configuration). Used if an operation does not set an inbox.',
		},
		{
			displayName: 'HMAC Token',
			name: 'hmac_token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			hint: 'Found in Settings → Inboxes → Configuration → Identity Validation. Leave empty if the inbox does not verify identities.',
		},
		defaultCountryProperty,
		headersProperty,
	];

	/** Adds the additional headers, but only to requests to the server of the base URL. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return authenticated(credentials, request, false);
	}
}
