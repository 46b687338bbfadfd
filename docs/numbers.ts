import { fileOf, finding, prose, type Finding } from './findings';
import { galleryNames } from './gallery';
import { pages } from './pages';
import { tasks } from './tables';
import { operations } from '../truth/surfaces';

/** It says how many there were at a release. */
const HISTORY = 'CHANGELOG.md';

/** How many there are of what these pages list. */
const COUNTS: Record<string, () => number> = {
	'docs/operations.md': () => operations().length,
	// The first row is the head.
	'docs/tasks.md': () => tasks().length - 1,
	'docs/templates.md': () => galleryNames().length,
};

/** A number in digits, or in words from twenty on, in the languages of the guides. */
const NUMBER = /\d+|\b(twent|thirt|fort|fift|veint|treint|cuarent|vint|trint|quarent)\p{L}*/iu;

interface Numbered {
	text: string;
	line: number;
	/** The page that lists what the text counts. */
	of: string;
}

/** Links to these pages, and their titles, if they contain a number. */
function numbersIn(page: string): Numbered[] {
	const text = prose(page);
	const links = [...text.matchAll(/\[([^\]]+)\]\(([^)#\s]+\.md)\)/g)].map(
		({ 1: words, 2: target, index }) => ({ words, of: fileOf(page, target), index }),
	);
	const titles = [...text.matchAll(/^# (.+)$/gm)].map(({ 1: words, index }) => ({
		words,
		of: page,
		index,
	}));
	return [...titles, ...links]
		.filter(({ words, of }) => of in COUNTS && NUMBER.test(words))
		.map(({ words, of, index }) => ({
			...{ text: words, of, line: text.slice(0, index).split('\n').length },
		}));
}

export function wrongNumber({ text, of }: Omit<Numbered, 'line'>): string | undefined {
	const [found = ''] = NUMBER.exec(text) ?? [];
	if (!/\d/.test(found)) return `"${text}" must say the number in digits`;
	const count = COUNTS[of]();
	return Number(found) === count
		? undefined
		: `"${text}" must say ${count}: npm run docs:operations`;
}

/** A page with the right numbers in its title and its links. */
export const withNumbers = (page: string, text: string): string =>
	text
		.replace(/^# \d+/, (title) => (page in COUNTS ? `# ${COUNTS[page]()}` : title))
		.replace(/\[\d+(?= [^\]]+\]\(([^)#\s]+\.md)\))/g, (number, target: string) => {
			const of = fileOf(page, target);
			return of in COUNTS && page !== HISTORY ? `[${COUNTS[of]()}` : number;
		});

/** Whether pages say how many tasks, operations and templates there are, in any language. */
export const numbers = (): Finding =>
	finding(
		'numbers of tasks, operations and templates',
		numbersIn,
		wrongNumber,
		pages().filter((page) => page !== HISTORY),
	);
