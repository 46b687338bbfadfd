import { BadInput } from './transport/errors';
import { isObject } from './values';

type Row = Record<string, unknown>;

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/**
 * One condition. The service stores wrong ones with 200, and the rule is silent ever after.
 * @param row attribute_key, filter_operator, values, query_operator; further keys go out as they are
 */
export function condition(row: Row, { number, last }: { number: number; last: boolean }): Row {
	for (const key of ['attribute_key', 'filter_operator'])
		if (!isText(row[key])) throw new BadInput(`entry ${number} needs ${key} as a text`);
	const { values = [], query_operator: joint = null } = row;
	const change = row.filter_operator === 'attribute_changed';
	if (change ? !isObject(values) : !Array.isArray(values))
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

/** @param row action_name, action_params */
export function action(row: Row, { number }: { number: number }): Row {
	const { action_name: name, action_params: params = [] } = row;
	if (!isText(name)) throw new BadInput(`entry ${number} needs action_name as a text`);
	if (!Array.isArray(params)) throw new BadInput(`entry ${number} needs action_params as a list`);
	const takesIds = ['assign_agent', 'assign_team', 'add_sla'].includes(String(name));
	return { ...row, action_params: takesIds ? params.map(id) : params };
}

const TEXT = ['equal_to', 'not_equal_to', 'contains', 'does_not_contain'];
const EQUAL = ['equal_to', 'not_equal_to'];
const CHOICE = [...EQUAL, 'is_present', 'is_not_present'];
const DATE = ['is_greater_than', 'is_less_than', 'days_before'];

/** Standard keys of a filter and the operators that work on them; other keys are custom attributes. */
const FILTER_KEYS: Record<'contact' | 'conversation', Record<string, string[]>> = {
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
