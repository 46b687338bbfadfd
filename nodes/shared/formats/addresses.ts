/** What Chatwoot accepts in To, CC and BCC: URI::MailTo::EMAIL_REGEXP of Ruby. */
const ADDRESS =
	/^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

export const isAddress = (text: string): boolean => ADDRESS.test(text);

/** What is between commas, semicolons and line breaks that are not in quotation marks. */
const ENTRIES = /(?:"(?:\\.|[^"\\])*"|[^,;\r\n])+/g;

/** The address in `Name <name@example.com>`, without a name. */
export const withoutName = (entry: string): string =>
	(/<([^<>]*)>\s*$/.exec(entry)?.[1] ?? entry).trim();

/** The entries of To, CC or BCC, each with or without a name. */
export const entriesIn = (value: string): string[] =>
	(value.match(ENTRIES) ?? []).map((entry) => entry.trim()).filter(Boolean);
