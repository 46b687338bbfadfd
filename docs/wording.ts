import type { INodeProperties } from 'n8n-workflow';
import ts from 'typescript';
import { prose, type Finding } from './findings';
import { filesOf, pages, read } from './pages';
import { panels } from '../truth/surfaces';

/** A construction that makes a reader stop, and what to write instead. */
interface Banned {
	found: RegExp;
	better: string;
}

/** From the habits of texts that were hard to read. Words that are right in other places are left out there. */
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

/** Texts in which a banned word is right, with the reason. */
const RIGHT: Record<string, string> = {};

const isText = (text: string) => /[a-z]{2}.* .*[a-z]/i.test(text);

/** Texts in a file of the nodes: what a user may read, hints, names and errors among them. */
export function textsOf(file: string): string[] {
	const texts: string[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isStringLiteralLike(node)) texts.push(node.text);
		if (ts.isTemplateExpression(node))
			texts.push(
				[node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'),
			);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
	return texts.filter(isText);
}

const faultOf = (text: string): string | undefined => {
	const banned = BANNED.find(({ found }) => found.test(text));
	return banned && !(text in RIGHT) ? `"${text.trim()}": ${banned.better}` : undefined;
};

const inspect = (
	subject: string,
	files: string[],
	textsIn: (file: string) => string[],
): Finding => {
	const texts = files.flatMap((file) => textsIn(file).map((text) => [file, text]));
	return {
		subject,
		count: texts.length,
		faults: texts.flatMap(([file, text]) => {
			const fault = faultOf(text);
			return fault ? [`${file}: ${fault}`] : [];
		}),
	};
};

/** Sentences of the nodes and of the pages that are hard to read. */
export const wording = (): Finding[] => [
	inspect('texts of the nodes', filesOf('nodes/**/*.ts', 'credentials/*.ts'), textsOf),
	inspect('paragraphs of the pages', pages(), (page) =>
		prose(page)
			.split(/\n(?:\s*\n|(?=\s*[-*|#] ?))/)
			.map((text) => text.replace(/\s+/g, ' ').trim()),
	),
];

/** Letters of a hint that n8n shows under a field without a second look. */
const LONGEST_HINT = 160;

/** Hints that are longer, with the reason. */
const LONG: Record<string, string> = {
	'Only for email inboxes. Liquid HTML wrapper for replies; must contain {{ content_for_layout }}. At most 262,144 characters. Requires Chatwoot 4.16 or later and the account feature Branded Email Templates.':
		'half of it is what the field needs',
	"By This Node: when the workflow is activated, with an administrator's token. By Hand: paste the webhook URL into the settings of the bot or inbox; no token is needed.":
		'a sentence for each choice',
};

/** What n8n's lint adds, and what JSON fields say of their form. */
const isComposed = (hint: string) => hint.startsWith('Format: ');
const NOTICE = / ?Choose from the list, or specify .*$/;

/** Kinds of values whose form is not obvious, by the name of a field. */
const FORMED =
	/(_at|_on|url|_since|_until|phone_number|email|domain|json|time_zone|locale|language)$/;
const SHOWS_FORM = /e\.g\.|such as|for example|Format: |Default: |\d/i;

/** The fields of all panels, those in collections and rows among them. */
function fieldsOf(properties: INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => [
		property,
		...(property.options ?? []).flatMap((option) =>
			'values' in option ? fieldsOf(option.values) : 'type' in option ? fieldsOf([option]) : [],
		),
	]);
}

function longHint({ displayName, description = '' }: INodeProperties): string | undefined {
	const hint = description.replace(NOTICE, '');
	if (isComposed(hint) || hint.length <= LONGEST_HINT || hint in LONG) return undefined;
	return `${displayName} has ${hint.length} letters: "${hint}"`;
}

function withoutExample({ displayName, name, type, ...rest }: INodeProperties): string | undefined {
	if (type !== 'string' || !FORMED.test(name) || rest.placeholder || rest.default) return undefined;
	return SHOWS_FORM.test(rest.description ?? '')
		? undefined
		: `${displayName} (${name}) has no example`;
}

function withoutWhether({ displayName, type, description = '' }: INodeProperties) {
	if (type !== 'boolean' || description.startsWith('Whether')) return undefined;
	return `${displayName} must begin with "Whether": "${description}"`;
}

export function hints(): Finding[] {
	const fields = panels().flatMap(({ properties }) => fieldsOf(properties));
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
		check('examples in fields whose form is not obvious', withoutExample),
		check('hints of toggles', withoutWhether),
	];
}
