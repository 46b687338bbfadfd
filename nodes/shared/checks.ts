import { BadInput } from './transport/errors';
import { isObject } from './values';

type Row = Record<string, unknown>;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

const isChange = (values: unknown) =>
	isObject(values) && Array.isArray(values.from) && Array.isArray(values.to);

/**
 * One condition. The service stores wrong ones with 200, and the rule is silent ever after.
 * @param row attribute_key, filter_operator, values, query_operator; further keys go out as they are
 */
export function condition(row: Row, { number, last }: { number: number; last: boolean }): Row {
	for (const key of ['attribute_key', 'filter_operator'])
		if (!isText(row[key])) throw new BadInput(`entry ${number} needs ${key} as a text`);
	const { values = [], query_operator: joint = null } = row;
	const change = row.filter_operator === 'attribute_changed';
	if (change ? !isChange(values) : !Array.isArray(values))
		throw new BadInput(
			`entry ${number} needs values as ${change ? 'an object with from and to' : 'a list'}`,
		);
	const joined = isText(joint);
	if (last && joined)
		throw new BadInput(`entry ${number} is the last and must have no query_operator`);
	if (!last && !/^(and|or)$/i.test(String(joint)))
		throw new BadInput(`entry ${number} needs AND or OR as query_operator`);
	return { ...row, values, query_operator: joined ? joint : null };
}

/** Digits of an id as a number: the service ignores ids that are texts. */
const id = (value: unknown) =>
	typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;

type Takes = Record<string, [pattern: RegExp, words: string]>;

const SOME: Takes[string] = [/\S/, 'a text'];

/** What a parameter must be. Others are stored with 200, and the action is passed over ever after. */
const TAKES: Takes = {
	assign_agent: [/^([1-9]\d*|nil)$/, 'an agent ID or nil'],
	assign_team: [/^(\d+|nil)$/, 'a team ID or nil'],
	add_sla: [/^[1-9]\d*$/, 'an SLA policy ID'],
	change_status: [/^(open|resolved|pending|snoozed)$/, 'open, resolved, pending or snoozed'],
	change_priority: [/^(low|medium|high|urgent|nil)$/, 'low, medium, high, urgent or nil'],
	send_webhook_event: [/^https?:\/\/\S+$/, 'an address with http:// or https://'],
	...{ send_message: SOME, add_private_note: SOME, send_email_transcript: SOME },
	...{ add_label: SOME, remove_label: SOME, send_attachment: SOME },
};

const actionThat =
	(takes: Takes) =>
	(row: Row, { number }: { number: number }): Row => {
		const { action_name: name, action_params: params = [] } = row;
		if (!isText(name)) throw new BadInput(`entry ${number} needs action_name as a text`);
		if (!Array.isArray(params)) throw new BadInput(`entry ${number} needs action_params as a list`);
		const takesIds = ['assign_agent', 'assign_team', 'add_sla'].includes(String(name));
		const sent = takesIds ? params.map(id) : params;
		const [pattern, words] = Object.hasOwn(takes, String(name)) ? takes[String(name)] : [];
		const fits = (value: unknown) => typeof value !== 'object' && pattern?.test(String(value));
		if (pattern && !(sent.length && sent.every(fits)))
			throw new BadInput(`entry ${number}: ${String(name)} takes ${words} in action_params`);
		return { ...row, action_params: sent };
	};

/** An action of an automation rule. @param row action_name, action_params */
export const action = actionThat(TAKES);

/** An action of a macro, which knows who runs it. */
export const macroAction = actionThat({
	...TAKES,
	assign_agent: [/^([1-9]\d*|nil|self)$/, 'an agent ID, self or nil'],
});

const TEXT = ['equal_to', 'not_equal_to', 'contains', 'does_not_contain'];
const EQUAL = ['equal_to', 'not_equal_to'];
const CHOICE = [...EQUAL, 'is_present', 'is_not_present'];
const DATE = ['is_greater_than', 'is_less_than', 'days_before'];

const OPERATORS = [...new Set([...TEXT, ...CHOICE, ...DATE]), 'starts_with', 'attribute_changed'];

/** One condition of an automation rule; another operator switches it off at its second event. */
export function ruleCondition(row: Row, position: { number: number; last: boolean }): Row {
	const checked = condition(row, position);
	const { filter_operator: operator, values, custom_attribute_type: type } = checked;
	const place = `entry ${position.number}`;
	if (!OPERATORS.includes(String(operator)))
		throw new BadInput(`${place} has ${String(operator)}; allowed are ${OPERATORS.join(', ')}`);
	if (!/^is_(not_)?present$/.test(String(operator)) && (values as unknown[]).length === 0)
		throw new BadInput(`${place} needs at least one value for ${String(operator)}`);
	if (isText(type) && !/^(contact|conversation)_attribute$/.test(String(type)))
		throw new BadInput(
			`${place} needs contact_attribute or conversation_attribute as custom_attribute_type`,
		);
	return checked;
}

/** Standard keys of a filter and the operators that work on them; other keys are custom attributes. */
export const FILTER_KEYS: Record<'contact' | 'conversation', Record<string, string[]>> = {
	contact: {
		...{ name: TEXT, email: TEXT, city: TEXT, company: TEXT },
		phone_number: [...TEXT, 'starts_with'],
		...{ identifier: EQUAL, country_code: EQUAL, blocked: EQUAL },
		...{ labels: CHOICE, created_at: DATE, last_activity_at: DATE },
	},
	conversation: {
		...{ status: EQUAL, priority: EQUAL, display_id: EQUAL },
		...{ assignee_id: CHOICE, inbox_id: CHOICE, team_id: CHOICE, campaign_id: CHOICE },
		...{ labels: CHOICE, browser_language: EQUAL, conversation_language: EQUAL },
		...{ referer: TEXT, mail_subject: TEXT, created_at: DATE, last_activity_at: DATE },
	},
};

/**
 * One condition of a filter. Numbers go out as text: the service answers 500 to some of them.
 * @param kind of records that are filtered
 */
export const filterCondition =
	(kind: keyof typeof FILTER_KEYS) =>
	(row: Row, position: { number: number; last: boolean }): Row => {
		const checked = condition(row, position);
		const { attribute_key: key, filter_operator: operator } = checked;
		const allowed = FILTER_KEYS[kind][String(key)];
		const place = `entry ${position.number}: ${String(key)}`;
		if (allowed && !allowed.includes(String(operator)))
			throw new BadInput(`${place} takes ${allowed.join(', ')}, not ${String(operator)}`);
		const isDate = allowed === DATE && operator !== 'days_before';
		return {
			...checked,
			values: (checked.values as unknown[]).map((value) => {
				if (typeof value !== 'number') return value;
				if (isDate) throw new BadInput(`${place} needs a date such as 2026-10-01`);
				return String(value);
			}),
		};
	};

/** Shown with every list of conditions. */
export const CONDITIONS_HINT =
	'List of { attribute_key, filter_operator, values, query_operator }. AND or OR joins with the next entry, the last has null.';
