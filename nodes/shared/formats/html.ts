const ENTITIES = new Map([
	['amp', '&'],
	['apos', "'"],
	['gt', '>'],
	['lt', '<'],
	['nbsp', ' '],
	['quot', '"'],
]);

/** Removes HTML escapes from text. */
export const unescaped = (html: string): string =>
	html.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name: string) => {
		if (name) return ENTITIES.get(name.toLowerCase()) ?? whole;
		const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});

/** Plain text of the HTML that Chatwoot makes from Markdown; line breaks stay. */
export const withoutHtml = (html: string): string =>
	unescaped(
		html
			.replace(/<!--(?:(?!<!--).)*?-->/gs, '')
			.replace(/<br\s*\/?>\n?|<\/(p|li|h\d|blockquote|pre)>\n?/gi, '\n')
			.replace(/<[^<>]+>\n?/g, ''),
	).trim();

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text as the content or an attribute of an HTML element. */
export const escaped = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => ESCAPES[character]);

/** A part of a web page. Only `html` makes it, so that no text gets in without being escaped. */
export class Html {
	constructor(private readonly text: string) {}

	toString(): string {
		return this.text;
	}
}

/** What stands between the parts of a template: HTML, a list of it, or a text; nothing for undefined. */
type Inserted = Html | Html[] | string | number | undefined;

const inserted = (value: Inserted): string => {
	if (Array.isArray(value)) return value.join('');
	return value instanceof Html ? value.toString() : escaped(String(value ?? ''));
};

/** HTML from a template: texts in it are escaped. */
export const html = (parts: TemplateStringsArray, ...values: Inserted[]): Html =>
	new Html(parts.reduce((text, part, index) => text + inserted(values[index - 1]) + part));
