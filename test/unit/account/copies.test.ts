import type { IDataObject } from 'n8n-workflow';
import { recording, releases, type Release } from '../../../truth/recordings';
import { recorded } from '../../support/faults';
import { json, runAt } from '../../support/run';
import { listen } from '../../support/server';

/** Copies between two accounts, whose records have other ids. */

type Row = IDataObject & { id: number };
type Lists = Record<string, Row[]>;

const SOURCE_ACCOUNT = 5;
const OTHER = 7;

const attributes = (id: number, type = 'number'): Row[] => [
	{
		id,
		attribute_key: 'order_no',
		attribute_model: 'conversation_attribute',
		attribute_display_type: type,
	},
];

/** Two accounts of a server, as far as copies ask for them. What they write is as it was sent. */
class Server {
	/** `POST 7 automation_rules`, and so on. */
	readonly requests: string[] = [];
	readonly bodies: IDataObject[] = [];
	readonly rule: IDataObject;
	readonly source: Lists;
	readonly target: Lists;
	refusal?: { account: number; list: string; op: string; name: string };

	constructor(readonly release: Release) {
		const read = recording('account.automation_rule.get', 'ok', release).response.body;
		this.rule = structuredClone((read as { payload: IDataObject }).payload);
		const { conditions, actions } = this.rule as Record<string, IDataObject[]>;
		const [inbox] = conditions[0].values as number[];
		const [agent] = actions[1].action_params as number[];
		const [{ team_ids }] = actions[2].action_params as Array<{ team_ids: number[] }>;
		this.source = {
			automation_rules: [this.rule as Row],
			macros: [],
			agents: [{ id: agent, name: 'Ann', email: 'ann@acme.example' }],
			teams: [{ id: team_ids[0], name: 'billing' }],
			inboxes: [{ id: inbox, name: 'Büro' }],
			labels: [{ id: 1, title: 'billing' }],
			sla_policies: [{ id: 3, name: 'Gold' }],
			custom_attribute_definitions: attributes(2),
		};
		this.target = {
			automation_rules: [],
			macros: [],
			agents: [
				{ id: 70, name: 'Ann', email: 'bob@acme.example' },
				{ id: 71, name: 'A.', email: 'Ann@acme.example' },
			],
			teams: [{ id: 72, name: 'Billing' }],
			inboxes: [
				{ id: 73, name: 'Website' },
				{ id: 74, name: 'Bu\u0308ro' },
			],
			labels: [{ id: 75, title: 'billing' }],
			sla_policies: [{ id: 76, name: 'Gold' }],
			custom_attribute_definitions: attributes(77),
		};
	}

	private answer(method: string, path: string, query: Array<[string, string]>, sent: IDataObject) {
		if (path.endsWith('/profile')) {
			this.requests.push(`${method} profile`);
			return json({
				accounts: [
					{ id: SOURCE_ACCOUNT, name: 'Acme' },
					{ id: OTHER, name: 'Beta' },
				],
			});
		}
		const [, account, list, id] = /accounts\/(\d+)\/(\w+)(?:\/(\d+))?$/.exec(path) ?? [];
		this.requests.push([method, account, list, id].filter(Boolean).join(' '));
		const { refusal } = this;
		if (refusal?.account === Number(account) && refusal.list === list)
			return recorded(refusal.op, refusal.name, this.release);
		const rows = (Number(account) === SOURCE_ACCOUNT ? this.source : this.target)[list];
		const record = rows.find((row) => row.id === Number(id));
		if (method === 'GET' && id) return json({ payload: record });
		if (method === 'GET') {
			const model = new URLSearchParams(query).get('attribute_model');
			const shown = rows.filter(
				({ attribute_model: attributeModel }) => !model || attributeModel === model,
			);
			const isBare = ['agents', 'teams', 'custom_attribute_definitions'].includes(list);
			return json(isBare ? shown : { payload: shown });
		}
		this.bodies.push(sent);
		if (record) return json({ payload: Object.assign(record, sent) });
		const made = { id: 900 + rows.length, account_id: Number(account), ...sent };
		rows.push(made);
		return json(list === 'macros' ? { payload: made } : made);
	}

	/** Requests that change something. */
	changes = () => this.requests.filter((request) => !request.startsWith('GET '));

	async run(operation: string, parameters: IDataObject, count = 1) {
		const server = await listen(({ method, path, query, body }) =>
			this.answer(
				method,
				path,
				query,
				body.length ? (JSON.parse(body.toString()) as IDataObject) : {},
			),
		);
		const items = Array.from({ length: count }, () => ({ json: {} }));
		try {
			const allParameters = { account_id: SOURCE_ACCOUNT, target_account_id: OTHER, ...parameters };
			const { items: found, error } = await runAt(server.url, operation, allParameters, { items });
			return { items: found.map(({ json: item }) => item), error };
		} finally {
			await server.close();
		}
	}
}

describe.each(releases)('Copy to Account on %s', (release) => {
	let server: Server;

	beforeEach(() => {
		server = new Server(release);
	});

	const copy = async (parameters: IDataObject = {}, count?: number) =>
		await server.run(
			'automationRule.copyToAccount',
			{ automation_rule_id: server.rule.id as number, ...parameters },
			count,
		);

	test('names in one go all that is missing, and makes nothing', async () => {
		server.source.sla_policies.push({ id: 4, name: 'Silver' });
		(server.rule.actions as IDataObject[]).push(
			{ action_name: 'assign_team', action_params: [99] },
			{ action_name: 'add_sla', action_params: [4] },
			{ action_name: 'remove_label', action_params: ['vip', 'billing'] },
			{ action_name: 'send_attachment', action_params: [35] },
		);
		server.target.agents.pop();
		server.target.teams = [];
		server.target.inboxes.push({ id: 78, name: 'BÜRO' });
		server.target.custom_attribute_definitions = attributes(77, 'text');
		const { error } = await copy();
		expect(error?.message).toBe(
			'Nothing was copied. Account 7 does not have conversation attribute "order_no (number)", agent "ann@acme.example", team "billing", SLA policy "Silver", label "vip"; ' +
				'Account 7 has more than one inbox "Büro"; Account 5 no longer has team 99; ' +
				'The file of send_attachment belongs to account 5 and cannot be copied',
		);
		expect(server.changes()).toEqual([]);
	});

	test("gives each name the other account's id, and asks for each list once", async () => {
		(server.rule.actions as IDataObject[]).push(
			{ action_name: 'assign_agent', action_params: ['nil'] },
			{ action_name: 'assign_team', action_params: [0] },
			{ action_name: 'add_sla', action_params: [3] },
			{ action_name: 'send_message', action_params: ['5'] },
			{ action_name: 'snooze_conversation', action_params: [] },
		);
		const before = structuredClone(server.rule);
		const { items, error } = await copy({}, 3);
		expect(error).toBeUndefined();
		const conditions = before.conditions as IDataObject[];
		const actions = before.actions as IDataObject[];
		expect(server.bodies).toEqual([
			{
				name: 'Full',
				description: 'All fields',
				event_name: 'message_created',
				active: false,
				conditions: [{ ...conditions[0], values: [74] }, conditions[1], conditions[2]],
				actions: [
					{ action_name: 'add_label', action_params: ['billing'] },
					{ action_name: 'assign_agent', action_params: [71] },
					{
						action_name: 'send_email_to_team',
						action_params: [{ message: 'look', team_ids: [72] }],
					},
					...actions.slice(3, 5),
					{ action_name: 'add_sla', action_params: [76] },
					...actions.slice(6),
				],
			},
		]);
		expect(items.map(({ action, id }) => [action, id])).toEqual([
			['created', 900],
			['unchanged', 900],
			['unchanged', 900],
		]);
		expect(items[0]).toMatchObject({ target_account_id: OTHER, account_id: OTHER, name: 'Full' });
		expect(server.rule).toEqual(before);
		const lists = server.requests.filter((request) => !request.includes('automation_rules'));
		expect(new Set(lists).size).toBe(lists.length);
		// A label is known by its title.
		expect(lists).not.toContain('GET 5 labels');
	});

	test('a change from one to the other has both of its ends', async () => {
		server.source.teams.push({ id: 98, name: 'support' });
		server.target.teams.push({ id: 79, name: 'support' });
		const [{ id }] = server.source.teams;
		server.rule.conditions = [
			{
				...{ attribute_key: 'team_id', filter_operator: 'attribute_changed' },
				...{ values: { from: [id], to: [98, String(id)] }, query_operator: null },
			},
			{ attribute_key: 'assignee_id', filter_operator: 'is_present', values: [] },
		];
		expect((await copy()).error).toBeUndefined();
		expect(server.bodies[0].conditions).toMatchObject([
			{ values: { from: [72], to: [79, 72] } },
			{ filter_operator: 'is_present', values: [] },
		]);
	});

	test('updates the one of the same name, which stays on or off unless that is set', async () => {
		const there = { id: 80, name: 'Full', active: true, description: 'Theirs', actions: [] };
		server.target.automation_rules.push(there, { id: 81, name: 'full', active: true });
		server.rule.description = null;
		const { items } = await copy();
		expect(server.changes()).toEqual(['PATCH 7 automation_rules 80']);
		expect(server.bodies[0]).toMatchObject({ description: null, event_name: 'message_created' });
		expect(items).toMatchObject([{ action: 'updated', id: 80, active: true, description: null }]);
		expect((await copy()).items).toMatchObject([{ action: 'unchanged', id: 80 }]);
		expect((await copy({ additional_fields: { active: false } })).items).toMatchObject([
			{ action: 'updated', active: false },
		]);
		server.target.automation_rules.push({ id: 82, name: 'Full' });
		const { error } = await copy();
		expect(error?.message).toBe(
			'Account 7 has more than one automation rule named "Full": keep only one of them',
		);
	});

	test('a new one may be switched off, whatever the original is', async () => {
		server.rule.active = true;
		const off = await copy({ additional_fields: { active: false } });
		expect(off.items).toMatchObject([{ action: 'created', active: false }]);
		server.target.automation_rules.pop();
		expect((await copy()).items).toMatchObject([{ action: 'created', active: true }]);
	});

	test('says the words of an account that is closed to the token', async () => {
		const closed = { op: 'account.agent.list', name: 'foreign-account' };
		server.refusal = { account: OTHER, list: 'agents', ...closed };
		const { error } = await copy();
		expect(error?.message).toContain('You are not authorized to access this account');
		expect(server.changes()).toEqual([]);
	});

	test('takes the account of the credential for the original, never for the copy', async () => {
		const { error } = await copy({ target_account_id: '' });
		expect(error?.message).toContain('Target Account is empty');
		expect(server.requests).toEqual([]);
	});

	test('names the accounts where none is chosen for the original', async () => {
		const { error } = await copy({ account_id: '' });
		expect(error?.message).toContain("the token's user is in accounts 5 (Acme), 7 (Beta)");
		expect(server.requests).toEqual(['GET profile']);
	});

	test('leaves alone what names nothing', async () => {
		server.rule.conditions = [
			{ attribute_key: 'labels', filter_operator: 'is_present', values: [] },
			{ attribute_key: 'mail_subject', filter_operator: 'equal_to', values: ['9'] },
		];
		server.rule.actions = [
			{ action_name: 'add_label', action_params: null },
			{ action_name: 'assign_team' },
			{ action_name: 'send_email_to_team', action_params: [] },
		];
		expect((await copy()).error).toBeUndefined();
		const { conditions, actions } = server.rule;
		expect(server.bodies).toMatchObject([{ conditions, actions }]);
		expect(server.requests.filter((request) => !request.includes('automation_rules'))).toEqual([]);
	});

	test('a macro keeps who may see it', async () => {
		const { payload } = recording('account.macro.get', 'ok', release).response.body as {
			payload: Row;
		};
		const macro = structuredClone(payload);
		(macro.actions as unknown as IDataObject[]).push({
			action_name: 'assign_agent',
			action_params: ['self'],
		});
		server.source.macros.push(macro);
		const run = async () => await server.run('macro.copyToAccount', { macro_id: macro.id });
		expect((await run()).error?.message).toBe(
			'Nothing was copied. Account 7 does not have label "vip"',
		);
		expect(server.changes()).toEqual([]);
		server.target.labels.push({ id: 83, title: 'vip' });
		expect((await run()).items).toMatchObject([{ action: 'created', name: 'Min' }]);
		server.target.macros[0].actions = [];
		expect((await run()).items).toMatchObject([{ action: 'updated', name: 'Min' }]);
		const { name, visibility, actions } = macro;
		expect(server.bodies).toEqual([
			{ name, visibility, actions },
			{ name, visibility, actions },
		]);
		expect((await run()).items).toMatchObject([{ action: 'unchanged', visibility: 'global' }]);
		server.target.macros.push({ ...server.target.macros[0], id: 99 });
		expect((await run()).error?.message).toBe(
			`Account 7 has more than one macro named "${name}": keep only one of them`,
		);
	});
});
