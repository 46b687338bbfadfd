import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { defaultCountryProperty } from '../nodes/shared/formats/phone';
import { baseUrlProperty } from '../nodes/shared/transport/address';
import {
	authenticated,
	headersProperty,
	tokenHeaderProperty,
} from '../nodes/shared/transport/headers';

/** A token of a user, an agent bot or a platform app, and the server it belongs to. */
export class CustomerConversationApi implements ICredentialType {
	name = 'customerConversationApi';

	displayName = 'Customer Conversation API';

	documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-customer-conversation';

	icon = {
		light: 'file:../icons/customerConversation.svg',
		dark: 'file:../icons/customerConversation.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		baseUrlProperty,
		{
			displayName: 'API Access Token',
			name: 'api_access_token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			hint: "Copy it from Profile Settings → Access Token. An agent's token cannot use reports, settings or the trigger; an administrator's token can.",
			description:
				"The Platform node needs a platform app's token (super admin console → Platform Apps). A bot's token (Settings → Bots) only works for messages and conversations.",
		},
		{
			displayName: 'Default Account ID',
			name: 'account_id',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1',
			hint: "The number after /app/accounts/ in the dashboard URL. If empty, the account in the base URL is used, or the user's only account",
			description: 'Used if an operation does not set an account. You can paste a dashboard URL.',
		},
		defaultCountryProperty,
		tokenHeaderProperty,
		headersProperty,
	];

	/** Adds the token and the additional headers, but only to requests to the server of the base URL. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return authenticated(credentials, request, true);
	}
}
