import type { Channel } from './channels';

type Conversion = NonNullable<Channel['markdown']>;

/** Code, in which Markdown and HTML are only text. */
const CODE = /(```[^]*?(?:```|$)|`[^`\n]+`)/;

/** Changes a text, and the code in it in another way. */
const changed = (
	text: string,
	change: (part: string) => string,
	changeCode: (code: string) => string,
): string =>
	text
		.split(CODE)
		.map((part, index) => (index % 2 ? changeCode(part) : change(part)))
		.join('');

/** What follows the `<` of a link such as `<https://…>` or `<name@example.com>`. */
const ADDRESS = String.raw`[a-z][a-z\d+.-]+:[^\s<>]*>|[^\s<>@]+@[^\s<>@]+>`;

/** A tag, a comment or a declaration. */
const TAG = new RegExp(
	String.raw`<(?!${ADDRESS})(?:\/?[a-z][a-z\d-]*(?:[\s/][^<>]*)?>|!--(?:(?!<!--)[^])*?-->|[!?][a-z][^<>]*>)`,
	'gi',
);

/** The beginning of a block of HTML, which ends at the next blank line (CommonMark, section 4.6). */
const BLOCK =
	/^ {0,3}<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|track|ul)(?=[\s/>]|$)/i;

/** A line across the page. */
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

function withoutBlocks(text: string): string {
	let isInBlock = false;
	return text
		.split('\n')
		.filter((line) => {
			isInBlock = line.trim() !== '' && (isInBlock || BLOCK.test(line));
			return !isInBlock;
		})
		.join('\n');
}

/** What the customer does not get of a text. */
export interface Erased {
	/** The first part that is missing: a tag, or a rule such as ---. */
	first: string;
	/** Whether nothing of the text is left. */
	isAll: boolean;
}

/**
 * What Chatwoot erases of a text when it converts Markdown for a channel.
 * @returns undefined if nothing is missing
 */
export function erasedOf(text: string, { markdown }: Channel): Erased | undefined {
	if (markdown?.html !== 'erased') return undefined;
	const plain = changed(
		text,
		(part) => part.replace(/\\</g, ''),
		() => 'code',
	);
	const lines = plain.split('\n').filter((line) => line.trim());
	if (lines.length && lines.every((line) => RULE.test(line)))
		return { first: lines[0].trim(), isAll: true };
	const [tag] = plain.match(TAG) ?? [];
	const [block] = lines.flatMap((line) => BLOCK.exec(line)?.[0].trim() ?? []);
	const first = tag ?? block;
	if (first === undefined) return undefined;
	return { first, isAll: !withoutBlocks(plain).replace(TAG, '').trim() };
}

const LINK = /(!?)\[([^[\]]*)\]\(\s*<?([^()\s<>]+)>?(?:\s+["'][^\n"']*["'])?\s*\)/g;

/** Links and pictures with their words and their address, if one of them would be dropped. */
function withLinks(text: string, { links, pictures }: Conversion): string {
	const written = text.replace(LINK, (whole, mark: string, words: string, url: string) => {
		const isShown = mark ? pictures : links === 'shown';
		if (isShown || (links === 'words and url' && !mark && words !== url)) return whole;
		return words.trim() && words !== url ? `${words}: ${url}` : url;
	});
	if (links === 'shown') return written;
	const mail = written.replace(/<([^\s<>@:]+@[^\s<>@]+)>/g, '$1');
	return links === 'url' ? mail : mail.replace(/<(https?:\/\/[^\s<>]+)>/g, '$1');
}

/** HTML as text: a backslash keeps its tags. */
const withTags = (text: string): string =>
	text.replace(TAG, '\\$&').replace(new RegExp(BLOCK, 'gim'), (start) => start.replace('<', '\\<'));

const UNESCAPED = new RegExp(`<(?!${ADDRESS})|&(?:lt|#0*60|#x0*3c);`, 'gi');

/** Lines and lists as they are written: two blanks keep the end of a line. */
const withLines = (text: string): string =>
	text
		.replace(/^([^\S\n]*\d+)([.)])(?=\s)/gm, '$1\\$2')
		.replace(/^([^\S\n]*)[-*+](?=[^\S\n]+\S)/gm, '$1•')
		.replace(/(\S)[^\S\n]*\n(?=[^\S\n]*\S)/g, '$1  \n');

/**
 * A text as the customer should read it, in the Markdown that Chatwoot makes it of.
 * @param text Markdown, e.g. of a language model
 */
export function forChannel(text: string, { markdown }: Channel): string {
	if (!markdown) return text;
	const change = (part: string) => {
		const linked = withLinks(part, markdown);
		// The provider reads HTML. Chatwoot removes one of the two escapes.
		if (markdown.rawHtml) return linked.replace(UNESCAPED, '&amp;lt;');
		const kept = markdown.html === 'erased' ? withTags(linked) : linked;
		return markdown.joinsLines ? withLines(kept) : kept;
	};
	return changed(text, change, (code) =>
		markdown.rawHtml ? code.replace(/&(?=[a-z#])/gi, '&amp;').replace(/</g, '&lt;') : code,
	);
}
