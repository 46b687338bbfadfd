import { html, type Html } from '../../shared/formats/html';

/**
 * Web pages that people get by email. Mail programs know little of a browser: so these consist of tables
 * with styles in place, without scripts, pictures of charts or other files. Everything is said in words and
 * numbers, too. The only style sheet is for dark screens and phones, and nothing depends on it.
 */

/** Gmail cuts longer texts at 102 kB; in bytes. */
export const LONGEST_PAGE = 100_000;

/** What all parts of a page share. */
export interface PageStyle {
	/** Of bars and headings, such as `#1f93ff`. */
	color: string;
	/** BCP 47 tag. */
	locale: string;
	/** IANA time zone. */
	zone: string;
	/** A text of the page in the words of the user. */
	say: (text: string) => string;
}

const FONT = html`font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif`;
const [TEXT, QUIET, LINE] = ['#1f2933', '#52606d', '#d9e0e6'];

const STYLE = html`@media (prefers-color-scheme:dark){.p{background:#12181d!important}.c{background:#1c242b!important}.t{color:#e8edf1!important}.q{color:#a3b1bd!important}.l{border-color:#3a4651!important}.z{background:#2a343d!important;color:#a3b1bd!important}.g{color:#7bd88f!important}.b{color:#ff9d96!important}.i{background:#3a3420!important}a{color:#7fc4ff!important}}@media (max-width:480px){.n{width:30%!important}.h{display:none!important}}`;

const LONGEST_NAME = 80;

/** The beginning of a text that is longer than so many characters. */
export function shortened(text: string, longest: number): string {
	// A character has one or two units.
	if (text.length <= longest) return text;
	const characters = [...text];
	return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
}

/** A name or another text of a user on one line; cut if it is very long. */
export const oneLine = (value: unknown, longest = LONGEST_NAME): string =>
	shortened(
		String(value ?? '')
			.replace(/\s+/g, ' ')
			.trim(),
		longest,
	);

/** Text of a user with its line breaks. */
export const lines = (text: string): Html => {
	const [first, ...others] = text.trim().split(/\r?\n/);
	return html`${first}${others.map((line) => html`<br>${line}`)}`;
};

/** A small text. */
export const quiet = (content: Html | string): Html =>
	html`<div class="q" style="color:${QUIET};font-size:13px;line-height:18px;overflow-wrap:anywhere">${content}</div>`;

/** A table that only arranges its content. */
const arranged = (rows: Html[]): Html =>
	html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;table-layout:fixed">${rows}</table>`;

/** A bar of this part, from 0 to 1, of the width that there is. */
export const bar = (part: number, color: string): Html | undefined =>
	part > 0
		? html`<table role="presentation" width="${Math.max(1, Math.round(part * 100))}%" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${color}" height="8" style="font-size:1px;line-height:8px">&nbsp;</td></tr></table>`
		: undefined;

/** A column of a table: its heading, and whether it has numbers. */
interface Column {
	title: string;
	isNumber?: boolean;
}

/** A table with a heading for each column. The first column takes the space that is left. */
export function dataTable(columns: Column[], rows: Array<Array<Html | string>>): Html {
	const width = columns.length > 3 ? '16%' : '20%';
	// On a phone there is space for two numbers.
	const hidden = (index: number) => (index > 2 ? ' h' : '');
	const head = columns.map(({ title, isNumber }, index) =>
		isNumber
			? html`<th scope="col" class="q l n${hidden(index)}" align="right" valign="bottom" width="${width}" style="border-bottom:1px solid ${LINE};color:${QUIET};font-size:12px;font-weight:600">${title}</th>`
			: html`<th scope="col" class="q l" align="left" valign="bottom" style="border-bottom:1px solid ${LINE};color:${QUIET};font-size:12px;font-weight:600">${title}</th>`,
	);
	const cell = (content: Html | string, index: number) =>
		columns[index].isNumber
			? html`<td class="l${hidden(index)}" align="right" style="border-bottom:1px solid ${LINE}">${content}</td>`
			: html`<td class="l" dir="auto" style="border-bottom:1px solid ${LINE}">${content}</td>`;
	const body = rows.map((cells) => html`<tr valign="top">${cells.map(cell)}</tr>`);
	return html`<table class="t" width="100%" cellpadding="5" cellspacing="0" border="0" style="table-layout:fixed;color:${TEXT};font-size:14px;line-height:18px;overflow-wrap:anywhere;word-break:break-word"><tr>${head}</tr>${body}</table>`;
}

/** A headline figure: its name, its value, and how it changed. */
export interface Figure {
	name: string;
	value: string;
	change: string;
	/** Whether the change is for the better; undefined if nobody can say. */
	isBetter?: boolean;
}

/** Headline figures, two in a row. */
export function figureTable(figures: Figure[]): Html {
	const cell = ({ name, value, change, isBetter }: Figure) => {
		const [judged, color] =
			isBetter === undefined ? ['q', QUIET] : isBetter ? ['g', '#18794e'] : ['b', '#b3261e'];
		return html`<td width="50%" class="l" style="padding:10px 4px;border-bottom:1px solid ${LINE};vertical-align:top">${quiet(name)}<div class="t" style="color:${TEXT};font-size:20px;line-height:28px;font-weight:600">${value}</div><div class="${judged}" style="color:${color};font-size:13px;line-height:18px">${change || html`&nbsp;`}</div></td>`;
	};
	const rows = figures.flatMap((figure, index) =>
		index % 2
			? []
			: [
					html`<tr>${cell(figure)}${figures[index + 1] ? cell(figures[index + 1]) : html`<td width="50%"></td>`}</tr>`,
				],
	);
	return arranged(rows);
}

/** The color between white and another one. @param part from 0, almost white, to 1 */
function shade(color: string, part: number): string {
	const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
	const mixed = channels.map((channel) => Math.round(255 + (channel - 255) * part));
	return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever has the stronger contrast to a color, as WCAG defines it. */
function inkOn(color: string): string {
	const [red, green, blue] = [1, 3, 5]
		.map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

/** Numbers by row and column, the larger the darker. @param write makes a text of a number */
export function heatMap(
	{ color }: PageStyle,
	columns: string[],
	rows: Array<{ name: string; numbers: number[] }>,
	write: (value: number) => string,
): Html {
	const most = Math.max(1, ...rows.flatMap(({ numbers }) => numbers));
	const head = columns.map(
		(name) =>
			html`<th scope="col" class="q" style="padding:2px 0;color:${QUIET};font-weight:600">${name}</th>`,
	);
	const cell = (value: number) => {
		if (!value) return html`<td class="z" bgcolor="#f3f5f7">&nbsp;</td>`;
		const background = shade(color, 0.15 + (0.85 * value) / most);
		return html`<td bgcolor="${background}" style="color:${inkOn(background)}">${write(value)}</td>`;
	};
	const body = rows.map(
		({ name, numbers }) =>
			html`<tr align="center"><th scope="row" class="q" align="right" style="padding-right:4px;color:${QUIET};font-weight:400">${name}</th>${numbers.map(cell)}</tr>`,
	);
	return html`<table width="100%" cellpadding="0" cellspacing="1" border="0" style="table-layout:fixed;font-size:11px;line-height:18px"><tr><td width="14%"></td>${head}</tr>${body}</table>`;
}

/** A part of a page under its own heading. */
export const section = ({ color }: PageStyle, title: string, content: Html): Html =>
	html`<h2 class="t" style="margin:28px 0 8px;padding-left:8px;border-left:4px solid ${color};color:${TEXT};font-size:18px;line-height:24px">${title}</h2>${content}`;

/** A paragraph. */
export const paragraph = (content: Html | string): Html =>
	html`<p class="t" dir="auto" style="margin:8px 0;color:${TEXT};font-size:14px;line-height:20px;overflow-wrap:anywhere">${content}</p>`;

/** Whether a person can open an address safely: it runs no script. */
export const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);

/** A link that a person opens; only its name if the address is none of the web. */
export const link = (address: string, name: string): Html =>
	isWebAddress(address)
		? html`<a href="${address}" style="color:#0b5cad">${oneLine(name)}</a>`
		: html`${oneLine(name)}`;

/** What somebody said. @param side color of the line beside it; @param isNote whether customers do not see it */
export const speech = (side: string, isNote: boolean, about: string, content: Html[]): Html =>
	html`<div class="${isNote ? 'i' : ''}" style="margin:12px 0;padding:2px 8px;border-left:4px solid ${side}${isNote ? ';background:#fff6d6' : ''}">${quiet(about)}${content}</div>`;

/** A day, above what was said on it. */
export const dayHeading = (day: string): Html =>
	html`<h2 class="q l" align="center" style="margin:24px 0 8px;border-bottom:1px solid ${LINE};color:${QUIET};font-size:13px;line-height:24px;font-weight:600;text-align:center">${day}</h2>`;

/** What stands above a page. */
export interface PageHead {
	title: string;
	/** Below the title. */
	about: string;
	logo?: string;
}

/** The whole page. */
export function htmlPage({ locale }: PageStyle, head: PageHead, content: Html[]): string {
	const { title, about, logo } = head;
	const picture =
		logo &&
		html`<img src="${logo}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:100%;margin:0 0 12px;border:0">`;
	return html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head>
<body class="p" style="margin:0;padding:0;background:#f3f5f7;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="p" style="background:#f3f5f7"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" class="c t" style="width:100%;max-width:600px;table-layout:fixed;background:#ffffff;border-radius:8px;color:${TEXT};${FONT};text-align:left"><tr><td style="padding:20px 16px">
${picture}<h1 class="t" style="margin:0 0 4px;color:${TEXT};font-size:22px;line-height:28px;overflow-wrap:anywhere" dir="auto">${title}</h1>${quiet(about)}
${content}
</td></tr></table>
</td></tr></table>
</body></html>
`.toString();
}
