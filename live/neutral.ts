import { isObject } from '../nodes/shared/values';

/** What must not be published about a server. */
export interface Private {
	/** Its address, without a slash at the end. */
	root: string;
	tokens: string[];
	/** A text that only our records contain; '' if all records are ours. */
	mark: string;
}

/** Replaces the number of the mark, so that the recordings of two servers are the same. */
const NUMBER = '1000000';

/** More than the nodes hide: these texts are published. */
const SECRET = /token|secret|password|(api|access|private)_key|hmac|identifier_hash/;
const SIGNED = /\b(?:eyJ|BAh)[\w+=%-]+--[0-9a-f]{40,64}/g;
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const IN_QUERY =
	/(?<=[?&])([\w-]*(?:token|secret|signature|credential|password)[\w-]*)=[^&\s"'<]+/gi;
const IN_PAGE = /(?<=csrf-token" content=")[^"]+/g;
const MAIL = /(?<![\w.+-])[\w.+-]{1,64}(?:@|%40)[\w-]+(?:\.[\w-]+)+/g;
const PHONE = /(?<!\d)(?:\+|%2B)\d{7,15}\b/g;
const OWN_ADDRESS = /https?:\/\/[^\s"'<>/]+(?=\/rails\/active_storage\/)|(?<=BASE_URL=")[^"]+/g;
const INBOX = /(?<=\/public\/api\/v1\/inboxes\/)[\w-]{16,}/g;

/** Keys of a record's name. */
const NAME = /(^|_)(name|title|uid|slug|short_code)$/;
/** Words of the API, such as `message_created`. A name may be only a word that no person is called; other keys allow more. */
const API_NAME = /^[a-z]+(_[a-z]+)+$/;
const API_WORD =
	/^([a-z_]*|[a-z]{2}_[A-Z]{2}|Channel::\w+|\d{4}-\d\d-\d\d[\dT:.Z+ -]*|[\da-f-]{36}|\d+)$/;
const CLASS = /^[A-Z][A-Za-z]+$/;
/** Cells of a table that no person wrote: numbers, times, durations, addresses of the server. */
const API_CELL =
	/^("?)([^\p{L}]*|\d+ \p{L}+( \d+ \p{L}+)*|N\/A|.*\d{4}-\d\d-\d\d.*|\{base_url\}.*)\1$/u;

const isRecord = (value: object) => 'id' in value || 'name' in value || 'email' in value;

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One pattern for many texts, the longest first. */
const anyOf = (texts: Iterable<string>, around = '') => {
	const all = [...texts].sort((one, other) => other.length - one.length).map(literal);
	return all.length
		? new RegExp(
				`${around && `(?<!${around})`}(?:${all.join('|')})${around && `(?!${around})`}`,
				'gu',
			)
		: /$^/g;
};

/**
 * Replaces in values of a server what must not be published: its address, tokens and secrets, and in
 * records that are not ours names, addresses and texts. The same text always gets the same replacement.
 * @returns `clean` for one value; what it learns from one value applies to all after `learnt`
 */
export function neutralizer({ root, tokens, mark }: Private) {
	const number = mark.replace(/\D/g, '');
	/** Replacements of secrets and of names inside texts, and of whole values. */
	const [secrets, names, standIns] = [
		new Map<string, string>(),
		new Map<string, string>(),
		new Map<string, string>(),
	];
	const counts = new Map<string, number>();
	let [anySecret, anyName] = [/$^/g, /$^/g];

	const hasMark = (text: string) => text.includes(number);
	function hide(text: string, as: string): void {
		for (const form of [text, encodeURIComponent(text)])
			if (!secrets.has(form)) secrets.set(form, as);
	}
	hide(root, '{base_url}');
	for (const token of tokens) if (token) hide(token, 'token-redacted');

	/** @param form the replacement, with `#` for its number */
	function numbered(text: string, form: string): string {
		const known = standIns.get(text);
		if (known) return known;
		const count = (counts.get(form) ?? 0) + 1;
		counts.set(form, count);
		const made = form.replace('#', String(count));
		standIns.set(text, made);
		return made;
	}
	const mail = (text: string) =>
		hasMark(text) ? text : numbered(text.replace('%40', '@'), 'person-#@example.com');
	const phone = (text: string) =>
		hasMark(text) ? text : numbered(text.replace('%2B', '+'), '+1555010000#');

	/** What is replaced in any text, ours or not. */
	function plain(text: string): string {
		for (const [address] of text.matchAll(OWN_ADDRESS)) hide(address, '{base_url}');
		for (const [identifier] of text.matchAll(INBOX)) hide(identifier, 'inbox-identifier');
		const named = /[\s,]/.test(text)
			? text.replace(anyName, (name) => names.get(name) ?? name)
			: text;
		const shown = named
			.replace(anySecret, (secret) => secrets.get(secret) ?? secret)
			.replace(SIGNED, 'signed-id')
			.replace(JWT, 'token-redacted')
			.replace(IN_QUERY, '$1=$1-redacted')
			.replace(IN_PAGE, 'csrf-token-redacted')
			.replace(MAIL, mail)
			.replace(PHONE, phone);
		return number ? shown.replaceAll(number, NUMBER) : shown;
	}

	/** A text of a record that is not ours. */
	function foreign(text: string, key: string): string {
		const isWord = NAME.test(key)
			? API_NAME.test(text)
			: API_WORD.test(text) || (/(type|class)$/.test(key) && CLASS.test(text));
		if (isWord || hasMark(text)) return plain(text);
		if (text.replace(MAIL, '') === '') return mail(text);
		if (text.replace(PHONE, '') === '') return phone(text);
		if (/^https?:/.test(text)) return plain(text) && numbered(text, 'https://example.com/#');
		const made = numbered(text, NAME.test(key) ? 'Name #' : 'Text #');
		if (text.length > 3) names.set(text, made);
		return made;
	}

	/** @param isForeign whether it is part of a record that is not ours; undefined: everything is ours, as in requests */
	function clean(value: unknown, key = '', isForeign?: boolean): unknown {
		if (typeof value === 'string') {
			if (value === '') return value;
			if (key === 'inbox_identifier') hide(value, 'inbox-identifier');
			else if (SECRET.test(key)) {
				const shown = `${key}-redacted`;
				if (value.length > 7) hide(value, shown);
				return shown;
			}
			const text = isForeign ? foreign(value, key) : plain(value);
			return text.length > 8000 ? `${text.slice(0, 40)}… (${text.length} characters)` : text;
		}
		if (Array.isArray(value)) return value.map((entry: unknown) => clean(entry, key, isForeign));
		if (!isObject(value)) return value;
		const isOther =
			isForeign !== undefined && isRecord(value)
				? !Object.values(value)
						.flat()
						.some((entry) => typeof entry === 'string' && hasMark(entry))
				: isForeign;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [name, clean(inner, name, isOther)]),
		);
	}

	/** A table as text: below the header only our rows stay unchanged. */
	function table(text: string): string {
		const rows = text.match(/(?:"(?:[^"]|"")*"|[^"\n])+\n?|\n/g) ?? [];
		// A period or a time zone is above the header.
		const hasTop = (rows[0] ?? '').split(',').length < 3 && rows[1] === '\n';
		const head = hasTop ? rows.findIndex((row, index) => index > 1 && row !== '\n') : 0;
		return rows
			.map((row, index) =>
				index <= head || hasMark(row)
					? plain(row)
					: row.replace(/"(?:[^"]|"")*"|[^,\n]+/g, (cell) => {
							const shown = plain(cell);
							return API_CELL.test(shown) ? shown : foreign(cell, '');
						}),
			)
			.join('');
	}

	return {
		clean,
		table,
		learnt(): void {
			anySecret = anyOf(secrets.keys());
			anyName = anyOf(names.keys(), '[\\p{L}\\d]');
		},
	};
}
