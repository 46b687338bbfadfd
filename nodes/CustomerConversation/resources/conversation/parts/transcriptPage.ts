import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { html, type Html } from '../../../../shared/formats/html';
import { fileNameIn, trimmed } from '../../../../shared/tasks/messageWords';
import { at } from '../../../../shared/values';
import {
	dayHeading,
	htmlPage,
	isWebAddress,
	lines,
	link,
	LONGEST_PAGE,
	oneLine,
	paragraph,
	quiet,
	shortened,
	speech,
	type PageStyle,
} from '../../../pages/document';
import { attachmentOf, utterancesIn, type Utterance } from '../../../tasks/transcript';

/** The texts of the page. */
export const TEXTS = [
	'Conversation',
	'Customer',
	'Support',
	'Private Note',
	'No messages',
	'earlier messages are in the file',
];

const QUIET_LINE = '#cbd2d9';

/** What was said in one message, and on which day. */
interface Entry {
	day: string;
	content: Html;
}

/** A file as a link with its name; what is said in it, and a place, as text. */
function fileLine(file: IDataObject): Html {
	const address = trimmed(file.data_url);
	const name = fileNameIn(address) || trimmed(file.fallback_title) || trimmed(file.file_type);
	const isLink = isWebAddress(address);
	const described = attachmentOf(isLink ? { ...file, data_url: '', file_type: 'file' } : file);
	return html`${isLink ? link(address, name || 'file') : undefined}${described.map((text) => html` ${text}`)}`;
}

/** In the text of an email. In the file every message is whole. */
const LONGEST_MESSAGE = 10_000;

function entryOf(
	style: PageStyle,
	message: IDataObject,
	longest: number,
): (utterance: Utterance) => Entry {
	const { zone, locale, say, color } = style;
	const time = DateTime.fromSeconds(Number(message.created_at), { zone, locale });
	const isNote = message.private === true;
	return ({ role, name, lines: text, files }) => {
		const who = name ?? say(role === 'user' ? 'Customer' : 'Support');
		const about = [oneLine(who), time.toLocaleString(DateTime.TIME_SIMPLE)];
		if (isNote) about.push(say('Private Note'));
		return {
			day: time.toLocaleString(DateTime.DATE_FULL),
			content: speech(role === 'user' ? QUIET_LINE : color, isNote, about.join(' · '), [
				...(text.length ? [paragraph(lines(shortened(text.join('\n'), longest)))] : []),
				...files.map((file) => paragraph(fileLine(file))),
			]),
		};
	};
}

/** Entries below the days on which they were written. */
const byDay = (entries: Entry[]): Html[] =>
	entries.flatMap(({ day, content }, index) =>
		entries[index - 1]?.day === day ? [content] : [dayHeading(day), content],
	);

/**
 * The page of a conversation: whole, as a file, and as the text of an email, which has the newest messages
 * for which there is space.
 * @param messages oldest first
 */
export function transcriptPage(
	style: PageStyle,
	talk: IDataObject,
	messages: IDataObject[],
	{ page_title, logo_url }: IDataObject,
) {
	const entriesOf = (longest: number) =>
		messages.flatMap((message) => utterancesIn(message).map(entryOf(style, message, longest)));
	const entries = entriesOf(Infinity);
	const contact = oneLine(at(talk, 'meta.sender.name'));
	const [first, last] = [entries[0]?.day, entries.at(-1)?.day];
	const days = [...new Set([first, last])].filter(Boolean).join(' – ');
	const head = {
		title: String(page_title ?? `${style.say('Conversation')} #${String(talk.id)}`),
		about: [contact, days && `${days} (${style.zone})`].filter(Boolean).join(' · '),
		logo: logo_url as string | undefined,
	};
	const none = [paragraph(style.say('No messages'))];
	const whole = htmlPage(style, head, entries.length ? byDay(entries) : none);
	let [hidden, mail] = [0, whole];
	if (Buffer.byteLength(whole) > LONGEST_PAGE) {
		const shortEntries = entriesOf(LONGEST_MESSAGE);
		/** With the newest messages alone. */
		const pageFrom = (index: number) =>
			htmlPage(style, head, [
				...(index ? [quiet(`+ ${index} ${style.say('earlier messages are in the file')}`)] : []),
				...byDay(shortEntries.slice(index)),
			]);
		// The longest page that is short enough is found by halving.
		let tooLong = -1;
		hidden = entries.length - 1;
		while (hidden - tooLong > 1) {
			const index = Math.floor((tooLong + hidden) / 2);
			if (Buffer.byteLength(pageFrom(index)) > LONGEST_PAGE) tooLong = index;
			else hidden = index;
		}
		mail = pageFrom(hidden);
	}
	return { title: head.title, contact, count: entries.length, hidden, mail, whole };
}
