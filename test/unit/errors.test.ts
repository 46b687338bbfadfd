import {
	forEachChild,
	isCallExpression,
	isRegularExpressionLiteral,
	isStringLiteralLike,
	isTemplateExpression,
	type Node,
} from 'typescript';
import { errorTables, troubles } from '../../docs/errors';
import { filesOf, read } from '../../docs/pages';
import { GAP, parsed, saidTexts } from '../../docs/texts';
import { MEANINGS } from '../../nodes/shared/transport/errors';

const said = saidTexts();
const explained = troubles.flatMap(({ shows }) => shows);
const texts = [...new Set(said.map(({ text }) => text))];

/** What is filled in may be anything, nothing too. */
const patternOf = (text: string) =>
	new RegExp(
		text
			.split(/\s*…\s*/)
			.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join('.*'),
		's',
	);

/** What the tests say, but for what must not be: the texts that they expect are among it. */
function expected(): string[] {
	const found: string[] = [];
	const look = (node: Node): void => {
		if (isCallExpression(node) && /\.not\./.test(node.expression.getText())) return;
		if (isStringLiteralLike(node)) found.push(node.text);
		if (isTemplateExpression(node))
			found.push(
				[node.head.text, ...node.templateSpans.map(({ literal }) => GAP + literal.text)].join(''),
			);
		if (isRegularExpressionLiteral(node))
			found.push(
				node.text
					.replace(/^\/\^?|\$?\/[a-z]*$/g, '')
					.replace(/\.[*+]/g, GAP)
					.replace(/\\(.)/g, '$1'),
			);
		forEachChild(node, look);
	};
	for (const file of filesOf('test/unit/*.ts', 'test/support/*.ts')) look(parsed(file));
	for (const file of filesOf('truth/cases/*.json'))
		for (const [, text] of read(file).matchAll(/"(?:error|fails)": ("(?:[^"\\]|\\.)*")/g))
			found.push(JSON.parse(text) as string);
	return found;
}

const tested = expected();

/** What stands between gaps, where it is long enough to be known again. */
const piecesOf = (text: string) =>
	text
		.split(GAP)
		.map((piece) => piece.trim())
		.filter((piece) => piece.length >= 12 && piece.includes(' '));

const pieces = [...new Set(tested.flatMap(piecesOf))];

/** Whether a test expects a text, or words of it that no other text has. */
function isTested(text: string): boolean {
	const pattern = patternOf(text);
	if (tested.some((one) => pattern.test(one))) return true;
	const isOwn = (words: string) => texts.every((other) => other === text || !other.includes(words));
	const own = piecesOf(text).filter(isOwn);
	return pieces.some(
		(piece) => own.some((words) => piece.includes(words)) || (text.includes(piece) && isOwn(piece)),
	);
}

test('every text of an error is expected by a test', () => {
	expect(texts.length).toBeGreaterThan(250);
	expect(texts.filter((text) => !isTested(text))).toEqual([]);
});

test('all that the page explains is expected by a test', () => {
	const words = [...explained, ...Object.keys(MEANINGS)];
	const isShown = (text: string) =>
		isTested(text) || texts.some((one) => patternOf(text).test(one) && isTested(one));
	expect(words.filter((text) => !isShown(text))).toEqual([]);
});

test('the page has every text', () => {
	const page = read('docs/errors.md').replaceAll('\\|', '|');
	expect(texts.filter((text) => !page.includes(text))).toEqual([]);
	expect(Object.keys(errorTables).filter((name) => !page.includes(`table: ${name} `))).toEqual([]);
});

test('what the service refused says how to go on', () => {
	const silent = said.filter(
		({ hint, isInput, text }) =>
			!isInput && !hint && !text.includes(': ') && !explained.includes(text),
	);
	expect(silent.map(({ text }) => text)).toEqual([]);
});
