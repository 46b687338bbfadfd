import { BadInput } from '../../../../shared/faults';
import { isObject } from '../../../../shared/values';
import {
	group,
	json,
	list,
	optional,
	picks,
	title,
	type Field,
	type Known,
} from '../../../../shared/vocabulary';

/** Features of both 4.10 and 4.16. It is unknown when others came or went: in between, they are refused. */
// prettier-ignore
const LASTING = [
	'inbound_emails', 'channel_email', 'channel_facebook', 'ip_lookup', 'disable_branding',
	'email_continuity_on_api_channel', 'help_center', 'agent_bots', 'macros',
	'agent_management', 'team_management', 'inbox_management', 'labels', 'custom_attributes',
	'automations', 'canned_responses', 'integrations', 'voice_recorder', 'channel_website',
	'campaigns', 'reports', 'crm', 'auto_resolve_conversations', 'custom_reply_email',
	'custom_reply_domain', 'audit_logs', 'message_reply_to', 'inbox_view', 'sla',
	'help_center_embedding_search', 'linear_integration', 'captain_integration', 'custom_roles',
	'chatwoot_v4', 'contact_chatwoot_support_team', 'shopify_integration', 'search_with_gin',
	'channel_instagram', 'crm_integration', 'channel_voice', 'notion_integration',
	'captain_integration_v2', 'whatsapp_embedded_signup', 'whatsapp_campaign', 'crm_v2',
	'assignment_v2', 'advanced_search', 'saml', 'advanced_search_indexing',
	'reply_mailer_migration', 'companies', 'channel_tiktok', 'csat_review_notes',
];
const GONE = [
	'channel_twitter',
	'mobile_v2',
	'response_bot',
	'insert_article_in_reply',
	'report_v4',
	'twilio_content_templates',
	'quoted_email_reply',
];
// prettier-ignore
const ADDED = [
	'conversation_unread_counts', 'report_rollup', 'custom_tools', 'branded_email_templates',
	'captain_v1_action_classifier', 'captain_document_auto_sync', 'unread_count_for_filters',
	'captain_tasks', 'conversation_required_attributes', 'advanced_assignment',
	'whatsapp_manual_transfer', 'data_import', 'api_and_webhooks', 'whatsapp_reconfigure',
	'whatsapp_embedded_signup_inbox_creation',
];
const FLAGS = [...LASTING, ...GONE, ...ADDED];

const ACRONYMS = /\b(Api|Crm|Gin|Ip|Saml|Sla)\b/g;

const nameOf = (feature: string) =>
	title(feature)
		.replace(ACRONYMS, (word) => word.toUpperCase())
		.replace('Whatsapp', 'WhatsApp');

const NAMES = Object.fromEntries(FLAGS.map((feature) => [feature, nameOf(feature)]));

type Switch = [feature: string, on: unknown];

const all = (features: unknown, on: boolean) =>
	(features as string[]).map((feature): Switch => [feature, on]);

/** An object of features, or a list of features to enable. */
const asJson = (): Field => {
	const object = json('as_json', {
		hint: 'Example: { "sla": true, "crm": false }, or a list of features to enable. For expressions.',
	});
	return {
		...object,
		convert: (value, reading) => {
			const isObjectText = typeof value === 'string' && value.trim().startsWith('{');
			if (!isObjectText && !isObject(value)) return all(list(value).map(String), true);
			return Object.entries(object.convert(value, reading) as object) as Switch[];
		},
	};
};

/** Which releases know the features that are set. */
const known = (value: unknown): Known[] =>
	Object.keys(value as object).flatMap<Known>((feature) =>
		GONE.includes(feature)
			? [{ value: feature, before: '4.11' }]
			: ADDED.includes(feature)
				? [{ value: feature, since: '4.16' }]
				: [],
	);

/**
 * For an unknown feature the service answers 500, but still creates the account, which cannot be accessed
 * then: so features of other releases are not sent. It drops a list, and takes the text "false" for true.
 */
export const features = (): Field => {
	const switches = group(
		'features',
		[optional(picks('switch_on', NAMES), picks('switch_off', NAMES), asJson())],
		{ hint: 'Other features do not change', since: known },
	);
	return {
		...switches,
		convert: (value, reading) => {
			const {
				switch_on: on = [],
				switch_off: off = [],
				as_json: others = [],
			} = switches.convert(value, reading) as Record<string, unknown>;
			const chosenSwitches = [...all(on, true), ...all(off, false), ...(others as Switch[])];
			if (chosenSwitches.length === 0)
				throw new BadInput('is empty: choose features to enable or disable');
			const unknown = chosenSwitches
				.map(([name]) => name)
				.filter((name) => !Object.hasOwn(NAMES, name));
			if (unknown.length)
				throw new BadInput(`has unknown keys: ${unknown.join(', ')}. Allowed: ${FLAGS.join(', ')}`);
			const sent: Record<string, boolean> = {};
			for (const [name, on] of chosenSwitches) {
				if (!/^(true|false)$/.test(String(on)))
					throw new BadInput(`has ${name}, which must be true or false`);
				const wanted = String(on) === 'true';
				if (Object.hasOwn(sent, name) && sent[name] !== wanted)
					throw new BadInput(`has ${name} both enabled and disabled`);
				sent[name] = wanted;
			}
			return sent;
		},
	};
};
