import type { IDataObject, IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { CustomerConversationTrigger } from '../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node';
import { events, offered } from '../../nodes/shared/events/events';
import { panel } from '../../nodes/CustomerConversationTrigger/settings';
import { sources } from '../../nodes/CustomerConversationTrigger/sources';
import type { Source } from '../../nodes/CustomerConversationTrigger/sources/source';
import { agentBot, flag, text } from '../../nodes/shared/vocabulary';
import { deliveries, delivery, releases } from '../../truth/recordings';
import { TOKEN } from '../support/run';
import { CHOSEN, OWN_USER, SECRET, Trigger } from '../support/triggerNode';
import { LIST, webhookService } from '../support/webhooks';

const { account_webhook: accountWebhook } = sources;

/** What the service told a receiver, on any release. */
const recordedFor = (receiver: string) => [
	...new Set(
		releases
			.flatMap((release) => deliveries(release))
			.filter((one) => one.receiver === receiver)
			.map(({ event }) => event),
	),
];

describe('events', () => {
	test("of the account's webhook are those that were recorded there", () => {
		expect([...accountWebhook.told].sort()).toEqual(recordedFor('account_webhook').sort());
	});

	test.each(['account_webhook', 'agent_bot', 'api_inbox'])('told to %s are known', (receiver) => {
		const told = recordedFor(receiver);
		expect(told.length).toBeGreaterThan(5);
		expect(told.filter((name) => events[name]?.from !== name)).toEqual([]);
	});

	test('are offered by who is told what they are worked out of, and by no one else', () => {
		expect(Object.keys(offered(['contact_updated'])).sort()).toEqual([
			'contact_changed',
			'contact_updated',
		]);
		const others = Object.keys(events).filter((name) => !CHOSEN.includes(name));
		expect(others).toEqual(['conversation_opened', 'conversation_resolved']);
	});
});

interface Own {
	/** What a caller must show. */
	word?: string;
}

const ownOf = (context: IHookFunctions | IWebhookFunctions): Own =>
	(context.getWorkflowStaticData('node').doorway ??= {}) as Own;

/** What each life of the second source was handed. */
const handed: unknown[] = [];
let ownUser: number | undefined;

/** A second source, of what bots are told: who calls must know a word. */
const doorway: Source = {
	name: 'Doorway',
	notice: 'Tell the word to who calls.',
	fields: [text('word'), agentBot()],
	options: [
		flag('open_door', { hint: 'Whether to let in everybody' }),
		...accountWebhook.options.filter(({ name }) => name === 'signing_secret'),
	],
	told: ['conversation_opened', 'conversation_resolved', 'message_created'],
	isRegistered: async (context, { own }) => ownOf(context).word === own.word,
	register: async (context, settings) => {
		handed.push(settings);
		ownOf(context).word = String(settings.own.word);
	},
	unregister: async (context) => {
		delete ownOf(context).word;
	},
	refusalOf: (context) => {
		const { open_door: isOpen } = context.getNodeParameter('options', {}) as IDataObject;
		const { word } = ownOf(context);
		const knows = word !== undefined && context.getHeaderData()['x-word'] === word;
		return isOpen || knows ? undefined : 'it does not know the word';
	},
	ownUserOf: () => ownUser,
};

const WORD = 'sesame';
const headers = { 'x-word': WORD };
const told = deliveries('4.16').filter(
	({ receiver, event }) => receiver === 'agent_bot' && doorway.told.includes(event),
);

describe('a second source is a file and a line', () => {
	beforeAll(() => {
		sources.doorway = doorway;
	});
	afterAll(() => {
		delete sources.doorway;
	});
	beforeEach(() => {
		handed.length = 0;
		ownUser = undefined;
	});

	const trigger = (parameters: IDataObject = {}) =>
		new Trigger({
			parameters: {
				source: 'doorway',
				word: WORD,
				agent_bot_id: { __rl: true, mode: 'id', value: '5' },
				events: Object.keys(offered(doorway.told)),
				loop_guard: false,
				...parameters,
			},
			kept: {},
		});

	async function active(parameters?: IDataObject): Promise<Trigger> {
		const one = trigger(parameters);
		await one.activate();
		return one;
	}

	test('it is registered with what is set for it, and let go', async () => {
		const one = await active({ filters: { visibility: '' }, options: { open_door: true } });
		expect(handed).toEqual([
			{
				account: 9,
				events: Object.keys(offered(doorway.told)),
				filters: {},
				loopGuard: false,
				simplify: true,
				dropRepeats: true,
				readMessage: false,
				own: { word: WORD, agent_bot_id: 5, open_door: true },
			},
		]);
		expect(await one.isRegistered()).toBe(true);
		await one.activate();
		expect(handed).toHaveLength(1);
		one.setup.parameters = { ...one.setup.parameters, word: 'another' };
		expect(await one.isRegistered()).toBe(false);
		await one.deactivate();
		expect(one.setup.kept).toEqual({ mode: 'production', doorway: {} });
	});

	test('it lets in, and what it keeps stands apart', async () => {
		const one = await active();
		const [{ body }] = told;
		// The secret of another source opens nothing here.
		const refused = await one.receive(body);
		expect(refused).toMatchObject({ status: 401, items: [] });
		expect(one.log).toEqual([expect.stringContaining('refused a call: it does not know the word')]);
		const { items } = await one.receive(body, { headers });
		expect(one.setup.kept).toEqual({
			mode: 'production',
			doorway: { word: WORD },
			seen: [items[0].event_key],
		});
		expect((await one.receive(body, { headers })).items).toEqual([]);
	});

	test('its events start the workflow: recorded deliveries to bots', async () => {
		const started = new Set<unknown>();
		for (const { event, body, headers: sent } of told) {
			const one = await active();
			const { items } = await one.receive(body, { headers: { ...sent, ...headers } });
			expect(items).toMatchObject([{ event, account_id: expect.any(Number) }]);
			for (const name of items[0].events as string[]) started.add(name);
		}
		expect(started).toEqual(
			new Set([
				...['agent_wrote', 'conversation_opened', 'conversation_resolved', 'customer_wrote'],
				...['message_created', 'note_written'],
			]),
		);
	});

	test('who is its own user is for it to say', async () => {
		const echo = delivery('message_created--by-echo', '4.16').body;
		const mine = delivery('message_created--outgoing').body;
		const passes = async (body: IDataObject) =>
			(await (await active({ loop_guard: true })).receive(body, { headers })).items.length === 1;
		expect(await passes(mine)).toBe(true);
		// Whose answer in the channel's own app is, nobody knows: it is not that of nobody.
		expect(await passes(echo)).toBe(true);
		ownUser = OWN_USER;
		expect(await passes(mine)).toBe(false);
		expect(await passes(echo)).toBe(true);
	});

	test.each<[string, IDataObject, RegExp]>([
		['its field is empty', { word: '' }, /: Word is empty: fill it in$/],
		[
			'an event is not told here',
			{ events: ['contact_created'] },
			/: Events has contact_created; allowed are [\w, ]*conversation_opened/,
		],
		[
			'there is no such source',
			{ source: 'x' },
			/: Source must be one of account_webhook, doorway$/,
		],
	])('is refused where %s', async (_, parameters, message) => {
		const one = trigger(parameters);
		await expect(one.activate()).rejects.toThrow(message);
		expect(handed).toEqual([]);
		expect(one.setup.kept.mode).toBe('production');
	});

	test('a workflow without a choice goes on with the account webhook', async () => {
		const one = new Trigger({ parameters: { events: ['message_created'], loop_guard: false } });
		const { items } = await one.receive(delivery('message_created--incoming').body);
		expect(items).toHaveLength(1);
		expect(one.setup.kept).toMatchObject({ secret: SECRET, seen: [items[0].event_key] });
	});

	describe('in the panel', () => {
		const named = (all: INodeProperties[], name: string) => all.filter((one) => one.name === name);
		const only = (source: string, choice = 'source') => ({ show: { [choice]: [source] } });

		test('one source alone shows no choice', () => {
			const alone = panel({ account_webhook: accountWebhook });
			expect(named(alone, 'source')).toEqual([]);
			const all = alone.flatMap((one) => [one, ...((one.options ?? []) as INodeProperties[])]);
			expect(all.filter(({ displayOptions }) => displayOptions)).toEqual([]);
		});

		test('two show a choice, and each its own', () => {
			const both = panel(sources);
			expect(named(both, 'source')).toMatchObject([
				{
					default: 'account_webhook',
					noDataExpression: true,
					options: [
						{ name: 'Account Webhook', value: 'account_webhook' },
						{ name: 'Doorway', value: 'doorway' },
					],
				},
			]);
			for (const name of ['notice', 'events'])
				expect(named(both, name).map(({ displayOptions }) => displayOptions)).toEqual(
					Object.keys(sources).map((source) => only(source)),
				);
			expect(named(both, 'word')).toMatchObject([{ displayOptions: only('doorway') }]);
			// n8n would ask for it where another source is chosen, too.
			expect(both.filter((one) => one.displayOptions && one.required)).toEqual([]);
		});

		test('its lists are searched', () => {
			const { listSearch } = new CustomerConversationTrigger().methods;
			expect(Object.keys(listSearch)).toEqual(['accounts', 'agentBots']);
		});

		test('an option of both stands there once, without a condition', () => {
			const [{ options }] = named(panel(sources), 'options');
			const conditions = (options as INodeProperties[]).map(({ name, displayOptions }) => [
				name,
				displayOptions,
			]);
			expect(conditions).toEqual([
				['address_is_reachable', only('account_webhook', '/source')],
				['check_secret', only('account_webhook', '/source')],
				['drop_repeats', undefined],
				['open_door', only('doorway', '/source')],
				['read_message', undefined],
				['signing_secret', undefined],
			]);
		});
	});
});

test('what release 0.1 stored with a workflow goes on', async () => {
	const service = await webhookService();
	const { body } = delivery('message_created--incoming');
	const credentials = { base_url: service.url, api_access_token: TOKEN };
	const one = new Trigger({ parameters: { events: ['message_created'] }, kept: {}, credentials });
	const { address, workflowId, nodeId, instance } = one.setup;
	const marks = `n8n=${instance.slice(0, 12)}&workflow=${workflowId}&node=${nodeId}&mode=production`;
	const stored = {
		secret: SECRET,
		mode: 'production',
		userId: OWN_USER,
		signingSecret: 'key-of-the-webhook',
		seen: [`message_created:${String(body.id)}`],
	};
	one.setup.kept = structuredClone(stored);
	const url = `${address}/webhook/hook-${workflowId}-${nodeId}/webhook?${marks}&secret=${SECRET}`;
	service.signingSecret = stored.signingSecret;
	service.enter(url);
	try {
		await one.activate();
		expect(service.calls).toEqual([LIST]);
		expect((await one.receive(body)).status).toBe(401);
		expect(one.setup.kept).toEqual(stored);
		await one.deactivate();
		expect(service.webhooks).toEqual([]);
		expect((await one.receive(body)).items).toEqual([]);
		const { signingSecret: _, ...left } = stored;
		expect(one.setup.kept).toEqual(left);
	} finally {
		await service.close();
	}
});
