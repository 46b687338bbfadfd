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
