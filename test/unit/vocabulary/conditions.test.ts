import { type IDataObject } from 'n8n-workflow';
import { KEYS, type Kind } from '../../../nodes/shared/vocabulary';
import { allRecordings, releases, type Release } from '../../../truth/recordings';
import rules from '../../../truth/rules.json';
import { sent } from '../../support/sent';

/** Fields where rows stand in place of JSON: the rows ask for what the JSON asks for. */

type Condition = {
	attribute_key: string;
	filter_operator: string;
	values: unknown[] | { from: unknown[]; to: unknown[] };
	query_operator: string | null;
	custom_attribute_type?: string;
};

/** Names of the cells with values of an attribute; others are typed as a text. */
const CELLS: Record<string, string> = {
	...{ status: 'statuses', priority: 'priorities', message_type: 'message_types' },
	...{ assignee_id: 'agents', team_id: 'teams', inbox_id: 'inboxes', labels: 'labels' },
	...{ campaign_id: 'campaigns', contact_id: 'contacts', display_id: 'conversations' },
	...{ blocked: 'is', private_note: 'is', created_at: 'date', last_activity_at: 'date' },
};

/** A value of each attribute. */
const SAMPLES: Record<string, unknown[]> = {
	...{ status: ['open'], priority: ['high'], message_type: ['incoming'], labels: ['vip'] },
	...{ assignee_id: [7], team_id: [3], inbox_id: [2], campaign_id: [4], contact_id: [5] },
	...{ display_id: [125], blocked: [true], private_note: [false] },
	...{ created_at: ['2026-10-01'], last_activity_at: ['2026-10-01'] },
	...{ email: ['ann@example.com'], phone_number: ['+4915112345678'], country_code: ['DE'] },
};

const CUSTOM: Record<string, { cell: string; sample: unknown }> = {
	text: { cell: 'value', sample: 'Köln, "Süd"' },
	number: { cell: 'number', sample: 42 },
	date: { cell: 'date', sample: '2026-10-01' },
	list: { cell: 'value', sample: 'gold' },
	checkbox: { cell: 'is', sample: true },
};

/** What the operator compares an attribute with. */
function valuesFor(key: string, operator: string, custom?: string): Condition['values'] {
	if (/present$/.test(operator)) return [];
	if (operator === 'days_before') return [7];
	const samples = custom ? [CUSTOM[custom].sample] : (SAMPLES[key] ?? ['Straße']);
	if (operator === 'attribute_changed') return { from: samples, to: samples };
	if (/contain/.test(operator) && key === 'display_id') return ['12'];
	return samples;
}

/** A condition as a row of the panel. */
function rowOf(condition: Condition, custom?: string): IDataObject {
	const { attribute_key, filter_operator, values, query_operator } = condition;
	const { custom_attribute_type: model } = condition;
	const isTyped = /contain|starts_with/.test(filter_operator);
	const cell = custom ? CUSTOM[custom].cell : isTyped ? 'value' : (CELLS[attribute_key] ?? 'value');
	const cells =
		'from' in values
			? { [`from_${cell}`]: values.from, [`to_${cell}`]: values.to }
			: filter_operator === 'days_before'
				? { days: values[0] }
				: values.length
					? { [cell]: values.length > 1 || cell.endsWith('s') ? values : values[0] }
					: {};
	return {
		...(model ? { attribute: `${model}_${custom}`, attribute_key } : { attribute: attribute_key }),
		filter_operator,
		...(cells as IDataObject),
		query_operator: query_operator?.toLowerCase() ?? 'or',
	};
}

/** Where each kind of conditions is sent, and with what else. */
const SENT: Record<Kind, { operation: string; name: string; more: IDataObject; path: RegExp }> = {
	contact: { operation: 'contact.filter', name: 'payload', more: {}, path: /contacts\/filter/ },
	conversation: {
		operation: 'conversation.filter',
		name: 'payload',
		more: {},
		path: /conversations\/filter/,
	},
	rule: {
		operation: 'automationRule.create',
		name: 'conditions',
		more: {
			name: 'A rule',
			event_name: 'conversation_updated',
			specify_actions: 'json',
			actions: [{ action_name: 'add_label', action_params: ['vip'] }],
		},
		path: /automation_rules/,
	},
};

/** The same conditions as rows and as JSON. */
async function bothWays(release: Release, kind: Kind, conditions: Array<[Condition, string?]>) {
	const { operation, name, more, path } = SENT[kind];
	const list = conditions.map(([condition]) => condition);
	const entries = conditions.map(([condition, custom]) => rowOf(condition, custom));
	const as = async (parameters: IDataObject) =>
		await sent(release, operation, { ...more, ...parameters }, path);
	return {
		rows: await as({ [`${name}_rows`]: { conditions: entries } }),
		json: await as({ [`specify_${name}`]: 'json', [name]: list as unknown as IDataObject[] }),
	};
}

/** Every attribute with every operator that its rows offer. */
const combinations = (kind: Kind): Array<[Condition, string?]> => [
	...Object.entries(KEYS[kind]).flatMap(([key, operators]: [string, string[]]) =>
		operators.map((operator): [Condition] => [
			{
				attribute_key: key,
				filter_operator: operator,
				values: valuesFor(key, operator),
				query_operator: null,
			},
		]),
	),
	...(kind === 'rule'
		? ['contact_attribute', 'conversation_attribute']
		: [`${kind}_attribute`]
	).flatMap((model) => {
		const known = rules.automation.conditions.find(({ label }) => label === 'Custom attribute');
		const operators = known?.operators as Record<string, string[]>;
		return Object.keys(CUSTOM).flatMap((custom) =>
			operators[custom].map((operator): [Condition, string] => [
				{
					attribute_key: 'own',
					filter_operator: operator,
					values: valuesFor('own', operator, custom),
					query_operator: null,
					custom_attribute_type: model,
				},
				custom,
			]),
		);
	}),
];

/** Conditions that the service was seen to refuse or to fail on, one by itself: key, operator, value. */
const refusals = (release: Release, kind: Kind) =>
	new Set(
		allRecordings(release)
			.filter(
				({ as, request, response }) =>
					as === 'admin' && response.status >= 400 && SENT[kind].path.test(request.path),
			)
			.map(({ request }) => (request.body as IDataObject)?.[SENT[kind].name])
			.filter(
				(list): list is Condition[] =>
					Array.isArray(list) && list.length === 1 && !(list as Condition[])[0].query_operator,
			)
			.map(([{ attribute_key, filter_operator, values }]) =>
				JSON.stringify([attribute_key, filter_operator, values]),
			),
	);

describe.each(releases)('conditions on %s', (release) => {
	test.each(Object.keys(KEYS) as Kind[])(
		'rows of every attribute and operator ask for what JSON asks for: %s',
		async (kind) => {
			const refused = refusals(release, kind);
			for (const [condition, custom] of combinations(kind)) {
				const { rows, json: typed } = await bothWays(release, kind, [[condition, custom]]);
				expect({ condition, ...rows }).toEqual({ condition, ...typed });
				const [lastCondition] = ((rows.body?.[SENT[kind].name] ?? []) as Condition[]).slice(-1);
				if (!lastCondition) expect(rows.refused).toMatch(/\(this server runs/);
				else
					expect(refused).not.toContain(
						JSON.stringify([
							lastCondition.attribute_key,
							lastCondition.filter_operator,
							lastCondition.values,
						]),
					);
			}
		},
		120_000,
	);
});

const open: Condition = {
	attribute_key: 'status',
	filter_operator: 'equal_to',
	values: ['open'],
	query_operator: 'and',
};

const customCondition: Condition = {
	attribute_key: 'plan',
	filter_operator: 'contains',
	values: ['pro'],
	query_operator: 'or',
	custom_attribute_type: 'conversation_attribute',
};

const assigned: Condition = {
	attribute_key: 'assignee_id',
	filter_operator: 'equal_to',
	values: [7, 8],
	query_operator: null,
};

describe('several conditions', () => {
	test('are joined with the next one, the last with none', async () => {
		const both = await bothWays('4.16', 'conversation', [
			[open],
			[customCondition, 'text'],
			[assigned],
		]);
		expect(both.rows).toEqual(both.json);
		const payload = both.rows.body?.payload as Condition[];
		expect(payload.map(({ query_operator: joint }) => joint)).toEqual(['and', 'or', null]);
		expect(payload[2].values).toEqual(['7', '8']);
	});

	test.each<[string, IDataObject[], string]>([
		[
			'an attribute that is none',
			[rowOf(open), { attribute: 'nope' }],
			'Conditions entry 2: Attribute must be one of status, ',
		],
		[
			'an operator that the attribute does not take',
			[{ ...rowOf(open), filter_operator: 'contains' }],
			'Conditions entry 1: Operator must be one of equal_to, not_equal_to',
		],
		[
			'no value',
			[rowOf(open), { ...rowOf(open), statuses: [] }],
			'Conditions entry 2: Value: Statuses is empty: choose at least one',
		],
		[
			'an attribute without a name',
			[{ attribute: 'conversation_attribute_text', filter_operator: 'is_present' }],
			'Conditions entry 1: Attribute Name is empty: fill it in',
		],
		[
			'a word where a number belongs',
			[{ ...rowOf(customCondition, 'number'), filter_operator: 'equal_to', number: 'many' }],
			'Conditions entry 1: Value: Number must be a number',
		],
		[
			'what finds all without a value beside others',
			[
				rowOf(open),
				rowOf(
					{ ...customCondition, filter_operator: 'not_equal_to', query_operator: null },
					'text',
				),
			],
			'Conditions entry 2: plan with not_equal_to matches every record without a value',
		],
	])('%s is refused', async (_, entries, words) => {
		const { operation, path } = SENT.conversation;
		const parameters = { payload_rows: { conditions: entries } };
		const { refused } = await sent('4.16', operation, parameters, path);
		expect(refused).toContain(words);
	});
});

type Action = { action_name: string; action_params: unknown[] };

/** Each action of the table, and its row. */
const ACTIONS: Array<[Action, IDataObject, of?: 'rule' | 'macro']> = [
	...['send_message', 'add_private_note'].map((name): [Action, IDataObject] => [
		{ action_name: name, action_params: ['Hello {{contact.name}}'] },
		{ action: name, message: 'Hello {{contact.name}}' },
	]),
	...['add_label', 'remove_label'].map((name): [Action, IDataObject] => [
		{ action_name: name, action_params: ['vip', 'größe'] },
		{ action: name, labels: ['vip', 'größe'] },
	]),
	...['resolve_conversation', 'snooze_conversation', 'mute_conversation'].map(
		(name): [Action, IDataObject] => [{ action_name: name, action_params: [] }, { action: name }],
	),
	[
		{ action_name: 'send_attachment', action_params: ['id'] },
		{ action: 'send_attachment', blob_id: 'id' },
	],
	[
		{ action_name: 'assign_agent', action_params: [7] },
		{ action: 'assign_agent', agent_id: { __rl: true, mode: 'list', value: '7' } },
	],
	[
		{ action_name: 'assign_agent', action_params: ['last_responding_agent'] },
		{ action: 'last_responding_agent' },
	],
	[{ action_name: 'assign_agent', action_params: ['nil'] }, { action: 'no_agent' }],
	[{ action_name: 'assign_agent', action_params: ['self'] }, { action: 'self' }, 'macro'],
	[
		{ action_name: 'assign_team', action_params: [3] },
		{ action: 'assign_team', team_id: 3 },
	],
	[{ action_name: 'assign_team', action_params: ['nil'] }, { action: 'no_team' }],
	[
		{ action_name: 'change_status', action_params: ['pending'] },
		{ action: 'change_status', status: 'pending' },
	],
	[
		{ action_name: 'change_priority', action_params: ['urgent'] },
		{ action: 'change_priority', priority: 'urgent' },
	],
	[{ action_name: 'change_priority', action_params: ['nil'] }, { action: 'no_priority' }],
	[
		{ action_name: 'send_webhook_event', action_params: ['https://hooks.example/a'] },
		{ action: 'send_webhook_event', url: 'https://hooks.example/a' },
	],
	[
		{ action_name: 'send_email_transcript', action_params: ['a@x.example,b@y.example'] },
		{ action: 'send_email_transcript', addresses: 'a@x.example,b@y.example' },
	],
	[
		{ action_name: 'open_conversation', action_params: [] },
		{ action: 'open_conversation' },
		'rule',
	],
	[
		{ action_name: 'send_email_to_team', action_params: [{ team_ids: [3], message: 'Look' }] },
		{ action: 'send_email_to_team', team_ids: [3], message: 'Look' },
		'rule',
	],
	[{ action_name: 'add_sla', action_params: [4] }, { action: 'add_sla', sla_policy_id: 4 }, 'rule'],
];

describe.each([
	['rule', 'automationRule.create', { event_name: 'message_created', conditions_rows: {} }],
	['macro', 'macro.create', { visibility: 'personal' }],
] as const)('actions of a %s', (of, operation, more) => {
	const table = ACTIONS.filter(([, , only = of]) => only === of);

	test('rows ask for what JSON asks for', async () => {
		const as = async (parameters: IDataObject) =>
			await sent('4.16', operation, { name: 'One', ...more, ...parameters }, /(rules|macros)$/);
		const typed = await as({
			specify_actions: 'json',
			actions: table.map(([action]) => action) as unknown as IDataObject[],
		});
		const rows = await as({ actions_rows: { actions: table.map(([, row]) => row) } });
		expect(rows).toEqual(typed);
		expect(rows.body?.actions).toHaveLength(table.length);
	});

	test('every action that the service is known to take has a row', () => {
		const known = rules[of === 'rule' ? 'automation' : 'macros'].actions.map(({ name }) => name);
		// In place of these, which are newer, rows have what older releases know, too.
		const newer = ['remove_assigned_agent', 'remove_assigned_team', 'pending_conversation'];
		const offered = new Set([...table.map(([{ action_name: name }]) => name), ...newer]);
		expect(known.filter((name) => !offered.has(name))).toEqual([]);
	});

	test.each<[string, IDataObject, string]>([
		['an action that is none', { action: 'do_magic' }, 'Actions entry 2: Action must be one of '],
		['no agent', { action: 'assign_agent' }, 'Actions entry 2: Agent is empty: fill it in'],
		[
			'no label',
			{ action: 'add_label', labels: [] },
			'Actions entry 2: Label Names or IDs is empty',
		],
	])('%s is refused', async (_, row, words) => {
		const actions_rows = { actions: [{ action: 'mute_conversation' }, row] };
		const { refused } = await sent('4.16', operation, { name: 'One', ...more, actions_rows }, /./);
		expect(refused).toContain(words);
	});
});

describe('in a collection rows stand beside JSON', () => {
	const update = async (update_fields: IDataObject) =>
		await sent('4.16', 'automationRule.update', { automation_rule_id: 5, update_fields }, /\/5$/);
	const conditions_rows = { conditions: [rowOf({ ...open, query_operator: null })] };
	const list = [{ ...open, query_operator: null }];

	test('either counts', async () => {
		expect(await update({ conditions_rows })).toEqual(await update({ conditions: list }));
	});

	test.each<[string, IDataObject, string]>([
		[
			'both at once',
			{ conditions_rows, conditions: list },
			'Conditions (JSON) is also set as rows: remove one of them',
		],
		['rows that nobody filled in', { conditions_rows: {} }, 'Conditions is empty: fill it in'],
		['actions that nobody filled in', { actions_rows: {} }, 'Actions is empty: fill it in'],
	])('%s is refused', async (_, fields, words) => {
		expect((await update(fields)).refused).toContain(words);
	});
});
