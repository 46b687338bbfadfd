import type { IDataObject, INode } from 'n8n-workflow';
import { at, isObject, webUrl } from '../../nodes/shared/values';
import { named } from '../nodes';
import type { Remark } from '../parameters';
import type { Address } from './address';
import { isToken, type Sent } from './request';
import { isFixed, treeOfParameter, type Tree } from './values';

const API = 'customerConversationApi';
export const TITLE = 'Chatwoot';

/** The value of the header with the token. */
const tokenOf = ({ headers }: Sent): Tree | undefined =>
	headers.find(([name]) => isToken(name))?.[1];

const textsIn = (value: unknown): string[] => {
	if (typeof value === 'string') return [value];
	return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
};

/** Whether it uses another package's credential for Chatwoot. */
const hasOtherCredential = ({ authentication, nodeCredentialType: type }: IDataObject): boolean =>
	authentication === 'predefinedCredentialType' &&
	typeof type === 'string' &&
	/chat_?woot/i.test(type);

/** Whether a node calls Chatwoot by its credential or its header. */
export const hasOurToken = ({ parameters }: INode): boolean =>
	hasOtherCredential(parameters as IDataObject) ||
	[...LISTS.map(([list]) => list), ...JSON_HEADERS].some((name) =>
		textsIn(parameters[name]).some((text) => /api[_-]access[_-]token/i.test(text)),
	);

/** Code that only names a value: other code may contain a token. */
const NAMES =
	/^\s*(?:\$json|\$env|\$\((['"])([^'"\\]+)\1\)(?:\.item|\.first\(\))(?:\.json)?|\$node\[(['"])([^'"\\]+)\3\]\.json)((?:\.\w+|\[['"]?[\w -]+['"]?\])+)\s*$/;

interface Place {
	/** As a sentence says it. */
	from: string;
	/** The expression, if it contains no text of its own. */
	expression?: string;
}

/** Where a value comes from, if it is not fixed. */
export function placeOf(tree: Tree): Place | undefined {
	if (isFixed(tree) || !('code' in tree || 'parts' in tree)) return undefined;
	const codes = 'parts' in tree ? tree.parts.filter((part) => typeof part !== 'string') : [tree];
	const [first] = codes;
	const code = first?.code ?? '';
	const names = NAMES.exec(code);
	const node = names?.[2] ?? names?.[4];
	const isAlone = names !== null && !('parts' in tree && tree.parts.length > 1);
	const from = node ? `“${node}”` : /\$env\b/.test(code) ? 'the environment' : 'the data';
	return { from, ...(isAlone && { expression: `={{${code}}}` }) };
}

const TYPED =
	'The token was typed into the node: create a credential with it, and change it in Chatwoot if you shared the file.';

/** A fixed base URL, without a login that may be in it. */
function serverOf(base: Tree): string | undefined {
	const url = isFixed(base) ? webUrl(String(base.fixed)) : undefined;
	return url && `${url.origin}${url.pathname}`.replace(/\/$/, '');
}

/** Nodes with another server need another credential: the list has one line for each. */
export function serverRemarks({ base }: Address): Remark[] {
	const server = serverOf(base);
	return server ? [{ text: `The base URL of the credential is ${server}.` }] : [];
}

/** What to say about the server and the token of a request that has a credential now. */
export function credentialRemarks(sent: Sent, { base }: Address): Remark[] {
	const token = tokenOf(sent);
	if (token && isFixed(token)) return token.fixed === '' ? [] : [{ text: TYPED }];
	const ofToken = token && placeOf(token);
	const ofBase = placeOf(base);
	if (ofToken && ofBase?.from === ofToken.from && ofToken.from.startsWith('“'))
		return [
			{
				text: `Base URL and token came from ${ofToken.from}: the credential has them now. For several servers or tokens, use expressions in the credential.`,
			},
		];
	const parts: string[] = [];
	if (ofToken) {
		const one = ofToken.expression && `, or one with the expression ${ofToken.expression}`;
		parts.push(`The token came from ${ofToken.from}: choose a credential${one ?? ''}.`);
	}
	if (ofBase?.from && ofBase.from !== ofToken?.from)
		parts.push(
			`The base URL came from ${ofBase.from}: the credential has it now. For several servers, use an expression there${ofBase.expression ? `, such as ${ofBase.expression}` : ''}.`,
		);
	return parts.map((text) => ({ text }));
}

/** Lists of headers, by the names of all versions, and the list in each. */
const LISTS: Array<[list: string, rows: string]> = [
	['headerParameters', 'parameters'],
	['headerParametersUi', 'parameter'],
	['parametersHeaders', 'values'],
];

/** Headers as JSON, by the names of all versions. */
const JSON_HEADERS = ['jsonHeaders', 'headerParametersJson'];

/** Fixed JSON without a token. */
function withoutTokenIn(json: unknown): string | undefined {
	if (typeof json !== 'string' || json.startsWith('=')) return undefined;
	try {
		const entries = Object.entries(JSON.parse(json) as object);
		const kept = entries.filter(([name]) => !isToken(name));
		return kept.length < entries.length ? JSON.stringify(Object.fromEntries(kept)) : undefined;
	} catch {
		return undefined;
	}
}

/** The node without tokens that were typed into it. */
function withoutTokens(parameters: IDataObject): IDataObject | undefined {
	for (const name of JSON_HEADERS) {
		const clean = withoutTokenIn(parameters[name]);
		if (clean !== undefined) return { ...parameters, [name]: clean };
	}
	for (const [list, name] of LISTS) {
		const rows = at(parameters, `${list}.${name}`);
		if (!Array.isArray(rows)) continue;
		const isTyped = (row: IDataObject) => {
			const value = treeOfParameter(row.value ?? '');
			return (
				isToken(String(row.name ?? '').replace(/^=/, '')) && isFixed(value) && value.fixed !== ''
			);
		};
		const kept = (rows as IDataObject[]).filter((row) => !isTyped(row));
		if (kept.length === rows.length) continue;
		return { ...parameters, [list]: { ...(parameters[list] as IDataObject), [name]: kept } };
	}
	return undefined;
}

/**
 * Gives a node that stays our credential. It replaces that of another package, or a typed token.
 * @returns undefined if the node has neither
 */
export function withOurCredential(node: INode): INode | undefined {
	const parameters = node.parameters as IDataObject;
	const clean = withoutTokens(parameters);
	if (!hasOtherCredential(parameters) && !clean) return undefined;
	return {
		...node,
		parameters: {
			...(clean ?? parameters),
			authentication: 'predefinedCredentialType',
			nodeCredentialType: API,
		} as INode['parameters'],
		credentials: named(node, TITLE, API),
	};
}
