import { BadInput } from '../faults';

/** Encodings that a user can choose. Nothing in a file tells most of them apart. */
export const ENCODINGS: Record<string, string> = {
	automatic: 'Detect Automatically',
	'utf-8': 'UTF-8',
	'utf-16le': 'UTF-16 LE',
	'windows-1252': 'Western European (Windows-1252, Latin-1)',
	'windows-1250': 'Central European (Windows-1250)',
	'windows-1251': 'Cyrillic (Windows-1251)',
	'windows-1254': 'Turkish (Windows-1254)',
	'windows-1256': 'Arabic (Windows-1256)',
	macintosh: 'Western European (Mac)',
	shift_jis: 'Japanese (Shift JIS)',
	gbk: 'Chinese, Simplified (GBK)',
};

const WORKBOOK =
	'Read it with the Extract from File node, turn its items into a CSV file with the Convert to File node, or save it as CSV in the spreadsheet';

/** What files that are no text begin with, and what to do with them. */
const NO_TEXT: Array<[bytes: number[], words: string]> = [
	[[0x50, 0x4b, 3, 4], `is a workbook (.xlsx, .ods, .numbers) or a ZIP archive. ${WORKBOOK}`],
	[[0xd0, 0xcf, 0x11, 0xe0], `is an old Excel workbook (.xls). ${WORKBOOK}`],
	[[0x25, 0x50, 0x44, 0x46], 'is a PDF file. Use a CSV file'],
	[[0x1f, 0x8b], 'is compressed. Unpack it with the Compression node first'],
];

/** The encoding that a byte order mark names, or that the zero bytes of UTF-16 without one show. */
function marked(content: Uint8Array): string | undefined {
	const begins = (...bytes: number[]) => bytes.every((byte, index) => content[index] === byte);
	if (begins(0xef, 0xbb, 0xbf)) return 'utf-8';
	if (begins(0xff, 0xfe)) return 'utf-16le';
	if (begins(0xfe, 0xff)) return 'utf-16be';
	const head = content.subarray(0, 1000);
	const zeros = (first: 0 | 1) => head.filter((byte, index) => index % 2 === first && !byte).length;
	const [even, odd] = [zeros(0), zeros(1)];
	if (odd > head.length / 5 && even === 0) return 'utf-16le';
	if (even > head.length / 5 && odd === 0) return 'utf-16be';
	return undefined;
}

/** Undefined if the bytes are not valid in this encoding. */
function decodedExactly(content: Uint8Array, encoding: string): string | undefined {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(content);
	} catch {
		return undefined;
	}
}

/**
 * The text of a file, without its byte order mark.
 * @param chosen one of `ENCODINGS`
 * @returns also whether the encoding is only the most likely one
 * @throws BadInput with words that follow a field's label, if the file is no text
 */
export function decodeText(
	content: Uint8Array,
	chosen = 'automatic',
): { text: string; isGuess: boolean } {
	for (const [bytes, words] of NO_TEXT)
		if (bytes.every((byte, index) => content[index] === byte)) throw new BadInput(words);
	const found = chosen === 'automatic' ? marked(content) : chosen;
	const exact = decodedExactly(content, found ?? 'utf-8');
	const text = exact ?? new TextDecoder(found ?? 'utf-8').decode(content);
	if (text.includes('\0')) throw new BadInput('is not a text file. Use a CSV file');
	if (exact !== undefined) return { text, isGuess: false };
	const line = text.slice(0, text.indexOf('\ufffd')).split(/\r\n?|\n/).length;
	// The letters of other encodings hardly ever form valid UTF-8: then it is UTF-8 that was damaged.
	if (found || /[^\0-\x7f\ufffd]/.test(text))
		throw new BadInput(
			`has bytes in line ${line} that are not ${ENCODINGS[found ?? 'utf-8'] ?? found}. Save it as UTF-8, or choose another Encoding`,
		);
	return { text: new TextDecoder('windows-1252').decode(content), isGuess: true };
}
