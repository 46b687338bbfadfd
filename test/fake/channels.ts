import type { IDataObject } from 'n8n-workflow';
import { recording, type Release } from '../../truth/recordings';
import { at, isObject } from '../../nodes/shared/values';
import type { FormFile } from '../support/form';
import { json } from '../support/run';
import { shownConversation } from './conversations';
import { whole, type Row } from './lists';
import {
	providers,
	type ChannelFile,
	type ChannelName,
	type Choice,
	type Departure,
	type Provider,
	type Shown,
	type StoredMessage,
} from './providers';
import { sampleOf } from './records';
import { recordedAs } from './releases';
import type { FakeRequest } from './routes';
import type { FakeChatwoot } from './server';

/** Milliseconds from the request until a message leaves, and from there until a later report of failure. */
const LEAVES = { text: 300, files: 4500, report: 400 };

/** Something that happens later. */
interface Job {
	due: number;
	conversation: number;
	hasFiles: boolean;
	act: () => void;
}

/** The template of every inbox here. */
const TEMPLATE = { name: 'order_update', language: 'en' };

const BODY = 'Hi {{1}}, your order is on its way';

/** As Meta lists it: its button with a variable is the second one. */
export const TEMPLATES = [
	{
		...{ ...TEMPLATE, status: 'APPROVED', category: 'UTILITY' },
		components: [
			{ type: 'BODY', text: BODY },
			{
				type: 'BUTTONS',
				buttons: [
					{ type: 'QUICK_REPLY', text: 'Thanks' },
					{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' },
				],
			},
		],
	},
];

/** As Chatwoot stores Twilio's. */
export const CONTENT = {
	templates: [
		{
			...{ friendly_name: TEMPLATE.name, language: TEMPLATE.language, status: 'approved' },
			...{ body: BODY, variables: { 1: 'Ana' }, template_type: 'text' },
		},
	],
};

interface NewTalk {
	/** Whether the window is closed. */
	closed?: boolean;
	status?: string;
}

const texts = (value: unknown): string[] =>
	(Array.isArray(value) ? value : String(value ?? '').split(','))
		.map((one) => String(one).trim())
		.filter(Boolean);

const isFile = (value: unknown): value is FormFile =>
	isObject(value) && 'mimeType' in value && 'content' in value;

/** Next to files they are JSON in a field of the form. */
const attributesIn = ({ content_attributes: sent }: IDataObject): IDataObject =>
	(typeof sent === 'string' ? JSON.parse(sent) : (sent ?? {})) as IDataObject;

const isTrue = (value: unknown) => String(value) === 'true';

const kindOfFile = (type: string) => /^(image|audio|video)\//.exec(type)?.[1] ?? 'file';

const profileOf = (release: Release) =>
	recording('account.profile.get', 'ok', recordedAs(release)).response.body as IDataObject;

/** The bot that was named, otherwise the user of the token. */
function senderOf(body: IDataObject, sample: unknown, { release }: FakeChatwoot): IDataObject {
	const user = { ...(sample as IDataObject), id: profileOf(release).id };
	return body.sender_type === 'AgentBot'
		? { ...user, id: Number(body.sender_id), name: 'Bot', type: 'agent_bot' }
		: user;
}

/**
 * The inbox of a channel in a fake: messages that are sent there leave after a time, as a whole, in part or
 * not at all, and show it as Chatwoot does. Its time is that of `Date.now()`, so that a test may have a
 * clock of its own. What may come in any order comes in the worst one.
 */
export class Channel {
	readonly inbox: Row;
	readonly provider: Provider;
	/** What the provider answers: `refuses` with its documented error, `down` with a page of HTML. */
	mode: 'ok' | 'refuses' | 'down' = 'ok';
	/** Files that were uploaded before, by signed ID. */
	readonly blobs = new Map<string, ChannelFile>();

	private readonly shown = new Map<number, Shown[]>();
	private readonly posts = new Map<number, StoredMessage[]>();
	/** By the ID of its row. */
	private readonly byRow = new Map<number, StoredMessage>();
	/** The newest outgoing message of a conversation: private notes are among them. */
	private readonly newest = new Map<number, StoredMessage>();
	private readonly jobs: Job[] = [];

	constructor(
		private readonly fake: FakeChatwoot,
		readonly name: ChannelName,
	) {
		this.provider = providers[name];
		this.inbox = {
			...fake.inboxes[0],
			...{ provider: null, medium: null, message_templates: TEMPLATES, content_templates: CONTENT },
			...{ id: Math.max(0, ...fake.inboxes.map(({ id }) => id)) + 1, name },
			...this.provider.inbox,
		};
		fake.inboxes.push(this.inbox);
		fake.before('*', () => this.pass(Date.now()));
		fake.before('POST conversations', (request) => this.started(request));
		fake.before('POST conversations/#/messages', (request) => this.posted(request));
		fake.before('POST conversations/#/messages/#/retry', (request) => this.retried(request));
	}

	/** A conversation of a contact who has written. */
	talk(contact: Row, { closed = false, status = 'open' }: NewTalk = {}): Row {
		const { chatKey } = this.provider;
		const links = contact.contact_inboxes as IDataObject[];
		links.push({ source_id: `contact-${contact.id}`, inbox: this.inbox });
		return this.conversation({
			...{ contact_id: contact.id, status, can_reply: !closed },
			additional_attributes: chatKey ? { [chatKey]: `chat-${contact.id}` } : {},
		});
	}

	/** Everything that is due happens. @returns what the customer got in this conversation, in order */
	received(conversation: number): Shown[] {
		this.pass(Infinity);
		return this.shown.get(conversation) ?? [];
	}

	/** Messages that were stored for the customer. */
	stored = (conversation: number): StoredMessage[] => this.posts.get(conversation) ?? [];

	private conversation(changes: IDataObject): Row {
		const row = this.fake.conversation({ ...changes, inbox_id: this.inbox.id });
		const meta = { ...(row.meta as IDataObject), channel: this.inbox.channel_type };
		return Object.assign(row, { meta });
	}

	/** A new conversation by the API: without its chat, and without a message of the contact. */
	private started({ body }: FakeRequest) {
		if (body.inbox_id !== this.inbox.id) return undefined;
		const { contact_id, additional_attributes = {} } = body;
		const hasWritten = this.fake.conversations.some(
			(row) => row.contact_id === contact_id && row.inbox_id === this.inbox.id,
		);
		if (!hasWritten && this.provider.contactBegins)
			return json({ status: 500, error: 'Internal Server Error' }, 500);
		const row = this.conversation({
			...{ contact_id, additional_attributes, status: 'open' },
			can_reply: !this.provider.hasWindow,
		});
		return shownConversation(this.fake, row);
	}

	private posted({ ids: [id], body }: FakeRequest) {
		const talk = this.fake.conversations.find((row) => row.id === id);
		if (talk?.inbox_id !== this.inbox.id) return undefined;
		const { release } = this.fake;
		const { id: _, created_at: _at, ...sample } = sampleOf('account.message.create', release);
		const message = this.messageIn(talk, body);
		const isPrivate = isTrue(body.private);
		const attachments = message.files.map(({ name, type }, index) => ({
			...{ id: index + 1, file_type: kindOfFile(type), extension: name.split('.').at(-1) },
			data_url: `https://files.example/${name}`,
		}));
		const { row } = this.fake.message(talk, {
			...sample,
			...{ content: message.text || null, private: isPrivate, conversation_id: id },
			...{ content_type: message.kind, inbox_id: this.inbox.id, status: 'sent' },
			...{ source_id: body.source_id ?? null },
			content_attributes: {
				...attributesIn(body),
				...('in_reply_to' in attributesIn(body) ? { in_reply_to: message.quotes ?? null } : {}),
			},
			sender: senderOf(body, sample.sender, this.fake),
			...(attachments.length ? { attachments } : {}),
		});
		const type = String(body.message_type ?? 'outgoing');
		const isNew = !body.source_id || this.provider.isDirect;
		const isSent = !isPrivate && isNew && ['outgoing', 'template'].includes(type);
		this.byRow.set(row.id, message);
		if (isSent) this.send(talk, row, message);
		this.newest.set(id, message);
		return whole(row, 'created_at');
	}

	/** A message leaves again without its quotation, unless the channel had accepted it. */
	private retried({ ids: [id, message] }: FakeRequest) {
		const talk = this.fake.conversations.find((row) => row.id === id);
		const row = this.fake.messagesOf.get(id)?.find((one) => one.id === message);
		if (talk?.inbox_id !== this.inbox.id || !row) return undefined;
		this.mark(talk, row, { status: 'sent', content_attributes: {} });
		const { quotes: _, ...stored } = this.byRow.get(row.id) as StoredMessage;
		if (!row.source_id) this.send(talk, row, stored);
		return whole(row, 'created_at');
	}

	private messageIn(talk: Row, body: IDataObject): StoredMessage {
		const { is_voice_message, template_params, email_html_content } = body;
		const attributes = attributesIn(body);
		const quotes = Number(attributes.in_reply_to);
		// A reply to a message that the conversation does not have quotes nothing.
		const isKnown = (this.fake.messagesOf.get(talk.id) ?? []).some(({ id }) => id === quotes);
		const contact = this.fake.contacts.find(({ id }) => id === talk.contact_id);
		const files = ((body.attachments ?? []) as unknown[]).map((one): ChannelFile => {
			if (isFile(one)) return { name: one.fileName, type: one.mimeType, size: one.content.length };
			const blob = this.blobs.get(String(one));
			if (!blob) throw new Error(`No blob ${String(one)} was uploaded`);
			return blob;
		});
		return {
			text: filledIn(String(body.content ?? ''), contact),
			kind: String(body.content_type ?? 'text'),
			items: ((attributes.items ?? []) as unknown as Choice[]).map(({ title, value }) => ({
				title: String(title),
				value: String(value),
			})),
			files,
			...(isKnown ? { quotes } : {}),
			isVoice: isTrue(is_voice_message),
			...(template_params ? { template: template_params as IDataObject } : {}),
			...(email_html_content ? { html: String(email_html_content) } : {}),
			to: texts(body.to_emails),
			cc: texts(body.cc_emails),
			isTemplateType: body.message_type === 'template',
		};
	}

	private send(talk: Row, row: Row, message: StoredMessage): void {
		this.posts.set(talk.id, [...this.stored(talk.id), message]);
		const hasFiles = message.files.length > 0;
		this.at(talk.id, hasFiles, this.timeFor(talk.id, hasFiles), () =>
			this.leave(talk, row, message),
		);
	}

	/**
	 * When a message leaves: one with files long after a text. Of two with files, or of any two of Facebook,
	 * the later one may be first: here it is.
	 */
	private timeFor(conversation: number, hasFiles: boolean): number {
		if (this.provider.isDirect) return Date.now();
		const usual = Date.now() + (hasFiles ? LEAVES.files : LEAVES.text);
		const rivals = this.jobs.filter(
			(job) =>
				job.conversation === conversation &&
				job.hasFiles === hasFiles &&
				(hasFiles || this.provider.swapsTexts),
		);
		return Math.min(usual, ...rivals.map(({ due }) => due - 1));
	}

	private at(conversation: number, hasFiles: boolean, due: number, act: () => void): void {
		this.jobs.push({ conversation, hasFiles, due, act });
	}

	/** What is due until then happens, in order. */
	private pass(until: number): void {
		for (;;) {
			const [next] = this.jobs
				.filter(({ due }) => due <= until)
				.sort((one, other) => one.due - other.due);
			if (!next) return;
			this.jobs.splice(this.jobs.indexOf(next), 1);
			next.act();
		}
	}

	private departure(talk: Row, message: StoredMessage): Departure {
		const { down, carry, chatKey } = this.provider;
		if (this.mode === 'refuses') return { shown: [], mark: 'nothing', error: 'Refused' };
		if (this.mode === 'down')
			return {
				...{ shown: [], mark: 'nothing' as const },
				...(down === 'sent' ? {} : { error: down === 'failed' ? '503' : '' }),
			};
		const contact = this.fake.contacts.find(({ id }) => id === talk.contact_id);
		const { to, cc } = this.newest.get(talk.id) ?? message;
		return carry(message, {
			release: this.fake.release,
			canReply: talk.can_reply !== false,
			hasChat: !chatKey || Boolean(at(talk, `additional_attributes.${chatKey}`)),
			templates: [{ ...TEMPLATE, values: 1 }],
			contact: String(contact?.email),
			newest: { to, cc },
			surveyWords: 'Please rate the conversation',
		});
	}

	private leave(talk: Row, row: Row, message: StoredMessage): void {
		const { shown, mark, error, errorLater } = this.departure(talk, message);
		this.shown.set(talk.id, [...(this.shown.get(talk.id) ?? []), ...shown]);
		const fail = (external_error: string) =>
			this.mark(talk, row, {
				status: 'failed',
				content_attributes: {
					...(row.content_attributes as IDataObject),
					...(external_error ? { external_error } : {}),
				},
			});
		if (error !== undefined) fail(error);
		else
			this.mark(talk, row, {
				...(['source ID', 'both'].includes(mark) ? { source_id: `source-${row.id}` } : {}),
				...(['delivered', 'both'].includes(mark) ? { status: 'delivered' } : {}),
			});
		if (errorLater !== undefined)
			this.at(talk.id, false, Date.now() + LEAVES.report, () => fail(errorLater));
	}

	/** A message changes, also where its conversation shows it. */
	private mark(talk: Row, row: Row, changes: IDataObject): void {
		Object.assign(row, changes);
		const last = talk.last_non_activity_message;
		if (at(last, 'id') === row.id) talk.last_non_activity_message = whole(row, 'created_at');
	}
}

/** Liquid variables of the contact; others that are not known become blank. */
function filledIn(text: string, contact: Row | undefined): string {
	return text.replace(/{{\s*([\w.]+)\s*}}/g, (_, path: string) =>
		String(at({ contact: contact ?? {} }, path) ?? (/^\d+$/.test(path) ? path : '')),
	);
}
