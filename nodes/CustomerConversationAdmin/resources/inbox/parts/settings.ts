import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import { isObject } from '../../../../shared/values';
import {
	avatar,
	flag,
	json,
	jsonList,
	pick,
	portalId,
	text,
	type Field,
} from '../../../../shared/vocabulary';
import { brandedLayout, LAYOUT } from '../../account/parts/layout';

const isTexts = (value: unknown) =>
	Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const csatConfig = json('csat_config', {
	label: 'CSAT Config',
	hint: 'Object of display_type (emoji or star), message, button_text, language and survey_rules { operator: contains or does_not_contain, values: list of labels }. An update puts the default in place of what is left out.',
});

/** The service stores all of it unseen. */
const csat: Field = {
	...csatConfig,
	convert: (value, reading) => {
		const config = csatConfig.convert(value, reading) as IDataObject;
		const { display_type: display = 'emoji', survey_rules: rules = {} } = config;
		if (Object.keys(config).length === 0) throw new BadInput('cannot be emptied');
		if (!['emoji', 'star'].includes(String(display)))
			throw new BadInput('needs emoji or star as display_type');
		if (!isObject(rules)) throw new BadInput('needs survey_rules as an object');
		const { operator = 'contains', values = [] } = rules;
		if (!['contains', 'does_not_contain'].includes(String(operator)))
			throw new BadInput('needs contains or does_not_contain as operator of survey_rules');
		if (!isTexts(values)) throw new BadInput('needs values of survey_rules as a list of labels');
		return config;
	},
};

const assignmentConfig = json('auto_assignment_config', {
	edition: 'enterprise',
	hint: 'Object such as { "max_assignment_limit": 5 }: the most open conversations of an agent',
	// null for the whole is ignored.
	clear: { max_assignment_limit: null },
});

/** Digits that are text would be stored as text. */
const assignment: Field = {
	...assignmentConfig,
	convert: (value, reading) => {
		const config = assignmentConfig.convert(value, reading) as IDataObject;
		const { max_assignment_limit: limit } = config;
		if (limit === null) return config;
		if (!/^[1-9]\d*$/.test(String(limit)))
			throw new BadInput('needs max_assignment_limit as a whole number from 1');
		return { ...config, max_assignment_limit: Number(limit) };
	},
};

/** What a create and an update share. */
export const settings = (): Field[] => [
	avatar(),
	flag('greeting_enabled', { hint: 'Whether the greeting is sent' }),
	text('greeting_message', {
		hint: 'Sent when a contact starts a conversation',
		max: 10000,
		rows: 3,
		clear: null,
	}),
	flag('enable_email_collect', {
		label: 'Ask for E-Mail',
		hint: 'Whether visitors of the website are asked for their e-mail address',
		default: true,
	}),
	flag('csat_survey_enabled', {
		label: 'CSAT Survey Enabled',
		hint: 'Whether contacts are asked how satisfied they are',
	}),
	csat,
	flag('enable_auto_assignment', {
		label: 'Auto Assignment Enabled',
		hint: 'Whether new conversations are assigned to members automatically',
		default: true,
	}),
	assignment,
	flag('working_hours_enabled', { hint: 'Whether working hours apply' }),
	text('out_of_office_message', {
		label: 'Out-of-Office Message',
		hint: 'Sent outside the working hours',
		max: 10000,
		rows: 3,
		clear: null,
	}),
	text('timezone', {
		label: 'Time Zone',
		placeholder: 'e.g. Europe/Berlin',
		hint: 'Zone of the working hours, as an IANA name',
	}),
	flag('allow_messages_after_resolved', {
		hint: 'Whether contacts may write into a resolved conversation',
		default: true,
	}),
	flag('lock_to_single_conversation', {
		hint: 'Whether a contact has one conversation only, which is opened again',
	}),
	portalId('portal_id', { label: 'Portal', clear: null }),
	pick(
		'sender_name_type',
		{ friendly: 'Friendly', professional: 'Professional' },
		{ hint: 'Sender of e-mails: Friendly names the agent, too, Professional the business alone' },
	),
	text('business_name', { hint: 'Name in e-mails', clear: null }),
];

export const emailLayout = (): Field =>
	brandedLayout({
		feature: 'Branded Email Templates',
		since: '4.16',
		clear: null,
		hint: `In e-mail inboxes alone. ${LAYOUT}.`,
	});

const DAY = /^[0-6]$/;
const TIMES: Array<[string, RegExp, string]> = [
	['open_hour', /^(1?\d|2[0-3])$/, '0 to 23'],
	['open_minutes', /^[1-5]?\d$/, '0 to 59'],
	['close_hour', /^(1?\d|2[0-3])$/, '0 to 23'],
	['close_minutes', /^[1-5]?\d$/, '0 to 59'],
];

/** A day with all that the service needs: of a day that lacks something it changes nothing. */
function day(row: Record<string, unknown>, { number }: { number: number }) {
	const {
		day_of_week: dayOfWeek,
		closed_all_day: closed = false,
		open_all_day: open = false,
		...others
	} = row;
	const entry = `entry ${number}`;
	if (!DAY.test(String(dayOfWeek)))
		throw new BadInput(`${entry} needs day_of_week from 0 (Sunday) to 6`);
	for (const value of [closed, open])
		if (typeof value !== 'boolean')
			throw new BadInput(`${entry} needs closed_all_day and open_all_day as true or false`);
	if (closed && open) throw new BadInput(`${entry} has both closed_all_day and open_all_day`);
	const flags = { closed_all_day: closed, open_all_day: open };
	const weekday = { day_of_week: Number(dayOfWeek) };
	if (closed || open) return { ...weekday, ...flags };
	const times = TIMES.map(([name, pattern, range]) => {
		if (pattern.test(String(others[name]))) return [name, Number(others[name])] as const;
		throw new BadInput(`${entry} needs ${name} from ${range}, or closed_all_day or open_all_day`);
	});
	const [openHour, openMinutes, closeHour, closeMinutes] = times.map(([, value]) => value);
	if (closeHour * 60 + closeMinutes <= openHour * 60 + openMinutes)
		throw new BadInput(`${entry} closes before it opens`);
	return { ...weekday, ...Object.fromEntries(times), ...flags };
}

const days = jsonList('working_hours', {
	check: day,
	hint: 'List of days: { day_of_week, open_hour, open_minutes, close_hour, close_minutes }, or { day_of_week, closed_all_day: true }, or { day_of_week, open_all_day: true }. 0 is Sunday. Days left out keep their hours.',
});

export const workingHours = (): Field => ({
	...days,
	convert: (value, reading) => {
		const rows = days.convert(value, reading) as IDataObject[];
		if (rows.length === 0) throw new BadInput('cannot be emptied');
		const weekdays = rows.map(({ day_of_week: weekday }) => weekday);
		const twice = weekdays.find((weekday, index) => weekdays.indexOf(weekday) !== index);
		if (twice !== undefined) throw new BadInput(`has day_of_week ${String(twice)} twice`);
		return rows;
	},
});
