import { Parser } from 'htmlparser2';

/** What tests see of the web pages that the nodes make. */
interface Seen {
	/** What one reads, in order; each is what stands between two tags. */
	texts: string[];
	/** The texts after each heading; those before the first one are under ''. */
	sections: Record<string, string[]>;
	/** Of pictures and links. */
	addresses: string[];
	/** What mail programs do not know, and what a page may not do. */
	faults: string[];
}

const VOID = ['meta', 'img', 'br'];
const KNOWN = [
	...['html', 'head', 'title', 'style', 'body', 'table', 'tr', 'th', 'td', 'div', 'h1', 'h2'],
	...['p', 'b', 'a', ...VOID],
];
/** What fetches something, and what mail programs ignore. */
const FOREIGN_STYLE = /url\(|@import|expression|(position|float)\s*:|display\s*:\s*(?!block|none)/i;

/** Reads a page as a browser does. */
export function seenOn(html: string): Seen {
	const [texts, addresses, faults, open]: string[][] = [[], [], [], []];
	const sections: Seen['sections'] = { '': [] };
	let [section, text] = ['', ''];
	const endText = () => {
		// Releases of Node differ in which spaces they write into times.
		const found = text.trim().replace(/\s/g, ' ');
		text = '';
		if (!found || open.includes('head')) return;
		texts.push(found);
		if (open.at(-1) === 'h2') sections[(section = found)] = [];
		else sections[section].push(found);
	};
	new Parser({
		onopentag: (name, attributes) => {
			endText();
			if (!VOID.includes(name)) open.push(name);
			if (!KNOWN.includes(name)) faults.push(`has <${name}>`);
			for (const [key, value] of Object.entries(attributes)) {
				if (key.startsWith('on')) faults.push(`${key} is a script`);
				if (/^(src|href|background|action)$/.test(key)) addresses.push(value);
				if (key === 'style' && FOREIGN_STYLE.test(value)) faults.push(`${name} has ${value}`);
			}
			if (name === 'img' && attributes.alt === undefined) faults.push('a picture has no alt');
		},
		ontext: (part) => {
			text += part;
			if (open.at(-1) === 'style' && FOREIGN_STYLE.test(part)) faults.push(`styles have ${part}`);
		},
		onclosetag: (name, implied) => {
			if (VOID.includes(name)) return;
			endText();
			if (open.pop() !== name || implied) faults.push(`</${name}> is missing`);
		},
	}).end(html);
	return { texts, sections, addresses, faults };
}

/** The texts that one reads on a page, in order. */
export const textsOf = (html: string): string[] => seenOn(html).texts;
