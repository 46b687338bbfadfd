import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { BadInput, OTHER_ANSWER, ServiceError, stopped } from '../faults';
import { isObject, isScalar, webUrl } from '../values';
import type { Request } from '../vocabulary/call';
import { lackText } from '../vocabulary/needs';
import { GENERAL_LIMIT, limitOf, type Reached } from './limits';
import { appIn, namedIn } from './missing';
import { withoutSecrets } from './secrets';

/** Where an error happened. */
export interface Place {
	/** For example "Contact → Create". */
	operation: string;
	/** Index of the item, if the node has items. */
	item?: number;
	/** Whether there are more items: only then the text names the item. */
	isOneOfMany?: boolean;
	/** Name of the credential, for refused tokens. */
	credential?: string;
}

/** The field name in a value of an error body; empty for any other value. */
const namesOf = (value: unknown): string[] => (isScalar(value) && value ? [String(value)] : []);

/** The texts in one value of an error body, whatever its shape. */
function wordsOf(value: unknown): string[] {
	if (typeof value === 'string') return value.trim() ? [value.trim()] : [];
	if (Array.isArray(value)) return value.flatMap(wordsOf);
	if (!isObject(value)) return [];
	const { message } = value;
	if (typeof message === 'string' && message.trim()) {
		const [field] = namesOf(value.field);
		const [code] = namesOf(value.code);
		return [`${field ? `${field}: ` : ''}${message}${code ? ` (${code})` : ''}`];
	}
	return Object.values(value).flatMap(wordsOf);
}

const fieldsOf = (value: unknown): string[] => {
	if (Array.isArray(value))
		return value.flatMap((entry) => (isObject(entry) ? namesOf(entry.field) : []));
	return isObject(value) ? Object.keys(value) : [];
};

const isHtml = (body: unknown) => typeof body === 'string' && /^\s*<(!doctype|html)/i.test(body);

/** Chatwoot's longest known text has 700 characters. */
const LONGEST_WORDS = 2000;

/**
 * The text and the field names in an error reply. Real servers send `error` (text, list or object of
 * lists), `message` with `attributes`, `errors` or text; the 1.1.0 document promises `description`
 * and `errors` of field, message and code.
 */
export function readError(body: unknown): { words: string; fields: string[] } {
	if (isHtml(body)) return { words: '', fields: [] };
	if (!isObject(body)) return { words: wordsOf(body).join(', ').slice(0, 500), fields: [] };
	const { description, message, error, errors, attributes, ...rest } = body;
	const texts = [description, message, error, errors].map((part) =>
		wordsOf(part).join(', ').slice(0, LONGEST_WORDS),
	);
	return {
		words: texts.filter(Boolean).join(': ') || wordsOf(rest).join(', ').slice(0, 500),
		fields: [
			...(Array.isArray(attributes) ? attributes.flatMap(namesOf) : []),
			...fieldsOf(errors),
			...fieldsOf(error),
		],
	};
}

/** What a status means if Chatwoot gives no words of its own. */
export const HINTS: Record<number, string> = {
	402: 'A limit of the license or the plan is reached, or the plan does not include this.',
	422: 'Chatwoot refused a value.',
	429: 'Run the remaining items later, or lower Request Options → Requests at Once. This server may have other limits.',
	500: 'Chatwoot gave no reason. It may have failed on one of the values. Run it again; if it fails again, check the server log.',
};

/** Words of Chatwoot that say no more than the status does. */
const SILENT = ['', 'Internal Server Error', 'Retry later'];

/** The vendor's cloud says this to every call in an account whose plan has no API access. */
export const NO_API_ACCESS = 'API access is not enabled for this account';

/** What Chatwoot says if a conversation has had too many messages in the last 60 seconds. */
const FLOODED = 'Validation failed: Too many messages';

/** What Chatwoot says if a request has no token. */
export const NOT_ARRIVED = 'You need to sign in or sign up before continuing.';

/** What the platform API says if a request has no token, or one that is not a platform app's. */
export const NO_PLATFORM_TOKEN = 'Invalid access_token';

/** What Chatwoot says about a token that nobody has. */
export const WRONG_TOKEN = 'Invalid Access Token';

/** What Chatwoot's own words mean, if that is not obvious. */
export const MEANINGS: Record<string, string> = {
	[NO_API_ACCESS]:
		'The token is valid, but the plan of the account does not include API access. Change the plan (Settings → Billing), or choose another account.',
	[NO_PLATFORM_TOKEN]:
		"This node needs a platform app's token: super admin console → Platform Apps. A user's or a bot's token cannot use the platform API.",
	[WRONG_TOKEN]:
		'The token in the credential is wrong or was reset. Copy it again from Profile Settings → Access Token.',
	[NOT_ARRIVED]:
		'The token did not reach Chatwoot: it is empty, or a proxy drops its header. Choose another Token Header in the credential.',
	'Bot is not authorized to access this account':
		"This is a bot's token, but the bot belongs to another account. Choose that account, or another credential.",
	'App has already been taken':
		'The account is already connected to this app. Update the connection, or disconnect it first.',
	'Captain AI API key is not configured.':
		'The server has no API key for an AI model. A super admin enters it in the settings of Captain.',
	'Captain AI is disabled for this account.': 'Enable the account feature Captain Tasks.',
	'Follow-up context missing':
		'Follow Up Context must come from an earlier task and contain its event_name.',
	'Avatar filetype not supported':
		'Chatwoot accepts JPEG, PNG and GIF images, and WebP since 4.16.',
	'Companies are not enabled for this account':
		'The account feature Companies is disabled. Enable it in the super admin console → Accounts, or with Account → Update of the Platform node.',
	[FLOODED]:
		'Chatwoot stores at most 200 messages a minute in one conversation. Run the remaining items later.',
	'Non permissible resource':
		'A platform app only has access to accounts, users and bots that it created or was granted access to.',
};

const meaningOf = (words: string): string | undefined =>
	Object.hasOwn(MEANINGS, words) ? MEANINGS[words] : undefined;

/** Longest time that a request waits before it is sent again; in milliseconds. */
const LONGEST_WAIT = 5 * 60_000;

/**
 * Milliseconds to wait before the next request. A proxy sends Retry-After. Chatwoot sends nothing, and its limits
 * begin again with each full minute of its clock.
 */
function waitOf(status: number, headers: IDataObject): number | undefined {
	const now = Date.parse(String(headers.date)) || Date.now();
	const retryAfter = String(headers['retry-after'] ?? '');
	const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
	if (Number.isFinite(wait)) return Math.max(0, wait);
	return status === 429 ? 60_000 - (now % 60_000) : undefined;
}

/** Statuses after which a request is sent again. */
const BUSY = [429, 502, 503, 504];

/** Chatwoot's words if a record is not in the account, or the token's user is not a member of the account. */
export const NO_RECORD = 'Resource could not be found';

/** The text of a 404, with the records that the request names. @param words of Chatwoot */
function notFound(
	request: Request,
	words: string,
	missingRoute: boolean,
): { message: string; hint: string } {
	const { records, account } = namedIn(request);
	const where = account ? ` in account ${account}` : '';
	if (missingRoute)
		return {
			message: words,
			hint: `This server does not know the endpoint: ${records ? `${records}${where}` : 'the record'} does not exist, or this release or edition does not have the operation.`,
		};
	if (words !== NO_RECORD)
		return {
			message: words,
			hint: records && !words ? `${records} may not exist${where}.` : '',
		};
	if (records)
		return {
			message: `${records} ${account ? `is not in account ${account}` : 'does not exist'}: ${words}`,
			hint: 'It may have been deleted, or the token has no access to it.',
		};
	if (account)
		return {
			message: `This token has no access to account ${account}: ${words}`,
			hint: 'Choose another account in the field Account, or in the credential.',
		};
	return { message: words, hint: '' };
}

/** What a 404 or 500 of an app means: Chatwoot gives the same answer for several causes. */
function unconnected(app: string, request: Request, status: number, words: string) {
	const { records, account } = namedIn(request);
	const other =
		status === 500
			? `, or ${app} refuses its token`
			: records
				? `, or ${records} does not exist there`
				: '';
	return {
		message: `${app} is not connected to account ${String(account)}${other}: ${words}`,
		hint: 'Connect it in the dashboard: Settings → Integrations.',
	};
}

/** What a status means if Chatwoot gives no reason. */
function hintOf(status: number, request: Request): string {
	if (status !== 500) return HINTS[status] ?? '';
	// The query of a list holds its filters. An unknown ID there gives an empty list, not a 500.
	const { records } = namedIn(request.method === 'GET' ? { path: request.path } : request);
	return records
		? `Chatwoot gave no reason. Often ${records} does not exist, or Chatwoot fails on one of the values.`
		: HINTS[status];
}

/** The text of a 429. @param isProxy a proxy refused the request: Chatwoot's limits say nothing about it */
function tooMany(words: string, limit: Reached | undefined, isProxy: boolean): string {
	const reasons = [
		isProxy ? '' : `Chatwoot allows ${limit?.words ?? GENERAL_LIMIT}`,
		SILENT.includes(words) ? '' : words,
	].filter(Boolean);
	return ['Too many requests', ...reasons].join(': ');
}

/** Addresses of login pages. */
const LOGIN_PAGE = /\.cloudflareaccess\.com$|\/(login|sign_?in|oauth2?|authorize|sso|saml)(\/|$)/;

/** Whether a gateway's login page is at this address. */
export function isLoginPage(address: string): boolean {
	const { hostname = '', pathname = '' } = webUrl(address) ?? {};
	return LOGIN_PAGE.test(hostname) || LOGIN_PAGE.test(pathname);
}

/** What a gateway in front of Chatwoot requires if its reply is not Chatwoot's; '' if the reply may be Chatwoot's. */
export function gatewayHint(status: number, body: unknown, headers: IDataObject): string {
	const location = String(headers.location ?? '');
	if (status >= 300 && status < 400 && isLoginPage(location))
		return `It redirects to a login page at ${new URL(location).origin}: enter the headers that it accepts instead, such as those of Cloudflare Access, in Additional Headers of the credential.`;
	if (/^basic\b/i.test(String(headers['www-authenticate'] ?? '')))
		return 'It requires a name and a password: add the header Authorization with the value Basic name:password in Additional Headers of the credential.';
	return [401, 403].includes(status) && isHtml(body)
		? 'If it requires headers, add them in Additional Headers of the credential. It may also block requests like this one, as a firewall does.'
		: '';
}

/** The text of an error for which Chatwoot gives none. */
export const withoutReason = (status: number) =>
	`Chatwoot answered with status ${status} and gave no reason`;

/**
 * The error for a reply with an error status.
 * @param request its `needs` say which role, edition, feature and release the operation requires
 */
export function refusal(
	status: number,
	body: unknown,
	request: Request,
	headers: IDataObject = {},
): ServiceError {
	const { method, path, needs = {} } = request;
	const gateway = gatewayHint(status, body, headers);
	if (gateway)
		return new ServiceError('A gateway in front of Chatwoot did not let the request through', {
			status,
			hint: gateway,
		});
	const { words, fields } = readError(body);
	const app = appIn(path);
	const isNoRoute = isHtml(body) || (isObject(body) && body.status === 404);
	const missing =
		app && [404, 500].includes(status)
			? unconnected(app, request, status, words)
			: status === 404
				? notFound(request, words, isNoRoute)
				: undefined;
	const wait = waitOf(status, headers);
	const isProxy = headers['retry-after'] !== undefined;
	const limit = status === 429 ? limitOf(method, path) : undefined;
	const title = status === 429 ? tooMany(words, limit, isProxy) : (missing?.message ?? words);
	const isFlooded = words === FLOODED;
	const passing = isFlooded || BUSY.includes(status);
	const meaning = meaningOf(words);
	const known =
		passing && wait !== undefined && wait > LONGEST_WAIT
			? `The server asks to wait ${Math.ceil(wait / 1000)} seconds.`
			: (missing?.hint ?? meaning ?? (SILENT.includes(words) ? hintOf(status, request) : ''));
	// For a 401 lacking.ts asks Chatwoot who owns the token, once the error is shown.
	const isLack = !meaning && status !== 401 && (status !== 404 || isNoRoute);
	return new ServiceError(title || withoutReason(status), {
		status,
		fields,
		hint: `${known} ${isLack ? lackText(status, needs) : ''}`.trim(),
		passing: passing && (wait ?? 0) <= LONGEST_WAIT,
		// Some operations fail after Chatwoot has already done the work.
		acted: status >= 500,
		wait,
		retryIn: isFlooded ? 60_000 : undefined,
		lasting: isProxy ? undefined : limit?.lasting,
	});
}

/** The error for a reply of 200 that is not data: a web page, other text, or JSON that is cut off. */
export function unreadable(status: number, body: string, contentType: string): ServiceError {
	if (isHtml(body))
		return new ServiceError('The address answered with a web page instead of data', {
			status,
			hint: 'Check the base URL in the credential: it must be the address of Chatwoot itself.',
			acted: true,
		});
	if (contentType.includes('json'))
		return new ServiceError('The reply from Chatwoot was cut off', {
			status,
			hint: 'Run it again, or request less data.',
			passing: true,
			acted: true,
		});
	return new ServiceError(`Chatwoot answered with text instead of data: ${body.slice(0, 200)}`, {
		status,
		hint: OTHER_ANSWER,
		acted: true,
	});
}

/** @param location target of a redirect, which is not followed: the token must not go to another server */
export const redirected = (status: number, location: string): ServiceError =>
	new ServiceError(`Chatwoot redirects to ${location.slice(0, 500) || 'another address'}`, {
		status,
		hint:
			gatewayHint(status, undefined, { location }) ||
			(location.startsWith('https:')
				? 'Use the https address as the base URL in the credential.'
				: 'Use the final address as the base URL in the credential.'),
	});

/** The error for a file of a user's URL that is not there. @param url after redirects */
export function fileRefused(status: number, url: string, headers: IDataObject): ServiceError {
	const wait = headers['retry-after'] === undefined ? undefined : waitOf(status, headers);
	const { origin, pathname } = new URL(url);
	const where = `${origin}${pathname}`.slice(0, 300);
	return new ServiceError(
		status < 300
			? `There is a web page instead of a file at ${where}`
			: `The server answered with status ${status} instead of a file: ${where}`,
		{
			hint: 'Open the URL in a private window of a browser to check whether it leads to the file without a login.',
			passing: BUSY.includes(status) && (wait ?? 0) <= LONGEST_WAIT,
			wait,
		},
	);
}

const NOT_FOUND = { words: 'The host name is unknown' };
const REFUSED = { words: 'Nothing answers at this address', passing: true };
const UNREACHED = { words: 'There is no route to this address', passing: true };
const BROKEN = {
	words: 'The connection was closed before a reply arrived',
	passing: true,
	acted: true,
};
const NO_HTTP = {
	words: 'The server at this address does not speak HTTP',
	passing: false,
	acted: true,
};
const LATE = { words: 'No reply arrived in time', passing: true, acted: true };

/** What a failed connection means: whether a retry can help, and whether Chatwoot may have carried out the request. */
const NETWORK: Record<string, { words: string; passing?: boolean; acted?: boolean }> = {
	ECONNREFUSED: REFUSED,
	EHOSTUNREACH: UNREACHED,
	ENETUNREACH: UNREACHED,
	ENOTFOUND: NOT_FOUND,
	EAI_AGAIN: { words: 'The host name could not be looked up', passing: true },
	ECONNRESET: BROKEN,
	EPIPE: BROKEN,
	ERR_STREAM_PREMATURE_CLOSE: BROKEN,
	ETIMEDOUT: LATE,
	ECONNABORTED: LATE,
};

/** The error for a failed connection. @param error of n8n's request helper, which must not be passed on: it contains the token @param isOpen whether it was a request for a file of a user's URL */
export function unreachable(error: unknown, origin: string, isOpen?: true): ServiceError {
	const codes: string[] = [];
	let at = error as { code?: unknown; httpCode?: unknown; cause?: unknown } | undefined;
	for (; at && codes.length < 9; at = at.cause as typeof at)
		codes.push(String(at.code ?? ''), String(at.httpCode ?? ''));
	if (codes.includes('ERR_CANCELED')) return stopped(true);
	const code = codes.find((entry) => entry in NETWORK) ?? codes.find(Boolean) ?? '';
	// A status, or an error of unpacking: the reply had already begun.
	const known = /^(\d+|Z_\w+|ERR__ERROR_\w+|HPE_INVALID_EOF_STATE)$/.test(code)
		? BROKEN
		: code.startsWith('HPE_')
			? NO_HTTP
			: NETWORK[code];
	const { words, passing, acted } = known ?? {
		words: isOpen ? 'The server could not be reached' : 'Chatwoot could not be reached',
		// TLS fails before anything is sent. For unknown causes the request may have been carried out.
		acted: !/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code),
	};
	return new ServiceError(`${words}: ${origin}`, {
		// In lowercase, because n8n replaces messages that contain such a code.
		hint: `${code ? `Cause: ${code.toLowerCase()}. ` : ''}${isOpen ? 'Check the URL of the file.' : 'Check the base URL in the credential, and that Chatwoot is running.'}`,
		passing,
		acted,
	});
}

/**
 * An error that users can understand. JavaScript's own errors (TypeError …) happen if a reply has an
 * unexpected structure; their text means nothing to a user.
 */
export function sayable(error: unknown): Error {
	const known = error as Error;
	if (!/^(Type|Range|Syntax|URI)Error$/.test(known.name)) return known;
	const [, where] = /\n {4}at (?:async )?([\w.]+) \(/.exec(known.stack ?? '') ?? [];
	return new ServiceError('Chatwoot answered in a format that this operation does not know', {
		hint: `A proxy or another server may have answered instead, or this release of Chatwoot is newer than the node. The request may still have been carried out. Cause: ${known.name}${where ? ` in ${where}` : ''}.`,
		acted: true,
	});
}

function details(error: Error, { operation, item, isOneOfMany = false, credential }: Place) {
	const message = withoutSecrets(error.message);
	const place = isOneOfMany ? `${operation}, item ${item}` : operation;
	if (!(error instanceof ServiceError))
		return {
			message,
			description: `${place}.${error instanceof BadInput ? ' Nothing was sent.' : ''}`,
			status: null,
			operation,
			fields: error instanceof BadInput ? error.fields : [],
		};
	const { status, hint, tries, uncertain, fields } = error;
	const where = [
		place,
		status && `HTTP ${status}`,
		status === 401 && credential && `credential "${credential}"`,
	];
	return {
		message,
		description: [
			`${where.filter(Boolean).join(', ')}.`,
			hint,
			tries > 1 ? `Tried ${tries} times.` : '',
			uncertain ? 'The record may have been created: check before you run it again.' : '',
		]
			.filter(Boolean)
			.join(' '),
		status: status ?? null,
		operation,
		fields,
	};
}

/** The error that stops the node. */
export function toNodeError(node: INode, error: unknown, place: Place) {
	const known = sayable(error);
	const { message, description, status } = details(known, place);
	const options = { message, description, itemIndex: place.item };
	if (known instanceof BadInput) return new NodeOperationError(node, message, options);
	const httpCode = String(status ?? '');
	const failure = new NodeApiError(node, { message }, { ...options, httpCode });
	// n8n replaces messages that contain the code of a network error, even if the words are Chatwoot's.
	failure.message = message;
	return failure;
}

/** An error of registering a webhook: n8n shows only its message. @param failed what did not happen */
export function toLifecycleError(node: INode, error: unknown, failed: string) {
	const known = sayable(error);
	const failure = toNodeError(node, known, { operation: failed });
	const { hint = '' } = known instanceof ServiceError ? known : {};
	failure.message = `${failed}: ${[known.message, hint].filter(Boolean).join('. ')}`;
	return failure;
}

/**
 * The item with "Continue on Fail". Only with `error` as the single key of json, and pairedItem, do both n8n 1
 * and n8n 2 treat the item as an error and keep it complete.
 */
export const toErrorItem = (
	error: unknown,
	place: Place & { item: number },
): INodeExecutionData => ({
	json: { error: details(sayable(error), place) as unknown as IDataObject },
	pairedItem: { item: place.item },
});
