import {
	cameWith,
	choice,
	color,
	email,
	fixed,
	flag,
	integer,
	json,
	phone,
	pick,
	picks,
	secret,
	text,
	textsOf,
	title,
	url,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';
import { preChatForm } from './preChat';

export interface ChannelFields {
	name: string;
	/** Its type in replies. */
	kind: string;
	/** Required in a create. */
	needed: Part[];
	/** Optional in a create. */
	settings: Field[];
	/** What an update can change. */
	changes: Field[];
}

const config = (name: string) => `provider_config.${name}`;

const apiKey = () => secret('api_key', { label: 'API Key', as: config('api_key') });

const providerConfig = (keys: string) =>
	json('provider_config', { hint: `Object with ${keys}. Set all of them.` });

const phoneNumber = () =>
	phone('phone_number', { hint: 'Must be unique in the whole installation' });

const emailAddress = () =>
	email('email', { label: 'Email', hint: 'Must be unique in the whole installation' });

const websiteUrl = () => text('website_url', { placeholder: 'e.g. https://shop.example.com' });

const lineFields = () => [
	text('line_channel_id', { label: 'LINE Channel ID' }),
	secret('line_channel_secret', { label: 'LINE Channel Secret' }),
	secret('line_channel_token', { label: 'LINE Channel Token' }),
];

const identity = () =>
	flag('hmac_mandatory', {
		label: 'Identity Verification Mandatory',
		hint: 'Whether contacts must prove their identity with HMAC',
	});

const apiFields = () => [
	url('webhook_url', {
		hint: 'URL that receives the events of the inbox',
		max: 2048,
		clear: null,
	}),
	identity(),
	json('additional_attributes', {
		hint: 'Example: { "agent_reply_time_window": 24 } for the number of hours in which agents can reply',
	}),
];

const domains = textsOf('allowed_domains', {
	placeholder: 'e.g. shop.example.com, *.example.com',
	hint: 'Domains that can show the widget, separated by commas, or a list from an expression. If empty, all can.',
	clear: '',
});

/** The service stores one text with commas. */
const allowedDomains: Field = {
	...domains,
	convert: (value, reading) =>
		Array.isArray(value) ? (domains.convert(value, reading) as string[]).join(',') : String(value),
};

const websiteFields = () => [
	color('widget_color', { default: '#1F93FF' }),
	text('welcome_title', { clear: null }),
	text('welcome_tagline', { clear: null }),
	pick('reply_time', {
		in_a_few_minutes: 'In a Few Minutes',
		in_a_few_hours: 'In a Few Hours',
		in_a_day: 'In a Day',
	}),
	flag('pre_chat_form_enabled', { hint: 'Whether visitors fill in a form before they chat' }),
	...preChatForm(),
	flag('continuity_via_email', {
		hint: 'Whether visitors who left get replies by email',
		default: true,
	}),
	identity(),
	allowedDomains,
	picks(
		'selected_feature_flags',
		{
			attachments: 'Attachments',
			emoji_picker: 'Emoji Picker',
			end_conversation: 'End Conversation',
			use_inbox_avatar_for_bot: 'Use Inbox Avatar for Bot',
			allow_mobile_webview: 'Allow Mobile Webview',
		},
		{
			label: 'Features',
			since: cameWith('4.16', 'allow_mobile_webview'),
			clear: [],
		},
	),
];

const mailServer = (protocol: 'imap' | 'smtp') => {
	const named = (name: string) => ({ label: `${protocol.toUpperCase()} ${title(name)}` });
	const login = (name: string) => `${protocol}_${name}`;
	return [
		flag(login('enabled'), {
			...named('enabled'),
			hint: `Whether to ${protocol === 'imap' ? 'receive email through IMAP' : 'send email through SMTP'}. An update tests the connection.`,
		}),
		text(login('address'), {
			...named('address'),
			placeholder: `e.g. ${protocol}.example.com`,
		}),
		integer(login('port'), { ...named('port'), range: [1, 65535] }),
		text(login('login'), named('login')),
		secret(login('password'), named('password')),
	];
};

const mailFields = () => [
	...mailServer('imap'),
	flag('imap_enable_ssl', { label: 'IMAP SSL', hint: 'Whether IMAP uses SSL', default: true }),
	pick(
		'imap_authentication',
		{ plain: 'Plain', login: 'Login', 'cram-md5': 'CRAM-MD5' },
		{ label: 'IMAP Authentication', since: '4.16' },
	),
	...mailServer('smtp'),
	text('smtp_domain', { label: 'SMTP Domain', placeholder: 'e.g. example.com' }),
	flag('smtp_enable_starttls_auto', {
		label: 'SMTP STARTTLS',
		hint: 'Whether SMTP uses STARTTLS if the server offers it',
		default: true,
	}),
	flag('smtp_enable_ssl_tls', { label: 'SMTP SSL/TLS', hint: 'Whether SMTP uses SSL/TLS' }),
	text('smtp_openssl_verify_mode', {
		label: 'SMTP Certificate Check',
		placeholder: 'e.g. none, peer',
	}),
	text('smtp_authentication', {
		label: 'SMTP Authentication',
		placeholder: 'e.g. login, plain, cram_md5',
	}),
	text('provider', { placeholder: 'e.g. google, microsoft' }),
	flag('verified_for_sending', { hint: 'Whether the email address is verified for sending' }),
];

const PROVIDERS = { whatsapp_cloud: 'WhatsApp Cloud', default: '360dialog' };
const whatsAppKeys = 'api_key, phone_number_id, business_account_id';
const voiceKeys = 'account_sid, auth_token, api_key_sid, api_key_secret';
const smsKeys = 'api_key, api_secret, application_id, account_id';

/** The fields inside `channel`, by the type that a create sends. */
export const CHANNELS: Record<string, ChannelFields> = {
	api: {
		name: 'API',
		kind: 'Channel::Api',
		needed: [],
		settings: apiFields(),
		changes: apiFields(),
	},
	web_widget: {
		name: 'Website',
		kind: 'Channel::WebWidget',
		needed: [websiteUrl()],
		settings: websiteFields(),
		changes: [websiteUrl(), ...websiteFields()],
	},
	email: {
		name: 'Email',
		kind: 'Channel::Email',
		needed: [emailAddress()],
		settings: mailFields(),
		changes: [emailAddress(), ...mailFields()],
	},
	line: {
		name: 'LINE',
		kind: 'Channel::Line',
		needed: lineFields(),
		settings: [],
		changes: lineFields(),
	},
	sms: {
		name: 'SMS (Bandwidth)',
		kind: 'Channel::Sms',
		needed: [
			phoneNumber(),
			apiKey(),
			secret('api_secret', { label: 'API Secret', as: config('api_secret') }),
			text('application_id', { as: config('application_id') }),
			text('bandwidth_account_id', { as: config('account_id') }),
		],
		settings: [],
		changes: [phoneNumber(), providerConfig(smsKeys)],
	},
	telegram: {
		name: 'Telegram',
		kind: 'Channel::Telegram',
		needed: [secret('bot_token')],
		settings: [],
		changes: [secret('bot_token')],
	},
	whatsapp: {
		name: 'WhatsApp',
		kind: 'Channel::Whatsapp',
		needed: [
			phoneNumber(),
			choice(
				'whatsapp_provider',
				{
					whatsapp_cloud: {
						name: PROVIDERS.whatsapp_cloud,
						parts: [
							fixed({ provider: 'whatsapp_cloud' }),
							apiKey(),
							text('phone_number_id', { as: config('phone_number_id') }),
							text('business_account_id', { as: config('business_account_id') }),
						],
					},
					default: {
						name: PROVIDERS.default,
						parts: [fixed({ provider: 'default' }), apiKey()],
					},
				},
				{ label: 'WhatsApp Provider' },
			),
		],
		settings: [],
		changes: [phoneNumber(), pick('provider', PROVIDERS), providerConfig(whatsAppKeys)],
	},
	voice: {
		name: 'Voice (Enterprise Edition)',
		kind: 'Channel::Voice',
		needed: [
			fixed({ provider: 'twilio' }),
			phoneNumber(),
			text('account_sid', { label: 'Account SID', as: config('account_sid') }),
			secret('auth_token', { as: config('auth_token') }),
			text('api_key_sid', { label: 'API Key SID', as: config('api_key_sid') }),
			secret('api_key_secret', { label: 'API Key Secret', as: config('api_key_secret') }),
		],
		settings: [],
		changes: [
			phoneNumber(),
			text('provider', { placeholder: 'e.g. twilio' }),
			providerConfig(voiceKeys),
		],
	},
};
