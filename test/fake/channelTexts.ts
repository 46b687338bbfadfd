import type { Release } from '../../truth/recordings';

/** How Chatwoot writes Markdown for a channel, as tests of its converter showed. */
export type TextFormat = 'whatsapp' | 'telegram' | 'meta' | 'line' | 'sms' | 'email' | 'none';

const LINK = /(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)/g;

/** A text that begins with such a tag is a block of HTML. */
const HTML_BLOCK =
	/^\s{0,3}<\/?(?:address|article|blockquote|body|center|dd|details|div|dl|dt|fieldset|footer|form|h[1-6]|head|header|hr|html|iframe|li|link|main|menu|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul|script|pre|style)\b[^\n]*/i;

/** A line across, which only emails have. */
const RULE = /^\s*(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;

const linkIn = (format: TextFormat, text: string, url: string): string => {
	if (format === 'telegram' || format === 'email') return text === url ? url : `${text} (${url})`;
	return format === 'sms' ? `${text} ${url}` : url;
};

/** Chatwoot keeps what stands behind a backslash as it is. */
const HELD = '\uE000';

/**
 * What leaves for a text. Bold and other marks stay: they are not what these tests look at.
 * @returns empty if nothing is left
 */
export function textFor(format: TextFormat, text: string, release: Release): string {
	if (format === 'none') return text;
	const begins = HTML_BLOCK.test(text);
	// In emails only the block, in other channels everything.
	const kept = begins
		? format === 'email'
			? text
					.split(/\n\s*\n/)
					.slice(1)
					.join('\n\n')
			: ''
		: text;
	const held: string[] = [];
	const hold = (part: string) => `${HELD}${held.push(part) - 1}${HELD}`;
	const lines = kept
		.replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => hold(mark))
		.split('\n')
		.filter((line) => format === 'email' || !RULE.test(line))
		.map((line) => {
			if (format === 'line') return line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '');
			const hasDashes = format === 'whatsapp' && release === '4.10';
			return hasDashes ? line.replace(/^(\s*)\d+[.)](?=\s)/, '$1-') : line;
		});
	const shown = lines
		.join('\n')
		.replace(/!\[([^\]\n]*)\]\([^)\s]+\)/g, '$1')
		.replace(LINK, (_, words: string, url: string) => linkIn(format, words, url))
		.replace(/<((?:https?:|mailto:)[^>\s]+)>/g, '$1')
		.replace(/<([^>\s]+@[^>\s]+)>/g, 'mailto:$1')
		.replace(/<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>/gi, format === 'email' ? '' : '\n')
		.replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')
		.replace(new RegExp(`${HELD}(\\d+)${HELD}`, 'g'), (_, index: string) => held[Number(index)])
		.trim();
	return format === 'line' ? shown.replace(/([^\n])\n(?!\n)/g, '$1 ') : shown;
}
