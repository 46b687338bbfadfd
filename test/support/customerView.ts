import type { IDataObject } from 'n8n-workflow';
import type { ChannelFile, Choice, Shown } from '../fake/providers';

/** A file that a workflow has. */
export interface WorkflowFile extends ChannelFile {
	/** What it is, whatever type the workflow gives. */
	as: 'image' | 'video' | 'audio' | 'document';
}

/** What a message should bring to the customer. */
export interface Wanted {
	text?: string;
	files?: WorkflowFile[];
	/** Files that were uploaded to Chatwoot before. */
	uploaded?: WorkflowFile[];
	/** `content_type`, otherwise a text. */
	kind?: string;
	options?: Choice[];
	/** The items of cards, forms and articles. */
	items?: IDataObject[];
	/** Quotes the contact's message. */
	quotes?: boolean;
	isVoice?: boolean;
	/** Value of the template's body, and of its button if it has one. */
	template?: [value: string, button?: string];
	/** Parameters of a template as JSON. */
	templateJson?: IDataObject;
	to?: string;
	cc?: string;
	html?: string;
	/** Words of the customer, if not those of the text. */
	words?: string;
	sourceId?: string;
	messageType?: string;
}

/** Letters and digits: marks, blanks and line breaks may change on the way. */
export const lettersIn = (text: string): string =>
	text
		.replace(/<\/?(?:b|i|p|div|br|strong|em|a|ul|ol|li|h\d|span)\b[^<>]*>/gi, '')
		.replace(/[^\p{L}\p{N}\p{Extended_Pictographic}]/gu, '');

/** The letters of texts and the names of files in their order. */
function sequenceOf(parts: Array<{ text: string; files: string[] }>): string[] {
	const found: string[] = [];
	let letters = '';
	for (const { text, files } of parts) {
		letters += lettersIn(text);
		if (!files.length) continue;
		if (letters) found.push(letters);
		letters = '';
		found.push(...files);
	}
	return letters ? [...found, letters] : found;
}

const wordsOf = ({ words, text, kind }: Wanted) =>
	words ?? (kind === 'input_csat' ? '' : (text ?? ''));

const filesOf = ({ files = [], uploaded = [] }: Wanted) =>
	[...files, ...uploaded].map(({ as, name }) => `${as} ${name}`);

const templateOf = ([value, button]: [value: string, button?: string]) =>
	['order_update', value, ...(button ? [`1=${button}`] : [])].join(' ');

/** What the customer gets of it in silence. */
export interface Difference {
	/** What is lost or changed. */
	loss: string;
	/** What a hint about it says, if a hint is enough. */
	hint?: RegExp;
}

const sorted = (parts: string[]) => [...parts.join('')].sort().join('');

/** Whether what is missing are only words of links, or numbers of a list. */
function lessOf(got: string, text: string): Difference | undefined {
	const links = text.replace(/\[[^\]\n]+\]\(([^)\s]+)\)/g, '$1');
	if (links !== text && got === lettersIn(links)) return { loss: 'words of a link', hint: /link/i };
	const lists = text.replace(/^\s*\d+\./gm, '');
	if (lists !== text && got === lettersIn(lists))
		return { loss: 'numbers of a list', hint: /number|list/i };
	const tags = text.replace(/<[^<>]*>/g, '');
	if (tags !== text && got === lettersIn(tags))
		return { loss: 'words in <…>', hint: /HTML|<|tag/i };
	return undefined;
}

const textsOf = (wanted: Wanted[]) => wanted.map(({ text }) => text ?? '').join('\n');

/** The texts and files, without what the customer can choose from: it may come before or after files. */
function contentDifference(wanted: Wanted[], shown: Shown[]): Difference | undefined {
	const isChoice = ({ options, survey, interactive }: Shown) => options ?? survey ?? interactive;
	const expected = sequenceOf(
		wanted.map((one) => ({
			text: one.kind || one.template ? '' : wordsOf(one),
			files: filesOf(one),
		})),
	);
	const got = sequenceOf(
		shown.map((one) => ({
			text: isChoice(one) ? '' : (one.text ?? ''),
			files: one.files ?? [],
		})),
	);
	if (expected.join('\n') === got.join('\n')) return undefined;
	if (sorted(expected) === sorted(got)) return { loss: OUT_OF_ORDER };
	// A dash instead of a number is a mark like others.
	const numbers = /^\s*\d+\.(?=\s)/gm;
	const isDashed = shown.some(({ text }) => /^\s*- /m.test(text ?? ''));
	if (isDashed && got.join('') === lettersIn(textsOf(wanted).replace(numbers, '')))
		return undefined;
	const less = lessOf(got.join(''), textsOf(wanted));
	if (less) return less;
	const isFile = (part: string) => /^(image|video|audio|document) /.test(part);
	const [wantedFiles, gotFiles] = [expected, got].map((parts) => parts.filter(isFile).join());
	return { loss: wantedFiles === gotFiles ? 'text' : `files: ${gotFiles || 'none'}` };
}

export const OUT_OF_ORDER = 'out of order';

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * How what the customer got differs from what a workflow wanted.
 * @param shown in the order in which the customer got it
 * @param mailbox address of the contact, if these are emails
 */
export function differences(wanted: Wanted[], shown: Shown[], mailbox?: string): Difference[] {
	const found: Difference[] = [];
	const isVisible = ({ text = '', files, template, ...others }: Shown) =>
		/\S/.test(text) || files || template || others.options || others.interactive || others.survey;
	if (!shown.some(isVisible)) return [{ loss: 'everything' }];
	const content = contentDifference(wanted, shown);
	if (content) found.push(content);
	const add = (loss: string, hint?: RegExp) => void found.push({ loss, ...(hint ? { hint } : {}) });
	for (const one of wanted) {
		const { options, kind, quotes, isVoice, template, text = '' } = one;
		const question = shown.find((part) => part.options);
		if (kind === 'input_select') {
			const titles = options?.map(({ title }) => title);
			if (!question || !same(question.options, titles)) add('options');
			else if (lettersIn(question.text ?? '') !== lettersIn(text)) add('text of the options');
			const hasValues = options?.some(({ title, value }) => title !== value);
			if (question?.losesValues && hasValues) add('values of the options', /value|title/i);
		}
		if (kind === 'input_csat') {
			const survey = shown.find((part) => part.survey);
			if (!survey) add('survey');
			else if (text && lettersIn(survey.text ?? '') !== lettersIn(text))
				add('text of the survey', /text/i);
		}
		const isInteractive = kind && !['input_select', 'input_csat'].includes(kind);
		if (isInteractive && !shown.some(({ interactive }) => interactive === kind)) add(kind);
		if (template && !shown.some((part) => part.template === templateOf(template))) add('template');
		if (quotes && !shown.some((part) => part.quotes)) add('quotation', /quot|repl/i);
		if (isVoice && !shown.some((part) => part.isVoice)) add('voice message', /voice/i);
		if (mailbox === undefined) continue;
		const mail = shown.find((part) => lettersIn(part.text ?? '') === lettersIn(wordsOf(one)));
		const [to, cc] = [one.to ?? mailbox, one.cc].map((address) =>
			address ? [address] : undefined,
		);
		if (mail && !same([mail.to, mail.cc], [to, cc])) add('recipients');
	}
	return found;
}
