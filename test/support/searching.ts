import { Readable } from 'node:stream';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';
import { CustomerConversationApi } from '../../credentials/CustomerConversationApi.credentials';

const { authenticate } = new CustomerConversationApi();

/** What n8n gives to the search of a list, over a real connection. */
export const searching = (
	credentials: ICredentialDataDecryptedObject,
	parameters: IDataObject = {},
): ILoadOptionsFunctions =>
	({
		getNode: () => ({ name: 'Node' }),
		getCredentials: async () => credentials,
		getCurrentNodeParameter: (name: string) =>
			name in parameters ? parameters[name] : { __rl: true, mode: 'list', value: '' },
		helpers: {
			httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
				const { url, headers, method, body: sent } = await authenticate(credentials, request);
				const reply = await fetch(url, {
					method,
					headers: headers as Record<string, string>,
					body: sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent),
				});
				const body = Readable.from([Buffer.from(await reply.arrayBuffer())]);
				return { statusCode: reply.status, headers: {}, body };
			},
		},
	}) as unknown as ILoadOptionsFunctions;
