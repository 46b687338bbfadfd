import { BadInput, mapWithFaults } from '../../faults';
import { emptyText, jsonList, type Field, type Settings } from './fields';

type Row = Record<string, unknown>;
type Takes = Record<string, [pattern: RegExp, words: string, many?: 'many']>;

const SOME: Takes[string] = [/\S/, 'text'];

/** What a parameter must be. Chatwoot stores others with 200, and then always skips the action. */
const TAKES: Takes = {
	assign_agent: [
		/^([1-9]\d*|nil|last_responding_agent)$/,
		'an agent ID, last_responding_agent or nil',
	],
	assign_team: [/^(\d+|nil)$/, 'a team ID or nil'],
	add_sla: [/^[1-9]\d*$/, 'an SLA policy ID'],
	change_status: [/^(open|resolved|pending|snoozed)$/, 'open, resolved, pending or snoozed'],
	change_priority: [/^(low|medium|high|urgent|nil)$/, 'low, medium, high, urgent or nil'],
	send_webhook_event: [/^https?:\/\/\S+$/, 'a URL that begins with http:// or https://'],
	send_message: SOME,
	add_private_note: SOME,
	send_email_transcript: SOME,
	add_label: [/\S/, 'text', 'many'],
	remove_label: [/\S/, 'text', 'many'],
	send_attachment: [/\S/, 'text', 'many'],
};

/** Macros have one more value: the agent who runs the macro. */
const MACRO_TAKES: Takes = {
	...TAKES,
	assign_agent: [
		/^([1-9]\d*|nil|self|last_responding_agent)$/,
		'an agent ID, self, last_responding_agent or nil',
	],
};

/** Turns an id made of digits into a number: Chatwoot ignores ids that are text. */
export const id = (value: unknown) =>
	typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value;

const fits = (takes: Takes) =>
	function action(row: Row, index: number): Row {
		const { action_name: name, action_params: params = [] } = row;
		const place = `entry ${index + 1}`;
		if (typeof name !== 'string' || !name.trim())
			throw new BadInput(`${place}: action_name must be text`);
		if (!Array.isArray(params)) throw new BadInput(`${place}: action_params must be a list`);
		const takesIds = ['assign_agent', 'assign_team', 'add_sla'].includes(name);
		const sent = takesIds ? params.map(id) : params;
		const [pattern, words, many] = Object.hasOwn(takes, name) ? takes[name] : [];
		const isRight = (value: unknown) => typeof value !== 'object' && pattern?.test(String(value));
		if (pattern && !(sent.length && sent.every(isRight)))
			throw new BadInput(`${place}: action_params of ${name} must be ${words}`);
		if (pattern && !many && sent.length > 1)
			throw new BadInput(`${place}: ${name} accepts one value; Chatwoot ignores the others`);
		return { ...row, action_params: sent };
	};

/**
 * The actions of an automation rule or a macro.
 * @param settings.clear if the list may be emptied; otherwise at least one action is required
 */
export const actionList = (of: 'rule' | 'macro', settings: Settings): Field => {
	const check = fits(of === 'macro' ? MACRO_TAKES : TAKES);
	const list = jsonList('actions', { check: (row) => row, ...settings });
	return {
		...list,
		convert: (value, reading) => {
			const rows = list.convert(value, reading) as Row[];
			if (rows.length === 0 && !('clear' in settings)) throw new BadInput(emptyText(list));
			return mapWithFaults(rows, check);
		},
	};
};
