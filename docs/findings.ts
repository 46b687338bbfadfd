import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parsedUrl } from '../nodes/shared/values';
import { scripts } from '../package.json';
import { filesOf, pages, read, root } from './pages';

export interface Finding {
	/** What was checked. */
	subject: string;
	count: number;
	faults: string[];
}

/** Of a file in bytes. */
const LARGEST_PICTURE = 300_000;

/** A fenced block, with the comment before it. */
const BLOCK = /^(?:<!-- (.+?) -->\n+)?```(\w*)\n([\s\S]*?)^```$/gm;

/** The lines of a block become empty, so that a line keeps its number. */
const withoutBlocks = (text: string) => text.replace(BLOCK, (block) => block.replace(/[^\n]/g, ''));
export const prose = (page: string) => withoutBlocks(read(page)).replace(/`[^`\n]*`/g, '');

/** Something in a file, and its line. */
export interface Text {
	text: string;
	line: number;
}

const lineOf = (one: unknown): string =>
	typeof one === 'object' && one !== null && 'line' in one ? `:${String(one.line)}` : '';

/**
 * @param found what to check in a file; if it has a `line`, its fault is shown with it
 * @param fault what is wrong with one of these
 */
export function finding<T>(
	subject: string,
	found: (file: string) => T[],
	fault: (one: T, file: string) => string | undefined,
	files = pages(),
): Finding {
	const all = files.flatMap((file) => found(file).map((one): [T, string] => [one, file]));
	const faults = all.flatMap(([one, file]) => {
		const problem = fault(one, file);
		return problem ? [`${file}${lineOf(one)}: ${problem}`] : [];
	});
	return { subject, count: all.length, faults };
}

const linksOf = (page: string): string[] => [
	...[...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target),
	...[...prose(page).matchAll(/\b(?:href|src|srcset)="([^"\s]+)"/g)].map(([, target]) => target),
];
const isOutside = (target: string) => /^[a-z]+:/i.test(target);
const ownLinksOf = (page: string) => linksOf(page).filter((target) => !isOutside(target));

/** The file that a link on a page leads to. */
export const fileOf = (page: string, target: string) => {
	const [path] = target.split('#');
	return path ? normalize(join(dirname(page), path)) : page;
};

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
	const seen = new Map<string, number>();
	return [...withoutBlocks(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => {
		const slug = heading
			.replace(/\]\([^)]*\)/g, '')
			.toLowerCase()
			.replace(/[^\p{L}\p{N}\s_-]/gu, '')
			.replace(/\s/g, '-');
		const times = seen.get(slug) ?? 0;
		seen.set(slug, times + 1);
		return times ? `${slug}-${times}` : slug;
	});
}

function brokenLink(target: string, page: string): string | undefined {
	const file = fileOf(page, target);
	const [, anchor] = target.split('#');
	if (!existsSync(join(root, file))) return `${target} leads to no file`;
	if (anchor && !anchorsOf(file).includes(anchor)) return `${target} leads to no heading`;
	return undefined;
}

function brokenAddress(target: string): string | undefined {
	const url = parsedUrl(target);
	const isRight = url?.protocol === 'https:' && url.hostname.includes('.');
	return isRight ? undefined : `${target} is no https address`;
}

const isPicture = (target: string) => /\.(png|svg)$/.test(target);

function heavyPicture(target: string, page: string): string | undefined {
	const file = join(root, fileOf(page, target));
	const size = existsSync(file) ? statSync(file).size : 0;
	return size > LARGEST_PICTURE ? `${target} has ${size} bytes` : undefined;
}

/** What a page may have run: it reads, installs nothing and takes seconds. */
export const HARMLESS = ['npm run coverage:api -- --check'];

/** A block of commands: one that says `run` is run, one that says why not is not. */
interface Commands {
	text: string;
	runs: boolean;
	reason?: string;
}

export const commandsOf = (page: string): Commands[] =>
	[...read(page).matchAll(BLOCK)]
		.filter(([, , language]) => ['sh', 'bash', 'console', 'powershell'].includes(language))
		.map(([, comment = '', , text]) => ({
			text: text.trim(),
			runs: comment === 'run',
			reason: /^not run: (.+)/.exec(comment)?.[1],
		}));

function brokenCommands({ text, runs, reason }: Commands): string | undefined {
	if (!runs && !reason) return `"${text}" says neither that it is run nor why it is not`;
	if (runs && !HARMLESS.includes(text)) return `"${text}" is not one of the commands that are run`;
	const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
	return status === 0 ? undefined : `"${text}": ${stderr.trim()}`;
}

/** Of a diff: parts of files as they stand there after it. */
const changesOf = (page: string): Array<{ file: string; text: string }> =>
	[...read(page).matchAll(BLOCK)]
		.filter(([, , language]) => language === 'diff')
		.flatMap(([, , , diff]) => diff.split(/^\+{3} b\//m).slice(1))
		.flatMap((change) => {
			const [file, ...parts] = change.split(/\n@@\n/);
			return parts.map((part) => ({ file, text: part.replace(/^[ +]/gm, '') }));
		});

const inventedChange = ({ file, text }: { file: string; text: string }) =>
	existsSync(join(root, file)) && read(file).includes(text)
		? undefined
		: `${file} does not have "${text}"`;

const scriptsOf = (page: string): string[] =>
	[...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);

const missingScript = (name: string) =>
	name in scripts ? undefined : `npm run ${name}: there is no such script`;

/** Files and folders of the project that a page names. */
const pathsOf = (page: string): string[] =>
	[
		...read(page).matchAll(
			/`((?:nodes|truth(?!\/\d)|test|live|docs|moving|sandbox|host)\/[\w./-]*)`/g,
		),
	].map(([, path]) => path);

const missingPath = (path: string) =>
	existsSync(join(root, path)) ? undefined : `${path} is not there`;

/** The names behind `npm test --`, up to an option. */
const testNamesOf = (page: string): string[] =>
	[...read(page).matchAll(/`npm test -- ([a-z][\w/ ]*)/g)].flatMap(([, names]) =>
		names.trim().split(' '),
	);

const sources = () => filesOf('nodes/**/*.ts', 'credentials/*.ts').map(read);

/** What the nodes and the service say, file by file. */
const errorTexts = () =>
	[...sources(), ...filesOf('truth/4.10/recordings/*.jsonl').map(read)].map((text) =>
		text.replaceAll("\\'", "'"),
	);

/** In the first column of the tables of what may go wrong: `text … text`. */
const quotedIn = (page: string): string[] =>
	[...read(page).matchAll(/^\| *(`.+?`) *\|/gm)]
		.filter(({ index }) =>
			/^## (Troubleshooting|Hints above the output|What Chatwoot says)$/.test(
				headingBefore(read(page), index),
			),
		)
		.flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text));

const headingBefore = (text: string, index: number) =>
	text
		.slice(0, index)
		.split('\n')
		.findLast((line) => line.startsWith('#')) ?? '';

/** Whether a text has these parts in this order. */
function hasInOrder(text: string, parts: string[]): boolean {
	let end = 0;
	return parts.every((part) => {
		const start = text.indexOf(part, end);
		end = start + part.length;
		return start >= 0;
	});
}

/**
 * Whether one of these files says a text. What is filled in, `…` on the page, is `${…}` in a file.
 * @returns the fault of a text
 */
export function misquoted(files: string[]) {
	return (text: string): string | undefined => {
		// A colon stands where two texts are joined.
		const parts = text.split('…').map((part) => part.trim().replace(/^: |:$/g, ''));
		return files.some((file) => hasInOrder(file, parts)) ? undefined : `nothing says "${text}"`;
	};
}

/** All that takes no running. */
export function quick(): Finding[] {
	const linked = pages().flatMap((page) =>
		ownLinksOf(page)
			.map((target) => fileOf(page, target))
			.filter((target) => target !== page),
	);
	const guides = pages().filter((page) => page !== 'CHANGELOG.md');
	const tests = filesOf('test/**/*.test.ts');
	return [
		finding('links in the project', ownLinksOf, brokenLink),
		finding('links elsewhere', (page) => linksOf(page).filter(isOutside), brokenAddress),
		finding('pictures', (page) => ownLinksOf(page).filter(isPicture), heavyPicture),
		finding(
			'pages that another one links to',
			(page) => (page === 'README.md' ? [] : [page]),
			(page) => (linked.includes(page) ? undefined : 'no page links to it'),
		),
		finding('blocks of commands', commandsOf, brokenCommands),
		finding('parts of diffs', changesOf, inventedChange),
		finding('scripts', scriptsOf, missingScript),
		finding('files and folders', pathsOf, missingPath, guides),
		finding('names of tests', testNamesOf, (name) =>
			tests.some((file) => file.includes(name)) ? undefined : `no test is named ${name}`,
		),
		finding('texts of errors', quotedIn, misquoted(errorTexts())),
	];
}
