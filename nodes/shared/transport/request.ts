import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	ICredentialDataDecryptedObject,
} from 'n8n-workflow';
import { baseUrl } from './address';
import { redirected, refusal, unreachable } from './errors';
import { inBrackets, multipart, type Upload } from './files';

const API = 'customerConversationApi';
const CLIENT_API = 'customerConversationClientApi';

export interface Request {
	method: string;
	/** From the root of the service, segments already encoded. */
	path: string;
	query?: IDataObject;
	/** Sent as JSON, or as the fields of a multipart form when there are files. */
	body?: IDataObject;
	files?: Upload[];
	/** First release that has the operation, for the text of a 404. */
	since?: string;
}

/** Time-out, proxy and TLS of n8n's own request options. */
export type Settings = Pick<
	IHttpRequestOptions,
	'proxy' | 'timeout' | 'skipSslCertificateValidation'
>;

/** A credential and the way to send with it: the one door to the network. */
export interface Service {
	credentials: ICredentialDataDecryptedObject;
	baseUrl: string;
	/**
	 * @returns the parsed body of a 2xx reply; '' when it was empty
	 * @throws ServiceError for every other status, and where no reply came
	 */
	send: (request: Request) => Promise<unknown>;
}

/** The public client surface takes no token and has a credential of its own. */
export const credentialOf = (path: string): string =>
	path.startsWith('/public/') ? CLIENT_API : API;

export async function connect(
	context: IAllExecuteFunctions,
	credential: string,
	settings: Settings = {},
): Promise<Service> {
	const credentials = await context.getCredentials(credential);
	const root = baseUrl(credentials.base_url);
	return {
		credentials,
		baseUrl: root,
		send: async (request) => {
			const options = { ...settings, ...(await httpOptions(root, request)) };
			let reply: IN8nHttpFullResponse;
			try {
				reply = (await context.helpers.httpRequestWithAuthentication.call(
					context,
					credential,
					options,
					// The token and the address come from one reading of the credential.
					{
						credentialsDecrypted: { id: '', name: credential, type: credential, data: credentials },
					},
				)) as IN8nHttpFullResponse;
			} catch (error) {
				throw unreachable(error, root);
			}
			return accept(reply, request, String(credentials.api_access_token ?? ''));
		},
	};
}

async function httpOptions(root: string, request: Request): Promise<IHttpRequestOptions> {
	const { method, path, query = {}, body, files } = request;
	const search = new URLSearchParams(inBrackets(query)).toString();
	const options: IHttpRequestOptions = {
		method: method as IHttpRequestMethods,
		url: `${root}${path}${search ? `?${search}` : ''}`,
		// Exactly this: with anything else the service answers some calls with web pages.
		headers: { Accept: 'application/json' },
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	if (files?.length) {
		const form = await multipart(body ?? {}, files);
		options.body = form.body;
		options.headers!['Content-Type'] = form.contentType;
	} else if (body) {
		// As text, so that an empty object goes out too.
		options.body = JSON.stringify(body);
		options.headers!['Content-Type'] = 'application/json';
	}
	return options;
}

function accept(reply: IN8nHttpFullResponse, request: Request, token: string): unknown {
	const { statusCode, body, headers } = reply;
	const isPage = String(headers['content-type'] ?? '').includes('text/html') && body !== '';
	if (statusCode < 300 && !isPage) return body ?? null;
	const error =
		statusCode >= 300 && statusCode < 400
			? redirected(statusCode, String(headers.location ?? ''))
			: refusal(statusCode, body, request.since);
	if (token) error.message = error.message.replaceAll(token, '***');
	throw error;
}
