import { isObject } from '../../nodes/shared/values';
import { Stays } from '../parameters';
import { checkBraces } from './braces';
import { expressionOf, insideStringify, textAt, withoutEscapes } from './javascript';
import {
	isEntries,
	isFixed,
	piecesOf,
	treeOfCode,
	treeOfValue,
	type Code,
	type Entries,
	type Text,
	type Tree,
} from './values';

/** Characters for private use, which stand for code while the JSON around it is read. */
const [IN_TEXT, ALONE, END] = ['\uE000', '\uE001', '\uE002'];

/** The pieces of JSON with code, in which each code is a marked text. */
function marked(pieces: Array<string | Code>): string {
	let json = '';
	let isInText = false;
	pieces.forEach((piece, index) => {
		if (typeof piece !== 'string') {
			json += isInText ? `${IN_TEXT}${index}${END}` : `"${ALONE}${index}${END}"`;
			return;
		}
		for (let at = 0; at < piece.length; at++) {
			if (isInText && piece[at] === '\\') at++;
			else if (piece[at] === '"') isInText = !isInText;
		}
		json += piece;
	});
	return json;
}

/** Code in quotes: what it does only to be in quotes is not needed any more. */
function inQuotes({ code }: Code): Code {
	const node = expressionOf(code);
	if (!node) return { code };
	const inner = withoutEscapes(node);
	return inner === node ? { code } : { code: ` ${textAt(inner, code)} ` };
}

/** Code without quotes. */
function alone({ code }: Code): Tree {
	const node = expressionOf(code);
	const inner = node && insideStringify(node);
	if (inner) return { code: ` ${textAt(inner, code)} ` };
	// What an AI agent fills in is no JSON.
	if (code.trim().startsWith('$fromAI(')) return { code };
	const tree = treeOfCode(code);
	return isFixed(tree) ? tree : { code, isJson: true };
}

function unmarked(text: string, pieces: Array<string | Code>): Tree {
	const pieceAt = (digits: string) => pieces[Number(digits)] as Code;
	const [, single] = new RegExp(`^${ALONE}(\\d+)${END}$`).exec(text) ?? [];
	if (single !== undefined) return alone(pieceAt(single));
	const parts = text.split(new RegExp(`${IN_TEXT}(\\d+)${END}`));
	if (parts.length === 1) return { fixed: text };
	return {
		parts: parts
			.map((part, index) => (index % 2 ? inQuotes(pieceAt(part)) : part))
			.filter((part) => part !== ''),
	} satisfies Text;
}

function treeOfMarked(value: unknown, pieces: Array<string | Code>): Tree {
	if (typeof value === 'string') return unmarked(value, pieces);
	if (Array.isArray(value)) return { list: value.map((one) => treeOfMarked(one, pieces)) };
	if (!isObject(value)) return treeOfValue(value);
	const entries = Object.entries(value).map(([key, one]): [string, Tree] => {
		if (key.includes(END)) throw new Stays('the name of a value in its JSON is an expression');
		return [key, treeOfMarked(one, pieces)];
	});
	return { entries };
}

const parse = (json: string): unknown => {
	try {
		return JSON.parse(json);
	} catch {
		throw new Stays('its JSON is not valid, so that n8n refuses it');
	}
};

/** An object that one expression makes. */
function wholeExpression(code: string): Entries {
	const node = expressionOf(code);
	const inner = (node && insideStringify(node)) ?? node;
	const tree = inner && treeOfCode(textAt(inner, code));
	if (tree && isEntries(tree)) return tree;
	throw new Stays(
		inner?.type === 'ObjectExpression'
			? 'an expression adds values that cannot be seen here'
			: 'an expression makes all of it, so that its values cannot be seen here',
	);
}

/**
 * JSON as a parameter has it: fixed, with code in it, or made by one expression.
 * @throws Stays if it cannot be read
 */
export function treeOfJson(stored: unknown): Entries {
	const tree = isObject(stored) ? treeOfValue(stored) : treeOfJsonText(String(stored ?? ''));
	if (isEntries(tree)) return tree;
	throw new Stays('its JSON is no object');
}

function treeOfJsonText(stored: string): Tree {
	if (!stored.trim()) return { entries: [] };
	if (!stored.startsWith('=')) {
		checkBraces(stored);
		return treeOfValue(parse(stored));
	}
	const text = stored.slice(1);
	if ([IN_TEXT, ALONE, END].some((mark) => text.includes(mark)))
		throw new Stays('it has characters for private use');
	const pieces = piecesOf(text);
	const filled = pieces.filter((piece) => typeof piece !== 'string' || piece.trim());
	const [first] = filled;
	if (filled.length === 1 && typeof first !== 'string') return wholeExpression(first.code);
	return treeOfMarked(parse(marked(pieces)), pieces);
}
