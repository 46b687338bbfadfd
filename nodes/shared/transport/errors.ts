import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isObject } from '../values';

/** Something the user can mend before anything is sent. The message says what is right. */
export class BadInput extends Error {
	fields: string[];

	constructor(message: string, fields: string[] = []) {
		super(message);
		this.fields = fields;
	}
}

/** For catch blocks, where n8n's lint wants to see no error class but its own. */
export const badInput = (message: string, fields?: string[]) => new BadInput(message, fields);

/** A refusal by the service, or no answer at all (then without `status`). */
export class ServiceError extends Error {
	status?: number;
	fields: string[];
	hint: string;

	constructor(
		message: string,
		details: { status?: number; fields?: string[]; hint?: string } = {},
	) {
		super(message);
		this.status = details.status;
		this.fields = details.fields ?? [];
		this.hint = details.hint ?? '';
	}
}

/** Where an error happened: "Contact → Create", and the item's index. */
export interface Place {
	operation: string;
	item: number;
}

/** The texts in one value of an error body, whatever its shape. */
function wordsOf(value: unknown): string[] {
	if (typeof value === 'string') return value.trim() ? [value.trim()] : [];
	if (Array.isArray(value)) return value.flatMap(wordsOf);
	if (!isObject(value)) return [];
	if (typeof value.message === 'string') {
		const { field, message, code } = value;
		return [`${field ? `${String(field)}: ` : ''}${message}${code ? ` (${String(code)})` : ''}`];
	}
	return Object.values(value).flatMap(wordsOf);
}

const fieldsOf = (value: unknown): string[] => {
	if (Array.isArray(value))
		return value.flatMap((entry) => (isObject(entry) && entry.field ? [String(entry.field)] : []));
	return isObject(value) ? Object.keys(value) : [];
};

const isHtml = (body: unknown) => typeof body === 'string' && /^\s*<(!doctype|html)/i.test(body);

/**
 * What the server itself says in an error reply. Real servers send `error` (text, list or object of
 * lists), `message` with `attributes`, `errors` or text; the 1.1.0 document promises `description`
 * and `errors` of field, message and code.
 */
export function readError(body: unknown): { words: string; fields: string[] } {
	if (isHtml(body)) return { words: '', fields: [] };
	if (!isObject(body)) return { words: wordsOf(body).join(', ').slice(0, 500), fields: [] };
	const { description, message, error, errors, attributes } = body;
	const said = [description, message, error, errors].map((part) => wordsOf(part).join(', '));
	return {
		words: said.filter(Boolean).join(': '),
		fields: [
			...(Array.isArray(attributes) ? attributes.map(String) : []),
			...fieldsOf(errors),
			...fieldsOf(error),
		],
	};
}

const HINTS: Record<number, string> = {
	401: 'The token may be wrong or of another kind, or its user may lack the right: the service answers 401 to both.',
	402: 'A limit of the licence is reached.',
	422: 'The service refused a value.',
	429: 'The service limits requests per minute. Wait for the next full minute.',
	500: 'The service often answers 500 where a record with this ID, or a chosen value, does not exist.',
};

/** @param since the release that brought the operation, where 4.10 lacks it */
export function refusal(status: number, body: unknown, since?: string): ServiceError {
	const { words, fields } = readError(body);
	if (isHtml(body) && status < 400)
		return new ServiceError('The address answered with a web page instead of data', {
			status,
			hint: 'Check the base URL of the credential: it is the address of the service itself.',
		});
	const missingRoute = isHtml(body) || (isObject(body) && body.status === 404);
	const hint =
		status === 404 && since
			? `The service has this since release ${since}: this server is older.`
			: status === 404 && missingRoute
				? 'This server does not know the address: the record does not exist, or the release or edition lacks this operation.'
				: (HINTS[status] ?? '');
	return new ServiceError(words || `The service answered ${status} without a reason`, {
		status,
		fields,
		hint,
	});
}

/** @param location target of a redirect; none is followed, so that the token stays at its origin */
export const redirected = (status: number, location: string): ServiceError =>
	new ServiceError(`The service redirects to ${location || 'another address'}`, {
		status,
		hint: location.startsWith('https:')
			? 'Use the https address as base URL of the credential.'
			: 'Use the final address as base URL of the credential.',
	});

const NETWORK: Record<string, string> = {
	ECONNREFUSED: 'Nothing answers at this address',
	ENOTFOUND: 'The host name is unknown',
	EAI_AGAIN: 'The host name could not be looked up',
	ECONNRESET: 'The connection was closed before an answer came',
	ETIMEDOUT: 'No answer came in time',
	ECONNABORTED: 'No answer came in time',
	ERR_CANCELED: 'The execution was stopped',
};

/** @param error what n8n's request helper threw: never passed on, it holds the token */
export function unreachable(error: unknown, origin: string): ServiceError {
	const codes: string[] = [];
	let at = error as { code?: unknown; httpCode?: unknown; cause?: unknown } | undefined;
	for (; at && codes.length < 9; at = at.cause as typeof at)
		codes.push(String(at.code ?? ''), String(at.httpCode ?? ''));
	const code = codes.find((entry) => entry in NETWORK) ?? codes.find(Boolean) ?? '';
	return new ServiceError(`${NETWORK[code] ?? 'The service could not be reached'}: ${origin}`, {
		// In small letters: n8n replaces texts in which it finds such a code.
		hint: `${code ? `Cause: ${code.toLowerCase()}. ` : ''}Check the base URL of the credential and that the service is running.`,
	});
}

function details(error: unknown, { operation, item }: Place) {
	const known = error instanceof BadInput || error instanceof ServiceError ? error : undefined;
	const status = error instanceof ServiceError ? error.status : undefined;
	const message = (error as Error).message;
	return {
		message,
		description: [
			`${operation}, item ${item}${status ? `, HTTP ${status}` : ''}.`,
			error instanceof BadInput ? 'Nothing was sent.' : (error as ServiceError).hint,
		]
			.filter(Boolean)
			.join(' '),
		status: status ?? null,
		operation,
		fields: known?.fields ?? [],
	};
}

/** The error that stops the node. */
export function toNodeError(node: INode, error: unknown, place: Place) {
	const { message, description, status } = details(error, place);
	const options = { message, description, itemIndex: place.item };
	return error instanceof BadInput
		? new NodeOperationError(node, message, options)
		: new NodeApiError(node, { message }, { ...options, httpCode: String(status ?? '') });
}

/**
 * The item under "Continue on Fail": `error` alone in json, with pairedItem, is the one shape that
 * n8n 1 and 2 both take for an error and keep whole.
 */
export const toErrorItem = (error: unknown, place: Place): INodeExecutionData => ({
	json: { error: details(error, place) as unknown as IDataObject },
	pairedItem: { item: place.item },
});
