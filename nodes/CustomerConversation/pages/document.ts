import { escaped } from '../../shared/formats/html';

/**
 * Web pages that people get by email. Mail programs know little of a browser: so these consist of tables
 * with styles in place, without scripts, pictures of charts or other files. Everything is said in words and
 * numbers, too. The only style sheet is for dark screens and phones, and nothing depends on it.
 */

/** Gmail cuts longer texts at 102 kB; in bytes. */
export const LONGEST_PAGE = 100_000;

/** HTML of a part of a page. */
export type Html = string;

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

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const [TEXT, QUIET, LINE] = ['#1f2933', '#52606d', '#d9e0e6'];

const STYLE = `@media (prefers-color-scheme:dark){.p{background:#12181d!important}.c{background:#1c242b!important}.t{color:#e8edf1!important}.q{color:#a3b1bd!important}.l{border-color:#3a4651!important}.z{background:#2a343d!important;color:#a3b1bd!important}.g{color:#7bd88f!important}.b{color:#ff9d96!important}}@media (max-width:480px){.n{width:26%!important}.h{display:none!important}}`;

const LONGEST_NAME = 80;

/** Text of a user as HTML, on one line; cut if it is very long. */
export function line(value: unknown, longest = LONGEST_NAME): Html {
	const characters = [
		...String(value ?? '')
			.replace(/\s+/g, ' ')
			.trim(),
	];
	const cut = characters.length > longest ? [...characters.slice(0, longest - 1), '…'] : characters;
	return escaped(cut.join(''));
}

/** Text of a user as HTML, with its line breaks. */
export const lines = (value: string): Html => escaped(value.trim()).replace(/\r?\n/g, '<br>');

/** A small text. */
export const quiet = (html: Html): Html =>
	`<div class="q" style="color:${QUIET};font-size:13px;line-height:18px">${html}</div>`;

/** A table that only arranges its content. */
const arranged = (rows: Html, style = ''): Html =>
	`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;${style}">${rows}</table>`;

/** A bar of this part, from 0 to 1, of the width that there is. */
export const bar = (part: number, color: string): Html =>
	part > 0
		? `<table role="presentation" width="${Math.max(1, Math.round(part * 100))}%" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${color}" height="8" style="font-size:1px;line-height:8px">&nbsp;</td></tr></table>`
		: '';

/** A column of a table: its heading, and whether it has numbers. */
export interface Column {
	title: string;
	isNumber?: boolean;
}

/** A table with a heading for each column. The first column takes the space that is left. */
export function dataTable(columns: Column[], rows: Html[][]): Html {
	const width = columns.length > 3 ? '16%' : '20%';
	// On a phone there is space for two numbers.
	const hidden = (index: number) => (index > 2 ? ' h' : '');
	const head = columns
		.map(
			({ title, isNumber }, index) =>
				`<th scope="col" class="q l${isNumber ? ` n${hidden(index)}` : ''}" align="${isNumber ? 'right' : 'left'}" valign="bottom"${isNumber ? ` width="${width}"` : ''} style="border-bottom:1px solid ${LINE};color:${QUIET};font-size:12px;font-weight:600">${escaped(title)}</th>`,
		)
		.join('');
	const cell = (html: Html, index: number) =>
		`<td class="l${hidden(index)}"${columns[index].isNumber ? ' align="right"' : ' dir="auto"'} style="border-bottom:1px solid ${LINE}">${html}</td>`;
	const body = rows.map((cells) => `<tr valign="top">${cells.map(cell).join('')}</tr>`).join('');
	return `<table class="t" width="100%" cellpadding="5" cellspacing="0" border="0" style="table-layout:fixed;color:${TEXT};font-size:14px;line-height:18px;overflow-wrap:anywhere;word-break:break-word"><tr>${head}</tr>${body}</table>`;
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
		return `<td width="50%" class="l" style="padding:10px 4px;border-bottom:1px solid ${LINE};vertical-align:top">${quiet(escaped(name))}<div class="t" style="color:${TEXT};font-size:24px;line-height:32px;font-weight:600">${escaped(value)}</div><div class="${judged}" style="color:${color};font-size:13px;line-height:18px">${escaped(change) || '&nbsp;'}</div></td>`;
	};
	const rows = figures.flatMap((figure, index) =>
		index % 2
			? []
			: [
					`<tr>${cell(figure)}${figures[index + 1] ? cell(figures[index + 1]) : '<td width="50%"></td>'}</tr>`,
				],
	);
	return arranged(rows.join(''), 'table-layout:fixed');
}

/** The color between white and another one. @param part from 0, almost white, to 1 */
function shade(color: string, part: number): string {
	const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
	const mixed = channels.map((channel) => Math.round(255 + (channel - 255) * part));
	return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Black or white, whichever one can read on a color. */
function inkOn(color: string): string {
	const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
	return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? '#000000' : '#ffffff';
}

/** Numbers by row and column, the larger the darker. @param show writes a number */
export function heatMap(
	{ color }: PageStyle,
	columns: string[],
	rows: Array<{ name: string; numbers: number[] }>,
	show: (value: number) => string,
): Html {
	const most = Math.max(1, ...rows.flatMap(({ numbers }) => numbers));
	const head = ['', ...columns]
		.map(
			(name) =>
				`<th scope="col" class="q" style="padding:2px 0;color:${QUIET};font-weight:600">${escaped(name)}</th>`,
		)
		.join('');
	const cell = (value: number) => {
		if (!value) return '<td class="z" bgcolor="#f3f5f7">&nbsp;</td>';
		const background = shade(color, 0.15 + (0.85 * value) / most);
		return `<td bgcolor="${background}" style="color:${inkOn(background)}">${show(value)}</td>`;
	};
	const body = rows
		.map(
			({ name, numbers }) =>
				`<tr align="center"><th scope="row" class="q" align="right" style="padding:0 4px;color:${QUIET};font-weight:400">${escaped(name)}</th>${numbers.map(cell).join('')}</tr>`,
		)
		.join('');
	return `<table width="100%" cellpadding="0" cellspacing="2" border="0" style="table-layout:fixed;font-size:11px;line-height:18px"><tr>${head}</tr>${body}</table>`;
}

/** A part of a page under its own heading. */
export const section = ({ color }: PageStyle, title: string, content: Html): Html =>
	`<h2 class="t" style="margin:28px 0 8px;padding-left:8px;border-left:4px solid ${color};color:${TEXT};font-size:18px;line-height:24px">${escaped(title)}</h2>${content}`;

/** A paragraph. */
export const paragraph = (html: Html): Html =>
	`<p class="t" style="margin:8px 0;color:${TEXT};font-size:14px;line-height:20px;overflow-wrap:anywhere">${html}</p>`;

/** The whole page. @param about stands below the title */
export function htmlPage(
	{ locale }: PageStyle,
	{ title, about, logo }: { title: string; about: string; logo?: string },
	content: Html,
): Html {
	const picture = logo
		? `<img src="${escaped(logo)}" alt="" height="40" style="display:block;height:40px;width:auto;max-width:100%;margin:0 0 12px;border:0">`
		: '';
	return `<!doctype html>
<html lang="${escaped(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body class="p" style="margin:0;padding:0;background:#f3f5f7;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="p" style="background:#f3f5f7"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" class="c t" style="width:100%;max-width:600px;table-layout:fixed;background:#ffffff;border-radius:8px;color:${TEXT};${FONT};text-align:left"><tr><td style="padding:20px 16px">
${picture}<h1 class="t" style="margin:0 0 4px;color:${TEXT};font-size:22px;line-height:28px;overflow-wrap:anywhere" dir="auto">${escaped(title)}</h1>${quiet(escaped(about))}
${content}
</td></tr></table>
</td></tr></table>
</body></html>
`;
}
