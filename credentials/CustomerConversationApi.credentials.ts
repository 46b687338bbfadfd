import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { BadInput } from '../nodes/shared/faults';
import { defaultCountryProperty } from '../nodes/shared/formats/phone';
import { baseUrl, baseUrlProperty } from '../nodes/shared/transport/address';

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
				'Header that carries the token. Choose the one with hyphens only if a proxy, such as nginx, drops headers with underscores.',
		},
	];

	/** Adds the token, but only to requests to the server of the base URL. */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		// n8n's HTTP Request node uses an older request helper, which has the URL in `uri`.
		request: IHttpRequestOptions & { uri?: string },
	): Promise<IHttpRequestOptions> {
		const { origin } = new URL(baseUrl(credentials.base_url));
		if (new URL(request.url ?? request.uri, request.baseURL).origin !== origin)
			throw new BadInput(
				`This credential can only be used for ${origin}: its token is not sent to other servers`,
			);
		return {
			...request,
			headers: {
				...request.headers,
				[String(credentials.header_spelling || 'api_access_token')]: credentials.api_access_token,
			},
		};
	}
}
