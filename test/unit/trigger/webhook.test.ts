import type { IDataObject } from 'n8n-workflow';
import { events } from '../../../nodes/shared/events/events';
import { deliveries, delivery, type Release } from '../../../truth/recordings';
import { recorded } from '../../support/faults';
import { onEachRelease } from '../../support/releases';
import { json, runAt, TOKEN } from '../../support/run';
import { accountOf, CHOSEN, ownUserOf, SECRET, Trigger } from '../../support/triggerNode';
import { LIST, PROFILE, webhookService, type Written } from '../../support/webhooks';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// The waits between tries would only cost time.
	sleep: async () => {},
}));

type Service = Awaited<ReturnType<typeof webhookService>>;

const inner = (value: unknown) => value as IDataObject;
const options = { drop_repeats: false };

/** A trigger of all events with the token of Ada Admin, whose secret is known. */
const newTrigger = (release: Release, parameters: IDataObject = {}) =>
	new Trigger({
		parameters: { events: CHOSEN, options, ...parameters },
		staticData: { secret: SECRET, userId: ownUserOf[release] },
		credentials: { account_id: accountOf[release] },
	});

const bodyOf = (name: string, release: Release) => structuredClone(delivery(name, release).body);

/** A trigger at a service that keeps its webhooks. */
const at = ({ url }: Service, setup: Partial<Trigger['setup']> = {}) =>
	new Trigger({
		parameters: { events: ['message_created'] },
		staticData: {},
		credentials: { base_url: url, api_access_token: TOKEN, account_id: '9' },
		...setup,
	});

/** Does something with a service of a release. */
async function withService(release: Release, act: (service: Service) => Promise<void>) {
	const service = await webhookService(release);
	try {
		await act(service);
	} finally {
		await service.close();
	}
}

const modesOf = ({ webhooks }: Service) =>
	webhooks.map(({ url }) => new URL(url).searchParams.get('mode'));

/** What customers type, and the HTML that 4.10 makes of it. */
const TYPED = [
	['a < b & c > d', '<p>a &lt; b &amp; c &gt; d</p>\n'],
	['"List" & \'Map\'', "<p>&quot;List&quot; &amp; 'Map'</p>\n"],
	['one\n\ntwo', '<p>one</p>\n<p>two</p>\n'],
];

/** What 4.16 sends as it was typed; of the tags in it 4.10 itself sends nothing. */
const TAGS = [
	'My page has <title>Shop</title> and a < b > c',
	'Error: List<String> is null &amp; x',
	'<script>alert(1)</script> is in line 5',
	'<p>I typed this</p>',
];

onEachRelease('keeps all that a customer typed in the text of a message', async (release) => {
	const body = bodyOf('message_created--markdown-website', release);
	const later = { messages: [{ id: Number(body.id) + 1, content: 'Later, in a burst' }] };
	const conversation = { ...inner(body.conversation), ...later };
	const sent =
		release === '4.10'
			? TYPED.map(([typed, html]) => ({ typed: typed.replace('\n\n', '\n'), content: html }))
			: [...TYPED.map(([typed]) => typed), ...TAGS].map((typed) => ({ typed, content: typed }));
	for (const { typed, content } of sent)
		for (const isPrivate of [false, true])
			for (const channel of ['Channel::WebWidget', 'Channel::Email']) {
				const found = newTrigger(release, {
					events: ['message_created'],
					loop_guard: false,
					filters: { content_contains: typed },
				});
				const changed = { ...body, content, private: isPrivate };
				const { items } = await found.receive({
					...changed,
					conversation: { ...conversation, channel },
				});
				expect(items.map((item) => item.content)).toEqual([typed]);
			}
	for (const { event, body: delivered } of deliveries(release)) {
		if (!event.startsWith('message_') || typeof delivered.content !== 'string') continue;
		const [item] = (await newTrigger(release, { loop_guard: false }).receive(delivered)).items;
		const [newest] = inner(delivered.conversation).messages as IDataObject[];
		const stored = newest?.id === delivered.id ? newest.content : undefined;
		const plain = delivered.content.replace(/^<p>([^<&]*)<\/p>\n$/, '$1');
		expect(item.content).toBe(stored ?? (release === '4.10' ? plain : delivered.content));
	}
});

onEachRelease(
	"compares and adopts the service's signing secret at every activation",
	async (release) => {
		await withService(release, async (service) => {
			service.signingSecret = undefined;
			const trigger = at(service);
			await trigger.activate();
			// 4.10 never has one; the upgrade fills it in, and who makes the webhook anew gets another.
			const secrets = release === '4.10' ? [] : ['since-the-upgrade', 'made-anew'];
			for (const secret of secrets) {
				service.webhooks[0].secret = secret;
				expect(await trigger.isRegistered()).toBe(false);
				await trigger.activate();
				expect(trigger.setup.staticData.signingSecret).toBe(secret);
			}
			expect(await trigger.isRegistered()).toBe(true);
			expect(trigger.setup.staticData.signingSecret).toBe(secrets.at(-1));
		});
	},
);

onEachRelease(
	'has another signing secret for a test, and leaves that of production',
	async (release) => {
		await withService(release, async (service) => {
			const production = at(service);
			await production.activate();
			const key = service.signingSecret;
			if (release !== '4.10') service.signingSecret = 'key-of-the-test';
			const test = new Trigger({ ...production.setup });
			await test.activate('manual', true);
			expect(test.setup.staticData.signingSecret).toBe(key ?? undefined);
			expect(test.setup.staticData.testSigningSecret).toBe(service.signingSecret);
		});
	},
);

onEachRelease('takes typing of a bot for that of a machine', async (release) => {
	const body = bodyOf('conversation_typing_on--typing-contact', release);
	const user = delivery('conversation_typing_on--bot-typing', '4.16').body.user;
	expect((await newTrigger(release).receive({ ...body, user })).items).toEqual([]);
	expect((await newTrigger(release).receive(body)).items).toHaveLength(1);
});

onEachRelease(
	"takes an answer that was typed in the app of the channel for an agent's",
	async (release) => {
		const { content_attributes } = delivery('message_created--by-echo', '4.16').body;
		const body = { ...bodyOf('message_created--outgoing', release), sender: null };
		const filters = { senders: ['agent'] };
		const trigger = newTrigger(release, { events: ['agent_wrote'], filters });
		const { items } = await trigger.receive({ ...body, content_attributes });
		expect(items).toMatchObject([{ events: ['agent_wrote'], sender_type: 'user' }]);
		// Without a sender and without that it is nobody's.
		expect((await trigger.receive(body)).items).toEqual([]);
	},
);

onEachRelease('finds by Assigned to No Person what a bot has from the start', async (release) => {
	const body = bodyOf('conversation_created--bot-inbox', release);
	const assigned = bodyOf('conversation_updated--assignee', release);
	const chosen = ['conversation_created', 'conversation_updated'];
	const passes = async (filter: string, payload: IDataObject) => {
		const trigger = newTrigger(release, { events: chosen, filters: { assigned: filter } });
		return (await trigger.receive(payload)).items.length === 1;
	};
	expect(await passes('no_person', body)).toBe(true);
	expect(await passes('no_person', assigned)).toBe(false);
	expect(await passes('nobody', body)).toBe(release === '4.10');
	expect(await passes('anyone', assigned)).toBe(true);
});

onEachRelease('names the inbox in events of inboxes', async (release) => {
	// 4.10 never sent one: what it would have sent carries no id of the delivery.
	const sent = deliveries('4.16').filter(({ event }) => event.startsWith('inbox_'));
	expect(sent).toHaveLength(6);
	for (const { event, body, headers } of sent) {
		const id = (body.working_hours as IDataObject[])[0].inbox_id;
		const call = release === '4.10' ? {} : { headers };
		const [item] = (await newTrigger('4.16').receive(body, call)).items;
		expect(item.inbox_id).toBe(id);
		expect(item.event_key).toMatch(new RegExp(`^${event}:${String(id)}(:|$)`));
		const filters = { inbox_ids: [Number(id) + 1] };
		expect((await newTrigger('4.16', { events: [event], filters }).receive(body)).items).toEqual(
			[],
		);
	}
	for (const event of ['inbox_created', 'inbox_updated'])
		expect(events[event].hint).toContain('ENABLE_INBOX_EVENTS');
});

onEachRelease(
	'lets go of a webhook without failing, and the next activation finds it',
	async (release) => {
		const spoilt: Array<(service: Service, setup: Trigger['setup']) => void> = [
			(service) =>
				(service.fault = (call) =>
					call === LIST ? recorded('account.webhook.list', 'as-agent') : undefined),
			(service) => (service.fault = () => json({ error: 'Not found' }, 404)),
			(service) => (service.fault = () => json('', 500)),
			(service) => (service.fault = () => 'cut'),
			(service, setup) => {
				service.isInTwoAccounts = true;
				setup.credentials = { ...setup.credentials, account_id: '' };
			},
			(_, setup) => (setup.credentials = { ...setup.credentials, base_url: '' }),
		];
		for (const spoil of spoilt)
			for (const isTest of [false, true])
				await withService(release, async (service) => {
					const trigger = at(service);
					const mode = isTest ? 'manual' : 'trigger';
					await trigger.activate(mode, isTest);
					const { credentials } = trigger.setup;
					spoil(service, trigger.setup);
					expect(await trigger.deactivate(isTest)).toBe(true);
					expect(trigger.log).toHaveLength(1);
					expect(trigger.log[0]).toContain('The webhook could not be removed: ');
					service.fault = () => undefined;
					trigger.setup.credentials = credentials;
					expect(service.webhooks).toHaveLength(1);
					await trigger.activate(mode, isTest);
					expect(service.webhooks).toHaveLength(1);
					await trigger.deactivate(isTest);
					expect(service.webhooks).toEqual([]);
				});
	},
);

onEachRelease("leaves production's webhook if a test is refused", async (release) => {
	await withService(release, async (service) => {
		const production = at(service);
		await production.activate();
		const test = new Trigger({ ...production.setup, parameters: { events: [] } });
		await expect(test.activate('manual', true)).rejects.toThrow('Events is empty');
		await test.deactivate(true);
		service.fault = (call) => (call === PROFILE ? json({ error: 'No' }, 401) : undefined);
		test.setup.parameters = production.setup.parameters;
		await expect(test.activate('manual', true)).rejects.toThrow('could not be registered');
		await test.deactivate(true);
		expect(modesOf(service)).toEqual(['production']);
	});
});

const PRIVATE = ['http://n8n:5678', 'http://127.0.0.1:5678', 'http://192.168.1.9', 'http://[::1]'];

onEachRelease('refuses a private address if nothing would ever come there', async (release) => {
	for (const address of PRIVATE)
		await withService(release, async (service) => {
			for (const [mode, isTest] of [
				['trigger', false],
				['manual', true],
			] as const) {
				const trigger = at(service, { address });
				const done = await trigger.activate(mode, isTest).catch((error: Error) => error.message);
				if (release === '4.10') expect(done).toBeUndefined();
				else {
					for (const part of ['4.16.2', address, 'SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true'])
						expect(done).toContain(part);
					expect(done).toMatch(
						/^The webhook could not be registered: .*Options → Address Is Reachable/,
					);
				}
				expect(service.webhooks).toHaveLength(release === '4.10' ? 1 : 0);
				await trigger.deactivate(isTest);
				expect(service.webhooks).toEqual([]);
				trigger.setup.parameters = {
					...trigger.setup.parameters,
					options: { address_is_reachable: true },
				};
				await trigger.activate(mode, isTest);
				expect(service.webhooks).toHaveLength(1);
				await trigger.deactivate(isTest);
			}
		});
});

onEachRelease(
	'says in Webhook → Create and Update that a private address is never called',
	async (release) => {
		await withService(release, async (service) => {
			const run = async (operation: string, parameters: IDataObject) => {
				const { items, error } = await runAt(service.url, operation, {
					account_id: 9,
					...parameters,
				});
				expect(error).toBeUndefined();
				return items[0].json;
			};
			for (const url of ['http://10.0.0.5/hook', 'http://n8n:5678/webhook/x']) {
				const made = await run('webhook.create', { url });
				const { warning, ...record } = made;
				expect(record).toMatchObject({ id: service.webhooks.at(-1)?.id, url });
				if (release === '4.10') expect(made).not.toHaveProperty('warning');
				else expect(warning).toContain('SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true');
				const moved = await run('webhook.update', {
					webhook_id: record.id,
					update_fields: { url: `https://hooks.example/${String(record.id)}` },
				});
				expect(moved).not.toHaveProperty('warning');
			}
			expect((service.written as Written[]).map(({ url }) => url)).toHaveLength(4);
		});
	},
);
