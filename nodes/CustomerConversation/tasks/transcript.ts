import type { IDataObject } from 'n8n-workflow';
import {
	answersIn,
	contentAttributesOf,
	objectsIn,
	trimmed,
} from '../../shared/tasks/messageWords';
import { readable } from '../../shared/transport/simplify';
import { at } from '../../shared/values';

/** Turns the messages of a conversation into text for an AI model. */

/** A message of a person or a bot. */
export interface ChatTurn {
	/** `user` is the contact; `assistant` is an agent, a bot, or Chatwoot itself. */
	role: 'user' | 'assistant';
	/** The text as it is stored, followed by files, options and answers in brackets. */
	content: string;
	name: string | null;
	/** ISO time. */
	created_at: unknown;
	message_id: unknown;
	/** `contact`, `user`, `agent_bot`, or another kind of bot. */
	sender_type: unknown;
	private: boolean;
}

/** `[word: part, part]`, or nothing if all parts are empty. */
const line = (word: string, ...parts: unknown[]): string[] => {
	const texts = parts.map((part) => (typeof part === 'number' ? String(part) : trimmed(part)));
	const joined = texts.filter(Boolean).join(', ');
	return joined ? [`[${word}: ${joined}]`] : [];
};

/** A file with its URL, a location with its coordinates, a voice message with its transcript. */
export const attachmentOf = (file: IDataObject): string[] => [
	...line(
		trimmed(file.file_type) || 'file',
		file.data_url,
		...(file.file_type === 'location' ? [file.coordinates_lat, file.coordinates_long] : []),
		file.fallback_title,
	),
	...line('transcript', file.transcribed_text),
];

/** What a message offers in addition to its text: options, cards, articles, fields of a form. */
const offered = (content: IDataObject): string[] =>
	objectsIn(content.items).flatMap((item) =>
		line('offered', item.title ?? item.label ?? item.name, item.description, item.link),
	);

/** What the contact entered into a message. */
function entered(content: IDataObject): string[] {
	const rating = at(content, 'submitted_values.csat_survey_response') as IDataObject | undefined;
	return [
		...answersIn(content).flatMap((answer) => line('entered', answer)),
		...(rating ? line('rated', `${String(rating.rating)} of 5`, rating.feedback_message) : []),
	];
}

/** What somebody said in a message. */
export interface Utterance {
	role: ChatTurn['role'];
	/** The text as it is stored, options and answers in brackets. */
	lines: string[];
	files: IDataObject[];
	name: string | null;
	sender: unknown;
}

/**
 * A message, followed by what the contact entered into it. Nothing for activities, and for deleted and
 * empty messages.
 */
export function utterancesIn(message: IDataObject): Utterance[] {
	const { message_type: type, sender } = message;
	const attributes = contentAttributesOf(message);
	if (type === 2 || attributes.deleted === true) return [];
	const text = [
		...line('subject', at(attributes, 'email.subject')),
		trimmed(message.content),
		...offered(attributes),
	];
	const nameOf = (by: unknown) =>
		trimmed(at(by, 'available_name')) || trimmed(at(by, 'name')) || null;
	const utterances: Utterance[] = [
		{
			role: type === 0 ? 'user' : 'assistant',
			lines: text.filter(Boolean),
			files: objectsIn(message.attachments),
			name: nameOf(sender),
			sender,
		},
		{ role: 'user', lines: entered(attributes), files: [], name: null, sender: undefined },
	];
	return utterances.filter(({ lines, files }) => lines.length || files.length);
}

/** What was said in a message, as text. */
export const turnsOf = (message: IDataObject): ChatTurn[] =>
	utterancesIn(message)
		.map(({ role, lines, files, name, sender }) => ({
			role,
			content: [...lines, ...files.flatMap(attachmentOf)].join('\n'),
			name,
			created_at: readable(message.created_at, 'created_at'),
			message_id: message.id,
			sender_type: at(sender, 'type') ?? (role === 'user' ? 'contact' : null),
			private: message.private === true,
		}))
		.filter(({ content }) => content);

const NAMELESS = { user: 'Customer', assistant: 'Support' };

/** All turns in one text, as `Name: …`; private notes are marked. */
export const transcriptOf = (turns: ChatTurn[]): string =>
	turns
		.map(({ role, name, content, private: hidden }) =>
			[`${name ?? NAMELESS[role]}${hidden ? ' (private note)' : ''}`, content].join(': '),
		)
		.join('\n');

/** The newest turns whose texts have at most this many characters together; always includes the newest. */
export function newestWithin(turns: ChatTurn[], characters: number): ChatTurn[] {
	let left = characters;
	const first = turns.findLastIndex(({ content }, index) => {
		left -= content.length;
		return left < 0 && index < turns.length - 1;
	});
	return turns.slice(first + 1);
}
