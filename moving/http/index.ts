import type { IDataObject, INode } from 'n8n-workflow';
import { fieldsOf, leavesOf } from '../../nodes/shared/vocabulary/fields/parts';
import { isComputed } from '../../nodes/shared/vocabulary/fields/reading';
import type { Operation } from '../../nodes/shared/vocabulary/operation';
import { named, onePage, originOf, type Done, type Source } from '../nodes';
import { Stays, type Remark } from '../parameters';
import { feedersOf } from '../references';
import type { Target } from '../targets';
import type { Workflow } from '../workflow';
import { addressOf, type Address } from './address';
import { checkBraces } from './braces';
import {
	credentialRemarks,
	hasOurToken,
	placeOf,
	TITLE,
	serverRemarks,
	withOurCredential,
} from './credentials';
import {
	operationFor,
	operationsAt,
	operationsOf,
	targetFor,
	withMethod,
	withOtherMethod,
	type Known,
} from './operations';
import { AI_TOOL, HTTP, isHttp, isToken, sentBy, type Sent } from './request';
import { meantBy, without } from './rules';
import { parametersOfTool } from './tool';
import { isFixed, valueIn, type Tree } from './values';

const urlOf = (node: INode): string => {
	const { url } = node.type === AI_TOOL ? parametersOfTool(node.parameters) : node.parameters;
	return typeof url === 'string' ? url : '';
};

/** Paths that no other service has. */
const isOurs = ({ segments }: Address): boolean => {
	const words = segments.map((one) => (isFixed(one) ? String(one.fixed) : '*')).join('/');
	return /^(api\/v[12]\/accounts\/[^/]+\/|platform\/api\/v1\/|public\/api\/v1\/inboxes\/)/.test(
		words,
	);
};

/** Whether a node calls Chatwoot. */
function has(node: INode): boolean {
	if (!isHttp(node)) return false;
	if (hasOurToken(node)) return true;
	const address = addressOf(urlOf(node));
	return address !== undefined && isOurs(address) && operationsAt(address.segments).length > 0;
}

/** n8n's options for requests that our nodes have, too. */
function requestOptions({ options }: Sent): IDataObject {
	const kept = ['batching', 'proxy', 'timeout', 'allowUnauthorizedCerts'].filter(
		(name) => options[name] !== undefined && options[name] !== '' && options[name] !== false,
	);
	return kept.length
		? { requestOptions: Object.fromEntries(kept.map((name) => [name, options[name]])) }
		: {};
}

const HEADERS = ['content-type', 'accept', 'user-agent', 'cache-control'];

const GATEWAY = 'If a gateway requires it, enter it in Additional Headers of the credential.';

const DASHES =
	'The token was in the header api-access-token. If a proxy drops the other spelling, choose it as Token Header in the credential.';

/** What to say about headers that the node does not send, or sends under another name. */
const headerRemarks = ({ headers }: Sent, { parameters }: INode): Remark[] => {
	const names = headers.map(([name]) => name);
	const others = names.filter((name) => !isToken(name) && !HEADERS.includes(name.toLowerCase()));
	const isBasic =
		parameters.authentication === 'genericCredentialType' &&
		parameters.genericAuthType === 'httpBasicAuth';
	return [
		...others.map((name) => ({ text: `The header ${name} is not sent any more. ${GATEWAY}` })),
		...(isBasic ? [{ text: `Basic Auth is not sent any more. ${GATEWAY}` }] : []),
		...(names.some((name) => isToken(name) && name.includes('-')) ? [{ text: DASHES }] : []),
	];
};

/** Whether the node asks for pages of a size. */
const sendsSize = ({ query = [] }: Operation) =>
	query.some((part) => 'fixed' in part && 'per_page' in part.fixed);

/** Values that the operation works out by itself. */
const ofItself = ({ query }: Sent, definition: Operation): Remark[] =>
	valueIn(query, 'timezone_offset') &&
	leavesOf(definition.query ?? []).some(
		(leaf) => 'fixed' in leaf && isComputed(leaf.fixed.timezone_offset),
	)
		? [
				{
					text: 'timezone_offset now follows from the time zone of the workflow.',
					kind: 'changed',
				},
			]
		: [];

/** The page that a list begins with, or all pages if its number is not fixed. */
function pagesOf(
	sent: Sent,
	target: Target,
	feeders: () => string[],
): [IDataObject, Remark[], Sent] {
	const { param, size } = target.definition.reply?.pages ?? {};
	const once = onePage(target, 'body');
	if (!param) return [once, [], sent];
	const remarks: Remark[] = [];
	let { query } = sent;
	if (valueIn(query, 'per_page')) {
		query = without(query, 'per_page');
		if (!sendsSize(target.definition))
			remarks.push({ text: 'per_page has no effect in Chatwoot.', kind: 'changed' });
	}
	const page = valueIn(query, param);
	const rest = { ...sent, query: without(query, param) };
	if (sent.options.pagination)
		return [
			{ returnAll: true },
			[...remarks, { text: 'Reads all pages by itself.', kind: 'changed' }],
			rest,
		];
	if (!page || (isFixed(page) && Number(page.fixed) === 1)) return [once, remarks, rest];
	if (isFixed(page) && size && Number.isInteger(Number(page.fixed)))
		return [{ ...once, options: { start_after: (Number(page.fixed) - 1) * size } }, remarks, rest];
	const [counter] = feeders();
	const from = placeOf(page)?.from;
	const name = from?.startsWith('“') ? from : counter ? `“${counter}”` : undefined;
	remarks.push({
		text: name
			? `The page number came from ${name}: the node now reads all pages by itself. Delete ${name}, otherwise it reads everything once per page.`
			: 'The page number was an expression: the node now reads all pages by itself.',
	});
	return [{ returnAll: true }, remarks, rest];
}

function typeOf(node: INode, type: string): Pick<INode, 'type'> & { tool: IDataObject } {
	if (node.type === HTTP) return { type, tool: {} };
	const { toolDescription, description } = node.parameters as IDataObject;
	const text = toolDescription ?? description;
	return {
		type: `${type}Tool`,
		tool: text ? { descriptionType: 'manual', toolDescription: text } : {},
	};
}

const NO_ACCOUNT =
	'The account came with the base URL: the default account of the credential applies now.';

const hasAccount = (segments: Tree[]) => !segments.some((one) => isFixed(one) && one.fixed === '');

const NEVER_ERROR =
	'The old node passed replies with an error on: this one does so, too, with the error in “error”.';

/** Chatwoot reads what a write has in its query as if it were in its body, if the operations have no query. */
function inBody(sent: Sent, operations: Known[]): Sent {
	const { method, query, body } = sent;
	if (['GET', 'DELETE'].includes(method) || !query.entries.length) return sent;
	const names = operations.flatMap(({ definition }) =>
		fieldsOf(definition.query ?? []).map(({ as }) => as),
	);
	const isQuery = (key: string) => key === 'page' || names.includes(key);
	const moved = query.entries.filter(([key]) => !isQuery(key) && !valueIn(body, key));
	return {
		...sent,
		query: { entries: query.entries.filter(([key]) => isQuery(key)) },
		body: { entries: moved.concat(body.entries) },
	};
}

const noMethod = (method: string) =>
	`The old request failed: Chatwoot has no ${method} there. This node does what was meant.`;

const TEXT =
	'The old node returned the reply as a text in “data”. This one returns its values: check what reads them.';

function moved(node: INode, { connections }: Workflow): Done {
	const url = urlOf(node);
	checkBraces(url, 'url');
	const address = addressOf(url);
	if (!address)
		throw new Stays(
			url.includes('{{')
				? 'an expression makes the address, so that the operation is not known'
				: 'there is no operation for it',
			'url',
		);
	const read = sentBy(node);
	const { sent, segments, id, remarks } = meantBy(
		inBody(read, operationsAt(address.segments)),
		address.segments,
	);
	const atPath = operationsAt(segments);
	if (!atPath.length && !id) throw new Stays('there is no operation for it', 'url');
	const right = id
		? [...atPath.filter((one) => one.id === id), ...operationsOf(id)].slice(0, 1)
		: withMethod(atPath, sent.method);
	const candidates = right.length ? right : withOtherMethod(atPath, sent.method);
	if (!candidates.length)
		throw new Stays(`there is no operation for ${sent.method} with this path`);
	const [pages, ofPages, request] = pagesOf(
		sent,
		targetFor(candidates[0].id),
		() => feedersOf(connections).get(node.name) ?? [],
	);
	const { target, parameters, remarks: chosen } = operationFor(request, segments, candidates);
	const { tool, type } = typeOf(node, target.type);
	const response = (sent.options.response as IDataObject | undefined)?.response as
		IDataObject | undefined;
	const all: IDataObject = {
		resource: target.resource,
		operation: target.operation,
		...tool,
		...parameters,
		...pages,
		...((parameters.options || pages.options) && {
			options: { ...(parameters.options as object), ...(pages.options as object) },
		}),
		...requestOptions(sent),
	};
	const origin = originOf(target, all, 'body');
	const points = [
		...read.remarks,
		...address.faults.map((fault) => ({
			text: `The old request failed: ${fault}. This node does what was meant.`,
		})),
		...remarks,
		...(right.length ? [] : [{ text: noMethod(sent.method) }]),
		...ofPages,
		...chosen,
		...ofItself(sent, target.definition),
		...(hasAccount(segments) ? [] : [{ text: NO_ACCOUNT }]),
		...headerRemarks(sent, node),
		...credentialRemarks(sent, address),
		...serverRemarks(address),
		...(response?.neverError ? [{ text: NEVER_ERROR }] : []),
		...(response?.responseFormat === 'text' ? [{ text: TEXT }] : []),
	];
	return {
		points: points.map((one) => ({ ...one, node: node.name })),
		node: {
			...node,
			type,
			typeVersion: target.version,
			parameters: all as INode['parameters'],
			credentials: named(node, TITLE, target.credential),
			...(response?.neverError && !node.onError && { onError: 'continueRegularOutput' as const }),
		},
		origin: response?.fullResponse
			? { ...origin, output: origin.output && { ...origin.output, envelope: 'body' } }
			: origin,
	};
}

/** HTTP Request nodes that call Chatwoot, and n8n's tools of this kind. */
export const http: Source = {
	title: 'HTTP Request with a path of Chatwoot',
	has,
	move: (node, workflow) => {
		const kept = withOurCredential(node);
		try {
			return { ...moved(node, workflow), instead: kept ?? node };
		} catch (error) {
			if (!(error instanceof Stays)) throw error;
			throw new Stays(error.message, error.field, kept);
		}
	},
};
