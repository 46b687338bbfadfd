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
	hint: 'The most open conversations of an agent',
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

const mostOpen = integer('max_assignment_limit', {
	range: [1, Infinity],
	as: 'auto_assignment_config',
	edition: 'enterprise',
	hint: 'The most open conversations of an agent',
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
