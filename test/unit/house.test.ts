import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
	createSourceFile,
	forEachChild,
	isBinaryExpression,
	isBindingElement,
	isCallExpression,
	isFunctionLike,
	isIdentifier,
	isImportDeclaration,
	isInterfaceDeclaration,
	isNumericLiteral,
	isPropertyAccessExpression,
	isPropertyAssignment,
	isVariableStatement,
	preProcessFile,
	ScriptTarget,
	SyntaxKind,
	type InterfaceDeclaration,
	type NamedDeclaration,
	type Node,
} from 'typescript';
import { operations } from '../../truth/surfaces';
import { kindNames } from '../support/kinds';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts'))
		.map((path) => join(folder, path));

/** The rooms of nodes/shared from the ground up: a file imports from its own room or from below. */
const FLOORS = [
	'faults.ts',
	'values.ts',
	'steps.ts',
	'privateHost.ts',
	'time',
	'formats',
	'vocabulary',
	'channels',
	'parts',
	'transport',
	'tasks',
	'events',
	'editor',
];

const files = filesIn('nodes');

/** The files of the project that a file imports, types included. */
const importsOf = (path: string): string[] =>
	preProcessFile(read(path)).importedFiles.flatMap(({ fileName }) => {
		if (!fileName.startsWith('.')) return [];
		const target = join(dirname(path), fileName);
		return [`${target}.ts`, join(target, 'index.ts')].filter((one) => existsSync(join(root, one)));
	});

const imports = new Map(files.map((path) => [path, importsOf(path)]));
const arrows = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
const shown = (some: typeof arrows) => some.map(({ from, to }) => `${from} → ${to}`);

const SHARED = 'nodes/shared';
const roomOf = (path: string) => relative(SHARED, path).split('/')[0];
const isShared = (path: string) => path.startsWith(`${SHARED}/`);
const nodeOf = (path: string) => path.split('/')[1];

/** Names that say nothing about what they hold, so that nobody would search for them. */
const NAMELESS =
	/^(own|told|given|asked|said|look|glance|each|same|ours|theirs|such|what|asks|tells)$/i;

/** Keys that items, stored positions of exports and truth/scenarios/ have, with the files that name them. */
const FIXED = new Map([
	['same', /\/(mergeDuplicates|people)\.ts$|^test\//],
	['given', /\/position\.ts$/],
	['each', /^(truth\/scenarios|live\/n8n)\.ts$/],
]);

/** The names that a file declares: of variables, functions, types, keys. */
function namesIn(path: string, text = read(path)): string[] {
	const names: string[] = [];
	const visit = (node: Node): void => {
		const { name } = node as NamedDeclaration;
		if (name && isIdentifier(name) && !isPropertyAccessExpression(node)) names.push(name.text);
		forEachChild(node, visit);
	};
	visit(createSourceFile(path, text, ScriptTarget.Latest));
	return names;
}

const namelessIn = (path: string, text?: string): string[] =>
	namesIn(path, text).filter((name) => NAMELESS.test(name) && !FIXED.get(name)?.test(path));

/** Functions that run a test or a hook. */
const RUNNERS = /^(test|it|beforeEach|afterEach|beforeAll|afterAll|onEachRelease)\b/;

/** Calls that define tests. The last two are in test/support/plays.ts. */
const TESTS = /^\t*(test|it|onEachRelease|playFile|playAltered)\b(\.each\b)?[<(]/m;

/** Calls in a test that depend on the speed of the machine. `delay` (test/support/clock.ts) is for replies of a server. */
function clocksIn(path: string, text = read(path)): string[] {
	const source = createSourceFile(path, text, ScriptTarget.Latest, true);
	const isHandMoved = text.includes('useFakeTimers(');
	const isFalse = isHandMoved || /\b(fastClock|clockOfTimers)\(/.test(text);
	const found: string[] = [];
	const above = (node: Node, isSo: (one: Node) => boolean): Node | undefined => {
		for (let one = node.parent; one; one = one.parent) if (isSo(one)) return one;
		return undefined;
	};
	/** The elapsed time in `expect(elapsed).toBeGreaterThan(least)`: a slow machine only makes it longer. */
	const isLowerBound = (node: Node) => {
		const expectation = above(node, (one) => one.getText(source).startsWith('expect('));
		const matcher = expectation?.parent;
		return (
			matcher !== undefined &&
			isPropertyAccessExpression(matcher) &&
			/^toBeGreaterThan/.test(matcher.name.text)
		);
	};
	const isElapsed = (node: Node) =>
		isBinaryExpression(node) &&
		node.operatorToken.kind === SyntaxKind.MinusToken &&
		/\b(Date|performance)\.now\(\)$/.test(node.left.getText(source)) &&
		(/^[^*]*[a-z][^*]*$/i.test(node.right.getText(source)) ||
			above(
				node,
				(one) => isCallExpression(one) && /^expect\(/.test(one.expression.getText(source)),
			));
	const isTestItself = (node: Node) => {
		const parent = above(node, isFunctionLike)?.parent;
		return parent && isCallExpression(parent) && RUNNERS.test(parent.expression.getText(source));
	};
	const isClock = (node: Node): unknown => {
		if (isElapsed(node)) return !isHandMoved && !isLowerBound(node);
		if (isPropertyAssignment(node) && node.name.getText(source) === 'timeout')
			return isNumericLiteral(node.initializer) && Number(node.initializer.text) < SHORTEST_TIMEOUT;
		if (isImportDeclaration(node)) return /timers/.test(node.moduleSpecifier.getText(source));
		if (
			isBindingElement(node) &&
			/^(setTimeout|setInterval)$/.test(node.propertyName?.getText(source) ?? '')
		)
			return above(node, isVariableStatement)?.parent === source;
		if (!isCallExpression(node)) return false;
		const called = node.expression.getText(source);
		if (called === 'delay') return isTestItself(node);
		return called === 'sleep' || (/^(setTimeout|setInterval)$/.test(called) && !isFalse);
	};
	const visit = (node: Node): void => {
		if (isClock(node)) found.push(node.getText(source));
		forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** In milliseconds. A busy machine may take longer than a shorter one to make a connection. */
const SHORTEST_TIMEOUT = 5_000;

/** The files of one circle of imports, if there is one. */
function circle(): string[] {
	const done = new Set<string>();
	const walk = (path: string, way: string[]): string[] => {
		if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
		if (done.has(path)) return [];
		for (const target of imports.get(path) ?? []) {
			const found = walk(target, [...way, path]);
			if (found.length) return found;
		}
		done.add(path);
		return [];
	};
	return files.map((path) => walk(path, [])).find((found) => found.length) ?? [];
}

describe('the house', () => {
	test('is read as a whole', () => {
		expect(arrows.length).toBeGreaterThan(files.length);
		expect(arrows.filter(({ to }) => isShared(to)).length).toBeGreaterThan(300);
	});

	test('lets nobody lean on the programs that ask a real server', () => {
		const others = ['nodes', 'truth', 'sandbox', 'credentials'].flatMap(filesIn);
		const leaning = others.filter((path) =>
			importsOf(path).some((target) => target.startsWith('live/')),
		);
		expect(filesIn('live')).toContain('live/check.ts');
		expect(leaning).toEqual([]);
	});

	test('has no circle among its files', () => {
		expect(circle()).toEqual([]);
	});

	test('has no loose file and no room without a floor', () => {
		expect(readdirSync(join(root, SHARED)).sort()).toEqual([...FLOORS].sort());
	});

	test('imports nothing from a room above', () => {
		const floor = (path: string) => (isShared(path) ? FLOORS.indexOf(roomOf(path)) : Infinity);
		expect(shown(arrows.filter(({ from, to }) => floor(from) < floor(to)))).toEqual([]);
	});

	test('imports nothing from another node', () => {
		const foreign = arrows.filter(({ from, to }) => !isShared(to) && nodeOf(from) !== nodeOf(to));
		expect(shown(foreign)).toEqual([]);
	});

	test('keeps the sources of the trigger behind their seam', () => {
		const trigger = 'nodes/CustomerConversationTrigger';
		const room = `${trigger}/sources/`;
		const beyond = arrows.filter(({ from, to }) => !from.startsWith(room) && to.startsWith(room));
		expect(new Set(shown(beyond))).toEqual(
			new Set([
				`${trigger}/CustomerConversationTrigger.node.ts → ${room}index.ts`,
				`${trigger}/lifecycle.ts → ${room}index.ts`,
				`${trigger}/panel.ts → ${room}index.ts`,
				`${trigger}/receive.ts → ${room}source.ts`,
				`${trigger}/settings.ts → ${room}source.ts`,
			]),
		);
	});

	test('has one door to the vocabulary', () => {
		const inner = arrows.filter(
			({ from, to }) =>
				!isShared(from) &&
				roomOf(to) === 'vocabulary' &&
				to !== join(SHARED, 'vocabulary', 'index.ts'),
		);
		expect(shown(inner)).toEqual([]);
	});

	test('calls by one name one thing', () => {
		const exportsOf = (path: string) =>
			[
				...read(path).matchAll(
					/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm,
				),
			].map(([, name]) => name);
		// Operations are called by their values; what the files of a resource share stays among them.
		// Every node has a panel.
		const isForAll = (path: string) => !/\/resources\/|^nodes\/\w+\/panel\.ts$/.test(path);
		const forAll = files.filter(isForAll).flatMap(exportsOf);
		const local = files.filter((path) => /\/resources\/.*\/parts\//.test(path)).flatMap(exportsOf);
		expect(forAll.length).toBeGreaterThan(200);
		const twice = forAll.filter(
			(name, index) => forAll.indexOf(name) !== index || local.includes(name),
		);
		expect(twice).toEqual([]);
	});

	test('gives names that can be searched for', () => {
		const folders = [
			'nodes',
			'credentials',
			'truth',
			'sandbox',
			'live',
			'moving',
			'docs',
			'test',
			'release',
		];
		const hostFiles = readdirSync(join(root, 'host')).filter((name) => name.endsWith('.ts'));
		const all = [...folders.flatMap(filesIn), ...hostFiles.map((name) => join('host', name))];
		expect(all.length).toBeGreaterThan(600);
		expect(all.flatMap((path) => namelessIn(path).map((name) => `${path}: ${name}`))).toEqual([]);
		const example =
			'interface Own { told?: x } const f = ({ a: asked }, ...given) => asked.own({ same: each })';
		expect(namelessIn('example.ts', example)).toEqual(['Own', 'told', 'asked', 'given', 'same']);
	});

	test('no test depends on the real clock', () => {
		const tests = ['test/unit', 'test/long', 'test/night'].flatMap(filesIn);
		expect(tests.length).toBeGreaterThan(100);
		expect(tests.flatMap((path) => clocksIn(path).map((text) => `${path}: ${text}`))).toEqual([]);
	});

	test.each([
		['expect(Date.now() - begun).toBeLessThan(500);', 'Date.now() - begun'],
		['const s = (performance.now() - begun) / 1000;', 'performance.now() - begun'],
		['expect(found).toBeGreaterThan(Date.now() - 60_000);', 'Date.now() - 60_000'],
		['run({ requestOptions: { timeout: 4_000 } });', 'timeout: 4_000'],
		["test('x', async () => { await delay(5); });", 'delay(5)'],
		["it.each([1])('x', async () => { await sleep(50); });", 'sleep(50)'],
		['await new Promise((resolve) => setTimeout(resolve, 20));', 'setTimeout(resolve, 20)'],
		['const { setTimeout: later } = globalThis; fastClock();', 'setTimeout: later'],
		["import { setTimeout } from 'node:timers/promises';", undefined],
	])('finds that a test depends on the real clock: %s', (text, clock = text) => {
		expect(clocksIn('example.ts', text)).toEqual([clock]);
	});

	test.each([
		'expect(Date.now() - begun).toBeGreaterThanOrEqual(1000);',
		'const then = new Date(Date.now() - days * 86_400_000);',
		"test('x', async () => { await listen(async () => { await delay(5); }); });",
		'run({ requestOptions: { timeout: 60_000 } });',
		'fastClock(); setTimeout(stop, 20_000);',
		'clockOfTimers(); setTimeout(stop, 1);',
	])('allows what does not depend on the real clock: %s', (text) => {
		expect(clocksIn('example.ts', text)).toEqual([]);
	});

	test('every test file has a test', () => {
		const tests = filesIn('test').filter((path) => path.endsWith('.test.ts'));
		expect(tests.length).toBeGreaterThan(100);
		expect(tests.filter((path) => !TESTS.test(read(path)))).toEqual([]);
	});

	test('tells operations from what they share', () => {
		const resources = files.filter((path) => /\/resources\/\w+\/index\.ts$/.test(path));
		expect(resources).not.toEqual([]);
		const unlisted = resources.flatMap((index) => {
			const beside = readdirSync(join(root, dirname(index)))
				.filter((name) => name.endsWith('.ts') && name !== 'index.ts')
				.map((name) => join(dirname(index), name));
			const offered = imports.get(index) ?? [];
			return beside.filter((path) => !offered.includes(path));
		});
		expect(unlisted).toEqual([]);
	});

	test('writes an operation with at most thirteen keys', () => {
		const keys = new Set(operations().flatMap(([, definition]) => Object.keys(definition)));
		expect([...keys].length).toBeLessThanOrEqual(13);
	});

	test('asks an author to learn at most 35 kinds of fields and 12 settings', () => {
		expect(kindNames.length).toBeLessThanOrEqual(35);
		const source = createSourceFile(
			'',
			read('nodes/shared/vocabulary/fields/fields.ts'),
			ScriptTarget.Latest,
		);
		const settings = source.statements.find(
			(one) => isInterfaceDeclaration(one) && one.name.text === 'Settings',
		) as InterfaceDeclaration;
		const inherited = settings.heritageClauses?.map((one) => one.getText(source)).join() ?? '';
		const keys = [...settings.members, ...(inherited.match(/'\w+'/g) ?? [])];
		expect(keys.length).toBeGreaterThan(10);
		expect(keys.length).toBeLessThanOrEqual(12);
	});

	test('parses URLs with the function that also accepts umlauts', () => {
		const folders = [
			'credentials',
			'docs',
			'live',
			'moving',
			'release',
			'sandbox',
			'test',
			'truth',
		];
		const written = [...files, ...folders.flatMap(filesIn)];
		expect(written.filter((path) => /\.canParse\(/.test(read(path)))).toEqual([]);
	});

	test('writes lists and objects out instead of spreading literals', () => {
		const spread = /\.\.\.(?:\{|\[[^\]]*\](?!\s*[.:]))/;
		const written = [...files, ...['moving', 'live', 'sandbox'].flatMap(filesIn)];
		expect(written.filter((path) => spread.test(read(path)))).toEqual([]);
	});
});
