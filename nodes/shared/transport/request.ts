import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestMethods,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { badInput, ServiceError } from '../faults';
import { inBrackets, multipart } from '../formats/form';
import { isPrivateHost } from '../privateHost';
import { webUrl } from '../values';
import type { Request } from '../vocabulary/call';
import { adviceForHeader, type Ask } from './access';
import { withAccount } from './account';
import { baseUrl } from './address';
import { fileRefused, isLoginPage, redirected, refusal, unreachable, unreadable } from './errors';
import {
	ANY_FILE,
	decoded,
	fileNameOf,
	readBody,
	type Arriving,
	type Download,
	type Most,
} from './files';
import { masked, secretsOf, tokenHeaderOf, type TokenHeader } from './headers';
import { JSON_REPLY, jsonOf, parsed } from './json';
import { explainable } from './lacking';
import { doneOnce, inTime, newRun, persist, type Run, type RunOptions } from './run';
import { withoutSecrets } from './secrets';

const API = 'customerConversationApi';
const CLIENT_API = 'customerConversationClientApi';

/** In milliseconds. */
const TIMEOUT = 300_000;

/** Timeout (milliseconds), proxy and TLS settings of n8n's own request options. */
type Connection = Pick<IHttpRequestOptions, 'proxy' | 'timeout' | 'skipSslCertificateValidation'>;

/** Settings of the connection. @throws BadInput if the proxy is not a URL */
export function settingsOf({
	proxy,
	timeout = TIMEOUT,
	allowUnauthorizedCerts,
}: RunOptions): Connection {
	return {
		timeout,
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
		...(proxy ? { proxy: proxyOf(proxy) } : {}),
	};
}

function proxyOf(typed: string): Connection['proxy'] {
	const url = webUrl(typed);
	if (!url || url.port === '0')
		throw badInput('Proxy must be a URL such as http://proxy:3128', ['proxy']);
	const { protocol, hostname, port, username, password } = url;
	return {
		protocol: protocol.replace(':', ''),
		host: hostname,
		port: Number(port || (protocol === 'https:' ? 443 : 80)),
		...(username ? { auth: { username: decoded(username), password: decoded(password) } } : {}),
	};
}

/** A credential and the functions that send requests with it. All requests to Chatwoot go through here. */
export interface Service {
	credentials: ICredentialDataDecryptedObject;
	baseUrl: string;
	/**
	 * @returns the parsed body of a 2xx reply; '' if it is empty
	 * @throws ServiceError for every other status, and if no reply arrived
	 */
	send: (request: Request) => Promise<unknown>;
	/**
	 * Downloads a file. Redirects are followed; the token is only sent to the base URL's server.
	 * @param name of the file if the reply has none
	 * @param most maximum size
	 */
	download: (request: Request, name: string, most?: Most) => Promise<Download>;
}

/** The type of credential for a path: the public client API and the help center have their own, without a token. */
export const credentialOf = (path: string): string =>
	/^\/(public|hc|survey)\//.test(path) ? CLIENT_API : API;

/** A reply with its complete, unpacked body. */
type Arrived = IN8nHttpFullResponse & { body: Buffer };

/** What is different for some requests. */
interface Sending {
	/** Whether neither the token nor the additional headers are sent, not even to Chatwoot. */
	isOpen?: true;
	/** Header of the token instead of the one in the credential. */
	header?: TokenHeader;
}

type Exchange = (options: IHttpRequestOptions, most: Most, sending?: Sending) => Promise<Arrived>;

/** Reads a credential and returns the functions that send with it. @param run what the items of the execution share */
export async function connect(
	context: IAllExecuteFunctions,
	credential: string,
	settings: Connection = {},
	run: Run = newRun(),
): Promise<Service> {
	const credentials = withAccount(await context.getCredentials(credential));
	const root = baseUrl(credentials.base_url);
	const { origin } = new URL(root);
	const secrets = secretsOf(credentials);

	const exchange: Exchange = async (request, most, { isOpen, header } = {}) => {
		// n8n changes the options, so each try has a copy.
		const options = { ...settings, ...request, headers: { ...request.headers } };
		const { origin: target } = new URL(options.url);
		const isSameOrigin = target === origin && !isOpen;
		const ask = async (ending: AbortSignal): Promise<unknown> =>
			isSameOrigin
				? await context.helpers.httpRequestWithAuthentication.call(
						// n8n uses the signal of the context, not the one of the options.
						Object.create(context, {
							getExecutionCancelSignal: { value: () => ending },
						}) as IAllExecuteFunctions,
						credential,
						options,
						{
							// So the token and the base URL come from the same reading of the credential.
							credentialsDecrypted: {
								id: '',
								name: credential,
								type: credential,
								data: header ? { ...credentials, header_spelling: header } : credentials,
							},
						},
					)
				: await context.helpers.httpRequest({ ...options, abortSignal: ending });
		try {
			return await inTime(settings.timeout ?? TIMEOUT, run.signal, async (ending) => {
				const reply = (await ask(ending)) as Omit<IN8nHttpFullResponse, 'body'> & Arriving;
				return { ...reply, body: await readBody(reply, most) };
			});
		} catch (error) {
			throw error instanceof ServiceError
				? error
				: unreachable(error, isSameOrigin ? root : target, isOpen);
		}
	};
	const asking =
		(header?: TokenHeader): Ask =>
		async (method, path) => {
			const reply = await run.request(
				async () => await exchange(httpOptions(root, { method, path }), JSON_REPLY, { header }),
			);
			return { ...reply, body: parsed(reply.body) };
		};
	const once = async <T>(name: string, task: () => Promise<T>) =>
		await doneOnce(run, credentials, name, task);
	const advise = async (isForPlatform: boolean) =>
		await once(
			`header ${isForPlatform}`,
			async () => await adviceForHeader(asking, tokenHeaderOf(credentials), isForPlatform),
		);
	const hide = (error: Error): never => {
		const hidden = (text: string) => masked(secrets, withoutSecrets(text));
		error.message = hidden(error.message);
		if (error instanceof ServiceError) error.fields = error.fields.map(hidden);
		throw error;
	};
	const send = async <T>(request: Request, attempt: () => Promise<T>): Promise<T> =>
		await run
			.request(async () => await persist(run, request, attempt))
			.catch((error: Error) => hide(explainable(error, request, once, asking(), advise)));
	return {
		credentials,
		baseUrl: root,
		send: async (request) =>
			await send(request, async () =>
				accept(await exchange(httpOptions(root, request), JSON_REPLY), request),
			),
		download: async (request, name, most = ANY_FILE) =>
			await send(request, async () => {
				return await follow(exchange, httpOptions(root, request), { name, request, most });
			}),
	};
}

/** n8n's options for a reply of any status, as it was sent. */
const WHOLE_REPLY = {
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
	disableFollowRedirect: true,
} as const;

function httpOptions(root: string, request: Request): IHttpRequestOptions {
	const { method, path, address, query, queryOfTry, body, files } = request;
	const search = new URLSearchParams(inBrackets({ ...query, ...queryOfTry?.() })).toString();
	const options: IHttpRequestOptions = {
		method: method as IHttpRequestMethods,
		url: address ?? `${root}${path}${search ? `?${search}` : ''}`,
		// With any other value Chatwoot answers some calls with web pages.
		headers: { Accept: 'application/json' },
		...WHOLE_REPLY,
		// Otherwise n8n would read replies of any size.
		encoding: 'stream',
	};
	if (files?.length) {
		const form = multipart(body ?? {}, files);
		options.body = form.body;
		options.headers!['Content-Type'] = form.contentType;
	} else if (body) {
		// As text, so that an empty object is sent as well.
		options.body = JSON.stringify(body);
		options.headers!['Content-Type'] = 'application/json';
	}
	return options;
}

function accept({ statusCode, body, headers }: Arrived, request: Request): unknown {
	if (statusCode < 300)
		return jsonOf(body, (text) =>
			unreadable(statusCode, text, String(headers['content-type'] ?? '')),
		);
	if (statusCode < 400 && statusCode !== 304)
		throw redirected(statusCode, String(headers.location ?? ''));
	throw refusal(statusCode, parsed(body), request, headers);
}

/**
 * Posts to a URL of this n8n itself, without any token.
 * @param timeout in milliseconds
 * @throws if no reply arrived
 */
export async function postToItself(
	{ helpers }: Pick<IAllExecuteFunctions, 'helpers'>,
	url: string,
	body: IDataObject,
	timeout: number,
): Promise<{ status: number; body: unknown }> {
	const reply = (await helpers.httpRequest({
		method: 'POST',
		url,
		body,
		json: true,
		timeout,
		...WHOLE_REPLY,
	})) as IN8nHttpFullResponse;
	return { status: reply.statusCode, body: reply.body };
}

const MOST_REDIRECTS = 5;

/** Refuses a redirect from the internet into a private network: customers could read what only n8n can reach. */
function checkInward(from: string, to: string): void {
	const [isPrivate, leadsToPrivate] = [from, to].map((url) => isPrivateHost(new URL(url).hostname));
	if (leadsToPrivate && !isPrivate)
		throw new ServiceError(`${from} redirects into a private network: ${new URL(to).host}`, {
			hint: 'Use the URL of the file itself.',
		});
}

/** Downloads a file and follows redirects, since files are often in an object storage. */
async function follow(
	exchange: Exchange,
	options: IHttpRequestOptions,
	{ name, request, most }: { name: string; request: Request; most: Most },
): Promise<Download> {
	const { isOpen } = request;
	let url = options.url;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
		const reply = await exchange({ ...options, url }, most, { isOpen });
		const { statusCode: status, headers, body: content } = reply;
		const type = String(headers['content-type'] ?? '');
		const disposition = String(headers['content-disposition'] ?? '');
		const location = String(headers.location ?? '');
		if (status >= 300 && status < 400 && location) {
			const target = webUrl(location, url)?.href;
			// A redirect from http to https: the token would be sent unencrypted each time.
			const isUnsafe = !isOpen && target === url.replace(/^http:/, 'https:');
			if (!target || isUnsafe) throw redirected(status, target ?? location);
			if (isOpen) checkInward(url, target);
			url = target;
			continue;
		}
		const isPage = type.includes('text/html') && !disposition;
		if (isOpen && (status >= 300 || (isPage && !/\.html?$/i.test(name))))
			throw fileRefused(status, url, headers);
		if (status >= 300) throw refusal(status, parsed(content), request, headers);
		if (isPage && !isOpen)
			throw isLoginPage(url) ? redirected(302, url) : unreadable(status, content.toString(), type);
		return {
			content,
			mimeType: type.split(';')[0].trim() || 'application/octet-stream',
			fileName: fileNameOf(disposition) ?? name,
		};
	}
	throw new ServiceError(`The file was not reached after ${MOST_REDIRECTS} redirects`, {
		hint: 'Its URL may redirect in a circle. Open it in a browser to check.',
	});
}
