import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { BadInput } from '../faults';
import { isObject } from '../values';
import { baseUrl } from './address';

/** Headers that carry the token, by the value that the credential stores. */
export const TOKEN_HEADERS = {
	api_access_token: 'api_access_token',
	'api-access-token': 'api-access-token',
	authorization: 'Authorization: Bearer',
} as const;

export type TokenHeader = keyof typeof TOKEN_HEADERS;

export const tokenHeaderProperty: INodeProperties = {
	displayName: 'Token Header',
	name: 'header_spelling',
	type: 'options',
	options: Object.entries(TOKEN_HEADERS).map(([value, name]) => ({ name, value })),
	default: 'api_access_token',
	description:
		'Header that carries the token. Choose api-access-token if a proxy in front of Chatwoot drops headers with underscores, as nginx and Caddy do. Authorization requires Chatwoot 4.19 or later.',
};

/** The field of both credentials. n8n masks passwords inside a collection as well. */
export const headersProperty: INodeProperties = {
	displayName: 'Additional Headers',
	name: 'headers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Header',
	description:
		'Headers that a gateway in front of Chatwoot requires, such as Cloudflare Access or a basic authentication. They are sent only to the server of the base URL.',
	options: [
		{
			displayName: 'Header',
			name: 'values',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. CF-Access-Client-Secret',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					typeOptions: { password: true },
					default: '',
					hint: 'For basic authentication, name the header Authorization and enter Basic name:password',
				},
			],
		},
	],
};

/** @throws BadInput for an expression that results in something else */
export function tokenHeaderOf({ header_spelling }: ICredentialDataDecryptedObject): TokenHeader {
	const header = String(header_spelling || 'api_access_token');
	if (!Object.hasOwn(TOKEN_HEADERS, header))
		throw new BadInput(`Token Header must be one of ${Object.keys(TOKEN_HEADERS).join(', ')}`);
	return header as TokenHeader;
}

/** The header to try if a token did not arrive: proxies do not drop hyphens, and every release reads it. */
export const otherHeader = (tried: TokenHeader): TokenHeader =>
	tried === 'api-access-token' ? 'api_access_token' : 'api-access-token';

/** What to choose if the token only arrives in another header. */
export const headerAdvice = (dropped: TokenHeader, arriving: TokenHeader): string =>
	`${
		dropped === 'authorization'
			? 'This release of Chatwoot does not read the header Authorization, or a proxy drops it'
			: `A proxy in front of Chatwoot drops the header ${dropped}`
	}. Choose ${TOKEN_HEADERS[arriving]} as Token Header in the credential: the token works with it`;

/** A text without blanks and quotes around it. */
const bare = (text: string) =>
	text
		.trim()
		.replace(/^(["'`])(.*)\1$/s, '$2')
		.trim();

/** The token without what is often copied with it: blanks, quotes, the name of its header, `Bearer`. */
export const bareToken = (typed: string): string =>
	bare(
		bare(typed)
			.replace(/^(?:api[_-]access[_-]token|authorization)\s*:\s*/i, '')
			.replace(/^Bearer\s+/i, ''),
	);

/** @throws BadInput if it contains a character that no token has */
export function tokenOf({ api_access_token }: ICredentialDataDecryptedObject): string {
	const token = bareToken(String(api_access_token ?? ''));
	if (!/^[!-~]*$/.test(token))
		throw new BadInput(
			'API Access Token contains a blank or another character that no token has: copy it again',
		);
	return token;
}

/** Headers that the node sets itself, or that belong to the connection. */
const RESERVED =
	/^(accept|accept-encoding|api[_-]access[_-]token|connection|content-(encoding|length|type)|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/;

/** One row of the field, without what is often copied with it. */
function rowOf({ name, value }: IDataObject): [name: string, value: string] {
	const typed = String(name ?? '').trim();
	const text = String(value ?? '').trim();
	const title = typed.endsWith(':') ? typed.slice(0, -1) : typed;
	// Cloudflare shows name and value as one line to copy.
	const isWhole = title && text.toLowerCase().startsWith(`${title}:`.toLowerCase());
	return [title, isWhole ? text.slice(title.length + 1).trim() : text];
}

/** The filled rows of the field; none in a credential that was stored before the field existed. */
function rowsOf({ headers }: ICredentialDataDecryptedObject): Array<[string, string]> {
	const rows = isObject(headers) ? (headers.values as IDataObject[] | undefined) : undefined;
	return (rows ?? []).map(rowOf).filter(([name, value]) => name || value);
}

/** `Basic name:password` as it is sent; a value that is encoded already has no colon. */
function encoded(value: string): string {
	const [scheme, pair = ''] = value.split(/ (.*)/s);
	return /^basic$/i.test(scheme) && pair.includes(':')
		? `${scheme} ${Buffer.from(pair).toString('base64')}`
		: value;
}

/**
 * The additional headers of a credential. Texts of faults repeat no name and no value: each may be the secret.
 * @throws BadInput for a name that is not a header or that the node sets, and for a value that no header can have
 */
function additional(credentials: ICredentialDataDecryptedObject): Record<string, string> {
	const headers = new Map<string, [string, string]>();
	for (const [index, [name, value]] of rowsOf(credentials).entries()) {
		const lower = name.toLowerCase();
		const sent = lower === 'authorization' ? encoded(value) : value;
		const isTokens = lower === 'authorization' && tokenHeaderOf(credentials) === lower;
		const fault = !/^[\w!#$%&'*+.^`|~-]+$/.test(name)
			? 'Name must be the name of a header, such as CF-Access-Client-Id'
			: RESERVED.test(lower) || isTokens
				? `the node sets the header ${lower} itself, remove the entry`
				: headers.has(lower)
					? 'an earlier entry has the same name, remove one of them'
					: /\p{Cc}/u.test(value) || !/^[ -~]+$/.test(sent)
						? `Value ${value ? 'contains a line break or another character that no header can have' : 'is empty'}`
						: '';
		if (fault) throw new BadInput(`Additional Headers entry ${index + 1}: ${fault}`);
		headers.set(lower, [name, sent]);
	}
	return Object.fromEntries(headers.values());
}

/**
 * The headers for requests to the server of a credential.
 * @throws BadInput
 */
export function headersOf(
	credentials: ICredentialDataDecryptedObject,
	withToken: boolean,
): Record<string, string> {
	const headers = additional(credentials);
	if (!withToken) return headers;
	const token = tokenOf(credentials);
	const header = tokenHeaderOf(credentials);
	return { ...headers, [header]: header === 'authorization' ? `Bearer ${token}` : token };
}

/** Shorter values of headers are not secrets, and their letters are part of many words. */
const SHORTEST = 8;

/** What must not be shown of a credential, as it is stored and as it is sent. @throws BadInput */
export function secretsOf(credentials: ICredentialDataDecryptedObject): string[] {
	const { api_access_token: typed, hmac_token } = credentials;
	const values = [...rowsOf(credentials), ...Object.entries(headersOf(credentials, true))]
		.flatMap(([, value]) => [value, ...value.split(/[ :]/)])
		.filter(({ length }) => length >= SHORTEST);
	return [typed, tokenOf(credentials), hmac_token, ...values].filter(Boolean).map(String);
}

/** Replaces secrets in a text. */
export const masked = (secrets: string[], text: string): string =>
	secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);

/**
 * Adds the headers of a credential to a request to the server of its base URL.
 * @param request n8n's HTTP Request node uses an older request helper, which has the URL in `uri`
 * @throws BadInput for a request to another server
 */
export function authenticated(
	credentials: ICredentialDataDecryptedObject,
	request: IHttpRequestOptions & { uri?: string },
	withToken: boolean,
): IHttpRequestOptions {
	const { origin } = new URL(baseUrl(credentials.base_url));
	if (new URL(request.url ?? request.uri, request.baseURL).origin !== origin)
		throw new BadInput(
			`This credential can only be used for ${origin}: its ${withToken ? 'token is' : 'headers are'} not sent to other servers`,
		);
	return { ...request, headers: { ...request.headers, ...headersOf(credentials, withToken) } };
}
