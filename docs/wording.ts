import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import { finding, prose, type Finding, type Text } from './findings';
import { filesOf, read } from './pages';
import { walk } from '../test/support/stored';
import { panels } from '../truth/surfaces';

/** A construction that makes a reader stop, and what to write instead. */
interface Banned {
	found: RegExp;
	better: string;
}

/** Habits of texts that were hard to read. The patterns skip the uses of a word that are right. */
const BANNED: Banned[] = [
	{ found: /\balone\b/i, better: 'only' },
	{ found: /\banew\b/i, better: 'again' },
	{ found: /\bin place of\b/i, better: 'instead of' },
	{ found: /\bbeside\b/i, better: 'next to, or in addition to' },
	{ found: /,? too[.,;:)]|,? too$/i, better: 'also' },
	{ found: /(?<!\b\w+(thing|one|body|where) |\bor )\belse\b/i, better: 'otherwise' },
	{
		found: /(?:^|[.,;:] )where (?!to\b|can\b|do\b|does\b|is\b|are\b)/i,
		better: 'if, when or which',
	},
	{ found: /\bso many\b/i, better: 'this many' },
	{ found: /\b(is|are) to be\b/i, better: 'should, or must' },
	{ found: /\bwhat comes of\b/i, better: 'result' },
	{ found: /\bpass(es|ed)? over\b/i, better: 'skip' },
	{ found: /\bfor good\b/i, better: 'permanently' },
	{ found: /\bstands?\b(?!-)/i, better: 'is' },
	{ found: /\bgoes\b/i, better: 'is sent, is removed, continues' },
	{
		found:
			/(?<!\b(its|your|their|his|her|our|my|whose|an?) )(?<!['’]s? )\bown\b(?![- ](server|channel))/i,
		better: 'say whose',
	},
	{ found: /(?<!no )\bsuch\b(?! as| a| an)/i, better: 'this kind of' },
	{
		found: /(?:^|[.:;] )(Of|By) (a|an|the|those|what|this)\b/,
		better: 'a sentence with a subject',
	},
	{ found: /\b(e-mail|E-Mail)/i, better: 'email' },
];

const isText = (text: string) => /[a-z]{2}.* .*[a-z]/i.test(text);

/** All texts with several words in a source file: hints, names and errors among them. */
function textsOf(file: string): Text[] {
	const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
	const texts: Text[] = [];
	const add = (node: ts.Node, text: string) => {
		const { line } = source.getLineAndCharacterOfPosition(node.getStart());
		texts.push({ text, line: line + 1 });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node)) add(node, node.text);
		if (ts.isTemplateExpression(node))
			add(
				node,
				[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'),
			);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return texts.filter(({ text }) => isText(text));
}

/** Paragraphs, items of lists, and rows of tables. */
export function paragraphsIn(text: string): Text[] {
	let line = 1;
	return text.split(/(\n(?:\s*\n|(?=\s*(?:[-*|#] ?|\d+\. ))))/).flatMap((part, index) => {
		const start = line + (/^\s*/.exec(part)?.[0].split('\n').length ?? 1) - 1;
		line += part.split('\n').length - 1;
		// What stands between two paragraphs is split off with them.
		return index % 2 ? [] : [{ text: part.replace(/\s+/g, ' ').trim(), line: start }];
	});
}

/** How many characters around a banned word are shown. */
const AROUND = 60;

/** @returns each banned word of a text, what to write instead, and what is around it */
export function faultOf({ text }: Text): string | undefined {
	const words = BANNED.flatMap(({ found, better }) => {
		const { 0: match, index } = found.exec(text) ?? { 0: '', index: 0 };
		if (!match) return [];
		const word = match.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
		const around = text.slice(Math.max(0, index - AROUND), index + match.length + AROUND).trim();
		return [`"${word}" (better: ${better}) in "${around}"`];
	});
	return words.length ? words.join('; ') : undefined;
}

/** Sentences of the nodes and of the pages that are hard to read. */
export const wording = (): Finding[] => [
	finding('texts of the nodes', textsOf, faultOf, filesOf('nodes/**/*.ts', 'credentials/*.ts')),
	finding('paragraphs of the pages', (page) => paragraphsIn(prose(page)), faultOf),
];

/** Characters of a hint that people read at a glance. */
const LONGEST_HINT = 160;

/** Hints that may be longer, with the reason. */
const LONG: Record<string, string> = {
	'Only for email inboxes. Liquid HTML wrapper for replies; must contain {{ content_for_layout }}. At most 262,144 characters. Requires Chatwoot 4.16 or later and the account feature Branded Email Templates.':
		'half of it is what the field needs',
	"By This Node: when the workflow is activated, with an administrator's token. By Hand: paste the webhook URL into the settings of the bot or inbox; no token is needed.":
		'a sentence for each choice',
};

/** The hint of a JSON field, which is made from its members. */
const isComposed = (hint: string) => hint.startsWith('Format: ');
/** The sentence that n8n's lint requires in the hint of a list. */
const NOTICE = / ?Choose from the list, or specify .*$/;

/** Names of fields whose values have a format that is not obvious. */
const FORMATTED =
	/(_at|_on|url|_since|_until|phone_number|email|domain|json|time_zone|locale|language)$/;
const SHOWS_FORMAT = /e\.g\.|such as|for example|Format: |Default: |\d/i;

function longHint({ displayName, description = '' }: INodeProperties): string | undefined {
	const hint = description.replace(NOTICE, '');
	if (isComposed(hint) || hint.length <= LONGEST_HINT || hint in LONG) return undefined;
	return `${displayName} has ${hint.length} characters: "${hint}"`;
}

function withoutExample({ displayName, name, type, ...rest }: INodeProperties): string | undefined {
	if (type !== 'string' || !FORMATTED.test(name) || rest.placeholder || rest.default)
		return undefined;
	return SHOWS_FORMAT.test(rest.description ?? '')
		? undefined
		: `${displayName} (${name}) has no example`;
}

function withoutWhether({ displayName, type, description = '' }: INodeProperties) {
	if (type !== 'boolean' || description.startsWith('Whether')) return undefined;
	return `${displayName} must begin with "Whether": "${description}"`;
}

/** Hints in the panels of all nodes that say too much or too little. */
export function hints(): Finding[] {
	const fields = panels().flatMap(({ properties }) => walk(properties).map(([, field]) => field));
	const check = (
		subject: string,
		fault: (field: INodeProperties) => string | undefined,
	): Finding => ({
		subject,
		count: fields.length,
		faults: [...new Set(fields.flatMap((field) => fault(field) ?? []))],
	});
	return [
		check('lengths of hints', longHint),
		check('examples in fields whose format is not obvious', withoutExample),
		check('hints of toggles', withoutWhether),
	];
}
