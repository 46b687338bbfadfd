import type { IDataObject } from 'n8n-workflow';
import { delivery } from '../../../truth/recordings';
import { addressService } from '../../support/addresses';
import { recorded } from '../../support/faults';
import { json, TOKEN } from '../../support/run';
import { listen } from '../../support/server';
import { Trigger } from '../../support/triggerNode';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// The waits between tries would only cost time.
	sleep: async () => {},
}));

const FOREIGN = 'https://flow.example/bot?secret=theirs';
const id = (value: number) => ({ __rl: true, mode: 'id', value: String(value) });

let service: Awaited<ReturnType<typeof addressService>>;
beforeEach(async () => {
	service = await addressService();
});
afterEach(async () => await service.close());

/** Reading, which changes nothing. */
const changes = () => service.calls.splice(0).filter((call) => !call.startsWith('GET'));

function trigger(source: string, parameters: IDataObject, setup: Partial<Trigger['setup']> = {}) {
	return new Trigger({
		staticData: {},
		...setup,
		parameters: { source, connection: 'by_node', ...parameters },
		credentials: { base_url: service.url, api_access_token: TOKEN },
	});
}

/** What must stand at the service for a trigger; the query in its order. */
function addressOf(
	{ setup: { address, workflowId, nodeId, instance, staticData, parameters } }: Trigger,
	mode: 'production' | 'test',
	{ inboxes = '', before = '' } = {},
): string {
	const { secret } = staticData[String(parameters.source)] as IDataObject;
	const root = mode === 'test' ? 'webhook-test' : 'webhook';
	const url = new URL(`${address}/${root}/hook-${workflowId}-${nodeId}/webhook`);
	const query = { n8n: instance.slice(0, 12), workflow: workflowId, node: nodeId, mode };
	for (const [name, value] of Object.entries({ ...query, inboxes, before, secret }))
		if (value) url.searchParams.set(name, String(value));
	return url.href;
}

interface Setting {
	source: string;
	/** Chooses the record that the tests write to. */
	parameters: IDataObject;
	key: string;
	noun: string;
	/** The record. */
	row: () => IDataObject;
	/** Chooses another one. */
	other: () => [row: IDataObject, parameters: IDataObject];
}

const settings: Setting[] = [
	{
		source: 'agent_bot',
		parameters: { agent_bot: 'existing', agent_bot_id: id(70) },
		key: 'outgoing_url',
		noun: 'bot',
		row: () => service.bots[0] ?? service.enter({ name: 'Helper bot' }),
		other: () => {
			const row = service.enter({ name: 'Second bot' });
			return [row, { agent_bot_id: id(row.id as number) }];
		},
	},
	{
		source: 'api_inbox',
		parameters: { api_inbox_id: id(17) },
		key: 'webhook_url',
		noun: 'inbox',
		row: () => service.inboxes[0],
		other: () => [service.inboxes[1], { api_inbox_id: id(19) }],
	},
];

describe.each(settings)('the one address of $source', (setting) => {
	const { source, parameters, key, noun } = setting;
	const made = (setup?: Partial<Trigger['setup']>) => trigger(source, parameters, setup);
	const url = () => setting.row()[key];
	beforeEach(() => setting.row());

	test('stays where the credential led before: a new secret, and the log says where', async () => {
		const active = made();
		await active.activate();
		const { secret } = active.setup.staticData[source] as IDataObject;
		active.setup.staticData[source] = {
			...(active.setup.staticData[source] as IDataObject),
			taken: [25],
		};
		const before = { server: 'https://before.example', account: 3 };
		Object.assign(active.setup.staticData[source] as IDataObject, { registeredAt: before });
		await active.activate();
		expect(active.log).toEqual([
			expect.stringMatching(
				new RegExp(
					`The URL of this n8n in the ${noun} \\d+ may still exist in account 3 at https://before\\.example: remove it there`,
				),
			),
		]);
		const sourceData = active.setup.staticData[source] as IDataObject;
		expect(sourceData.secret).not.toBe(secret);
		expect(sourceData).not.toHaveProperty('taken');
		expect(sourceData.registeredAt).toEqual({ server: service.url, account: 9 });
		expect(url()).toBe(addressOf(active, 'production'));
		const { body } = delivery('message_created--incoming');
		const call = async (secret: unknown) =>
			(await active.receive(body, { query: { secret: String(secret) } })).status;
		expect([await call(secret), await call(sourceData.secret)]).toEqual([401, undefined]);
		// What n8n stored is of before: the service is asked, once.
		active.setup.staticData[source] = { ...sourceData, secret, registeredAt: before };
		expect([await call(sourceData.secret), await call(secret)]).toEqual([undefined, 401]);
		expect(active.setup.staticData[source]).toMatchObject({ secret: sourceData.secret });
	});

	test('is set, and emptied at the end', async () => {
		const active = made();
		await active.activate();
		expect(url()).toBe(addressOf(active, 'production'));
		expect(active.setup.staticData).toMatchObject({
			mode: 'production',
			[source]: { secret: expect.stringMatching(/^[0-9a-f]{64}$/) },
		});
		changes();
		await active.activate();
		expect(changes()).toEqual([]);
		await active.deactivate();
		expect(url()).toBeNull();
		expect(active.log).toEqual([]);
	});

	test('comes back right and with its secret after it was edited by hand, or n8n moved', async () => {
		const active = made();
		await active.activate();
		const first = url();
		setting.row()[key] = String(first).replace(/\?.*/, '');
		await active.activate();
		expect(url()).toBe(first);
		active.setup.address = 'https://moved.example';
		await active.activate();
		expect(url()).toBe(addressOf(active, 'production'));
		expect(url()).toMatch(/^https:\/\/moved\.example\//);
		active.setup.staticData = {};
		await active.activate();
		expect(url()).toBe(addressOf(active, 'production'));
		await active.deactivate();
		expect(url()).toBeNull();
	});

	test('of somebody else is refused, and stays', async () => {
		setting.row()[key] = FOREIGN;
		const active = made();
		const refusal = active.activate();
		await expect(refusal).rejects.toThrow(
			new RegExp(
				`The ${noun} .+ already has another URL, https://flow.example/bot: .*Replace Address`,
			),
		);
		await expect(refusal).rejects.not.toThrow('theirs');
		// As n8n does after a failure.
		await active.deactivate();
		expect(url()).toBe(FOREIGN);
		expect(changes()).toEqual([]);
	});

	test('of another trigger of this n8n is somebody else’s', async () => {
		const first = made();
		await first.activate();
		await expect(made().activate()).rejects.toThrow('already has another URL');
		await expect(made().activate('manual', true)).rejects.toThrow('already has another URL');
		expect(url()).toBe(addressOf(first, 'production'));
	});

	test('of somebody else is taken where that is wanted, by a test for its time', async () => {
		setting.row()[key] = FOREIGN;
		const active = made();
		active.setup.parameters.options = { replace_address: true };
		const test = active.inTest();
		await test.activate('manual', true);
		expect(url()).toBe(addressOf(test, 'test', { before: FOREIGN }));
		await test.deactivate(true);
		expect(url()).toBe(FOREIGN);
		await active.activate();
		expect(url()).toBe(addressOf(active, 'production'));
		await active.deactivate();
		expect(url()).toBeNull();
	});

	describe('while a test listens', () => {
		async function both() {
			const active = made();
			await active.activate();
			const production = addressOf(active, 'production');
			const test = active.inTest();
			await test.activate('manual', true);
			expect(url()).toBe(addressOf(test, 'test', { before: production }));
			return { active, test, production };
		}

		test('is the test’s; then production has it again', async () => {
			const { active, test, production } = await both();
			await test.deactivate(true);
			expect(url()).toBe(production);
			await active.deactivate();
			expect(url()).toBeNull();
		});

		test('once more after a crash: production is not forgotten', async () => {
			const { active, production } = await both();
			const again = active.inTest();
			await again.activate('manual', true);
			expect(url()).toBe(addressOf(again, 'test', { before: production }));
			await again.deactivate(true);
			expect(url()).toBe(production);
		});

		test('and n8n crashes: the next activation has it, and the late end of the test leaves it', async () => {
			const { active, test, production } = await both();
			await active.activate();
			expect(url()).toBe(production);
			await test.deactivate(true);
			expect(url()).toBe(production);
		});

		test('and production ends: nothing is left after both', async () => {
			const { active, test } = await both();
			await active.deactivate();
			expect(url()).toBe(addressOf(test, 'test'));
			await test.deactivate(true);
			expect(url()).toBeNull();
		});

		test('of a workflow that is not active, nothing is left', async () => {
			const test = made();
			await test.activate('manual', true);
			expect(url()).toBe(addressOf(test, 'test'));
			await test.deactivate(true);
			expect(url()).toBeNull();
		});

		test('at another record, production stays where it is', async () => {
			const active = made();
			await active.activate();
			const [row, chosen] = setting.other();
			const test = active.inTest(chosen);
			await test.activate('manual', true);
			expect(url()).toBe(addressOf(active, 'production'));
			expect(row[key]).toBe(addressOf(test, 'test'));
			await test.deactivate(true);
			expect([url(), row[key]]).toEqual([addressOf(active, 'production'), null]);
		});
	});

	test('at another record leaves the first, after a crash too', async () => {
		const active = made();
		await active.activate();
		const [row, chosen] = setting.other();
		Object.assign(active.setup.parameters, chosen);
		await active.activate();
		expect([url(), row[key]]).toEqual([null, addressOf(active, 'production')]);
	});

	test.each([
		['the service is down', () => 'cut' as const, /closed before a reply/],
		[
			'an agent’s token',
			(call: string) =>
				call.startsWith('PATCH') ? recorded('account.agent_bot.update', 'as-agent') : undefined,
			/not authorized.*This requires an administrator/,
		],
	])('is refused with the reason where %s', async (_, fault, why) => {
		service.fault = fault;
		const active = made();
		await expect(active.activate()).rejects.toThrow(why);
		await active.deactivate();
		service.fault = () => undefined;
		await active.activate();
		expect(url()).toBe(addressOf(active, 'production'));
	});

	test('of a private n8n is refused at a release that would never call it', async () => {
		await service.close();
		service = await addressService('4.16');
		setting.row();
		const active = made({ address: 'http://192.168.0.5:5678' });
		await expect(active.activate()).rejects.toThrow(
			/does not call private addresses.*Is Reachable/,
		);
		expect(url()).toBeFalsy();
		active.setup.parameters.options = { address_is_reachable: true };
		await active.activate();
		expect(url()).toBe(addressOf(active, 'production'));
	});

	test('lets in what has its secret; by hand what is signed', async () => {
		const active = made();
		await active.activate();
		active.setup.parameters.loop_guard = false;
		const { body } = delivery('message_created--outgoing-api-inbox');
		const events = { events: ['message_created'] };
		const { secret } = active.setup.staticData[source] as { secret: string };
		for (const query of [{}, { secret: 'x' }])
			expect((await active.receive(body, { query, parameters: events })).status).toBe(401);
		const { items } = await active.receive(body, { query: { secret }, parameters: events });
		expect(items).toMatchObject([{ account_id: 9, event: 'message_created' }]);

		const byHand = { ...events, connection: 'by_hand' };
		const call = { query: {}, parameters: { ...byHand, signing_secret: 'key' } };
		expect((await active.receive(body, call)).status).toBe(401);
	});

	test('is not forgotten by a call that comes while it is activated', async () => {
		const active = made();
		await active.activate();
		const early = active.inTest();
		early.setup.staticData = {};
		expect((await early.receive({ event: 'none' }, { query: { secret: 'x' } })).status).toBe(401);
		// n8n would store it, over what the activation stores meanwhile.
		expect(early.setup.staticData).toEqual({});
	});

	test('by hand asks nobody, and takes what comes', async () => {
		const active = trigger(source, { connection: 'by_hand', loop_guard: false });
		await active.activate();
		await active.deactivate();
		const { body } = delivery('message_created--outgoing-api-inbox');
		const options = { read_message: true };
		const parameters = { events: ['message_created'], filters: { inbox_ids: [17] }, options };
		const { items } = await active.receive(body, { query: {}, parameters });
		expect(items).toMatchObject([
			{
				account_id: 9,
				conversation_id: 21,
				url: null,
				stored_message: { error: 'The message cannot be read without a credential' },
			},
		]);
		const others = { events: ['message_created'], filters: { inbox_ids: [5] } };
		const held = await active.receive(body, { query: {}, parameters: others });
		expect(held.items).toEqual([]);
		expect(service.calls).toEqual([]);
		expect(active.log).toEqual([]);
	});
});

describe('a bot', () => {
	const bot = (parameters: IDataObject, setup?: Partial<Trigger['setup']>) =>
		trigger('agent_bot', parameters, setup);
	const NEW = { agent_bot: 'new', bot_name: 'Night bot' };

	test('is made by its name, once', async () => {
		const active = bot(NEW);
		await active.activate();
		await active.activate();
		await active.deactivate();
		await active.activate();
		expect(service.bots).toMatchObject([
			{ name: 'Night bot', outgoing_url: addressOf(active, 'production') },
		]);
		expect(changes().filter((call) => call.startsWith('POST'))).toEqual(['POST /agent_bots']);
	});

	test('of that name that is somebody else’s is no second one', async () => {
		service.enter({ name: 'Night bot', outgoing_url: FOREIGN });
		await expect(bot(NEW).activate()).rejects.toThrow('already has another URL');
		expect(service.bots).toHaveLength(1);
	});

	test.each([
		[
			{ name: 'System', account_id: null, system_bot: true },
			70,
			/is a system bot, which accepts no URL/,
		],
		[{ name: 'Helper' }, 99, /Bot 99 was not found in account 9/],
	])('%j is refused as %s', async (row, chosen, why) => {
		service.enter(row);
		const active = bot({ agent_bot: 'existing', agent_bot_id: id(chosen) });
		await expect(active.activate()).rejects.toThrow(why);
		expect(changes()).toEqual([]);
	});

	test('has no second one beside a system’s of the same name', async () => {
		service.enter({ name: 'Night bot', account_id: null, system_bot: true });
		await bot(NEW).activate();
		expect(service.bots).toHaveLength(2);
	});

	describe('in inboxes', () => {
		const linked = () => Object.fromEntries(service.links);
		const IN = { ...NEW, bot_inbox_ids: [17, 18] };

		test('is connected with them, and at the end disconnected from those', async () => {
			const first = bot(NEW);
			await first.activate();
			const [{ id: botId }] = service.bots as Array<{ id: number }>;
			service.links.set(17, botId);
			Object.assign(first.setup.parameters, IN);
			await first.activate();
			expect(linked()).toEqual({ 17: botId, 18: botId });
			expect(service.bots[0].outgoing_url).toBe(addressOf(first, 'production', { inboxes: '18' }));
			changes();
			await first.deactivate();
			// Who connected it with the other one has it still.
			expect(linked()).toEqual({ 17: botId });
			// First, or customers would wait for a bot without an address.
			expect(changes()).toEqual(['POST /inboxes/18/set_agent_bot', `PATCH /agent_bots/${botId}`]);
			await first.activate();
			expect(linked()).toEqual({ 17: botId, 18: botId });
		});

		test('of which one is taken off the list is disconnected from that', async () => {
			const active = bot(IN);
			await active.activate();
			active.setup.parameters.bot_inbox_ids = [18];
			await active.activate();
			expect([...service.links.keys()]).toEqual([18]);
		});

		test('that have another bot are refused, and nothing is changed', async () => {
			const { id: otherBot } = service.enter({ name: 'Their bot' }) as { id: number };
			const { id: botId } = service.enter({ name: 'Night bot' }) as { id: number };
			service.links.set(18, otherBot);
			const active = bot(IN);
			await expect(active.activate()).rejects.toThrow(
				/Inbox 18 already has the bot Their bot: disconnect it in Chatwoot, or enable Options → Replace Address/,
			);
			await active.deactivate();
			expect(linked()).toEqual({ 18: otherBot });
			expect(changes()).toEqual([]);
			active.setup.parameters.options = { replace_address: true };
			await active.activate();
			expect(linked()).toEqual({ 17: botId, 18: botId });
		});

		test('that somebody gave to another bot meanwhile stay with it', async () => {
			const active = bot(IN);
			await active.activate();
			service.links.set(17, 99);
			service.enter({ id: 99, name: 'Later bot' });
			await active.deactivate();
			expect(linked()).toEqual({ 17: 99 });
		});

		test('is connected for a test, which leaves what production connected', async () => {
			const active = bot({ ...NEW, bot_inbox_ids: [17] });
			await active.activate();
			const [{ id: botId }] = service.bots as Array<{ id: number }>;
			const test = active.inTest({ bot_inbox_ids: [17, 18] });
			await test.activate('manual', true);
			expect(linked()).toEqual({ 17: botId, 18: botId });
			await test.deactivate(true);
			expect(linked()).toEqual({ 17: botId });
			await active.deactivate();
			expect(linked()).toEqual({});
		});

		test('and a test that begins during a crash: nothing is left at the end', async () => {
			const active = bot({ ...NEW, bot_inbox_ids: [17] });
			await active.activate();
			const test = active.inTest({ bot_inbox_ids: [18] });
			await test.activate('manual', true);
			await active.activate();
			await active.deactivate();
			expect(linked()).toEqual({});
			expect(service.bots[0].outgoing_url).toBeNull();
		});
	});

	test('signs from 4.13 on: with its secret alone, which is learned anew', async () => {
		await service.close();
		service = await addressService('4.16');
		const active = bot(NEW);
		await active.activate();
		expect(active.setup.staticData.agent_bot).toMatchObject({ signingSecret: 'key-of-70' });
		service.bots[0].secret = 'another';
		await active.activate();
		expect(active.setup.staticData.agent_bot).toMatchObject({ signingSecret: 'another' });
		const { body } = delivery('agent_bot--message_created--bot-incoming-pending', '4.16');
		const { secret } = active.setup.staticData.agent_bot as { secret: string };
		expect((await active.receive(body, { query: { secret } })).status).toBe(401);
	});
});

test.each([
	[
		'agent_bot',
		{ agent_bot: 'existing', agent_bot_id: id(70) },
		'agent_bots',
		'Chatwoot did not return its list of bots',
	],
	['api_inbox', { api_inbox_id: id(17) }, 'inboxes', 'Chatwoot did not return its list of inboxes'],
])('where %s finds no list, something else answered', async (source, parameters, list, words) => {
	const server = await listen(({ path }) =>
		path.endsWith(`/${list}`) ? json({ payload: {} }) : json({ id: 1, accounts: [{ id: 9 }] }),
	);
	const active = trigger(source, { account_id: id(9), ...parameters });
	active.setup.credentials.base_url = server.url;
	await expect(active.activate()).rejects.toThrow(
		`The webhook could not be registered: ${words}. A proxy or another server may have answered instead of Chatwoot.`,
	);
	await server.close();
});

test('an inbox that is not there is refused', async () => {
	const active = trigger('api_inbox', { api_inbox_id: id(99) });
	await expect(active.activate()).rejects.toThrow('Inbox 99 was not found in account 9');
	expect(changes()).toEqual([]);
});

test('an inbox of another channel is refused', async () => {
	const active = trigger('api_inbox', { api_inbox_id: id(18) });
	await expect(active.activate()).rejects.toThrow(/Website is not an API inbox \(Channel::\w+\)/);
	expect(changes()).toEqual([]);
});
