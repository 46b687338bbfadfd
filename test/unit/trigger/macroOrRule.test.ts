import type { IDataObject } from 'n8n-workflow';
import type {
	Action,
	Caller,
} from '../../../nodes/CustomerConversationTrigger/sources/macroOrRule/callers';
import { deliveries, delivery } from '../../../truth/recordings';
import { callerService } from '../../support/callers';
import { recorded } from '../../support/faults';
import { json, TOKEN } from '../../support/run';
import { accountOf, Trigger } from '../../support/triggerNode';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// The waits between tries would only cost time.
	sleep: async () => {},
}));

const id = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });
const label = (...labels: string[]): Action => ({
	action_name: 'add_label',
	action_params: labels,
});
const webhook = (url: string): Action => ({
	action_name: 'send_webhook_event',
	action_params: [url],
});
const FOREIGN = webhook('https://flow.example/in?secret=theirs');
const typed = (...rows: IDataObject[]) => ({
	specify_actions: 'rows',
	actions_rows: { actions: rows },
});

let service: Awaited<ReturnType<typeof callerService>>;
beforeEach(async () => {
	service = await callerService();
});
afterEach(async () => await service.close());

function trigger(parameters: IDataObject, setup: Partial<Trigger['setup']> = {}) {
	return new Trigger({
		staticData: {},
		...setup,
		parameters: { source: 'macro_or_rule', ...parameters },
		credentials: { base_url: service.url, api_access_token: TOKEN },
	});
}

/** The action that must call a trigger. */
function callOf(
	{ setup: { address, workflowId, nodeId, instance, staticData } }: Trigger,
	{ mode = 'production', made = false } = {},
): Action {
	const { secret } = staticData.macro_or_rule as { secret: string };
	expect(secret).toMatch(/^[0-9a-f]{64}$/);
	const root = mode === 'test' ? 'webhook-test' : 'webhook';
	const url = new URL(`${address}/${root}/hook-${workflowId}-${nodeId}/webhook`);
	const query = { n8n: instance.slice(0, 12), workflow: workflowId, node: nodeId, mode };
	for (const [name, value] of Object.entries({ ...query, made: made ? 'true' : '', secret }))
		if (value) url.searchParams.set(name, value);
	return webhook(url.href);
}

const secretOf = ({ setup }: Trigger) =>
	(setup.staticData.macro_or_rule as { secret: string }).secret;

const changes = () => service.calls.splice(0).filter((call) => !call.startsWith('GET'));

interface Setting {
	kind: 'macro' | 'rule';
	noun: string;
	rows: () => Caller[];
	enter: (body: IDataObject) => Caller;
	/** Chooses a record. */
	existing: (id: number) => IDataObject;
	/** Lets the node make one. */
	made: IDataObject;
	/** As it is made, without its actions. */
	shown: IDataObject;
}

const settings: Setting[] = [
	{
		kind: 'macro',
		noun: 'macro',
		rows: () => service.macros,
		enter: (body) => service.enterMacro(body),
		existing: (value) => ({ started_by: 'existing_macro', macro_id: id(value) }),
		made: { started_by: 'new_macro', name: 'Refund', visibility: 'global' },
		shown: { name: 'Refund', visibility: 'global' },
	},
	{
		kind: 'rule',
		noun: 'automation rule',
		rows: () => service.rules,
		enter: (body) => service.enterRule(body),
		existing: (value) => ({ started_by: 'existing_rule', automation_rule_id: id(value) }),
		made: {
			started_by: 'new_rule',
			name: 'Refund',
			event_name: 'conversation_opened',
			specify_conditions: 'rows',
			conditions_rows: {
				conditions: [{ attribute: 'status', filter_operator: 'equal_to', statuses: ['open'] }],
			},
		},
		shown: {
			name: 'Refund',
			event_name: 'conversation_opened',
			active: true,
			conditions: [
				{
					attribute_key: 'status',
					filter_operator: 'equal_to',
					values: ['open'],
					query_operator: null,
				},
			],
		},
	},
];

describe.each(settings)('a $noun that is there', ({ kind, noun, rows, enter, existing }) => {
	const before = [label('vip'), FOREIGN];
	const actions = () => rows()[0].actions;
	const made = (setup?: Partial<Trigger['setup']>) => {
		const row = rows()[0] ?? enter({ name: 'Escalate', actions: before });
		return trigger(existing(row.id), setup);
	};

	test('gets one action more, and loses it at the end; nothing else changes', async () => {
		const active = made();
		const row = structuredClone(rows()[0]);
		await active.activate();
		const first = callOf(active);
		expect(actions()).toEqual([...before, first]);
		changes();
		await active.activate();
		expect(changes()).toHaveLength(1);
		expect(callOf(active)).not.toEqual(first);
		expect(actions()).toEqual([...before, callOf(active)]);
		expect({ ...rows()[0], actions: before }).toEqual(row);
		await active.deactivate();
		expect(rows()).toEqual([row]);
		expect(active.log).toEqual([]);
	});

	test('costs no request for each of the others', async () => {
		for (let count = 0; count < 50; count++) enter({ name: `Other ${count}`, actions: before });
		const active = made();
		await active.activate();
		await active.deactivate();
		expect(service.calls.length).toBeLessThan(12);
	});

	test('has the actions of two workflows, in any order', async () => {
		const [first, second] = [made({ workflowId: 'one' }), made({ workflowId: 'two' })];
		await Promise.all([first.activate(), second.activate()]);
		const both = [callOf(first), callOf(second)];
		expect(actions()).toEqual([...before, ...both]);
		await first.deactivate();
		expect(actions()).toEqual([...before, both[1]]);
		await second.deactivate();
		expect(actions()).toEqual(before);
	});

	test('has the action again after it was removed, doubled or pasted by hand, or n8n moved', async () => {
		const active = made();
		await active.activate();
		const call = callOf(active);
		const [url] = call.action_params as string[];
		for (const edited of [
			before,
			[...before, call, call],
			[webhook(url.replace(/\?.*/, '')), ...before],
			[webhook(url.replace(/secret=\w+/, 'secret=x')), ...before],
		]) {
			rows()[0].actions = edited;
			await active.activate();
			expect(actions()).toEqual([...before, callOf(active)]);
		}
		active.setup.address = 'https://moved.example';
		await active.activate();
		expect(actions()).toEqual([...before, callOf(active)]);
		active.setup.staticData = {};
		await active.activate();
		expect(actions()).toEqual([...before, callOf(active)]);
	});

	test('has an action for a test beside that of production', async () => {
		const active = made();
		await active.activate();
		const test = active.inTest();
		await test.activate('manual', true);
		expect(secretOf(test)).not.toBe(secretOf(active));
		expect(actions()).toEqual([...before, callOf(active), callOf(test, { mode: 'test' })]);
		await test.deactivate(true);
		expect(actions()).toEqual([...before, callOf(active)]);
		await test.activate('manual', true);
		await active.deactivate();
		expect(actions()).toEqual([...before, callOf(test, { mode: 'test' })]);
		await test.deactivate(true);
		expect(actions()).toEqual(before);
	});

	test('loses it where another one is chosen, after a crash too', async () => {
		const active = made();
		await active.activate();
		active.setup.staticData = {};
		const other = enter({ name: 'Another', actions: [] });
		Object.assign(active.setup.parameters, existing(other.id));
		await active.activate();
		expect(rows().map((row) => row.actions)).toEqual([before, [callOf(active)]]);
		await active.deactivate();
		expect(rows().map((row) => row.actions)).toEqual([before, []]);
	});

	test('of another program that writes at the same moment is completed again', async () => {
		const active = made();
		let overwritten = 0;
		service.before = (call) => {
			if (call.startsWith('GET') && overwritten < 2 && actions().length > before.length) {
				overwritten++;
				rows()[0].actions = before;
			}
		};
		await active.activate();
		expect(overwritten).toBe(2);
		expect(actions()).toEqual([...before, callOf(active)]);
		service.before = (call) => {
			if (call.startsWith('GET')) rows()[0].actions = before;
		};
		await expect(active.activate()).rejects.toThrow(
			`Another program changes the ${noun} Escalate at the same time`,
		);
	});

	test('that is removed while the workflow is activated is refused', async () => {
		const active = made();
		let lists = 0;
		const path = kind === 'macro' ? '/macros' : '/automation_rules';
		service.before = (call) => {
			if (call === `GET ${path}` && ++lists === 2) rows().length = 0;
		};
		await expect(active.activate()).rejects.toThrow('was not found in account 9');
	});

	test('that is gone is refused; at the end it is no fault', async () => {
		const active = made();
		await active.activate();
		rows().length = 0;
		await expect(active.activate()).rejects.toThrow(
			/The (macro|automation rule) \d+ was not found in account 9: choose another/,
		);
		await active.deactivate();
		expect(active.log).toEqual([expect.stringContaining('was not found')]);
	});

	test('names itself in the item', async () => {
		const active = made();
		await active.activate();
		const { body } = delivery('macro.executed--macro');
		service.enterConversation(body);
		const { items } = await active.receive(body, { query: { secret: secretOf(active) } });
		expect(items).toMatchObject([
			{ started_by: kind, started_by_id: rows()[0].id, started_by_name: 'Escalate' },
		]);
	});
});

describe.each(settings)('a $noun that the node makes', ({ noun, rows, enter, made, shown }) => {
	const calls = (active: Trigger, mode = 'production') => callOf(active, { mode, made: true });
	const further = { action: 'add_label', action_name: 'add_label', labels: ['vip'] };

	test('is as it is set, and goes at the end', async () => {
		const active = trigger({ ...made, ...typed(further) });
		await active.activate();
		expect(rows()).toMatchObject([{ ...shown, actions: [label('vip'), calls(active)] }]);
		changes();
		await active.activate();
		expect(changes()).toHaveLength(1);
		expect(rows()).toMatchObject([{ ...shown, actions: [label('vip'), calls(active)] }]);
		Object.assign(active.setup.parameters, { name: 'Refund now', ...typed() });
		await active.activate();
		expect(rows()).toMatchObject([{ ...shown, name: 'Refund now', actions: [calls(active)] }]);
		expect(active.setup.staticData.macro_or_rule).toMatchObject({ name: 'Refund now' });
		await active.deactivate();
		expect(rows()).toEqual([]);
		expect(active.log).toEqual([]);
	});

	test('is made once, after a crash too', async () => {
		const active = trigger(made);
		await active.activate();
		const [{ id: first }] = rows();
		active.setup.staticData = {};
		await active.activate();
		expect(rows()).toMatchObject([{ id: first, actions: [calls(active)] }]);
	});

	test('is made for a test, which does not change that of production', async () => {
		const test = trigger(made);
		await test.activate('manual', true);
		expect(rows()).toMatchObject([{ ...shown, actions: [calls(test, 'test')] }]);
		await test.deactivate(true);
		expect(rows()).toEqual([]);
		const active = trigger(made);
		await active.activate();
		const beside = active.inTest({ name: 'Not yet' });
		await beside.activate('manual', true);
		expect(rows()).toMatchObject([{ ...shown, actions: [calls(active), calls(beside, 'test')] }]);
		await active.deactivate();
		expect(rows()).toMatchObject([{ actions: [calls(beside, 'test')] }]);
		await beside.deactivate(true);
		expect(rows()).toEqual([]);
	});

	test('stays while another workflow uses it', async () => {
		const active = trigger(made);
		await active.activate();
		const user = trigger({
			started_by: noun === 'macro' ? 'existing_macro' : 'existing_rule',
			macro_id: id(rows()[0].id),
			automation_rule_id: id(rows()[0].id),
		});
		await user.activate();
		await active.activate();
		expect(rows()).toMatchObject([{ actions: [callOf(user), calls(active)] }]);
		await active.deactivate();
		expect(rows()).toMatchObject([{ actions: [callOf(user)] }]);
	});

	test('is not made if one of this name is there', async () => {
		enter({ name: 'Refund', actions: [] });
		await expect(trigger(made).activate()).rejects.toThrow(
			`The ${noun} Refund already exists in Chatwoot: enter another name, or set Started By to Existing`,
		);
		expect(changes()).toEqual([]);
	});

	test('is removed where a record of the other kind is chosen', async () => {
		const active = trigger(made);
		await active.activate();
		const other = noun === 'macro' ? service.enterRule({ actions: [] }) : service.enterMacro({});
		// A macro and a rule may have the same ID.
		Object.assign(other, { actions: [], id: rows()[0].id });
		active.setup.parameters = {
			source: 'macro_or_rule',
			...(noun === 'macro'
				? { started_by: 'existing_rule', automation_rule_id: id(other.id) }
				: { started_by: 'existing_macro', macro_id: id(other.id) }),
		};
		await active.activate();
		expect(rows()).toEqual([]);
		expect([...service.macros, ...service.rules]).toMatchObject([{ actions: [callOf(active)] }]);
	});
});

describe('what is refused before anything is written', () => {
	test.each([
		['a rule that is disabled', 'is disabled in Chatwoot: enable it there first', {}],
		['a delay before 4.17', 'Delay requires Chatwoot 4.17 or later', { execution_delay: 30 }],
		[
			'a company before 4.14',
			'company_name never matches in a rule before Chatwoot 4.14',
			{
				conditions_rows: {
					conditions: [{ attribute: 'company_name', filter_operator: 'equal_to', value: 'Acme' }],
				},
			},
		],
		['an empty name', 'Name is empty', { name: '' }],
	])('%s', async (title, why, parameters) => {
		const { id: number } = service.enterRule({ name: 'Off', active: false, actions: [] });
		const chosen = title.includes('disabled') ? settings[1].existing(number) : settings[1].made;
		await expect(trigger({ ...chosen, ...parameters }).activate()).rejects.toThrow(why);
		expect(changes()).toEqual([]);
	});
});

test('a delay is sent, and emptied where it is removed', async () => {
	await service.close();
	service = await callerService('4.16');
	service.fault = (call) => (call === 'GET /api' ? json({ version: '4.18.0' }) : undefined);
	const active = trigger({ ...settings[1].made, execution_delay: 30 });
	await active.activate();
	expect(service.rules).toMatchObject([{ execution_delay: 30 }]);
	delete active.setup.parameters.execution_delay;
	await active.activate();
	expect(service.rules).toMatchObject([{ execution_delay: null }]);
});

test('an agent’s macro needs no administrator, and rules are not read for it', async () => {
	const denied = recorded('account.automation_rule.list', 'as-agent');
	service.fault = (call) => (call.includes('automation_rules') ? denied : undefined);
	const active = trigger(settings[0].made);
	await active.activate();
	expect(service.macros).toMatchObject([{ actions: [callOf(active, { made: true })] }]);
	await active.deactivate();
	expect(service.macros).toEqual([]);
	await expect(trigger(settings[1].made).activate()).rejects.toThrow(
		/not authorized.*This requires an administrator/,
	);
});

test('the credential led elsewhere before: a new secret, and the log says where', async () => {
	const active = trigger(settings[0].made);
	await active.activate();
	const stored = active.setup.staticData.macro_or_rule as IDataObject;
	const { secret } = stored;
	stored.registeredAt = { server: 'https://before.example', account: 3 };
	await active.activate();
	expect(active.log).toEqual([
		expect.stringContaining(
			'The action Send Webhook of the macro "Refund" may still exist in account 3 at https://before.example: remove it there',
		),
	]);
	expect((active.setup.staticData.macro_or_rule as IDataObject).secret).not.toBe(secret);
	expect(service.macros).toMatchObject([{ actions: [callOf(active, { made: true })] }]);
});

describe.each(['4.10', '4.16'] as const)('deliveries of %s', (release) => {
	const all = deliveries(release).filter(({ receiver }) =>
		['automation', 'macro'].includes(receiver),
	);

	test('start the workflow with the conversation, once for each call', async () => {
		const active = trigger(settings[0].made);
		active.setup.credentials.account_id = accountOf[release];
		active.setup.staticData = {
			macro_or_rule: {
				...{ secret: 'known', started_by: 'macro', id: 7, name: 'Refund' },
				registeredAt: { server: service.url, account: Number(accountOf[release]) },
			},
		};
		expect(all.length).toBeGreaterThan(8);
		for (const { body } of all) {
			const keys = new Set<unknown>();
			service.enterConversation(body);
			for (const _ of [1, 2]) {
				const { items } = await active.receive(body, { query: { secret: 'known' } });
				const isMacro = body.event === 'macro.executed';
				expect(items).toMatchObject([
					{
						event: body.event,
						events: [isMacro ? 'macro_executed' : 'rule_executed'],
						account_id: Number(accountOf[release]),
						conversation_id: body.id,
						inbox_id: body.inbox_id,
						contact_id: (body.meta as { sender: IDataObject }).sender.id,
						status: body.status,
						labels: body.labels,
						channel: body.channel,
						contact_source_id: (body.contact_inbox as IDataObject).source_id,
						occurred_at: null,
						message_id: null,
						changes: {},
						started_by: 'macro',
						started_by_id: 7,
						started_by_name: 'Refund',
						url: `${service.url}/app/accounts/${accountOf[release]}/conversations/${String(body.id)}`,
					},
				]);
				keys.add(items[0].event_key);
			}
			expect(keys.size).toBe(2);
			expect(JSON.stringify([...keys])).not.toContain('null');
			for (const query of [{}, { secret: 'x' }])
				expect((await active.receive(body, { query })).status).toBe(401);
		}
	});

	test('pass the filters of their conversation', async () => {
		const active = trigger(settings[0].made);
		active.setup.credentials.account_id = accountOf[release];
		active.setup.staticData = {
			macro_or_rule: {
				secret: 'known',
				registeredAt: { server: service.url, account: Number(accountOf[release]) },
			},
		};
		const [{ body }] = all;
		service.enterConversation(body);
		const started = async (filters: IDataObject) =>
			(await active.receive(body, { query: { secret: 'known' }, parameters: { filters } })).items
				.length;
		expect(await started({ statuses: [body.status as string] })).toBe(1);
		expect(await started({ statuses: ['snoozed'] })).toBe(0);
		await expect(started({ content_contains: 'x' })).rejects.toThrow(
			'Macro Executed has no data for Content Contains',
		);
	});
});

describe('of a call, only the event and the conversation are believed', () => {
	const { body } = delivery('macro.executed--macro');
	const forged = {
		...body,
		labels: ['refund-approved'],
		status: 'resolved',
		priority: 'urgent',
		inbox_id: 999,
		channel: 'Channel::Email',
		custom_attributes: { amount: 1_000_000 },
		additional_attributes: { referer: 'https://forged.example' },
		contact_inbox: { source_id: 'of-another-contact' },
		messages: [{ id: 1, content: 'Pay me', message_type: 0 }],
		meta: {
			sender: { id: 1, name: 'Mallory', email: 'mallory@example.com', type: 'contact' },
			assignee: { id: 1, name: 'Mallory' },
			assignee_type: 'User',
			team: { id: 1, name: 'Mallory' },
		},
	};
	const active = async (parameters: IDataObject = {}) => {
		const made = trigger({ ...settings[0].made, ...parameters });
		await made.activate();
		return made;
	};
	const call = async (made: Trigger, content: unknown) =>
		await made.receive(content, { query: { secret: secretOf(made) } });
	const itemsOf = async (made: Trigger, content: unknown) =>
		(await call(made, content)).items.map(({ event_key: _, ...item }) => item);

	test.each([true, false])('with Simplify: %s', async (simplify) => {
		const made = await active({ simplify });
		service.enterConversation(body);
		const items = await itemsOf(made, body);
		expect(items).toMatchObject([{ event: 'macro.executed', started_by: 'macro' }]);
		expect(await itemsOf(made, forged)).toEqual(items);
	});

	test.each([
		['a contact’s', body.contact_inbox, (body.contact_inbox as IDataObject).source_id],
		['another contact’s', forged.contact_inbox, null],
		['no', null, null],
	])('without a message, and %s source ID', async (_, contact_inbox, contact_source_id) => {
		const made = await active();
		service.enterConversation({ ...body, messages: [] });
		expect(await itemsOf(made, { ...body, contact_inbox })).toMatchObject([{ contact_source_id }]);
	});

	test('with one request', async () => {
		const made = await active();
		service.enterConversation(body);
		service.calls.length = 0;
		await call(made, body);
		expect(service.calls).toEqual(['GET /conversations/26']);
	});

	test('a slow server: Chatwoot has its answer first, then the workflow starts', async () => {
		const made = await active();
		service.enterConversation(body);
		// No wait takes time here, so any reply of the server is late.
		const { items, response, status } = await call(made, body);
		expect(items).toHaveLength(1);
		expect([status, response.noWebhookResponse]).toEqual([200, true]);
	});

	test('other events start nothing, and read nothing', async () => {
		const made = await active();
		service.calls.length = 0;
		for (const event of ['none', 'message_created', 'conversation_created', 'macro.deleted'])
			expect((await call(made, { ...body, event })).response).toEqual({});
		expect(service.calls).toEqual([]);
	});

	test('a conversation that the account does not have is refused', async () => {
		const made = await active();
		expect(await call(made, body)).toMatchObject({ status: 401, items: [] });
		expect(made.log).toEqual([
			expect.stringContaining('refused a call: conversation 26 was not found in account 9 at'),
		]);
	});

	test('a conversation that the token may not read is an error', async () => {
		const made = await active();
		service.fault = (request) =>
			request.includes('conversations')
				? recorded('account.conversation.get', 'as-agent')
				: undefined;
		await expect(call(made, body)).rejects.toThrow(
			/Conversation 26 could not be read, so the workflow did not start: .*not authorized/,
		);
	});

	test('a reply without the conversation is an error', async () => {
		const made = await active();
		service.fault = (request) => (request.includes('conversations') ? json({}) : undefined);
		await expect(call(made, body)).rejects.toThrow('Chatwoot answered without the record');
	});

	test('a server that is busy is asked again', async () => {
		const made = await active();
		service.enterConversation(body);
		let faults = 0;
		service.fault = (request) =>
			request.includes('conversations') && faults++ < 2
				? { status: 502, body: 'Bad Gateway' }
				: undefined;
		expect(await itemsOf(made, body)).toHaveLength(1);
	});
});

describe('a secret', () => {
	const { body } = delivery('macro.executed--macro');
	const call = async (made: Trigger, secret: string) =>
		await made.receive(body, { query: { secret } });

	test('of an earlier activation is refused', async () => {
		const made = trigger(settings[0].made);
		await made.activate();
		const first = secretOf(made);
		await made.activate();
		service.enterConversation(body);
		expect((await call(made, first)).status).toBe(401);
		expect((await call(made, secretOf(made))).items).toHaveLength(1);
	});

	test('is looked up if a call wrote back an earlier one, at most once in five seconds', async () => {
		const made = trigger(settings[0].made);
		await made.activate();
		const before = made.setup.staticData;
		await made.activate();
		const secret = secretOf(made);
		made.setup.staticData = before;
		service.enterConversation(body);
		service.calls.length = 0;
		for (const wrong of ['', 'x']) expect((await call(made, wrong)).status).toBe(401);
		expect(service.calls).toEqual([]);
		for (const wrong of ['f'.repeat(64), 'e'.repeat(64)])
			expect((await call(made, wrong)).status).toBe(401);
		expect(service.calls).toEqual(['GET /macros', 'GET /automation_rules']);
		expect((await call(made, secret)).items).toHaveLength(1);
		expect(secretOf(made)).toBe(secret);
	});
});

test('with Simplify off the body, and what started it', async () => {
	const active = trigger({ ...settings[0].made, simplify: false });
	await active.activate();
	const { secret } = active.setup.staticData.macro_or_rule as { secret: string };
	const { body } = delivery('macro.executed--macro');
	service.enterConversation(body);
	const { items } = await active.receive(body, { query: { secret } });
	expect(items).toMatchObject([{ event: 'macro.executed', id: 26, started_by: 'macro' }]);
});

test('a call that names no conversation is refused', async () => {
	const active = trigger(settings[0].made);
	await active.activate();
	const { secret } = active.setup.staticData.macro_or_rule as { secret: string };
	const { status } = await active.receive({ event: 'macro.executed' }, { query: { secret } });
	expect(status).toBe(400);
});
