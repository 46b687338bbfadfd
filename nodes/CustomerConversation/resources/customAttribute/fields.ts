import { pick, text, textsOf, type Settings } from '../../../shared/fields';
import { BadInput } from '../../../shared/transport/errors';

export const MODELS = { contact_attribute: 'Contact', conversation_attribute: 'Conversation' };

export const model = (settings: Settings = {}) =>
	pick('attribute_model', MODELS, { label: 'Applies To', ...settings });

export const displayName = () => text('attribute_display_name', { label: 'Display Name' });

export const key = (hint: string) => text('attribute_key', { label: 'Key', hint });

export const type = () =>
	pick(
		'attribute_display_type',
		{
			text: 'Text',
			number: 'Number',
			currency: 'Currency',
			percent: 'Percent',
			link: 'Link',
			date: 'Date',
			list: 'List',
			checkbox: 'Checkbox',
		},
		{ label: 'Type', hint: 'Currency and Percent cannot be filtered by' },
	);

/** `null` for the choices is ignored. */
export const others = () => [
	text('attribute_description', { label: 'Description', clear: null }),
	textsOf('attribute_values', {
		label: 'Choices',
		hint: 'Values to choose from with the type List, separated by commas',
		clear: [],
	}),
	text('regex_pattern', {
		label: 'Pattern',
		hint: 'Regular expression that texts must match in the dashboard; the API checks no value',
		clear: null,
	}),
	text('regex_cue', {
		label: 'Pattern Hint',
		hint: 'Shown in the dashboard where a text does not match',
		clear: null,
	}),
];

const BOTH = ['country_code', 'created_at', 'last_activity_at', 'referer'];
const RESERVED: Record<string, string[]> = {
	contact_attribute: [
		...BOTH,
		...['name', 'email', 'phone_number', 'identifier', 'city', 'blocked'],
	],
	conversation_attribute: [
		...BOTH,
		...['status', 'priority', 'assignee_id', 'inbox_id', 'team_id', 'display_id'],
		...['campaign_id', 'labels', 'browser_language'],
	],
};

/** Keys of the service's own fields: it refuses them in a create alone. */
export const mayBeReserved = (wanted: unknown) =>
	Object.values(RESERVED).flat().includes(String(wanted));

export function refuseReserved(wanted: unknown, of: unknown) {
	if (RESERVED[String(of)]?.includes(String(wanted)))
		throw new BadInput('Key must be another: the service has a field of this name', [
			'attribute_key',
		]);
}
