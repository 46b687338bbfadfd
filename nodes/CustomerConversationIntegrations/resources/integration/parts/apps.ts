import { badInput } from '../../../../shared/faults';
import {
	choice,
	collection,
	fixed,
	flag,
	front,
	inbox,
	json,
	optional,
	pick,
	secret,
	text,
	type Field,
	type Part,
} from '../../../../shared/vocabulary';

/** An app that is connected with keys. Others can only be connected in the dashboard. */
interface App {
	name: string;
	/** Its ID in the service, if it is not the key in `APPS`. */
	id?: string;
	/** Fields outside the settings. */
	beside?: Field[];
	/** Required settings. */
	needed: Field[];
	/** Optional settings. */
	further?: Field[];
	/** Its settings cannot be updated: the service stores some that it does not show, which would be lost. */
	fixed?: true;
}

const projectId = () => text('project_id', { label: 'Project ID' });

const keyFile = json('credentials', {
	label: 'Key File',
	hint: 'JSON of the key file of a Google service account',
	default: '',
});

/** A secret: unlike other faults of JSON, the fault must not quote the value. */
const credentials = (): Field => ({
	...keyFile,
	property: { ...keyFile.property, type: 'string', typeOptions: { password: true } },
	convert: (value, reading) => {
		try {
			return keyFile.convert(value, reading);
		} catch {
			throw badInput('must be the JSON of a key file');
		}
	},
});

/** The regions that the dashboard offers. */
const REGIONS = {
	global: 'Global',
	'asia-northeast1': 'AS-NE1: Tokyo, Japan',
	'australia-southeast1': 'AU-SE1: Sydney, Australia',
	'europe-west1': 'EU-W1: St. Ghislain, Belgium',
	'europe-west2': 'EU-W2: London, England',
};

const score = (activity: string) =>
	text(`${activity}_activity_score`, { hint: 'A number. Default: 0.' });

export const APPS: Record<string, App> = {
	openai: {
		name: 'OpenAI',
		needed: [secret('api_key', { label: 'API Key' })],
		further: [
			flag('label_suggestion', {
				label: 'Label Suggestions',
				hint: 'Whether to show agents label suggestions',
			}),
		],
	},
	dialogflow: {
		name: 'Dialogflow',
		beside: [inbox('inbox_id', { hint: 'Inbox in which the bot answers', shown: 'inbox.id' })],
		needed: [projectId(), credentials()],
		further: [
			pick('region', REGIONS),
			text('language_code', {
				placeholder: 'e.g. de-DE',
				hint: 'Language of the bot, or auto for the language of the contact',
				since: '4.16',
			}),
		],
	},
	google_translate: { name: 'Google Translate', needed: [projectId(), credentials()] },
	dyte: {
		name: 'Cloudflare RealtimeKit (Dyte)',
		needed: [
			text('cloudflare_account_id', {
				as: 'account_id',
				label: 'Cloudflare Account ID',
				since: '4.16',
			}),
			text('realtimekit_app_id', { as: 'app_id', label: 'RealtimeKit App ID' }),
			secret('api_token', { label: 'Cloudflare API Token' }),
		],
	},
	dyte_before: {
		name: 'Dyte (Chatwoot Before 4.16)',
		id: 'dyte',
		needed: [
			text('organization_id', { label: 'Organization ID' }),
			secret('api_key', { label: 'API Key' }),
		],
	},
	leadsquared: {
		name: 'LeadSquared',
		needed: [secret('access_key'), secret('secret_key')],
		further: [
			flag('enable_conversation_activity', {
				label: 'Push Conversation Activity',
				hint: 'Whether to create a LeadSquared activity for each new conversation',
			}),
			score('conversation'),
			flag('enable_transcript_activity', {
				label: 'Push Transcript Activity',
				hint: 'Whether to create a LeadSquared activity for each transcript',
			}),
			score('transcript'),
		],
		fixed: true,
	},
};

export const idOf = (name: string): string => APPS[name].id ?? name;

/** A collection of settings of an app. Replies do not show all of them. */
const added = (name: string, fields: Field[], changes = false): Field =>
	collection(`${name}_settings`, [optional(...fields)], {
		as: 'settings',
		label: 'Settings',
		placeholder: 'Add Setting',
		shown: false,
		changes,
	});

/** The optional settings of an app, which may be empty. */
function further(name: string, fields: Field[] = []): Part[] {
	if (fields.length === 0) return [];
	const all = added(name, fields);
	const convert: Field['convert'] = (value, reading) =>
		JSON.stringify(value) === '{}' ? undefined : all.convert(value, reading);
	return [front({ ...all, convert })];
}

const within = (field: Field): Field => ({ ...field, as: `settings.${field.as}`, shown: false });

/** The app with its fields; `nested` turns their paths into the body. */
export const newConnection = () =>
	choice(
		'app',
		Object.fromEntries(
			Object.entries(APPS).map(([key, { name, beside = [], needed, further: more }]) => [
				key,
				{
					name,
					parts: [
						fixed({ app_id: idOf(key) }),
						...beside,
						...needed.map(within),
						...further(key, more),
					],
				},
			]),
		),
		{ hint: 'Connect Slack, Linear, Shopify and Notion in the dashboard' },
	);

export const changedSettings = () =>
	choice(
		'app',
		{
			none: { name: 'None', parts: [] },
			...Object.fromEntries(
				Object.entries(APPS)
					.filter(([, { fixed: isFixed }]) => !isFixed)
					.map(([key, { name, needed, further: more = [] }]) => [
						key,
						{ name, parts: [added(key, [...needed, ...more], true)] },
					]),
			),
		},
		{
			label: 'App',
			hint: 'The app of the connection. Settings that you do not add do not change, but you must add keys again that Chatwoot does not show.',
		},
	);
