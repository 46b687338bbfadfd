import { BadInput } from '../../../../shared/faults';
import {
	cameWith,
	isSince,
	pick,
	text,
	textsOf,
	type Needs,
	type Settings,
} from '../../../../shared/vocabulary';

/** Who can create, update and delete custom attributes. */
export const ADMINISTRATORS: Needs = { role: 'administrator', roleSince: '4.16' };

const MODELS = {
	contact_attribute: 'Contact',
	conversation_attribute: 'Conversation',
	company_attribute: 'Company',
};

export const model = (settings: Settings = {}) =>
	pick('attribute_model', MODELS, {
		label: 'Applies To',
		since: cameWith('4.16', 'company_attribute'),
		...settings,
	});

export const displayName = () => text('attribute_display_name', { label: 'Display Name' });

export const key = (hint: string) =>
	text('attribute_key', {
		label: 'Key',
		hint: `${hint}. Since Chatwoot 4.16 only letters, digits, _, - and . are allowed.`,
	});

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
		{ label: 'Type', hint: 'You cannot filter by Currency and Percent attributes' },
	);

/** The service ignores `null` for the choices. */
export const details = () => [
	text('attribute_description', { label: 'Description', clear: null }),
	textsOf('attribute_values', {
		label: 'Choices',
		hint: 'Values of the type List, separated by commas, e.g. bronze, silver, gold',
		clear: [],
	}),
	text('regex_pattern', {
		label: 'Pattern',
		hint: 'Regular expression that values must match in the dashboard. The API does not check it.',
		clear: null,
	}),
	text('regex_cue', {
		label: 'Pattern Hint',
		hint: 'Shown in the dashboard if a value does not match the pattern',
		clear: null,
	}),
];

const BOTH = ['country_code', 'created_at', 'last_activity_at', 'referer'];
// prettier-ignore
const RESERVED: Record<string, string[]> = {
	contact_attribute: [
		...BOTH,
		'name', 'email', 'phone_number', 'identifier', 'city', 'blocked', 'company_name',
	],
	conversation_attribute: [
		...BOTH,
		'status', 'priority', 'assignee_id', 'inbox_id', 'team_id', 'display_id',
		'campaign_id', 'labels', 'browser_language',
	],
	company_attribute: [
		'name', 'domain', 'description', 'contacts_count', 'created_at', 'updated_at',
		'last_activity_at',
	],
};

/** Whether a key may be the name of a field of Chatwoot, which the service only refuses in a create. */
export const mayBeReserved = (wanted: unknown) =>
	Object.values(RESERVED).flat().includes(String(wanted));

/**
 * @param of the model of the attribute, such as `contact_attribute`
 * @param version of the server: before 4.16 `company_name` is not reserved
 */
export function refuseReserved(wanted: unknown, of: unknown, version?: string) {
	if (wanted === 'company_name' && !isSince(version, '4.16')) return;
	if (RESERVED[String(of)]?.includes(String(wanted)))
		throw new BadInput(
			'Key is reserved: Chatwoot has a field with this name. Choose another key.',
			['attribute_key'],
		);
}
