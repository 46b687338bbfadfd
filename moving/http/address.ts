import type { Expression } from 'acorn';
import { expressionOf, textAt } from './javascript';
import { decoded } from './request';
import { piecesOf, treeOfCode, isFixed, type Code, type Tree } from './values';

/** The URL of a request to Chatwoot's API. */
export interface Address {
	/** Everything before the path of the API. */
	base: Tree;
	/** The path of the API in segments, with its first words. */
	segments: Tree[];
	/** Why Chatwoot did not understand it. */
	faults: string[];
}

/** Code in a text, while the text is matched. */
const MARK = /\uE000(\d+)\uE001/;
const MARKS = new RegExp(MARK, 'g');

/** The pieces of a text that code makes by joining texts. */
function joined(node: Expression, code: string): Array<string | Code> {
	if (node.type === 'Literal' && typeof node.value === 'string') return [node.value];
	if (
		node.type === 'BinaryExpression' &&
		node.operator === '+' &&
		node.left.type !== 'PrivateIdentifier'
	)
		return [...joined(node.left, code), ...joined(node.right, code)];
	if (node.type === 'TemplateLiteral')
		return node.quasis.flatMap(({ value }, index) => {
			const inside = node.expressions[index];
			return [value.cooked ?? '', ...(inside ? joined(inside, code) : [])];
		});
	return [{ code: ` ${textAt(node, code)} ` }];
}

function piecesOfUrl(url: string): Array<string | Code> {
	if (!url.startsWith('=')) return [url];
	return piecesOf(url.slice(1)).flatMap((piece) => {
		if (typeof piece === 'string') return [piece];
		const node = expressionOf(piece.code);
		const isText = node && ['BinaryExpression', 'TemplateLiteral'].includes(node.type);
		return isText ? joined(node, piece.code) : [piece];
	});
}

/** Code that only encodes a value for the URL. */
function unencoded({ code }: Code): Code {
	const node = expressionOf(code);
	if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier') return { code };
	const [value] = node.arguments;
	const isEncoding = node.callee.name === 'encodeURIComponent' && value?.type !== 'SpreadElement';
	return isEncoding && value ? { code: ` ${textAt(value, code)} ` } : { code };
}

function treeOfMarked(text: string, codes: Code[]): Tree {
	const parts = text
		.split(MARKS)
		.map((part, index) => (index % 2 ? unencoded(codes[Number(part)]) : decoded(part)))
		.filter((part) => part !== '');
	const [first] = parts;
	if (!parts.length) return { fixed: '' };
	if (parts.every((part) => typeof part === 'string')) return { fixed: parts.join('') };
	if (parts.length > 1 || typeof first === 'string') return { parts };
	const tree = treeOfCode(first.code);
	return isFixed(tree) ? tree : first;
}

const API = /(?:^|[/\uE001])((?:platform\/|public\/)?api\/v[12]\/.*)$/;
/** After a base that has the path of the API in it. */
const ACCOUNT = /(?:\uE001|\/api\/v1)\/+(accounts\/.*)$/;

/** After a base that has the account in it, too. */
const IN_ACCOUNT = /\uE001\/+((?:conversations|contacts|inboxes|labels|teams|agents)(?:\/.*)?)$/;

/** Paths before what was found, to have the whole one. An account that is in the base stays empty. */
const FORMS: Array<[pattern: RegExp, begin: string]> = [
	[API, ''],
	[ACCOUNT, 'api/v1/'],
	[IN_ACCOUNT, 'api/v1/accounts//'],
];

/** A URL's path of Chatwoot's API; undefined if there is none in it. */
export function addressOf(url: string): Address | undefined {
	const codes: Code[] = [];
	const marked = piecesOfUrl(url)
		.map((piece) => {
			if (typeof piece === 'string') return piece;
			return `\uE000${codes.push(piece) - 1}\uE001`;
		})
		.join('')
		.trim();
	const [whole] = marked.split(/[?#]/);
	const faults: string[] = [];
	const text = whole.replace(/(^|\/)=+(?=\uE000|https?:)/g, (_, before: string) => {
		faults.push('there is a = in its URL');
		return before;
	});
	const clean = text.replace(/(?<!:)\/{2,}/g, '/');
	for (const [pattern, begin] of FORMS) {
		const [, found] = pattern.exec(clean) ?? [];
		if (!found) continue;
		const words = `${begin}${found}`.replace(/\/+$/, '').split('/');
		return {
			base: treeOfMarked(clean.slice(0, -found.length).replace(/\/+$/, ''), codes),
			segments: words.map((word) => treeOfMarked(word.trim(), codes)),
			faults,
		};
	}
	return undefined;
}
