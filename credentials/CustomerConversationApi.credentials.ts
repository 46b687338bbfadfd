import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { BadInput } from '../nodes/shared/faults';
import { baseUrl, baseUrlProperty } from '../nodes/shared/transport/address';

/** A token of a user, an agent bot or a platform app, and the server it belongs to. */
export class CustomerConversationApi implements ICredentialType {
	name = 'customerConversationApi';

	displayName = 'Customer Conversation API';

	documentationUrl = 'https://developers.chatwoot.com/api-reference/introduction';

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
			hint: "Copy it from Profile Settings → Access Token. An administrator's token opens everything; an agent's opens no reports, no settings and no trigger.",
			description:
				"The Platform node needs a platform app's token instead (super admin console → Platform Apps). A bot's token (Settings → Bots) opens only messages and conversations.",
		},
		{
			displayName: 'Default Account ID',
			name: 'account_id',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1',
			hint: 'The number behind /app/accounts/ in the address of the dashboard. Empty: the account in the base URL, or the only one of the user',
			description:
				'Used where an operation names no account. A pasted address of the dashboard will do.',
		},
		{
			displayName: 'Header Spelling',
			name: 'header_spelling',
			type: 'options',
			options: [
				{ name: 'api_access_token', value: 'api_access_token' },
				{ name: 'api-access-token', value: 'api-access-token' },
			],
			default: 'api_access_token',
			description:
				'Name of the header that carries the token. Choose the one with hyphens when a proxy in front of the service drops names with underscores, as nginx does by default.',
		},
	];

	/** Adds the token, to requests to the base URL's origin alone. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		// n8n's HTTP Request node has the address in `uri`, as its older request helper wants it.
		request: IHttpRequestOptions & { uri?: string },
	): Promise<IHttpRequestOptions> {
		const { origin } = new URL(baseUrl(credentials.base_url));
		if (new URL(request.url ?? request.uri, request.baseURL).origin !== origin)
			throw new BadInput(`This credential is for ${origin} only: its token goes nowhere else`);
		return {
			...request,
			headers: {
				...request.headers,
				[String(credentials.header_spelling || 'api_access_token')]: credentials.api_access_token,
			},
		};
	}
}
