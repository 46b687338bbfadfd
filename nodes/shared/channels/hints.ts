import type { IDataObject } from 'n8n-workflow';
import type { Upload } from '../formats/form';
import { isEmpty, isObject } from '../values';
import type { Channel } from './channels';
import { fileKind } from './fileKind';
import { lengthOf } from './length';
import { erasedOf, forChannel } from './markdown';

const labels: Record<string, string> = {
	cc_emails: 'CC',
	bcc_emails: 'BCC',
	email_html_content: 'Email HTML',
};

/** The message that this one answers. */
export const answersMessage = (body: IDataObject): boolean =>
	isObject(body.content_attributes) &&
	['in_reply_to', 'in_reply_to_external_id'].some(
		(key) => !isEmpty((body.content_attributes as IDataObject)[key]),
	);

/** Whether a message is a text, not options, a survey or a template. */
export const isText = ({ content_type, template_params }: IDataObject): boolean =>
	['text', undefined].includes(content_type as string | undefined) && template_params === undefined;

function* found(
	body: IDataObject,
	files: Upload[],
	isQuoted: boolean,
	channel: Channel,
): Generator<string> {
	const { name, options, survey, voice = [], partsFrom = Infinity } = channel;
	const { items } = (body.content_attributes ?? {}) as { items?: unknown };
	const rows = (Array.isArray(items) ? items : []).filter(isObject);
	const text = String(body.content ?? '');
	if (body.content_type === 'input_select' && options?.comesBack === 'title')
		if (rows.some(({ title, value }) => title !== value))
			yield `${name} returns the title of the option that the customer chooses, not its value.`;
	if (answersMessage(body) && !isQuoted)
		yield `The customer does not see which message is answered: the quotation is not sent ${
			options && channel.quotes ? `together with options` : `in ${name} inboxes`
		}.`;
	if (body.is_voice_message)
		for (const file of files) {
			const isVoice = voice.includes(file.mimeType) || voice.includes(fileKind(file));
			if (fileKind(file) !== 'audio' || isVoice) continue;
			yield voice.length
				? `Only OGG files with Opus are sent as voice messages: ${file.fileName} is sent as an audio file.`
				: `${name} inboxes have no voice messages: ${file.fileName} is sent as an audio file.`;
		}
	if (body.content_type === 'input_csat' && survey?.startsWith('link') && text.trim())
		yield 'The customer does not see Text: Chatwoot sends its own words with the link to the CSAT survey.';
	const erased = isText(body) && isEmpty(body.email_html_content) && erasedOf(text, channel);
	if (erased)
		yield `The customer does not see ${erased.first}: Chatwoot removes HTML from the text, and whole paragraphs that begin with a tag such as <p>. Put a backslash before < to keep it.`;
	else if (isText(body) && isEmpty(body.email_html_content) && forChannel(text, channel) !== text)
		yield `${name} does not show all of this Markdown: words of links, numbers of lists or line breaks are lost. Write them as text, or use Send Bot Reply, which does so.`;
	if (lengthOf(text) > partsFrom)
		yield `The SMS has ${lengthOf(text).toLocaleString('en')} characters and is charged as several parts.`;
	for (const [key, label] of Object.entries(labels))
		if (!channel.email && !isEmpty(body[key]))
			yield `${label} was ignored: it only applies in email inboxes.`;
}

/** What is changed on the way to the customer. @param isQuoted whether the channel shows the answered message */
export const hintsFor = (...message: Parameters<typeof found>): string[] => [...found(...message)];
