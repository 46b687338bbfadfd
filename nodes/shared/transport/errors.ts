import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { BadInput, OTHER_ANSWER, ServiceError, stopped } from '../faults';
import { isObject, isScalar } from '../values';
import type { Request } from '../vocabulary/call';
import { lackText } from '../vocabulary/needs';
import { GENERAL_LIMIT, limitOf, type Reached } from './limits';
import { appIn, namedIn } from './missing';
import { withoutSecrets } from './secrets';

/** Where an error happened: "Contact → Create", and the item's index where there are items. */
export interface Place {
	operation: string;
	item?: number;
	/** Of several items; of one alone nobody needs to know which it is. */
	isOneOfMany?: boolean;
}

/** The one name in a value of an error body, none where it is something else. */
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

/** The service itself was seen to say 700 letters. */
const LONGEST_WORDS = 2000;

/**
 * What the server itself says in an error reply. Real servers send `error` (text, list or object of
 * lists), `message` with `attributes`, `errors` or text; the 1.1.0 document promises `description`
 * and `errors` of field, message and code.
 */
export function readError(body: unknown): { words: string; fields: string[] } {
	if (isHtml(body)) return { words: '', fields: [] };
	if (!isObject(body)) return { words: wordsOf(body).join(', ').slice(0, 500), fields: [] };
	const { description, message, error, errors, attributes, ...rest } = body;
	const said = [description, message, error, errors].map((part) =>
		wordsOf(part).join(', ').slice(0, LONGEST_WORDS),
	);
	return {
		words: said.filter(Boolean).join(': ') || wordsOf(rest).join(', ').slice(0, 500),
		fields: [
			...(Array.isArray(attributes) ? attributes.flatMap(namesOf) : []),
			...fieldsOf(errors),
			...fieldsOf(error),
		],
	};
}

/** What a status means, where the service says no more. */
export const HINTS: Record<number, string> = {
	402: 'A limit of the licence or the plan is reached, or the plan lacks this.',
	422: 'The service refused a value.',
	429: 'Run the rest later, or lower Request Options → Requests at Once. A server may have other limits.',
	500: 'The service gives no reason: it may fail on a chosen value. Run it again; if it fails again, look into the log of the server.',
};

/** Words of the service that say no more than the status. */
const SILENT = ['', 'Internal Server Error', 'Retry later'];

/** Of the vendor's cloud, to every call in an account whose plan lacks the API. */
export const NO_API_ACCESS = 'API access is not enabled for this account';

/** What the service's own words mean, where they say more than the status. */
export const MEANINGS: Record<string, string> = {
	[NO_API_ACCESS]:
		'The plan of the account has no API access: choose one that has it (Settings → Billing), or another account. The token is right.',
	// In this spelling by the platform API alone.
	'Invalid access_token':
		"This node needs a platform app's token: super admin console → Platform Apps. A user's or a bot's token does not open the platform API.",
	'Invalid Access Token':
		'The token in the credential Customer Conversation API is wrong or was reset. Copy it again: Profile Settings → Access Token.',
	'You need to sign in or sign up before continuing.':
		'The token did not arrive. If the credential has one, a proxy drops the header: choose the header spelling with hyphens in the credential.',
	'Bot is not authorized to access this account':
		"This is a bot's token, but the bot belongs to another account. Choose its account, or another credential.",
	'App has already been taken':
		'The account is connected with this app: update the connection, or disconnect it first.',
	'Captain AI API key is not configured.':
		'The server has no AI model: its super admin sets the key in the settings of Captain.',
	'Captain AI is disabled for this account.': 'Switch on the feature Captain Tasks of the account.',
	'Follow-up context missing':
		'Follow Up Context has to be that of a task before, with its event_name.',
	'Avatar filetype not supported':
		'The service takes jpeg, png and gif, and webp on Chatwoot 4.16 or newer.',
	'Companies are not enabled for this account':
		'The feature Companies of the account is off: an operator switches it on in the super admin console → Accounts, or with Account → Update of the Platform node.',
	'Non permissible resource':
		'A platform app reaches only the accounts, users and bots that it created or was granted.',
};

const meaningOf = (words: string): string | undefined =>
	Object.hasOwn(MEANINGS, words) ? MEANINGS[words] : undefined;

/** The longest wait that a request takes upon itself; in milliseconds. */
const LONGEST_WAIT = 5 * 60_000;

/**
 * How long the service asks to wait, in milliseconds. A proxy says it with Retry-After; the service
 * itself says nothing and counts in full minutes of its own clock.
 */
function waitOf(status: number, headers: IDataObject): number | undefined {
	const now = Date.parse(String(headers.date)) || Date.now();
	const asked = String(headers['retry-after'] ?? '');
	const wait = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
	if (Number.isFinite(wait)) return Math.max(0, wait);
	return status === 429 ? 60_000 - (now % 60_000) : undefined;
}

/** What the service says where a record of the request is none of the account, or the account none of the token. */
const NO_RECORD = 'Resource could not be found';

/** A 404 with the records that the request names. @param words of the service */
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
			hint: `This server does not know the address: ${records ? `${records}${where}` : 'the record'} does not exist, or the release or edition lacks this operation.`,
		};
	if (words !== NO_RECORD)
		return {
			message: words,
			hint: records && !words ? `${records} may not be${where || ' there'}.` : '',
		};
	if (records)
		return {
			message: `${records} ${account ? `is not in account ${account}` : 'does not exist'}: ${words}`,
			hint: 'It may have been deleted, or the token may not see it.',
		};
	if (account)
		return {
			message: `Account ${account} is not open to this token: ${words}`,
			hint: 'Choose another in the field Account, or in the credential.',
		};
	return { message: words, hint: '' };
}

/** What a 404 or 500 means where the account may not be connected: the service tells these apart by nothing. */
function unconnected(app: string, request: Request, status: number, words: string) {
	const { records, account } = namedIn(request);
	const other =
		status === 500
			? `, or ${app} does not take its token`
			: records
				? `, or ${records} is not in it`
				: '';
	return {
		message: `${app} is not connected with account ${String(account)}${other}: ${words}`,
		hint: 'Connect it in the dashboard: Settings → Integrations.',
	};
}

/** What a status means where the service gives no reason for it. */
function hintOf(status: number, request: Request): string {
	if (status !== 500) return HINTS[status] ?? '';
	// What a list is filtered by is in the query: of that the service finds none, and does not fail.
	const { records } = namedIn(request.method === 'GET' ? { path: request.path } : request);
	return records
		? `The service gives no reason. Often ${records} does not exist, or the service fails on a chosen value.`
		: HINTS[status];
}

/** The text of a 429. @param isProxy another server refused it, which has limits of its own */
function tooMany(words: string, limit: Reached | undefined, isProxy: boolean): string {
	if (isProxy) return `Too many requests: ${words || 'Retry later'}`;
	return `Too many requests: the service allows ${limit?.words ?? GENERAL_LIMIT}: ${words || 'Retry later'}`;
}

/** The text where the service has none. */
export const unsaid = (status: number) => `The service answered ${status} without a reason`;

/** @param request its `needs` say which role, edition, feature and release the operation needs */
export function refusal(
	status: number,
	body: unknown,
	request: Request,
	headers: IDataObject = {},
): ServiceError {
	const { method, path, needs = {} } = request;
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
	const passing = [429, 502, 503, 504].includes(status);
	const meaning = meaningOf(words);
	const known =
		passing && wait !== undefined && wait > LONGEST_WAIT
			? `The service asks to wait ${Math.ceil(wait / 1000)} seconds.`
			: (missing?.hint ?? meaning ?? (SILENT.includes(words) ? hintOf(status, request) : ''));
	// What a 401 lacks is told once it is shown: only the service knows whose the token is.
	const isLack = !meaning && status !== 401 && (status !== 404 || isNoRoute);
	return new ServiceError(title || unsaid(status), {
		status,
		fields,
		hint: `${known} ${isLack ? lackText(status, needs) : ''}`.trim(),
		passing: passing && (wait ?? 0) <= LONGEST_WAIT,
		// Some operations of the service fail after the work was done.
		acted: status >= 500,
		wait,
		lasting: isProxy ? undefined : limit?.lasting,
	});
}

/** A reply of 200 that is no data: a web page, other text, or JSON that breaks off. */
export function unreadable(status: number, body: string, contentType: string): ServiceError {
	if (isHtml(body))
		return new ServiceError('The address answered with a web page instead of data', {
			status,
			hint: 'Check the base URL of the credential: it is the address of the service itself.',
			acted: true,
		});
	if (contentType.includes('json'))
		return new ServiceError('The reply of the service broke off', {
			status,
			hint: 'It may pass: run it again, or ask for less.',
			passing: true,
			acted: true,
		});
	return new ServiceError(`The service answered with text instead of data: ${body.slice(0, 200)}`, {
		status,
		hint: OTHER_ANSWER,
		acted: true,
	});
}

/** @param location target of a redirect; none is followed, so that the token stays at its origin */
export const redirected = (status: number, location: string): ServiceError =>
	new ServiceError(`The service redirects to ${location.slice(0, 500) || 'another address'}`, {
		status,
		hint: location.startsWith('https:')
			? 'Use the https address as base URL of the credential.'
			: 'Use the final address as base URL of the credential.',
	});

const NOT_FOUND = { words: 'The host name is unknown' };
const REFUSED = { words: 'Nothing answers at this address', passing: true };
const UNREACHED = { words: 'There is no way to this address', passing: true };
const BROKEN = {
	words: 'The connection was closed before an answer came',
	passing: true,
	acted: true,
};
const NO_HTTP = { words: 'What answers there does not speak HTTP', passing: false, acted: true };
const LATE = { words: 'No answer came in time', passing: true, acted: true };

/** What a failure of the connection means: whether it may pass, and whether the service may have acted. */
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

/** @param error what n8n's request helper threw: never passed on, it holds the token */
export function unreachable(error: unknown, origin: string): ServiceError {
	const codes: string[] = [];
	let at = error as { code?: unknown; httpCode?: unknown; cause?: unknown } | undefined;
	for (; at && codes.length < 9; at = at.cause as typeof at)
		codes.push(String(at.code ?? ''), String(at.httpCode ?? ''));
	if (codes.includes('ERR_CANCELED')) return stopped(true);
	const code = codes.find((entry) => entry in NETWORK) ?? codes.find(Boolean) ?? '';
	// With a status, or from unpacking: the reply had begun.
	const known = /^(\d+|Z_\w+|ERR__ERROR_\w+|HPE_INVALID_EOF_STATE)$/.test(code)
		? BROKEN
		: code.startsWith('HPE_')
			? NO_HTTP
			: NETWORK[code];
	const { words, passing, acted } = known ?? {
		words: 'The service could not be reached',
		// TLS fails before anything is sent; of what is not known, the worst is assumed.
		acted: !/CERT|TLS|SSL|EPROTO|SELF_SIGNED|UNABLE_TO/.test(code),
	};
	return new ServiceError(`${words}: ${origin}`, {
		// In small letters: n8n replaces texts in which it finds such a code.
		hint: `${code ? `Cause: ${code.toLowerCase()}. ` : ''}Check the base URL and that the service is running.`,
		passing,
		acted,
	});
}

/**
 * What was thrown, in words. JavaScript's own errors come of a reply that has something else where
 * the operation looks: they tell a user nothing.
 */
export function sayable(error: unknown): Error {
	const { name, stack = '' } = error as Error;
	if (!/^(Type|Range|Syntax|URI)Error$/.test(name)) return error as Error;
	const [, where] = /\n {4}at (?:async )?([\w.]+) \(/.exec(stack) ?? [];
	return new ServiceError('The service answered in another form than this operation knows', {
		hint: `Something else may have answered in its place, or the release is newer than this node. What was asked may have been done. Cause: ${name}${where ? ` in ${where}` : ''}.`,
		acted: true,
	});
}

function details(error: Error, { operation, item, isOneOfMany = false }: Place) {
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
	return {
		message,
		description: [
			`${place}${status ? `, HTTP ${status}` : ''}.`,
			hint,
			tries > 1 ? `Tried ${tries} times.` : '',
			uncertain ? 'The record may have been created: look before you run it again.' : '',
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
	// n8n replaces texts in which it finds the code of a network error, the service's own words too.
	failure.message = message;
	return failure;
}

/** An error of a webhook's life cycle: of it n8n shows the message alone. @param failed what did not happen */
export function toLifecycleError(node: INode, error: unknown, failed: string) {
	const known = sayable(error);
	const failure = toNodeError(node, known, { operation: failed });
	const { hint = '' } = known instanceof ServiceError ? known : {};
	failure.message = `${failed}: ${[known.message, hint].filter(Boolean).join('. ')}`;
	return failure;
}

/**
 * The item under "Continue on Fail": `error` alone in json, with pairedItem, is the one shape that
 * n8n 1 and 2 both take for an error and keep whole.
 */
export const toErrorItem = (
	error: unknown,
	place: Place & { item: number },
): INodeExecutionData => ({
	json: { error: details(sayable(error), place) as unknown as IDataObject },
	pairedItem: { item: place.item },
});
