import { convert, type Conversion } from '../engine';
import { lineOf, scoreOf, type Point } from '../note';
import { asWorkflow, BadWorkflow, type Workflow } from '../workflow';
import { drawings, SIGNS, type Drawing, type Mark, type Shape } from './drawing';
import { languageOf, languages, type Language, type Words } from './words';

/** The page: all that it shows of a workflow is text, never HTML. */

const byId = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;

const input = byId<HTMLTextAreaElement>('input');
const output = byId<HTMLTextAreaElement>('output');
const file = byId<HTMLInputElement>('file');
const switcher = byId<HTMLSelectElement>('language');

let language: Language = languageOf(navigator.languages);
let shown: { before: Workflow; conversion: Conversion } | undefined;

const words = (): Words => languages[language];

function element(tag: string, text = '', attributes: Record<string, string> = {}): HTMLElement {
	const made = document.createElement(tag);
	made.textContent = text;
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
	return made;
}

function svgOf({ tag, attributes, children }: Shape): SVGElement {
	const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
	for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
	made.append(...children.map((child) => (typeof child === 'string' ? child : svgOf(child))));
	return made;
}

const MARKS = Object.keys(SIGNS) as Mark[];

const countsOf = ({ counts }: Drawing): string =>
	MARKS.filter((mark) => counts[mark])
		.map((mark) => `${counts[mark]} ${words()[mark]}`)
		.join(', ');

function showDrawing(id: 'before' | 'after', drawing: Drawing, nodes: number): void {
	const svg = svgOf(drawing.svg);
	// As wide as its place, but not larger than in n8n, and not so small that names cannot be read.
	svg.style.maxWidth = `${drawing.width}px`;
	svg.style.minWidth = `${Math.round(drawing.width * 0.55)}px`;
	const counts = countsOf(drawing);
	const place = byId(id);
	place.setAttribute(
		'aria-label',
		`${words()[id]}: ${nodes} ${words().nodes}${counts && `, ${counts}`}. ${words().scroll}`,
	);
	place.replaceChildren(svg);
}

function showPoints(points: Point[]): void {
	const place = byId('points');
	place.replaceChildren();
	if (!points.length) place.append(element('p', words().nothing));
	for (const kind of ['stays', 'check', 'changed'] as const) {
		const ofKind = points.filter((point) => (point.kind ?? 'check') === kind);
		if (!ofKind.length) continue;
		const list = element('ul', '', { lang: 'en', class: kind });
		list.append(...ofKind.map((point) => element('li', lineOf(point))));
		place.append(element('h4', words()[kind]), list);
	}
}

function showResult(): void {
	byId('result').hidden = !shown;
	if (!shown) return;
	const { before, conversion } = shown;
	const drawn = drawings(before, conversion, words());
	showDrawing('before', drawn.before, before.nodes.length);
	showDrawing('after', drawn.after, conversion.workflow.nodes.length);
	showPoints(conversion.points);
	byId('score').textContent = `${scoreOf(conversion)}.`;
	const used = MARKS.filter((mark) => drawn.before.counts[mark] ?? drawn.after.counts[mark]);
	byId('legend').replaceChildren(
		...used.map((mark) => {
			const entry = element('li', words()[mark]);
			entry.prepend(element('span', SIGNS[mark], { class: mark, 'aria-hidden': 'true' }));
			return entry;
		}),
	);
	output.value = JSON.stringify(conversion.workflow, undefined, 2);
}

/** For those who do not see the result, and beside the buttons. */
function say(score: string, copied = ''): void {
	byId('status').textContent = score;
	byId('copied').textContent = copied;
}

function showError(text: string, reason = ''): void {
	const place = byId('error');
	place.textContent = text;
	if (reason) place.append(' ', element('span', reason, { lang: 'en' }));
	if (text) input.setAttribute('aria-invalid', 'true');
	else input.removeAttribute('aria-invalid');
}

/** Converts what is in the field. */
function read(): void {
	shown = undefined;
	showError('');
	say('');
	const text = input.value.trim();
	if (text) {
		try {
			const before = asWorkflow(JSON.parse(text));
			const conversion = convert(before);
			shown = { before, conversion };
			say(`${scoreOf(conversion)}.`);
		} catch (error) {
			if (error instanceof SyntaxError) showError(words().notJson);
			else showError(words().failed, (error as Error).message);
			if (!(error instanceof SyntaxError || error instanceof BadWorkflow)) console.error(error);
		}
	}
	showResult();
}

function put(text: string): void {
	input.value = text;
	read();
	if (!text.trim()) showError(words().empty);
}

async function open(chosen: File | undefined): Promise<void> {
	if (!chosen) return;
	try {
		put(await chosen.text());
	} catch {
		showError(words().unreadable);
	}
}

async function paste(): Promise<void> {
	let text: string;
	try {
		text = await navigator.clipboard.readText();
	} catch {
		showError(words().denied);
		input.focus();
		return;
	}
	put(text);
}

async function copy(): Promise<void> {
	try {
		await navigator.clipboard.writeText(output.value);
		say('', words().copied);
	} catch {
		output.closest('details')?.setAttribute('open', '');
		output.select();
		say('', words().copyByHand);
	}
}

/** Of the last download: a browser may still be reading it. */
let address = '';

function download(): void {
	const name = shown?.before.name;
	URL.revokeObjectURL(address);
	address = URL.createObjectURL(new Blob([output.value], { type: 'application/json' }));
	const link = element('a', '', {
		href: address,
		download: `${typeof name === 'string' && name ? name : 'workflow'}.converted.json`,
	});
	link.click();
}

function showWords(): void {
	document.documentElement.lang = language;
	document.title = words().title;
	switcher.value = language;
	for (const place of document.querySelectorAll<HTMLElement>('[data-word]'))
		place.textContent = words()[place.dataset.word as keyof Words];
	input.placeholder = words().placeholder;
	output.setAttribute('aria-label', words().json);
}

switcher.addEventListener('change', () => {
	language = switcher.value as Language;
	showWords();
	if (input.value) read();
	else showError('');
});
input.addEventListener('input', read);
byId('paste').addEventListener('click', () => void paste());
byId('choose').addEventListener('click', () => file.click());
file.addEventListener('change', () => void open(file.files?.[0]).then(() => (file.value = '')));
byId('clear').addEventListener('click', () => {
	input.value = '';
	read();
	input.focus();
});
byId('copy').addEventListener('click', () => void copy());
byId('download').addEventListener('click', download);

// Wherever one pastes or drops on the page, it is the workflow.
document.addEventListener('paste', (event) => {
	const text = event.clipboardData?.getData('text/plain') ?? '';
	const files = event.clipboardData?.files;
	event.preventDefault();
	if (!text && files?.length) void open(files[0]);
	else put(text);
});
const drop = byId('drop');
document.addEventListener('dragover', (event) => {
	event.preventDefault();
	drop.classList.add('over');
});
document.addEventListener('dragleave', () => drop.classList.remove('over'));
document.addEventListener('drop', (event) => {
	event.preventDefault();
	drop.classList.remove('over');
	const [first] = event.dataTransfer?.files ?? [];
	if (first) void open(first);
	else put(event.dataTransfer?.getData('text/plain') ?? '');
});

showWords();
// A browser may fill the field again after going back.
if (input.value) read();
