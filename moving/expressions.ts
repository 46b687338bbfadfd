/** Finds where expressions read items, and which of their values. */

/** Keys, and indexes of list entries. */
export type Path = Array<string | number>;

export interface Reference {
	/** Name of the node whose item it is; undefined for the input item. */
	node?: string;
	path: Path;
	/** The original text, for the list. */
	text: string;
	/** It is the value of a variable, whose uses are references of their own. */
	isVariable?: true;
	/** It is read from such a variable. */
	isOfVariable?: true;
	/** It is the item, if that has no body: `$json.body || $json`. */
	isFallback?: true;
}

/** A path in the same item, in which what is inside attributes may be missing. */
interface Nullable {
	path: Path;
}

/** What replaces a reference: a path in the same item, or code; undefined leaves it unchanged. */
export type Change = (reference: Reference) => Path | Nullable | { code: string } | undefined;

const NAME = String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|` + '`([^`]*)`)';
const PICK = String.raw`(?:item|(?:first|last|itemMatching|pairedItem)\([^()]*\)|all\([^()]*\)\[\d+\])`;

/** `$json`, `$input.first().json`, `$('Name').item.json`, `$node["Name"].json`, `$items("Name")[0].json`. */
const BASES = new RegExp(
	[
		String.raw`(?<![\w$.])\$json(?![\w$])`,
		String.raw`(?<![\w$.])\$input\.${PICK}\.json(?![\w$])`,
		String.raw`(?<![\w$.])\$\(\s*${NAME}\s*\)\.${PICK}\.json(?![\w$])`,
		String.raw`(?<![\w$.])\$node\[\s*${NAME}\s*\]\.json(?![\w$])`,
		String.raw`(?<![\w$.])\$node\.([\w$]+)\.json(?![\w$])`,
		String.raw`(?<![\w$.])\$items\(\s*${NAME}[^()]*\)\[\d+\]\.json(?![\w$])`,
	].join('|'),
	'g',
);

/** A key or an index after it; not the name of a method that is called. */
const STEPS = [
	/^\s*\??\.\s*([A-Za-z_$][\w$]*)(?![\w$])(?!\s*\()/,
	/^(?:\?\.)?\[\s*(\d+)\s*\]/,
	/^(?:\?\.)?\[\s*(?:'([^']*)'|"([^"]*)")\s*\](?!\s*\()/,
];

/** A path as code. @param isOptional whether each step has `?.` */
export const written = (place: Path | Nullable, isOptional: boolean) => {
	const path = Array.isArray(place) ? place : place.path;
	return path
		.map((step, index) => {
			const isInside = /_attributes$/.test(String(path[index - 1]));
			const mark = isOptional || (isInside && !Array.isArray(place)) ? '?.' : '';
			if (typeof step === 'number') return `${mark}[${step}]`;
			if (/^[A-Za-z_$][\w$]*$/.test(step)) return `${mark || '.'}${step}`;
			return `${mark}[${JSON.stringify(step)}]`;
		})
		.join('');
};

/** A node by its name, as code: no part of the name ends the expression, or a comment. */
export const nodeNamed = (name: string) =>
	`$(${JSON.stringify(name).replace(
		/[{}\u2028\u2029]/g,
		(one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
	)})`;

/** A reference that names its node, with another name; undefined if it does not name one. */
export function renamed(text: string, name: string): string | undefined {
	const [start, opening, , , , plain] = NAMED.exec(text) ?? [];
	if (start === undefined) return undefined;
	const quoted = nodeNamed(name).slice(2, -1);
	const rest = text.slice(start.length);
	return plain === undefined ? `${opening}${quoted}${rest}` : `$node[${quoted}]${rest}`;
}
const NAMED = new RegExp(String.raw`^(\$\(\s*|\$node\[\s*|\$items\(\s*)${NAME}|^\$node\.([\w$]+)`);

/** All items of a node, as code. */
export const allOf = (name: string) => `${nodeNamed(name)}.all()`;

/** Changes every reference to an item in some code. */
export function changeCode(code: string, change: Change): string {
	let made = '';
	let at = 0;
	for (const match of code.matchAll(BASES)) {
		if (match.index < at) continue;
		const [base, ...names] = match;
		const node = names.find((name) => name !== undefined)?.replace(/\\(.)/g, '$1');
		let end = match.index + base.length;
		const path: Path = [];
		for (;;) {
			const rest = code.slice(end);
			const step = STEPS.map((pattern) => pattern.exec(rest)).find(Boolean);
			if (!step) break;
			const [text, ...found] = step;
			const key = found.find((one) => one !== undefined) ?? '';
			path.push(STEPS[1].test(text) ? Number(key) : key);
			end += text.length;
		}
		const tail = code.slice(match.index + base.length, end);
		const changed = change({ node, path, text: code.slice(match.index, end) });
		const text =
			changed === undefined
				? base + tail
				: 'code' in changed
					? changed.code
					: base + written(changed, tail.includes('?.'));
		made += code.slice(at, match.index) + text;
		at = end;
	}
	return made + code.slice(at);
}

/** Changes the references in an expression of n8n: text with code in `{{ }}`. */
export const changeExpression = (text: string, change: Change): string =>
	text.replace(/\{\{([\s\S]*?)\}\}/g, (_, code: string) => `{{${changeCode(code, change)}}}`);

/** An expression as code that returns its text. */
export function codeOf(expression: string): string {
	const parts = expression.slice(1).split(/(\{\{[\s\S]*?\}\})/);
	const filled = parts.filter((part) => part !== '');
	const codes = filled.map((part) =>
		part.startsWith('{{') ? `(${part.slice(2, -2).trim()})` : JSON.stringify(part),
	);
	return codes.join(' + ');
}
