import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { versionOf, type Release } from '../../../truth/recordings';
import { onEachRelease } from '../../support/releases';
import { json, runAt } from '../../support/run';
import { listen } from '../../support/server';

/** What each release takes of conditions and actions, found by rules and filters that really ran. */
const TABLE = JSON.parse(readFileSync(join(__dirname, '../../../truth/rules.json'), 'utf8')) as {
	automation: { conditions: Condition[]; actions: Action[] };
	macros: { actions: Action[]; not_allowed: string[] };
	filters: Record<'contact' | 'conversation', Filter[]>;
};

interface Condition {
	key: string;
	operators: string[] | Record<string, string[]>;
	value_form: { options?: unknown[] };
	releases: string;
}

interface Action {
	name: string;
	params: { form: string; options?: unknown[]; special?: Record<string, string> };
	releases: string;
}

interface Filter {
	key: string;
	operators_4_10: string[];
	operators_4_16: string[];
}

jest.setTimeout(60_000);

const OPERATORS = [
	...['equal_to', 'not_equal_to', 'contains', 'does_not_contain', 'is_present', 'is_not_present'],
	...['is_greater_than', 'is_less_than', 'days_before', 'starts_with', 'attribute_changed'],
];

const SAMPLES: Record<string, unknown> = {
	status: 'open',
	priority: 'high',
	...{ assignee_id: 5, team_id: '5', inbox_id: 5, contact_id: '5', display_id: 5, campaign_id: 5 },
	phone_number: '+49170',
	country_code: 'DE',
	message_type: 'incoming',
	...{ blocked: true, private_note: 'false' },
};

function valuesFor(key: string, operator: string): unknown {
	const sample = SAMPLES[key] ?? 'vip';
	if (operator.endsWith('present')) return [];
	if (operator === 'attribute_changed') return { from: [sample], to: [sample] };
	if (operator === 'days_before') return [7];
	return operator.startsWith('is_') ? ['2026-01-31'] : [sample];
}

interface Sent {
	attribute_key: string;
	filter_operator: string;
	action_name: string;
	action_params: unknown[];
}

/** What becomes of what arrives: `refused` is told with 422, `silent` and `500` are faults. */
type Verdict = 'done' | 'refused' | 'silent' | '500';
type Outcome = Verdict | 'not sent';

type Fields = Record<string, unknown>;

/**
 * Runs items, each with fields of its own, against a service of this release.
 * @param judge what the service does with a condition or an action
 * @returns what became of each item, and what arrived of it
 */
async function outcomes(
	release: Release,
	operation: string,
	items: Fields[],
	judge: (sent: Sent) => Verdict,
): Promise<Array<[Outcome, Record<string, Sent[]>?]>> {
	const found: Array<[Outcome, Record<string, Sent[]>?]> = items.map(() => ['not sent']);
	const server = await listen(({ method, path, body }) => {
		if (path === '/api') return json({ version: versionOf(release) });
		// The reason of an empty list.
		if (method === 'GET') return json({ error: 'Not found' }, 404);
		const sent = JSON.parse(body.toString()) as Record<string, Sent[]>;
		const rows = sent.payload ?? [...(sent.conditions ?? []), ...sent.actions];
		const verdict = rows.map(judge).find((one) => one !== 'done') ?? 'done';
		found[Number(/accounts\/(\d+)/.exec(path)?.[1]) - 1] = [verdict, sent];
		if (verdict === 'refused') return json({ error: 'Refused' }, 422);
		if (verdict === '500') return json({ error: 'Internal Server Error' }, 500);
		return json(
			sent.payload
				? { payload: [], meta: { count: 0, all_count: 0 } }
				: { payload: { ...sent, id: 1 } },
		);
	});
	try {
		const names = Object.keys(items[0]);
		const { items: outputs, error } = await runAt(
			server.url,
			operation,
			{
				account_id: '={{ $itemIndex + 1 }}',
				...Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`])),
			},
			{
				items: items.map((fields) => ({ json: fields as never })),
				onError: 'continueRegularOutput',
			},
		);
		if (error) throw error;
		// Whatever the service or the node refuses is told.
		for (const [index, [outcome]] of found.entries()) {
			const isRefused = outputs.some(
				({ pairedItem, json: row }) => (pairedItem as { item: number }).item === index && row.error,
			);
			expect([items[index], outcome, isRefused]).toEqual([
				items[index],
				outcome,
				/refused|not sent|500/.test(outcome),
			]);
		}
		return found;
	} finally {
		await server.close();
	}
}

const has = (releases: string, release: Release) =>
	releases === 'both' || releases.startsWith(release);

const row = (key: string, operator: string, more: Fields = {}): Fields => ({
	attribute_key: key,
	filter_operator: operator,
	values: valuesFor(key, operator),
	query_operator: null,
	...more,
});

describe.each(['contact', 'conversation'] as const)('of %ss', (kind) => {
	onEachRelease(
		`takes in filters of ${kind}s what the release takes of each key`,
		async (release) => {
			const column = release === '4.10' ? 'operators_4_10' : 'operators_4_16';
			const keys = new Map(TABLE.filters[kind].map((entry) => [entry.key, entry[column]]));
			const judge = ({ attribute_key: key, filter_operator: operator }: Sent): Verdict => {
				// The service takes it for equality.
				if (operator === 'starts_with') return 'silent';
				if (operator === 'days_before') return release === '4.16' ? '500' : 'done';
				return keys.get(key)?.includes(operator) ? 'done' : 'refused';
			};
			const combinations = [...keys].flatMap(([key, allowed]) =>
				OPERATORS.map((operator) => ({ key, operator, allowed })),
			);
			const found = await outcomes(
				release,
				`${kind}.filter`,
				combinations.map(({ key, operator }) => ({ sort: 'name', payload: [row(key, operator)] })),
				judge,
			);
			for (const [index, { key, operator, allowed }] of combinations.entries()) {
				const dated = allowed.includes('is_less_than') && operator === 'days_before';
				// A key that the release lacks is refused by it, or has another name there.
				const right: Outcome[] =
					allowed.includes(operator) || dated
						? ['done']
						: allowed.length
							? ['not sent']
							: ['not sent', 'refused', 'done'];
				const [outcome] = found[index];
				expect([key, operator, right]).toEqual([key, operator, expect.arrayContaining([outcome])]);
			}
		},
	);
});

const rule = (fields: Fields): Fields => ({
	name: 'Rule',
	event_name: 'conversation_updated',
	conditions: '[]',
	actions: [{ action_name: 'add_label', action_params: ['vip'] }],
	...fields,
});

/** Stored by every release, and without effect ever after. */
const SILENT: Fields[] = [
	{ ...row('labels', 'equal_to'), values: ['a', 'b'] },
	{ ...row('private_note', 'equal_to'), values: [true, false] },
	{ ...row('country_code', 'equal_to'), values: ['de'] },
	{ ...row('email', 'equal_to'), values: ['Ann@example.com'] },
	{ ...row('phone_number', 'starts_with'), values: ['49'] },
	{ ...row('status', 'attribute_changed'), values: { from: [], to: ['open'] } },
	{ ...row('team_id', 'attribute_changed'), values: { from: [null], to: [5] } },
	{ ...row('team_id', 'attribute_changed'), values: ['open'] },
	{ ...row('status', 'equal_to'), values: 'open' },
	row('plan', 'starts_with'),
	row('plan', 'equal_to', { custom_attribute_type: 'contact' }),
];

onEachRelease(
	'takes in rules the conditions that the release acts on, and no other',
	async (release) => {
		const isCustom = ({ key }: Condition) => key.startsWith('<');
		const { conditions } = TABLE.automation;
		const known = conditions.filter(({ releases }) => has(releases, release));
		const keysOf = ({ key }: Condition) => key.split(' | ');
		const operatorsOf = (key: string) =>
			known
				.filter((entry) => keysOf(entry).includes(key))
				.flatMap(({ operators }) => operators as string[]);
		const judge = ({
			attribute_key: key,
			filter_operator: operator,
			action_name,
		}: Sent): Verdict => {
			if (action_name || key === 'plan') return 'done';
			if (key === 'company') return 'silent';
			if (operatorsOf(key).length === 0) return 'refused';
			return operatorsOf(key).includes(operator) ? 'done' : 'silent';
		};

		const wanted: Array<[condition: Fields, right: Outcome[]]> = [];
		for (const key of new Set(conditions.filter((entry) => !isCustom(entry)).flatMap(keysOf)))
			for (const operator of OPERATORS) {
				const currentKey = key === 'company' ? 'company_name' : key;
				const lacks = operatorsOf(currentKey).length === 0;
				wanted.push([
					row(key, operator),
					lacks
						? ['not sent', 'refused']
						: [operatorsOf(currentKey).includes(operator) ? 'done' : 'not sent'],
				]);
			}
		for (const { key, value_form } of known)
			for (const value of value_form.options ?? []) {
				wanted.push([row(key, 'equal_to', { values: [value] }), ['done']]);
				for (const wrong of ['nonsense', 0, null])
					wanted.push([row(key, 'equal_to', { values: [wrong] }), ['not sent']]);
			}
		for (const { operators } of known.filter(isCustom))
			for (const operator of Object.values(operators).flat() as string[])
				for (const custom_attribute_type of ['contact_attribute', 'conversation_attribute'])
					wanted.push([row('plan', operator, { custom_attribute_type }), ['done']]);
		for (const condition of SILENT) wanted.push([condition, ['not sent']]);

		const items = wanted.map(([condition]) => rule({ conditions: [condition] }));
		const elsewhere = { conditions: [row('status', 'attribute_changed')] };
		items.push(rule({ ...elsewhere, event_name: 'conversation_created' }));
		wanted.push([elsewhere, ['not sent']]);
		const found = await outcomes(release, 'automationRule.create', items, judge);
		for (const [index, [condition, right]] of wanted.entries())
			expect([condition, right]).toEqual([condition, expect.arrayContaining([found[index][0]])]);
	},
);

test.each([
	['equal_to', '0049 (0)151 12345678', '+4915112345678'],
	['equal_to', '55 11 8123-0274', '+551181230274'],
	['starts_with', '+49 (151)', '+49151'],
	['contains', '151 123', '151123'],
])('a rule stores the phone number of %s %s as %s', async (operator, written, stored) => {
	const conditions = [row('phone_number', operator, { values: [written] })];
	const items = [rule({ conditions })];
	const [[, sent]] = await outcomes('4.16', 'automationRule.create', items, () => 'done');
	expect(sent?.conditions).toMatchObject([{ values: [stored] }]);
});

test('of a change ids go out as numbers, and searched numbers as texts', async () => {
	const conditions = [
		row('team_id', 'attribute_changed', { query_operator: 'and' }),
		row('content', 'equal_to', { query_operator: 'and', values: [5] }),
		row('plan', 'contains', { query_operator: 'and', values: [5] }),
		row('plan', 'is_less_than', { query_operator: 'and', values: [5] }),
		row('inbox_id', 'equal_to'),
	];
	const items = [rule({ conditions })];
	const [[, sent]] = await outcomes('4.16', 'automationRule.create', items, () => 'done');
	expect(sent?.conditions).toMatchObject(
		[{ from: [5], to: [5] }, ['5'], ['5'], [5], [5]].map((values) => ({ values })),
	);
});

/** Parameters that the table says are done. */
function rightParams({ name, params }: Action, release: Release): unknown[][] {
	const { form, options, special = {} } = params;
	if (form === '[]') return [[]];
	const named = Object.entries(special)
		.filter(([key, words]) => !`${key} ${words}`.includes('macros only'))
		.filter(([key]) => release === '4.16' || !key.includes('4.16 only'))
		.map(([key]) => /^"(\w+)"/.exec(key)?.[1]);
	const samples: Record<string, unknown> = {
		send_webhook_event: 'https://example.com/x',
		send_email_to_team: { team_ids: [5], message: 'Look' },
	};
	const plain = form === '[id]' ? 5 : (samples[name] ?? 'vip');
	return [...(options ?? [plain]), ...named].map((value) => [value]);
}

/** What the table calls wrong: stored, and then the action does nothing, or something else. */
const WRONG: Record<string, unknown[]> = {
	send_message: ['Text', [], [''], ['a', 'b']],
	add_private_note: ['Text', [], [''], ['a', 'b']],
	add_label: [[]],
	remove_label: ['vip', []],
	assign_agent: [['Ann'], [], ['0'], [5, 6]],
	assign_team: [['Sales'], [5, 6]],
	change_status: [['nonsense'], 'open', []],
	change_priority: [['nonsense'], 'high'],
	send_webhook_event: [['example.com'], []],
	send_attachment: [undefined, []],
	send_email_transcript: [[], ['a@x.example', 'b@x.example']],
	add_sla: [['gold'], []],
};

onEachRelease(
	'takes in rules and macros the actions that the release does, and no other',
	async (release) => {
		for (const [operation, actions] of [
			['automationRule.create', TABLE.automation.actions],
			['macro.create', TABLE.macros.actions],
		] as const) {
			const done = new Set(
				actions.filter(({ releases }) => has(releases, release)).map(({ name }) => name),
			);
			const wanted: Array<[action_name: string, action_params: unknown, right: Outcome]> = [];
			for (const action of actions) {
				for (const params of rightParams(action, release))
					wanted.push([action.name, params, done.has(action.name) ? 'done' : 'refused']);
				for (const params of WRONG[action.name] ?? [])
					wanted.push([action.name, params, 'not sent']);
			}
			if (operation === 'macro.create')
				for (const name of TABLE.macros.not_allowed) wanted.push([name, [5], 'refused']);
			else wanted.push(['assign_agent', ['self'], 'not sent']);
			const found = await outcomes(
				release,
				operation,
				wanted.map(([action_name, action_params]) => ({
					...rule({ actions: [{ action_name, action_params }] }),
					visibility: 'global',
				})),
				({ action_name: name }) => (name === undefined || done.has(name) ? 'done' : 'refused'),
			);
			for (const [index, [name, params, right]] of wanted.entries()) {
				const [outcome, sent] = found[index];
				expect([name, params, outcome]).toEqual([name, params, right]);
				if (right === 'done') expect(sent?.actions[0].action_params).toEqual(params);
			}
		}
	},
);
