import type { IDataObject, INode } from 'n8n-workflow';
import { objectsIn } from '../../nodes/shared/tasks/messageWords';
import { at } from '../../nodes/shared/values';
import { Stays, type Remark } from '../parameters';
import { checkBraces } from './braces';
import { treeOfJson } from './json';
import { parametersOfTool } from './tool';
import { isEntries, isFixed, isList, treeOfParameter, type Entries, type Tree } from './values';

export const HTTP = 'n8n-nodes-base.httpRequest';
/** The tool of n8n's AI nodes, which is older than tools of other nodes. */
export const AI_TOOL = '@n8n/n8n-nodes-langchain.toolHttpRequest';
const TYPES = [HTTP, `${HTTP}Tool`, AI_TOOL];

export const isHttp = ({ type }: INode) => TYPES.includes(type);

/** A request of an HTTP Request node of any version. */
export interface Sent {
	method: string;
	query: Entries;
	body: Entries;
	headers: Array<[name: string, value: Tree]>;
	/** Its options by the names of version 4. */
	options: IDataObject;
	remarks: Remark[];
}

type Row = [name: string, value: Tree];

const textOf = (value: unknown) => {
	const tree = treeOfParameter(value ?? '');
	return isFixed(tree) ? String(tree.fixed) : undefined;
};

/** Rows of names and values; those without a name are not sent. */
function rowsOf(value: unknown, field: string): Row[] {
	return objectsIn(value).flatMap((row): Row[] => {
		const name = textOf(row.name);
		if (name === undefined) throw new Stays('the name of a value is an expression', field);
		const isFile = row.parameterType === 'formBinaryData';
		const stored = isFile ? row.inputDataFieldName : row.value;
		checkBraces(stored, field);
		const tree = treeOfParameter(stored ?? '');
		const value = isFile ? { file: tree as Exclude<Tree, Entries> } : tree;
		return name.trim() ? [[name.trim(), value as Tree]] : [];
	});
}

/** The keys in a name: `a.b`, `a[b]`, `a[]`. */
export const keysOf = (name: string): string[] => name.split(/[.[\]]+/).filter(Boolean);

/** Puts a value at a path of keys. Values with one name become a list. */
function put(target: Entries, [key, ...rest]: string[], value: Tree, isInList: boolean): void {
	const found = target.entries.find(([name]) => name === key);
	if (rest.length) {
		const inner = found?.[1] ?? { entries: [] };
		if (!found) target.entries.push([key, inner]);
		if (isEntries(inner)) put(inner, rest, value, isInList);
		return;
	}
	if (!found) target.entries.push([key, isInList ? { list: [value] } : value]);
	else if (isInList && isList(found[1])) found[1].list.push(value);
	else found[1] = value;
}

function treeOfRows(rows: Row[]): Entries {
	const tree: Entries = { entries: [] };
	for (const [name, value] of rows) {
		const keys = keysOf(name);
		if (keys.length) put(tree, keys, value, name.endsWith('[]'));
	}
	return tree;
}

/** Version 1 and 2, in the names of version 3. */
function renamed(old: IDataObject): IDataObject {
	const isJson = old.jsonParameters === true;
	const options = (old.options ?? {}) as IDataObject;
	const rows = (name: string) => ({ parameters: at(old, `${name}.parameter`) });
	const part = (name: string) =>
		isJson
			? { specify: 'json', json: old[`${name}ParametersJson`], rows: { parameters: [] } }
			: { specify: 'keypair', json: undefined, rows: rows(`${name}ParametersUi`) };
	const [query, headers, body] = ['query', 'header', 'body'].map(part);
	const files = old.sendBinaryData === true ? String(old.binaryPropertyName ?? 'data') : undefined;
	return {
		method: old.requestMethod ?? 'GET',
		url: old.url,
		sendQuery: true,
		specifyQuery: query.specify,
		jsonQuery: query.json,
		queryParameters: query.rows,
		sendHeaders: true,
		specifyHeaders: headers.specify,
		jsonHeaders: headers.json,
		headerParameters: headers.rows,
		sendBody: true,
		specifyBody: body.specify,
		jsonBody: body.json,
		bodyParameters: {
			parameters: [
				...((body.rows.parameters ?? []) as IDataObject[]),
				...(files?.split(',') ?? []).map((file) => {
					const [name, field] = file.includes(':') ? file.split(':') : ['', file];
					return {
						name: name.trim(),
						parameterType: 'formBinaryData',
						inputDataFieldName: field.trim(),
					};
				}),
			],
		},
		contentType: options.bodyContentType ?? 'json',
		options: {
			...options,
			response: {
				response: {
					fullResponse: options.fullResponse,
					neverError: options.ignoreResponseCode,
					responseFormat: { string: 'text', file: 'file' }[String(old.responseFormat)],
				},
			},
			allowUnauthorizedCerts: old.allowUnauthorizedCerts,
			batching: options.batchInterval && {
				batch: { batchSize: options.batchSize, batchInterval: options.batchInterval },
			},
		},
	} as IDataObject;
}

const OTHER_VERSION =
	'has the name of another version of the node, so that the old request was a GET. This node does what was meant';

/** The method, also under the name that another version of the node reads. */
function methodOf(parameters: IDataObject, version: number): [method: string, remarks: Remark[]] {
	const [name, other] = version < 3 ? ['requestMethod', 'method'] : ['method', 'requestMethod'];
	const [method, meant] = [name, other].map((one) => textOf(parameters[one])?.toUpperCase());
	if (parameters[name] !== undefined && method === undefined)
		throw new Stays('its method is an expression', name);
	if (method || !meant || meant === 'GET') return [method || 'GET', []];
	return [meant, [{ field: other, text: `${other} ${OTHER_VERSION}.` }]];
}

/** Whether the name of a row becomes one key that Chatwoot does not know. */
const isOneKey = (name: string, version: number, isForm: boolean) =>
	!isForm && version < 4 && keysOf(name).join() !== name;

const UNSENT =
	'The old request had an empty body, because Specify Body is not “Using JSON”. This node sends what was meant.';

function bodyOf(parameters: IDataObject, version: number, remarks: Remark[]): Entries {
	const nothing: Entries = { entries: [] };
	if (parameters.sendBody !== true) return nothing;
	const { contentType = 'json' } = parameters;
	const isUnsent =
		contentType === 'json' &&
		parameters.specifyBody === undefined &&
		parameters.bodyParameters === undefined &&
		Boolean(parameters.jsonBody);
	if (isUnsent) remarks.push({ field: 'jsonBody', text: UNSENT });
	const { specifyBody = isUnsent ? 'json' : 'keypair' } = parameters;
	const isForm = contentType === 'multipart-form-data' || contentType === 'form-urlencoded';
	if (contentType === 'binaryData') throw new Stays('its body is a file', 'contentType');
	if (contentType === 'raw') {
		if (!/json/.test(String(parameters.rawContentType ?? parameters.body)))
			throw new Stays('its body is a text of its own', 'body');
		return inField('body', () => treeOfJson(parameters.body));
	}
	if (specifyBody === 'model') throw new Stays('the model writes the whole body', 'specifyBody');
	if (specifyBody === 'string' && contentType !== 'multipart-form-data') {
		const tree = treeOfParameter(parameters.body ?? '');
		if (!isFixed(tree)) throw new Stays('its form is a text with code', 'body');
		const rows = [...new URLSearchParams(String(tree.fixed))];
		return treeOfRows(rows.map(([name, value]): Row => [name, { fixed: value }]));
	}
	if (specifyBody === 'json' && contentType !== 'multipart-form-data')
		return inField('jsonBody', () => treeOfJson(parameters.jsonBody));
	const rows = rowsOf(at(parameters, 'bodyParameters.parameters'), 'bodyParameters');
	for (const [name] of rows)
		if (isOneKey(name, version, isForm))
			remarks.push({
				text: `The old request sent ${name} as one name, which Chatwoot ignores. This node sets what was meant.`,
			});
	return treeOfRows(rows);
}

function inField<T>(field: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		throw error instanceof Stays ? new Stays(error.message, field) : error;
	}
}

function rowsIn(parameters: IDataObject, name: 'Query' | 'Headers'): Row[] {
	if (parameters[`send${name}`] !== true) return [];
	const list = name === 'Query' ? 'queryParameters' : 'headerParameters';
	if (parameters[`specify${name}`] !== 'json')
		return rowsOf(at(parameters, `${list}.parameters`), list);
	const field = `json${name}`;
	return inField(field, () => treeOfJson(parameters[field])).entries;
}

/** The query at the end of the URL. */
function queryInUrl(url: string): Row[] {
	const [, query = ''] = url.split(/\?(.*)/s);
	const prefix = url.startsWith('=') ? '=' : '';
	return query
		.split('&')
		.filter(Boolean)
		.map((pair): Row => {
			const [name, value = ''] = pair.split(/=(.*)/s);
			const tree = treeOfParameter(prefix + value.trim());
			return [decoded(name), isFixed(tree) ? { fixed: decoded(String(tree.fixed)) } : tree];
		});
}

export function decoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return text;
	}
}

/** The name under which Chatwoot reads a token, in a header or a query. */
export const isToken = (name: string) => /^api[_-]access[_-]token$/i.test(name.trim());

/** Ways to log in at a proxy, which our credential does not have. */
const OTHER_LOGINS = ['httpDigestAuth', 'oAuth1Api', 'oAuth2Api'];

/** @throws Stays if a node sends more than a token to log in */
function checkLogin({
	authentication,
	genericAuthType,
	provideSslCertificates,
}: IDataObject): void {
	if (authentication === 'genericCredentialType' && OTHER_LOGINS.includes(String(genericAuthType)))
		throw new Stays('it logs in in a way that our credential does not have', 'genericAuthType');
	if (provideSslCertificates === true)
		throw new Stays('it sends an SSL certificate', 'provideSslCertificates');
}

/**
 * What a node sends.
 * @throws Stays if it cannot be read
 */
export function sentBy(node: INode): Sent {
	const parameters = node.type === AI_TOOL ? parametersOfTool(node.parameters) : node.parameters;
	const version = node.type === AI_TOOL ? 4.2 : (node.typeVersion ?? 1);
	checkLogin(parameters as IDataObject);
	const [method, remarks] = methodOf(parameters as IDataObject, version);
	const now = version < 3 ? renamed(parameters as IDataObject) : (parameters as IDataObject);
	const rows = [...queryInUrl(String(now.url ?? '')), ...rowsIn(now, 'Query')];
	return {
		method,
		query: treeOfRows(rows.filter(([name]) => !isToken(name))),
		body: bodyOf(now, version, remarks),
		headers: [...rowsIn(now, 'Headers'), ...rows.filter(([name]) => isToken(name))],
		options: (now.options ?? {}) as IDataObject,
		remarks,
	};
}
