import { Readable } from 'node:stream';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

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
			httpRequestWithAuthentication: async (
				_: string,
				{ url, headers, method, body: sent }: IHttpRequestOptions,
			) => {
				const reply = await fetch(url, {
					method,
					headers: {
						...(headers as Record<string, string>),
						api_access_token: String(credentials.api_access_token),
					},
					body: sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent),
				});
				const body = Readable.from([Buffer.from(await reply.arrayBuffer())]);
				return { statusCode: reply.status, headers: {}, body };
			},
		},
	}) as unknown as ILoadOptionsFunctions;
