import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isLong } from '../../support/fuzz';

const root = join(__dirname, '../../..');

/** Every regular expression that stands in the sources, and where. */
const patterns = new Map<string, string>();
for (const folder of ['nodes', 'credentials'])
	for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
		if (!file.endsWith('.ts')) continue;
		const text = readFileSync(join(root, folder, file), 'utf8');
		const visit = (node: ts.Node): void => {
			// Paths are our own: what stands in them is encoded.
			const isOfPath = /\bpath\.replace\(/.test(node.parent?.getText() ?? '');
			if (ts.isRegularExpressionLiteral(node) && !isOfPath)
				patterns.set(node.text, `${folder}/${file}`);
			node.forEachChild(visit);
		};
		visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true));
	}

const COMMON = [
	...'aA0 <>{}/."&\n_-%:=+\\',
	'\u00a0',
	'1a',
	'--',
	'<!--',
	'{{',
	'/a',
	'[',
	'](',
	';',
];
const LENGTH = isLong ? 40_000 : 20_000;

/** Texts that a pattern takes long to give up on: pieces of itself again and again. */
function textsFor(source: string): string[] {
	const words = source.match(/[\w<>!&#:/-]{2,}/g) ?? [];
	const pumps = [
		...new Set([...COMMON, ...words, ...words.map((word) => word.replace(/\W/g, ''))]),
	];
	return pumps
		.filter(Boolean)
		.flatMap((pump) =>
			['', ...words.slice(0, 1)].flatMap((before) =>
				['', '\n', '!'].map(
					(behind) => before + pump.repeat(Math.ceil(LENGTH / pump.length)) + behind,
				),
			),
		);
}

test('there are patterns to try', () => expect(patterns.size).toBeGreaterThan(80));

test.each([...patterns])('%s of %s gives up in time', (literal) => {
	const [, source, flags] = /^\/(.*)\/(\w*)$/s.exec(literal) ?? [];
	const pattern = new RegExp(source, flags);
	const slow = textsFor(source).filter((text) => {
		// Of the processor: others may have it meanwhile.
		const begun = process.cpuUsage();
		text.replace(pattern, '');
		return process.cpuUsage(begun).user / 1000 > (isLong ? 400 : 150);
	});
	expect(slow.map((text) => `${text.slice(0, 40)}…${JSON.stringify(text.slice(-3))}`)).toEqual([]);
});
