/**
 * What each channel of Chatwoot can carry. Where a value is from is in brackets:
 * seen: a message was sent from a real Chatwoot, and the provider's request was kept;
 * provider: the provider documents it; dashboard: Chatwoot's dashboard keeps to it; source: read in Chatwoot's code.
 */

export type FileKind = 'image' | 'video' | 'audio' | 'document';

export type LengthUnit = 'characters' | 'units' | 'bytes';

/** A limit for up to a number of options, or for any number. */
export interface OptionLimit {
	upTo?: number;
	most: number;
	unit?: LengthUnit;
}

export interface Channel {
	/** As users call it. */
	name: string;
	/** Longest text of one message; without `most`, texts are not split. */
	text: { most?: number; unit: LengthUnit };
	/** Longest text next to a file, if it is shorter than a text alone. */
	caption?: number;
	/** The files that one message can contain. */
	files: {
		/** MIME types and largest size of the kinds that the channel shows; `{}` is any. */
		kinds: Partial<Record<FileKind, { types?: string[]; megabytes?: number }>>;
		/** Files in one message; any number without it. */
		together?: number;
		/** Kinds that can be in one message; other files leave alone. Without it, all kinds can. */
		groups?: FileKind[][];
		/** Kinds that can be in one message with a text. */
		withText: FileKind[];
		/** Whether the text counts as one of the files. */
		textCounts?: true;
	};
	/** Options to choose from, if the channel shows them. */
	options?: {
		most?: number;
		titles?: OptionLimit[];
		values?: OptionLimit[];
		text?: OptionLimit[];
		/** Whether equal titles are refused. */
		unique?: true;
		/** Whether the file, the quotation of the same message are sent too. */
		withFiles?: true;
		withQuotation?: true;
		/** What a workflow receives once the customer has chosen. */
		comesBack: 'title' | 'value';
	};
	/** Other kinds of messages that the customer sees: cards, forms, articles, the question for an email. */
	isInteractive?: true;
	/** The format of its templates. */
	template?: 'whatsapp' | 'twilio';
	/** Whether the customer sees which message is answered. */
	quotes: boolean;
	/** Types that are sent as a voice message. */
	voice?: string[];
	/** A CSAT survey: shown with its text, or as a link with Chatwoot's words. */
	survey?: 'shown' | 'link' | 'link, only with a text';
	/** What the customer sees of Markdown; without it, the text is passed on as it is. */
	markdown?: {
		/** What the customer gets of `[Terms](https://…)`. */
		links: 'shown' | 'url' | 'words and url' | 'as written';
		/** Whether pictures in a text are shown, not only their description. */
		pictures?: true;
		/** HTML in a text. */
		html: 'shown' | 'erased';
		/** Whether `<` and `&` reach the provider's HTML without being escaped. */
		rawHtml?: true;
		/** Whether lines are joined, and the marks of lists dropped. */
		joinsLines?: true;
	};
	/** Whether messages have a source ID that a workflow may set. */
	sourceId?: true;
	/** Whether To, CC, BCC and Email HTML apply. */
	email?: true;
	/** Length from which a text costs several parts. */
	partsFrom?: number;
	/** Whether the channel is closed some time after the customer's newest message. */
	window: boolean;
	/** Whether only the customer can begin. */
	customerFirst?: true;
	/** What shows that the message was handed over to the provider. */
	handedOver: 'source_id' | 'delivered' | 'at once';
	/** Whether a text of another item, too, may only be sent once this message was handed over. */
	inTurn: boolean;
	/** What Chatwoot learns about the customer's device. */
	reports: Array<'delivered' | 'read'>;
	/** Whether a failure after the hand-over is reported. */
	failsLater: boolean;
}

const ANY = { image: {}, video: {}, audio: {}, document: {} };
const ALL: FileKind[] = ['image', 'video', 'audio', 'document'];
const PICTURES = ['image/jpeg', 'image/png'];

/** Files of WhatsApp. @param document megabytes of a document */
const whatsAppKinds = (document: number): Channel['files']['kinds'] => ({
	image: { types: PICTURES, megabytes: 5 },
	video: { megabytes: 16 },
	audio: { megabytes: 16 },
	document: { megabytes: document },
});

const whatsApp: Channel = {
	name: 'WhatsApp',
	// [provider, seen: 4,097 failed]
	text: { most: 4096, unit: 'characters' },
	// [provider, seen: a longer one failed with its file]
	caption: 1024,
	files: {
		// [provider: WebP is a sticker, which Chatwoot cannot send]
		kinds: whatsAppKinds(100),
		// [seen: of several files one left, without an error]
		together: 1,
		// [seen: the text beside an audio file was lost]
		withText: ['image', 'video', 'document'],
	},
	options: {
		// [provider; seen: 11 options, longer and equal titles failed with 131009]
		most: 10,
		titles: [{ upTo: 3, most: 20 }, { most: 24 }],
		values: [{ upTo: 3, most: 256 }, { most: 200 }],
		text: [{ upTo: 3, most: 1024 }],
		unique: true,
		// [seen: the value was in no delivery]
		comesBack: 'title',
	},
	template: 'whatsapp',
	quotes: true,
	// [provider, seen: an MP3 file left without `voice`]
	voice: ['audio/ogg', 'audio/opus'],
	survey: 'link',
	markdown: { links: 'url', html: 'erased' },
	window: true,
	handedOver: 'source_id',
	inTurn: false,
	reports: ['delivered', 'read'],
	failsLater: true,
};

/** Ten files of any kind in a message, also with a text. */
const filesUpTo = (megabytes: number): Channel['files'] => ({
	kinds: {
		image: { megabytes },
		video: { megabytes },
		audio: { megabytes },
		document: { megabytes },
	},
	together: 10,
	withText: ALL,
});

const sms: Channel = {
	name: 'SMS (Twilio)',
	// [provider; seen: a longer one failed with 21617]
	text: { most: 1600, unit: 'characters' },
	// [provider]
	files: filesUpTo(5),
	quotes: false,
	survey: 'link',
	markdown: { links: 'words and url', html: 'erased' },
	// [dashboard: it stops there]
	partsFrom: 320,
	window: false,
	handedOver: 'source_id',
	inTurn: false,
	reports: ['delivered', 'read'],
	failsLater: true,
};

/** By the names that `channelOf` gives them. */
export const channels: Record<string, Channel> = {
	whatsapp_cloud: whatsApp,
	whatsapp_360dialog: {
		...whatsApp,
		name: 'WhatsApp (360dialog)',
		// [seen: neither the quotation nor `voice` was in the request]
		quotes: false,
		voice: undefined,
	},
	twilio_whatsapp: {
		...whatsApp,
		name: 'WhatsApp (Twilio)',
		// [provider; seen: a longer one failed with 21617]
		text: { most: 1600, unit: 'characters' },
		files: {
			// [provider]
			kinds: whatsAppKinds(16),
			// [provider: further ones are ignored]
			together: 1,
			// [provider: a document has no caption; next to audio nothing is documented]
			withText: ['image', 'video'],
		},
		// [seen: only the text left]
		options: undefined,
		// [seen: a content ID with numbered variables]
		template: 'twilio',
		// [seen: the quotation was not in the request, a recording left as audio]
		quotes: false,
		voice: undefined,
	},
	twilio_sms: sms,
	bandwidth: {
		...sms,
		name: 'SMS (Bandwidth)',
		// [provider]
		text: { most: 2048, unit: 'characters' },
		// [provider]
		files: filesUpTo(3.5),
		// [seen: Chatwoot's job failed for every report]
		reports: [],
		failsLater: false,
	},
	telegram: {
		name: 'Telegram',
		// [provider; seen: 4,097 failed]
		text: { most: 4096, unit: 'characters' },
		files: {
			kinds: ANY,
			// [provider; seen: an album of 11 failed, although its text had arrived]
			together: 10,
			// [seen: albums of pictures and videos, then of audio, then each document, whatever their order was]
			groups: [['image', 'video'], ['audio']],
			withText: ALL,
		},
		options: {
			// [provider; seen: BUTTON_DATA_INVALID]
			values: [{ most: 64, unit: 'bytes' }],
			comesBack: 'value',
			withFiles: true,
			withQuotation: true,
		},
		quotes: true,
		survey: 'link',
		// [seen: `a < b` left as it was, in the provider's HTML mode]
		markdown: { links: 'shown', html: 'erased', rawHtml: true },
		window: false,
		// [seen: a new conversation has no chat ID]
		customerFirst: true,
		handedOver: 'source_id',
		inTurn: false,
		reports: [],
		failsLater: false,
	},
	facebook: {
		name: 'Facebook',
		// [dashboard, provider; seen: a longer one failed with #100]
		text: { most: 2000, unit: 'characters' },
		files: {
			// [provider]
			kinds: {
				image: { megabytes: 8 },
				video: { megabytes: 25 },
				audio: { megabytes: 25 },
				document: { megabytes: 25 },
			},
			// [seen: each file is a request, in any order; source: if one fails, the message is failed as a whole]
			together: 1,
			withText: ALL,
		},
		options: {
			// [provider]
			most: 13,
			titles: [{ most: 20 }],
			// [seen: the payload is the title]
			comesBack: 'title',
		},
		quotes: false,
		// [seen: without a text nothing left]
		survey: 'link, only with a text',
		markdown: { links: 'url', html: 'erased' },
		window: true,
		customerFirst: true,
		handedOver: 'source_id',
		// [seen: of eight texts in a row two changed places]
		inTurn: true,
		reports: ['delivered', 'read'],
		failsLater: false,
	},
	instagram: {
		name: 'Instagram',
		// [provider]
		text: { most: 1000, unit: 'bytes' },
		files: {
			// [provider]
			kinds: {
				image: { megabytes: 8 },
				video: { megabytes: 25 },
				audio: { megabytes: 25 },
				document: { types: ['application/pdf'] },
			},
			// [dashboard: a message with several parts comes back as doubled echoes; seen: its text left last]
			together: 1,
			withText: [],
		},
		quotes: false,
		survey: 'link, only with a text',
		markdown: { links: 'url', html: 'erased' },
		window: true,
		customerFirst: true,
		handedOver: 'source_id',
		// [seen: the second of two texts was first]
		inTurn: true,
		reports: ['read'],
		failsLater: false,
	},
	line: {
		name: 'LINE',
		// [provider: UTF-16 units]
		text: { most: 5000, unit: 'units' },
		files: {
			// [provider; seen: any other file made the whole message fail]
			kinds: {
				image: { types: PICTURES, megabytes: 10 },
				video: { types: ['video/mp4'] },
			},
			// [provider; seen: a text with five pictures failed]
			together: 5,
			textCounts: true,
			withText: ['image', 'video'],
		},
		// [seen: the value is posted as the customer's text; a file was lost]
		options: { comesBack: 'value' },
		quotes: false,
		survey: 'link',
		markdown: { links: 'url', html: 'erased', joinsLines: true },
		window: false,
		customerFirst: true,
		// [seen: there is no source ID]
		handedOver: 'delivered',
		inTurn: false,
		reports: [],
		failsLater: false,
	},
	tiktok: {
		name: 'TikTok',
		// [dashboard]
		text: { most: 6000, unit: 'characters' },
		files: {
			// [source; seen: other types, two files, a text with a file failed]
			kinds: { image: { types: PICTURES, megabytes: 3 } },
			together: 1,
			withText: [],
		},
		quotes: true,
		survey: 'link',
		markdown: { links: 'as written', html: 'shown' },
		window: true,
		customerFirst: true,
		handedOver: 'delivered',
		inTurn: false,
		reports: ['read'],
		failsLater: false,
	},
	email: {
		name: 'email',
		text: { unit: 'characters' },
		files: { kinds: ANY, withText: ALL },
		// [seen: In-Reply-To is always the newest mail of the customer]
		quotes: false,
		markdown: { links: 'shown', pictures: true, html: 'erased' },
		email: true,
		window: false,
		handedOver: 'source_id',
		// [seen: a mail gets the recipients of the newest message of the conversation]
		inTurn: true,
		reports: [],
		failsLater: false,
	},
	api: {
		name: 'API',
		text: { unit: 'characters' },
		files: { kinds: ANY, withText: ALL },
		options: { comesBack: 'value', withFiles: true, withQuotation: true },
		isInteractive: true,
		template: 'whatsapp',
		quotes: true,
		// [seen: the webhook does not tell a voice message from another audio file]
		survey: 'link',
		sourceId: true,
		window: true,
		handedOver: 'at once',
		inTurn: false,
		// [seen: with Update Status]
		reports: ['delivered', 'read'],
		failsLater: true,
	},
	website: {
		name: 'website',
		text: { unit: 'characters' },
		files: { kinds: ANY, withText: ALL },
		options: { comesBack: 'value', withFiles: true, withQuotation: true },
		isInteractive: true,
		quotes: true,
		survey: 'shown',
		markdown: { links: 'shown', pictures: true, html: 'shown' },
		// [seen: it is only stored]
		sourceId: true,
		window: false,
		handedOver: 'at once',
		inTurn: false,
		reports: ['read'],
		failsLater: false,
	},
};
