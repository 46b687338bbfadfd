import type { IDataObject } from 'n8n-workflow';
import { BadInput } from '../../../../shared/faults';
import {
	avatar,
	besideJson,
	flag,
	integer,
	json,
	pick,
	portalId,
	text,
	type Field,
} from '../../../../shared/vocabulary';
import { brandedLayout, LAYOUT } from '../../account/parts/layout';
import { csat } from './csat';

const assignmentConfig = json('auto_assignment_config', {
	edition: 'enterprise',
	hint: 'Maximum number of open conversations per agent',
	// The service ignores null for the whole object.
	clear: { max_assignment_limit: null },
});

/** Sends a number: the service would store digits in a text as text. */
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

const mostOpen = integer('max_assignment_limit', {
	range: [1, Infinity],
	as: 'auto_assignment_config',
	edition: 'enterprise',
	hint: 'Maximum number of open conversations per agent',
});

const mostAssigned = (): Field[] =>
	besideJson(
		{
			...mostOpen,
			form: '{ max_assignment_limit: number }',
			convert: (value, reading) => ({ max_assignment_limit: mostOpen.convert(value, reading) }),
		},
		assignment,
	);

/** The fields that a create and an update share. */
export const settings = (): Field[] => [
	...avatar(),
	flag('greeting_enabled', { hint: 'Whether to send the greeting' }),
	text('greeting_message', {
		hint: 'Sent when a contact starts a conversation',
		max: 10000,
		rows: 3,
		clear: null,
	}),
	flag('enable_email_collect', {
		label: 'Ask for Email',
		hint: 'Whether to ask website visitors for their email',
		default: true,
	}),
	flag('csat_survey_enabled', {
		label: 'CSAT Survey Enabled',
		hint: 'Whether to ask contacts how satisfied they are',
	}),
	...csat(),
	flag('enable_auto_assignment', {
		label: 'Auto Assignment Enabled',
		hint: 'Whether new conversations are assigned to members automatically',
		default: true,
	}),
	...mostAssigned(),
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
		hint: 'Time zone of the working hours, e.g. Europe/Berlin',
	}),
	flag('allow_messages_after_resolved', {
		hint: 'Whether contacts can write in a resolved conversation',
		default: true,
	}),
	flag('lock_to_single_conversation', {
		hint: 'Whether each contact has only one conversation, which is reopened',
	}),
	portalId('portal_id', { label: 'Portal', clear: null }),
	pick(
		'sender_name_type',
		{ friendly: 'Friendly', professional: 'Professional' },
		{
			hint: 'Sender of emails. Friendly: agent and business name. Professional: business name only.',
		},
	),
	text('business_name', { hint: 'Business name in emails', clear: null }),
];

export const emailLayout = (): Field =>
	brandedLayout({
		feature: 'Branded Email Templates',
		since: '4.16',
		clear: null,
		hint: `Only for email inboxes. ${LAYOUT}`,
	});
