const ENTITIES = new Map([
	['amp', '&'],
	['apos', "'"],
	['gt', '>'],
	['lt', '<'],
	['nbsp', ' '],
	['quot', '"'],
]);

/** Text that was escaped for HTML, as it was before. */
export const unescaped = (html: string): string =>
	html.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name: string) => {
		if (name) return ENTITIES.get(name.toLowerCase()) ?? whole;
		const code = decimal ? Number(decimal) : Number.parseInt(hex as string, 16);
		return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
	});

/** What the service makes of Markdown, as plain text: lines stay lines. */
export const withoutHtml = (html: string): string =>
	unescaped(
		html
			.replace(/<!--(?:(?!<!--).)*?-->/gs, '')
			.replace(/<br\s*\/?>\n?|<\/(p|li|h\d|blockquote|pre)>\n?/gi, '\n')
			.replace(/<[^<>]+>\n?/g, ''),
	).trim();
