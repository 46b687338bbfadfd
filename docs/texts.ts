/**
 * The texts of all errors, read from the sources: what stands in `new BadInput(…)`, `new ServiceError(…)`
 * and in `{ message, hint }`. What is filled in when the error happens is `…`.
 */
import {
	createSourceFile,
	forEachChild,
	isArrowFunction,
	isBinaryExpression,
	isBindingElement,
	isBlock,
	isCallExpression,
	isConditionalExpression,
	isElementAccessExpression,
	isFunctionDeclaration,
	isIdentifier,
	isNewExpression,
	isObjectLiteralExpression,
	isParenthesizedExpression,
	isPropertyAssignment,
	isReturnStatement,
	isSourceFile,
	isStringLiteralLike,
	isTemplateExpression,
	isVariableDeclaration,
	ScriptTarget,
	SyntaxKind,
	type ArrowFunction,
	type FunctionDeclaration,
	type Node,
	type ObjectLiteralExpression,
	type SourceFile,
} from 'typescript';
import { filesOf, read } from './pages';

export interface Said {
	text: string;
	/** What n8n shows below it; '' for nothing, or what the service's reply decides. */
	hint: string;
	/** Told before anything is sent. */
	isInput: boolean;
	file: string;
}

export const GAP = '…';

export function* within(node: Node): Generator<Node> {
	yield node;
	const children: Node[] = [];
	forEachChild(node, (child) => void children.push(child));
	for (const child of children) yield* within(child);
}

export const parsed = (path: string): SourceFile =>
	createSourceFile(path, read(path), ScriptTarget.Latest, true);

type Maker = ArrowFunction | FunctionDeclaration;
/** What the parameters of a function are where it is called. */
type Given = Map<string, string[]>;

const isMaker = (node: Node): node is Maker => isArrowFunction(node) || isFunctionDeclaration(node);

function parentOf(node: Node, is: (one: Node) => boolean): Node | undefined {
	let at = node.parent as Node | undefined;
	while (at && !is(at)) at = at.parent;
	return at;
}

/** Constants and functions, by name: those of each file, and those at the top of any. */
const values = new Map<string, Node[]>();
const keyOf = (name: string, path = '') => `${path} ${name}`;

function keep(node: Node): void {
	const isConstant = isVariableDeclaration(node) && isIdentifier(node.name) && node.initializer;
	const value = isConstant ? node.initializer : isFunctionDeclaration(node) ? node : undefined;
	const name = (node as FunctionDeclaration).name?.text ?? '';
	if (!value || !name) return;
	const keys = [keyOf(name, node.getSourceFile().fileName)];
	if (!parentOf(node, isBlock)) keys.push(keyOf(name));
	for (const key of keys) values.set(key, [...(values.get(key) ?? []), value]);
}

/** What a name stands for, where it is one thing alone. */
function valueOf(name: string, at: Node): Node | undefined {
	const { fileName } = at.getSourceFile();
	const all = values.get(keyOf(name, fileName)) ?? values.get(keyOf(name)) ?? [];
	return all.length === 1 ? all[0] : undefined;
}

const propertyOf = (literal: ObjectLiteralExpression, key: string) =>
	literal.properties.find((one) => isPropertyAssignment(one) && one.name.getText() === key);

const hasLetters = (text: string) => /\p{L}{2}/u.test(text);

const tidy = (text: string) =>
	text
		.replace(/…(…|\s*\(…\))+/g, GAP)
		.replace(/…(?=\p{L})|(?<=\p{L})…/gu, ' … ')
		.trim();

/** Each start with each end. */
const joined = (parts: string[][]): string[] =>
	parts.reduce((starts, ends) => starts.flatMap((start) => ends.map((end) => start + end)), ['']);

/** The texts that an expression may be. @param isPart of a longer text: only plain ones count */
function textsOf(node: Node, given: Given, isPart = false): string[] {
	const of = (inner: Node) => textsOf(inner, given, isPart);
	if (isStringLiteralLike(node)) return [node.text];
	if (isTemplateExpression(node))
		return joined([
			[node.head.text],
			...node.templateSpans.flatMap(({ expression, literal }) => [
				textsOf(expression, given, true),
				[literal.text],
			]),
		]);
	if (isParenthesizedExpression(node)) return of(node.expression);
	if (isConditionalExpression(node)) return [...of(node.whenTrue), ...of(node.whenFalse)];
	if (isBinaryExpression(node)) {
		const sides = [of(node.left), of(node.right)];
		return node.operatorToken.kind === SyntaxKind.PlusToken ? joined(sides) : sides.flat();
	}
	if (isIdentifier(node)) {
		const passed = given.get(node.text);
		if (passed) return passed;
		const value = valueOf(node.text, node);
		if (value && (!isPart || isStringLiteralLike(value) || isTemplateExpression(value)))
			return once(value, () => of(value));
		if (isPart) return unpacked(node.text, node);
	}
	if (isPart) return [GAP];
	if (isElementAccessExpression(node) && isIdentifier(node.expression)) {
		const table = valueOf(node.expression.text, node);
		if (table && isObjectLiteralExpression(table))
			return table.properties.flatMap((one) =>
				isPropertyAssignment(one) ? of(one.initializer) : [],
			);
	}
	if (isCallExpression(node) && isIdentifier(node.expression)) {
		const maker = valueOf(node.expression.text, node);
		if (maker && isMaker(maker))
			return once(maker, () => returnedBy(maker, argumentsOf(maker, node)));
	}
	return [GAP];
}

const begun = new Set<Node>();

/** What leads back to itself says nothing. */
function once(node: Node, texts: () => string[]): string[] {
	if (begun.has(node)) return [GAP];
	begun.add(node);
	const found = texts();
	begun.delete(node);
	return found;
}

/** Of `const { words } = …`: the texts that stand under this key in the file. */
function unpacked(name: string, at: Node): string[] {
	const nodes = [...within(at.getSourceFile())];
	const isUnpacked = nodes.some(
		(one) =>
			isBindingElement(one) &&
			one.name.getText() === name &&
			isVariableDeclaration(one.parent.parent) &&
			Boolean(one.parent.parent.initializer),
	);
	const texts = nodes.flatMap((one) =>
		isUnpacked && isPropertyAssignment(one) && one.name.getText() === name
			? isStringLiteralLike(one.initializer)
				? [one.initializer.text]
				: []
			: [],
	);
	const phrases = texts.filter((text) => /\p{L} \p{L}/u.test(text));
	return phrases.length ? phrases : [GAP];
}

function returnedBy({ body }: Maker, given: Given): string[] {
	if (!body || !isBlock(body)) return body ? textsOf(body, given) : [];
	return [...within(body)].flatMap((node) =>
		isReturnStatement(node) && node.expression ? textsOf(node.expression, given) : [],
	);
}

const argumentsOf = ({ parameters }: Maker, call: Node): Given =>
	new Map(
		parameters.flatMap(({ name }, index): Array<[string, string[]]> => {
			const passed = isCallExpression(call) ? call.arguments[index] : undefined;
			const texts = passed ? textsOf(passed, new Map()) : [];
			return isIdentifier(name) ? [[name.text, texts.some(hasLetters) ? texts : [GAP]]] : [];
		}),
	);

/** What a place says: where words of it are passed to the function that it stands in, for each call. */
function saidAt(place: Node, words: Node): string[] {
	const names = [...within(words)].flatMap((one) => (isIdentifier(one) ? [one.text] : []));
	const maker = parentOf(
		place,
		(one) =>
			isMaker(one) &&
			one.parameters.some(({ name }) => isIdentifier(name) && names.includes(name.text)),
	) as Maker | undefined;
	if (!maker) return textsOf(words, new Map());
	const declared = isFunctionDeclaration(maker) ? maker : maker.parent;
	const name = (declared as FunctionDeclaration).name?.getText();
	// One inside of a function is called there alone.
	const scope = parentOf(declared, isBlock) ?? maker.getSourceFile();
	const calls = [...(isSourceFile(scope) ? nodes : within(scope))].filter(
		(one) =>
			isCallExpression(one) &&
			one.expression.getText() === name &&
			(!isSourceFile(scope) || valueOf(name, one) === maker),
	);
	const texts = calls.flatMap((call) => textsOf(words, argumentsOf(maker, call)));
	return texts.length ? texts : textsOf(words, new Map());
}

let nodes: Node[] = [];

/** All texts, each once for a file. */
export function saidTexts(): Said[] {
	const sources = filesOf('nodes/**/*.ts', 'credentials/*.ts').map(parsed);
	nodes = sources.flatMap((source) => [...within(source)]);
	values.clear();
	nodes.forEach(keep);
	const found = new Map<string, Said>();
	for (const node of nodes) {
		const place = placeOf(node);
		if (!place) continue;
		const { fileName: file } = node.getSourceFile();
		const hints = place.hint ? textsOf(place.hint, new Map()).filter(hasLetters).map(tidy) : [];
		const { after = '' } = place;
		for (const text of saidAt(node, place.words).map((words) => tidy(words + after)))
			if (hasLetters(text))
				found.set(`${file} ${text}`, {
					...{ text, file, isInput: place.isInput },
					hint: hints.length <= 3 ? [...new Set(hints)].join(' / ') : '',
				});
	}
	return [...found.values()];
}

const THROWN = ['BadInput', 'badInput', 'ServiceError', 'toLifecycleError'];

function placeOf(
	node: Node,
): { words: Node; after?: string; hint?: Node; isInput: boolean } | undefined {
	if (isObjectLiteralExpression(node)) {
		const [message, hint] = ['message', 'hint'].map((key) => propertyOf(node, key));
		if (!message || !hint || !isPropertyAssignment(message) || !isPropertyAssignment(hint)) return;
		return { words: message.initializer, hint: hint.initializer, isInput: false };
	}
	if (!isNewExpression(node) && !isCallExpression(node)) return;
	const name = node.expression.getText();
	const [first, details, failed] = node.arguments ?? [];
	const words = name === 'toLifecycleError' ? failed : first;
	if (!words || !THROWN.includes(name)) return;
	const hint =
		details && isObjectLiteralExpression(details) ? propertyOf(details, 'hint') : undefined;
	return {
		words,
		hint: hint && isPropertyAssignment(hint) ? hint.initializer : undefined,
		isInput: /^badInput$/i.test(name),
		after: words === failed ? `: ${GAP}` : '',
	};
}
