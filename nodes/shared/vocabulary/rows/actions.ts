import { actionList } from '../fields/actions';
import {
	choice,
	fixed,
	pick,
	text,
	title,
	url,
	type Choice,
	type Field,
	type Part,
	type Settings,
} from '../fields/fields';
import { objectForm } from '../fields/forms';
import { besideJson, rows, specify } from '../fields/members';
import { agent, labels, slaPolicy, team, teams } from '../locators';

/** Actions of automation rules and macros as rows: the action and its parameter. */

type Action = { name: string; parts: Part[] };

/** An action without a parameter, or with a constant one. */
const plain = (name: string, action: string, ...params: string[]): Action => ({
	name,
	parts: [fixed({ action_name: action, action_params: params })],
});

/** An action with one field. */
const withField = (name: string, action: string, field: Field): Action => ({
	name,
	parts: [
		fixed({ action_name: action }),
		{
			...field,
			as: 'action_params',
			list: true,
			convert: (value, reading) => [field.convert(value, reading)].flat(),
		},
	],
});

const message = () =>
	text('message', { rows: 3, hint: 'May contain variables such as {{contact.name}}' });

const states = (name: string, values: string[]) =>
	pick(name, Object.fromEntries(values.map((value) => [value, title(value)])));

const BOTH: Record<string, Action> = {
	send_message: withField('Send Message', 'send_message', message()),
	add_private_note: withField('Add Private Note', 'add_private_note', message()),
	send_attachment: withField(
		'Send File',
		'send_attachment',
		text('blob_id', { label: 'Blob ID', hint: 'Returned by File → Upload' }),
	),
	add_label: withField('Add Labels', 'add_label', labels()),
	remove_label: withField('Remove Labels', 'remove_label', labels()),
	assign_agent: withField('Assign Agent', 'assign_agent', agent()),
	last_responding_agent: plain(
		'Assign Last Responding Agent',
		'assign_agent',
		'last_responding_agent',
	),
	no_agent: plain('Remove Assigned Agent', 'assign_agent', 'nil'),
	assign_team: withField('Assign Team', 'assign_team', team()),
	no_team: plain('Remove Assigned Team', 'assign_team', 'nil'),
	change_status: withField(
		'Change Status',
		'change_status',
		states('status', ['open', 'resolved', 'pending', 'snoozed']),
	),
	change_priority: withField(
		'Change Priority',
		'change_priority',
		states('priority', ['low', 'medium', 'high', 'urgent']),
	),
	no_priority: plain('Remove Priority', 'change_priority', 'nil'),
	resolve_conversation: plain('Resolve', 'resolve_conversation'),
	snooze_conversation: plain('Snooze Until Next Reply', 'snooze_conversation'),
	mute_conversation: plain('Mute (Block Contact)', 'mute_conversation'),
	send_webhook_event: withField('Send Webhook', 'send_webhook_event', url('url')),
	send_email_transcript: withField(
		'Send Transcript by Email',
		'send_email_transcript',
		text('addresses', { hint: 'Email addresses separated by commas' }),
	),
};

/** Actions of automation rules. Chatwoot refuses macros with the additional ones. */
const RULES: Record<string, Action> = {
	...BOTH,
	open_conversation: plain('Open', 'open_conversation'),
	send_email_to_team: {
		name: 'Send Email to Teams',
		parts: [fixed({ action_name: 'send_email_to_team' }), teams('team_ids'), message()],
	},
	add_sla: withField('Add SLA', 'add_sla', slaPolicy()),
};

/** Actions of macros, which can assign the agent who runs them. */
const MACROS: Record<string, Action> = {
	...BOTH,
	self: plain('Assign Whoever Runs the Macro', 'assign_agent', 'self'),
};

type Row = Record<string, unknown>;

/** The parameter of an email to teams is an object. */
const asSent = ({ team_ids, message: words, ...row }: Row): Row =>
	team_ids ? { ...row, action_params: [{ team_ids, message: words }] } : row;

const both = (of: 'rule' | 'macro', settings: Settings): [Field, Field] => {
	const list = actionList(of, settings);
	const members = [choice('action', of === 'rule' ? RULES : MACROS)];
	const typed = rows('actions_rows', members, {
		label: list.property.displayName,
		placeholder: 'Add Action',
		entries: 'actions',
		as: list.as,
		...('clear' in list ? { clear: list.clear } : {}),
		check: asSent,
	});
	const convert: Field['convert'] = (value, reading) =>
		list.convert(typed.convert(value, reading), reading);
	return [{ ...typed, convert, form: `[${objectForm(members, asSent)}]` }, list];
};

/**
 * The actions of an automation rule or a macro, as rows or as JSON, which keeps the name.
 * @param settings of the JSON field
 */
export const actions = (of: 'rule' | 'macro', settings: Settings): Choice =>
	specify(...both(of, settings));

/** Actions inside a collection. */
export const addedActions = (of: 'rule' | 'macro', settings: Settings): Field[] =>
	besideJson(...both(of, settings));
