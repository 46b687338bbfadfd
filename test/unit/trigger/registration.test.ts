import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { delivery } from '../../../truth/recordings';
import { recorded } from '../../support/faults';
import { json, TOKEN } from '../../support/run';
import type { Answer } from '../../support/server';
import { Trigger } from '../../support/triggerNode';
import {
	CREATE,
	LIST,
	PROFILE,
	TAKEN,
	VERSION,
	WEBHOOKS,
	webhookService,
	type Fault,
	type Webhook,
	type Written,
} from '../../support/webhooks';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// The waits between tries would only cost time.
	sleep: async () => await new Promise(setImmediate),
}));

let service: Awaited<ReturnType<typeof webhookService>>;

beforeEach(async () => {
	service = await webhookService();
});
afterEach(async () => {
	await service.close();
	// All went through the one door of the package.
	for (const headers of service.headers)
		expect(headers).toMatchObject({ accept: 'application/json', api_access_token: TOKEN });
});

const EVENTS = ['customer_wrote', 'conversation_reopened', 'message_created'];
const SUBSCRIPTIONS = ['message_created', 'conversation_updated'];

const newTrigger = (setup: Partial<Trigger['setup']> = {}) =>
	new Trigger({
		parameters: { events: EVENTS },
		staticData: {},
		...setup,
		credentials: { base_url: service.url, api_access_token: TOKEN, ...setup.credentials },
	});

/** The address that is registered for a trigger. */
function addressOf(
	{ setup }: Trigger,
	mode = 'production',
	secret = setup.staticData.secret,
): string {
	const { address, workflowId, nodeId, instance } = setup;
	const path = `hook-${workflowId}-${nodeId}/webhook`;
	const marks = `n8n=${instance.slice(0, 12)}&workflow=${workflowId}&node=${nodeId}&mode=${mode}`;
	const root = mode === 'test' ? 'webhook-test' : 'webhook';
	return `${address}/${root}/${path}?${marks}${secret ? `&secret=${String(secret)}` : ''}`;
}

/** What stands at the service for a trigger. */
const registered = (trigger: Trigger, mode?: string): Written => ({
	name: 'n8n: Answer customers',
	url: addressOf(trigger, mode),
	subscriptions: SUBSCRIPTIONS,
});

const standing = (): Written[] =>
	service.webhooks.map(({ name, url, subscriptions }) => ({ name, url, subscriptions }));

/** The calls since the last time. */
function calls(): string[] {
	return service.calls.splice(0);
}

describe('activation', () => {
	test('registers one webhook', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		expect(trigger.setup.staticData).toEqual({
			secret: expect.stringMatching(/^[0-9a-f]{64}$/),
			mode: 'production',
			userId: 11,
			registeredAt: { server: service.url, account: 9 },
		});
		expect(standing()).toEqual([registered(trigger)]);
		expect(service.written).toEqual([registered(trigger)]);
		expect(calls()).toEqual([PROFILE, LIST, CREATE]);
	});

	test('again only looks', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const { secret } = trigger.setup.staticData;
		calls();
		expect(await trigger.isRegistered()).toBe(true);
		await trigger.activate();
		expect(calls()).toEqual([LIST, LIST]);
		expect(trigger.setup.staticData.secret).toBe(secret);
		expect(standing()).toEqual([registered(trigger)]);
	});

	test('with other events changes the webhook', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const [{ id }] = service.webhooks;
		trigger.setup.parameters = { events: ['contact_changed', 'contact_updated'] };
		expect(await trigger.isRegistered()).toBe(false);
		calls();
		await trigger.activate();
		expect(calls()).toEqual([LIST, PROFILE, LIST, `PATCH ${WEBHOOKS}/${id}`]);
		const changed = { ...registered(trigger), subscriptions: ['contact_updated'] };
		expect(standing()).toEqual([changed]);
		expect(service.written[1]).toEqual(changed);
	});

	test('with the same events in another order changes nothing', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		service.webhooks[0].subscriptions.reverse();
		trigger.setup.parameters = { events: [...EVENTS].reverse() };
		calls();
		await trigger.activate();
		expect(calls()).toEqual([LIST]);
	});

	test('after it was deleted by hand makes it anew', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		service.webhooks = [];
		await trigger.activate();
		expect(standing()).toEqual([registered(trigger)]);
	});

	test.each<[string, (webhook: Webhook) => void]>([
		['another address', (webhook) => (webhook.url = webhook.url.replace(/&secret=.*/, ''))],
		['another secret', (webhook) => (webhook.url = webhook.url.replace(/secret=.*/, 'secret=x'))],
		['no marks', (webhook) => (webhook.url = webhook.url.replace(/\?.*/, ''))],
		['other subscriptions', (webhook) => (webhook.subscriptions = ['contact_created'])],
		['more subscriptions', (webhook) => webhook.subscriptions.push('contact_created')],
		['repeated subscriptions', (webhook) => webhook.subscriptions.push('message_created')],
	])('after it was given %s by hand puts it right', async (_, edit) => {
		const trigger = newTrigger();
		await trigger.activate();
		const [{ id }] = service.webhooks;
		edit(service.webhooks[0]);
		expect(await trigger.isRegistered()).toBe(false);
		await trigger.activate();
		expect(standing()).toEqual([registered(trigger)]);
		expect(service.webhooks[0].id).toBe(id);
	});

	test('leaves the name alone that somebody gave it', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		service.webhooks[0].name = 'Mine';
		await trigger.activate();
		expect(standing()).toEqual([{ ...registered(trigger), name: 'Mine' }]);
	});

	describe('where somebody entered the address by hand', () => {
		const byHand = (trigger: Trigger) => addressOf(trigger).replace(/\?.*/, '');

		test('before: that one becomes the right one', async () => {
			const trigger = newTrigger();
			service.enter(byHand(trigger));
			await trigger.activate();
			expect(standing()).toEqual([registered(trigger)]);
		});

		test.each(['after', 'before'])('and it stands %s the own one: that one goes', async (place) => {
			const trigger = newTrigger();
			await trigger.activate();
			service.enter(byHand(trigger));
			if (place === 'before') service.webhooks.reverse();
			expect(await trigger.isRegistered()).toBe(false);
			await trigger.activate();
			expect(standing()).toEqual([registered(trigger)]);
		});

		test.each(['after', 'before'])(
			'and it stands %s the own one, whose events change: that one goes',
			async (place) => {
				const trigger = newTrigger();
				await trigger.activate();
				service.enter(byHand(trigger));
				if (place === 'before') service.webhooks.reverse();
				trigger.setup.parameters = { events: ['contact_created'] };
				await trigger.activate();
				expect(standing()).toEqual([
					{ ...registered(trigger), subscriptions: ['contact_created'] },
				]);
			},
		);
	});

	describe('whose answer was lost', () => {
		test.each<Fault>(['done, then 500', 'done, then cut'])('%s', async (fault) => {
			const trigger = newTrigger();
			service.fault = (call) => (call === CREATE ? fault : undefined);
			await expect(trigger.activate()).rejects.toThrow(/^The webhook could not be registered: /);
			// It was sent once: it may have been made.
			expect(calls().filter((call) => call === CREATE)).toHaveLength(1);
			service.fault = () => undefined;
			await trigger.activate();
			expect(standing()).toEqual([registered(trigger)]);
		});

		test('and came late: it is made after the list was read', async () => {
			const trigger = newTrigger();
			service.fault = (call) => (call === CREATE ? 'cut' : undefined);
			await expect(trigger.activate()).rejects.toThrow();
			const late = service.written[0] as Written;
			trigger.setup.staticData = { secret: new URL(late.url).searchParams.get('secret') };
			service.fault = () => undefined;
			calls();
			service.before = (call) => {
				if (call === CREATE) service.enter(late.url);
			};
			await trigger.activate();
			expect(calls().at(-1)).toMatch(/^PATCH /);
			expect(standing()).toEqual([registered(trigger)]);
		});

		test('where another has the address, and not this trigger', async () => {
			const trigger = newTrigger();
			service.fault = (call) => (call === CREATE ? TAKEN : undefined);
			await expect(trigger.activate()).rejects.toThrow(
				/^The webhook could not be registered: Url has already been taken$/,
			);
		});
	});

	test('after n8n lost its data has a new secret, and one webhook', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const { secret } = trigger.setup.staticData;
		trigger.setup.staticData = {};
		await trigger.activate();
		expect(trigger.setup.staticData.secret).not.toBe(secret);
		expect(standing()).toEqual([registered(trigger)]);
	});

	test('after n8n lost its data stores again what it lost, without a secret, too', async () => {
		const one = newTrigger({ parameters: { events: EVENTS, options: { check_secret: false } } });
		await one.activate();
		const { staticData } = one.setup;
		one.setup.staticData = {};
		await one.activate();
		expect(one.setup.staticData).toEqual(staticData);
	});

	test('at another address moves the webhook', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const [{ id }] = service.webhooks;
		trigger.setup.address = 'https://moved.example/n8n';
		expect(await trigger.isRegistered()).toBe(false);
		await trigger.activate();
		expect(standing()).toEqual([registered(trigger)]);
		expect(service.webhooks[0]).toMatchObject({
			id,
			url: expect.stringMatching(/^https:\/\/moved\.example\/n8n\/webhook\/hook-/),
		});
	});

	test('at another address, with one there already, leaves one', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const before = service.webhooks[0].url;
		trigger.setup.address = 'https://moved.example';
		service.enter(addressOf(trigger));
		trigger.setup.parameters = { events: ['contact_created'] };
		expect(service.webhooks.map(({ url }) => url)).toEqual([before, addressOf(trigger)]);
		await trigger.activate();
		expect(standing()).toEqual([{ ...registered(trigger), subscriptions: ['contact_created'] }]);
	});
});

describe('deactivation', () => {
	test('leaves none', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const [{ id }] = service.webhooks;
		calls();
		await trigger.deactivate();
		expect(calls()).toEqual([LIST, `DELETE ${WEBHOOKS}/${id}`]);
		expect(standing()).toEqual([]);
	});

	test('of what somebody deleted leaves none', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		service.webhooks = [];
		await trigger.deactivate();
		expect(standing()).toEqual([]);
	});

	test('of what somebody deletes in this moment is fine', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		service.before = (call) => {
			if (call.startsWith('DELETE')) service.webhooks = [];
		};
		await trigger.deactivate();
		expect(standing()).toEqual([]);
	});

	test('leaves none of several', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		service.enter(addressOf(trigger).replace(/\?.*/, ''));
		service.enter(addressOf(trigger).replace('https://n8n.example', 'https://before.example'));
		await trigger.deactivate();
		expect(standing()).toEqual([]);
	});

	/** It ends, and the log says once what was not removed, and why. */
	async function endsInVain(trigger: Trigger, why: RegExp, isTest = false): Promise<void> {
		trigger.log = [];
		expect(await trigger.deactivate(isTest)).toBe(true);
		expect(trigger.log).toHaveLength(1);
		expect(trigger.log[0]).toMatch(
			/^Customer Conversation Trigger: The webhook could not be removed: /,
		);
		expect(trigger.log[0]).toMatch(why);
		expect(trigger.log[0]).toContain('workflow-1');
		for (const hidden of [TOKEN, trigger.setup.staticData.secret])
			if (hidden) expect(trigger.log[0]).not.toContain(hidden);
	}

	test('in vain where the service is down; the next activation finds what was left', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		service.fault = () => 'cut';
		await endsInVain(trigger, /The connection was closed before a reply arrived/);
		service.fault = () => undefined;
		expect(standing()).toEqual([registered(trigger)]);
		calls();
		await trigger.activate();
		expect(calls()).toEqual([LIST]);
		expect(standing()).toEqual([registered(trigger)]);
	});

	test('in vain, then other events and another address: still one', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		service.fault = (call) => (call.startsWith('DELETE') ? json('', 500) : undefined);
		await endsInVain(trigger, /Chatwoot answered with status 500 and gave no reason/);
		service.fault = () => undefined;
		trigger.setup.address = 'https://moved.example';
		trigger.setup.parameters = { events: ['contact_created'] };
		await trigger.activate();
		expect(standing()).toEqual([{ ...registered(trigger), subscriptions: ['contact_created'] }]);
	});

	test('needs no settings but the account: a wrong filter keeps no webhook alive', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		trigger.setup.parameters = { events: [], filters: { content_matches: '(' } };
		await trigger.deactivate();
		expect(standing()).toEqual([]);
	});

	const refusedList = (answer: Answer) => () => {
		service.fault = (call) => (call === LIST ? answer : undefined);
	};
	test.each<[string, (trigger: Trigger) => void, RegExp]>([
		[
			'no account, but two to choose from',
			({ setup }) => {
				setup.credentials.account_id = '';
				service.isInTwoAccounts = true;
			},
			/Account is empty, and the token's user is in accounts 9 \(.*\), 10 \(Beta\)/,
		],
		['no base URL', ({ setup }) => (setup.credentials.base_url = ''), /base URL .* is empty/],
		[
			'no address of n8n',
			({ setup }) => (setup.address = 'n8n'),
			/The webhook URL of n8n is not valid/,
		],
		[
			"an agent's token",
			refusedList(recorded('account.webhook.list', 'as-agent')),
			/You are not authorized .*This requires an administrator\. The token belongs to Ada Admin, an agent/,
		],
		['no such account', refusedList(json({ error: 'Not found' }, 404)), /Not found/],
		[
			'a reply without a list',
			refusedList(json({ success: true })),
			/did not return its list of webhooks/,
		],
		[
			'a removal that is refused',
			() => {
				service.fault = (call) =>
					call.startsWith('DELETE') ? recorded('account.webhook.delete', 'as-agent') : undefined;
			},
			/You are not authorized/,
		],
		['a service that is gone', () => void service.close(), /Nothing answers at this address/],
	])('never fails, in production and in a test: %s', async (_, spoil, why) => {
		const trigger = newTrigger();
		await trigger.activate();
		const test = new Trigger({ ...trigger.setup, credentials: trigger.setup.credentials });
		await test.activate('manual', true);
		spoil(trigger);
		Object.assign(test.setup, {
			address: trigger.setup.address,
			credentials: trigger.setup.credentials,
		});
		await endsInVain(test, why, true);
		await endsInVain(trigger, why);
	});

	const WRONG_TOKEN = recorded('account.webhook.list', 'as-agent');

	test.each<[string, { base_url?: string }, RegExp]>([
		['before anything was sent', { base_url: 'ftp://a' }, /base URL/],
		[
			'because of the token',
			{},
			/You are not authorized .*This requires an administrator\. The token belongs to Ada Admin, an agent/,
		],
	])(
		'after an activation that failed %s is quiet: the log has the cause alone',
		async (_, credentials, why) => {
			service.fault = (call) => (call === LIST ? WRONG_TOKEN : undefined);
			const trigger = newTrigger({ credentials });
			// n8n tries again and again, and reads what it stored each time.
			for (let tries = 0; tries < 3; tries++) {
				await expect(trigger.activate()).rejects.toThrow(why);
				trigger.setup.staticData = {};
				expect(await trigger.deactivate()).toBe(true);
			}
			expect(trigger.log).toHaveLength(3);
			for (const line of trigger.log)
				expect(line).toMatch(
					/^Customer Conversation Trigger: The webhook could not be (checked|registered): /,
				);
			expect(trigger.log[0]).toMatch(why);
		},
	);

	test('in vain after an activation that changed nothing: the log has the cause first', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		trigger.setup.parameters = { events: ['contact_created'] };
		service.fault = (call) =>
			call.startsWith('DELETE') || call === PROFILE ? WRONG_TOKEN : undefined;
		await expect(trigger.activate()).rejects.toThrow('not authorized');
		await trigger.deactivate();
		expect(
			trigger.log.map((line) => line.replace(/^[^:]*: (The webhook could not be \w+).*$/, '$1')),
		).toEqual(['The webhook could not be registered', 'The webhook could not be removed']);
	});

	test('and activation keep the secret', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const before = standing();
		await trigger.deactivate();
		await trigger.activate();
		expect(standing()).toEqual(before);
	});
});

describe('the credential leads elsewhere', () => {
	let other: typeof service;
	beforeEach(async () => {
		other = await webhookService();
	});
	afterEach(async () => await other.close());

	const message = delivery('message_created--incoming').body;
	const MOVED =
		/credential now leads to account 9 at .* may still exist in account 9 at (\S+): delete it/;

	/** A trigger that is active at the service, and whose credential now leads to the other one. */
	async function moved() {
		const trigger = newTrigger();
		await trigger.activate();
		const { secret } = trigger.setup.staticData;
		expect((await trigger.receive(message, { query: { secret } })).items).toHaveLength(1);
		trigger.setup.credentials.base_url = other.url;
		trigger.log = [];
		return { trigger, secret };
	}

	const standingThere = () => other.webhooks.map(({ url }) => url);

	test.each([
		['deactivated and activated', true],
		['activated anew, as after a restart', false],
	])('%s: a new secret, one line in the log, and nothing of before comes in', async (_, ends) => {
		const { trigger, secret } = await moved();
		if (ends) await trigger.deactivate();
		await trigger.activate();
		expect(trigger.setup.staticData.secret).toMatch(/^[0-9a-f]{64}$/);
		expect(trigger.setup.staticData.secret).not.toBe(secret);
		expect(standingThere()).toEqual([addressOf(trigger)]);
		expect(trigger.log).toHaveLength(1);
		expect(MOVED.exec(trigger.log[0])?.[1]).toBe(service.url);
		// The webhook stays where nobody may remove it.
		expect(service.webhooks).toHaveLength(1);
		expect((await trigger.receive(message, { query: { secret } })).status).toBe(401);
		// The other service counts its messages anew: this one was not seen there.
		const now = { query: { secret: trigger.setup.staticData.secret } };
		expect((await trigger.receive(message, now)).items).toHaveLength(1);
	});

	test('to another account of the same server is told, too', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		trigger.setup.credentials.account_id = '10';
		await trigger.deactivate();
		expect(trigger.log[0]).toContain(`may still exist in account 9 at ${service.url}`);
		expect(trigger.setup.staticData).not.toHaveProperty('secret');
	});

	test('and nothing was left: the secret is new, the log is quiet', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const { secret } = trigger.setup.staticData;
		await trigger.deactivate();
		trigger.setup.credentials.base_url = other.url;
		await trigger.activate();
		expect(trigger.setup.staticData.secret).not.toBe(secret);
		expect([trigger.log, service.webhooks]).toEqual([[], []]);
	});

	test.each(['/', '/app/accounts/9/dashboard'])('not by another spelling: %s', async (more) => {
		const trigger = newTrigger();
		await trigger.activate();
		const before = structuredClone(trigger.setup.staticData);
		trigger.setup.credentials.base_url = `  ${service.url}${more}`;
		expect(await trigger.isRegistered()).toBe(true);
		await trigger.activate();
		expect([trigger.setup.staticData, trigger.log]).toEqual([before, []]);
	});

	test('before the workflow is activated anew: nothing of before comes in, with the reason', async () => {
		const { trigger, secret } = await moved();
		expect((await trigger.receive(message, { query: { secret } })).status).toBe(401);
		expect(trigger.log).toEqual([
			expect.stringContaining(
				`registered in account 9 at ${service.url}, but its credential now leads to account 9 at ${other.url}`,
			),
		]);
	});

	test('to no account: the one in which it was registered stays, and nothing is looked up', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		trigger.setup.credentials.account_id = '';
		service.isInTwoAccounts = true;
		const sent = service.calls.length;
		const { secret } = trigger.setup.staticData;
		expect((await trigger.receive(message, { query: { secret: 'wrong' } })).status).toBe(401);
		expect((await trigger.receive(message, { query: { secret } })).items).toHaveLength(1);
		expect(service.calls).toHaveLength(sent);
	});

	test('by another name of the same server: what comes goes on', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		trigger.setup.credentials.base_url = service.url.replace('127.0.0.1', 'localhost');
		const { secret } = trigger.setup.staticData;
		expect((await trigger.receive(message, { query: { secret } })).items).toHaveLength(1);
		expect(trigger.setup.staticData).toMatchObject({
			secret,
			registeredAt: { server: trigger.setup.credentials.base_url, account: 9 },
		});
	});

	test('and n8n ended before it stored that, or a call wrote back what it had read', async () => {
		const { trigger, secret } = await moved();
		const before = structuredClone(trigger.setup.staticData);
		await trigger.activate();
		const { secret: renewed } = trigger.setup.staticData;
		trigger.setup.staticData = structuredClone(before);
		expect((await trigger.receive(message, { query: { secret: renewed } })).items).toHaveLength(1);
		expect(trigger.setup.staticData.secret).toBe(renewed);
		trigger.setup.staticData = structuredClone(before);
		expect((await trigger.receive(message, { query: { secret } })).status).toBe(401);
		trigger.setup.staticData = before;
		await trigger.activate();
		expect(standingThere()).toEqual([addressOf(trigger)]);
	});

	test('and the new server refuses: the secret of before still opens nothing', async () => {
		const { trigger, secret } = await moved();
		other.fault = () => json({ error: 'No' }, 401);
		await expect(trigger.activate()).rejects.toThrow('could not be registered');
		expect((await trigger.receive(message, { query: { secret } })).status).toBe(401);
	});
});

describe('side by side', () => {
	describe.each<[string, (production: Trigger) => IDataObject]>([
		['data of its own', () => ({})],
		['what production has stored', ({ setup }) => setup.staticData],
	])('test and production, where a test has %s', (_, staticDataOf) => {
		async function both() {
			const production = newTrigger();
			await production.activate();
			const test = new Trigger({ ...production.setup, staticData: staticDataOf(production) });
			await test.activate('manual', true);
			expect(standing()).toEqual([registered(production), registered(test, 'test')]);
			return { production, test };
		}

		test('the end of the test leaves production', async () => {
			const { production, test } = await both();
			await test.deactivate(true);
			expect(standing()).toEqual([registered(production)]);
			expect(await production.isRegistered()).toBe(true);
		});

		test('the end of production leaves the test', async () => {
			const { production, test } = await both();
			await production.deactivate();
			expect(standing()).toEqual([registered(test, 'test')]);
		});

		test.each<[string, () => void, IDataObject]>([
			[
				'the token may not',
				() => {
					service.fault = (call) => (call === PROFILE ? json({ error: 'No' }, 401) : undefined);
				},
				{ events: ['contact_created'] },
			],
			['a filter is broken', () => undefined, { filters: { content_matches: '(' } }],
			['no events are chosen', () => undefined, { events: [] }],
		])('a test that is refused leaves production: %s', async (_, spoil, parameters) => {
			const production = newTrigger();
			await production.activate();
			const test = new Trigger({ ...production.setup, staticData: staticDataOf(production) });
			test.setup.parameters = { events: EVENTS, ...parameters };
			spoil();
			await expect(test.activate('manual', true)).rejects.toThrow();
			service.fault = () => undefined;
			await test.deactivate(true);
			expect(standing()).toEqual([registered(production)]);
		});

		test('each is renewed alone', async () => {
			const { production, test } = await both();
			service.webhooks.forEach((webhook) => (webhook.subscriptions = ['contact_created']));
			await production.activate();
			expect(standing().map(({ subscriptions }) => subscriptions)).toEqual([
				['contact_created'],
				SUBSCRIPTIONS,
			]);
			await test.activate('manual', true);
			expect(standing()).toEqual([registered(production), registered(test, 'test')]);
		});
	});

	test('a test at another address finds the test before, and not production', async () => {
		const production = newTrigger();
		await production.activate();
		const at = (address: string) => new Trigger({ ...production.setup, staticData: {}, address });
		await at('https://tunnel-1.example').activate('manual', true);
		const test = at('https://tunnel-2.example');
		await test.activate('manual', true);
		expect(standing()).toEqual([registered(production), registered(test, 'test')]);
	});

	test.each<[string, Partial<Trigger['setup']>]>([
		['two workflows', { workflowId: 'workflow-2' }],
		['two triggers of one workflow', { nodeId: 'node-2' }],
		['the same workflow in two n8n', { instance: 'another-n8n', address: 'https://b.example' }],
	])('%s: each keeps its own', async (_, setup) => {
		const trigger = newTrigger();
		const two = newTrigger({ nodeId: trigger.setup.nodeId, ...setup });
		await trigger.activate();
		await two.activate();
		expect(standing()).toEqual([registered(trigger), registered(two)]);
		expect(trigger.setup.staticData.secret).not.toBe(two.setup.staticData.secret);
		expect(await trigger.isRegistered()).toBe(true);
		await trigger.deactivate();
		expect(standing()).toEqual([registered(two)]);
		await trigger.activate();
		expect(standing()).toEqual([registered(two), registered(trigger)]);
		await two.deactivate();
		expect(standing()).toEqual([registered(trigger)]);
	});

	test("others' webhooks stay as they are", async () => {
		const trigger = newTrigger();
		const others = [
			'https://hooks.example/hook',
			'x http://127.0.0.1:9/y',
			'http://[',
			'https://n8n.example/',
			`${addressOf(trigger).replace(/\?.*/, '')}/more`,
			addressOf(trigger).replace('https://n8n.example', 'https://b.example').replace('n8n=', 'm='),
			addressOf(trigger, 'staging').replace('https://n8n.example', 'https://b.example'),
		].map((url) => service.enter(url));
		const before = structuredClone(others);
		await trigger.activate();
		trigger.setup.parameters = { events: ['contact_created'] };
		await trigger.activate();
		await trigger.deactivate();
		expect(service.webhooks).toEqual(before);
	});
});

describe('secrets', () => {
	const message = delivery('message_created--incoming').body;
	const unchecked = { events: EVENTS, options: { check_secret: false } };

	test('off and on again: the secret goes, and a new one comes', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const { secret } = trigger.setup.staticData;
		trigger.setup.parameters = unchecked;
		await trigger.activate();
		expect(trigger.setup.staticData).not.toHaveProperty('secret');
		expect(standing()).toEqual([registered(trigger)]);
		expect(service.webhooks[0].url).not.toContain('secret');
		expect(await trigger.isRegistered()).toBe(true);

		trigger.setup.parameters = { events: EVENTS };
		expect(await trigger.isRegistered()).toBe(false);
		await trigger.activate();
		expect(trigger.setup.staticData.secret).toMatch(/^[0-9a-f]{64}$/);
		expect(trigger.setup.staticData.secret).not.toBe(secret);
		expect(standing()).toEqual([registered(trigger)]);
		const old = await trigger.receive(message, { query: { secret } });
		expect(old.status).toBe(401);
	});

	test('what the service calls at the registered address gets in', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		const query = Object.fromEntries(new URL(service.webhooks[0].url).searchParams);
		expect((await trigger.receive(message, { query })).items).toHaveLength(1);
		expect((await trigger.receive(message, { query: {} })).status).toBe(401);
	});

	describe('of a newer service, which signs', () => {
		beforeEach(() => {
			service.signingSecret = 'key-of-the-webhook';
		});

		const query = (trigger: Trigger) => ({ secret: trigger.setup.staticData.secret });
		const signed = (key: string) => {
			const time = `${Math.floor(Date.now() / 1000)}`;
			const text = `${time}.${JSON.stringify(message)}`;
			const signature = createHmac('sha256', key).update(text).digest('hex');
			return { 'x-chatwoot-signature': `sha256=${signature}`, 'x-chatwoot-timestamp': time };
		};

		test('are kept, and asked for', async () => {
			const trigger = newTrigger();
			await trigger.activate();
			expect(trigger.setup.staticData.signingSecret).toBe('key-of-the-webhook');
			const unsigned = await trigger.receive(message, { query: query(trigger) });
			expect(unsigned.status).toBe(401);
			const headers = signed('key-of-the-webhook');
			expect(
				(await trigger.receive(message, { query: query(trigger), headers })).items,
			).toHaveLength(1);
		});

		test('older ones that a call wrote back are mended by what stands at the service', async () => {
			const trigger = newTrigger();
			await trigger.activate();
			calls();
			trigger.setup.staticData.signingSecret = 'older';
			const forged = await trigger.receive(message, { query: { secret: 'forged' } });
			expect([forged.status, calls()]).toEqual([401, []]);
			const headers = signed('key-of-the-webhook');
			expect(
				(await trigger.receive(message, { query: query(trigger), headers })).items,
			).toHaveLength(1);
			expect(trigger.setup.staticData.signingSecret).toBe('key-of-the-webhook');
			for (const key of ['older', 'forged', 'forged'])
				expect(
					(await trigger.receive(message, { query: query(trigger), headers: signed(key) })).status,
				).toBe(401);
			expect(calls()).toEqual([LIST, PROFILE]);
		});

		test('that n8n did not store, because it ended before, are found at the service', async () => {
			const trigger = newTrigger();
			await trigger.activate();
			const { staticData } = trigger.setup;
			calls();
			trigger.setup.staticData = {};
			const headers = signed('key-of-the-webhook');
			const [first, second] = await Promise.all([
				trigger.receive(message, { query: { secret: staticData.secret }, headers }),
				trigger.receive(message, { query: { secret: 'forged' }, headers }),
			]);
			expect([first.items.length, first.status, second.status]).toEqual([1, undefined, 401]);
			expect(calls()).toEqual([LIST, PROFILE]);
			const { secret, signingSecret, userId } = trigger.setup.staticData;
			expect({ secret, signingSecret, userId }).toEqual({
				...{ secret: staticData.secret, signingSecret: 'key-of-the-webhook' },
				userId: staticData.userId,
			});
		});

		test('that are not at the service let nobody in', async () => {
			const trigger = newTrigger();
			await trigger.activate();
			const { staticData } = trigger.setup;
			for (const webhooks of [[], 'down'] as const) {
				const other = newTrigger({ staticData: {} });
				if (webhooks === 'down') service.fault = () => json('', 500);
				else service.webhooks.length = 0;
				const call = {
					query: { secret: staticData.secret },
					headers: signed('key-of-the-webhook'),
				};
				expect((await other.receive(message, call)).status).toBe(401);
			}
		});

		test('are forgotten with the webhook; the next one has its own', async () => {
			const trigger = newTrigger();
			await trigger.activate();
			await trigger.deactivate();
			expect(trigger.setup.staticData).not.toHaveProperty('signingSecret');
			service.signingSecret = 'another-key';
			await trigger.activate();
			expect(trigger.setup.staticData.signingSecret).toBe('another-key');
		});

		test('of the list are compared at every activation, and adopted', async () => {
			service.signingSecret = undefined;
			const trigger = newTrigger();
			await trigger.activate();
			expect(trigger.setup.staticData).not.toHaveProperty('signingSecret');
			// The upgrade of the service fills them in, and who makes the webhook anew gets another.
			for (const secret of ['since-the-upgrade', 'made-anew-by-hand']) {
				service.webhooks[0].secret = secret;
				expect(await trigger.isRegistered()).toBe(false);
				await trigger.activate();
				expect(trigger.setup.staticData.signingSecret).toBe(secret);
				expect(await trigger.isRegistered()).toBe(true);
				const headers = signed(secret);
				expect(
					(await trigger.receive(message, { query: query(trigger), headers })).status,
				).toBeUndefined();
			}
			expect((await trigger.receive(message, { query: query(trigger) })).status).toBe(401);
			service.webhooks[0].secret = null;
			await trigger.activate();
			expect(trigger.setup.staticData).not.toHaveProperty('signingSecret');
			expect((await trigger.receive(message, { query: query(trigger) })).status).toBeUndefined();
		});

		test("of a test stand beside production's", async () => {
			const trigger = newTrigger();
			await trigger.activate();
			service.signingSecret = 'key-of-the-test';
			const { staticData } = trigger.setup;
			const test = new Trigger({ ...trigger.setup, staticData: structuredClone(staticData) });
			await test.activate('manual', true);
			expect(test.setup.staticData).toEqual({
				...staticData,
				mode: 'test',
				testSigningSecret: 'key-of-the-test',
			});
			const call = (key: string) => ({ query: query(trigger), headers: signed(key) });
			const manual = { ...call('key-of-the-test'), mode: 'manual' as const };
			expect((await test.receive(message, manual)).items).toHaveLength(1);
			expect(
				(await test.receive(message, { ...manual, ...call('key-of-the-webhook') })).status,
			).toBe(401);
			// Whatever n8n stores of the test: production takes its own.
			trigger.setup.staticData = test.setup.staticData;
			expect((await trigger.receive(message, call('key-of-the-webhook'))).items).toHaveLength(1);
			await test.deactivate(true);
			expect(test.setup.staticData).not.toHaveProperty('testSigningSecret');
			expect(test.setup.staticData.signingSecret).toBe('key-of-the-webhook');
		});

		test('come with a change, too', async () => {
			service.signingSecret = undefined;
			const trigger = newTrigger();
			await trigger.activate();
			service.webhooks[0].secret = 'since-the-upgrade';
			trigger.setup.parameters = { events: ['contact_created'] };
			await trigger.activate();
			expect(trigger.setup.staticData.signingSecret).toBe('since-the-upgrade');
		});

		test.each([null, ''])('are not known where the reply says %p', async (none) => {
			service.signingSecret = none;
			const trigger = newTrigger();
			await trigger.activate();
			expect(trigger.setup.staticData).not.toHaveProperty('signingSecret');
			expect((await trigger.receive(message, { query: query(trigger) })).items).toHaveLength(1);
		});
	});
});

describe('a private address', () => {
	const PRIVATE = 'http://n8n:5678';
	const at = (address: string, options: IDataObject = {}) =>
		newTrigger({ address, parameters: { events: EVENTS, options } });
	const refusal =
		/^The webhook could not be registered: Chatwoot 4\.16\.2 does not call private addresses such as http:\/\/n8n:5678 unless SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is set in its environment\. Set it and enable Options → Address Is Reachable, or give n8n a public address \(WEBHOOK_URL\)$/;

	beforeEach(() => {
		service.version = '4.16.2';
	});

	test.each([
		['production', 'trigger', false],
		['a test', 'manual', true],
	] as const)('is refused in %s, with the cure in the message', async (_, mode, isTest) => {
		const trigger = at(PRIVATE);
		await expect(trigger.activate(mode, isTest)).rejects.toThrow(refusal);
		// Cheap: n8n tries it five times.
		expect(calls()).toEqual([VERSION]);
		await trigger.deactivate(isTest);
		expect(standing()).toEqual([]);
	});

	test('is refused again by each of the tries of n8n, which leave nothing behind', async () => {
		const trigger = at(PRIVATE);
		for (let tries = 0; tries < 5; tries++) {
			await expect(trigger.activate()).rejects.toThrow(refusal);
			await trigger.deactivate();
			trigger.setup.staticData = {};
		}
		expect(calls()).toEqual(Array.from({ length: 5 }, () => [VERSION, LIST]).flat());
		expect(standing()).toEqual([]);
	});

	test.each(['4.14.0', '4.14.1', '4.15.0', '4.16.2', '5.0.0', '10.2.1'])(
		'is refused by %s',
		async (version) => {
			service.version = version;
			await expect(at(PRIVATE).activate()).rejects.toThrow('does not call private addresses');
		},
	);

	test.each(['4.13.9', '4.10.0', '3.16.0', '', 'edge', 'v'])('is taken by %p', async (version) => {
		service.version = version;
		const trigger = at(PRIVATE);
		await trigger.activate();
		expect(standing()).toEqual([registered(trigger)]);
	});

	test.each<[string, Fault]>([
		['a server error', json('', 500)],
		['a web page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }],
		['nothing', json(null)],
		['no answer', 'cut'],
	])('is taken where the release cannot be read: %s', async (_, fault) => {
		service.fault = (call) => (call === VERSION ? fault : undefined);
		const trigger = at(PRIVATE);
		await trigger.activate();
		expect(standing()).toEqual([registered(trigger)]);
		expect(calls().filter((call) => call === VERSION)).toHaveLength(1);
	});

	test('is taken where the user says that it is reachable; nobody is asked', async () => {
		const trigger = at(PRIVATE, { address_is_reachable: true });
		await trigger.activate();
		expect(standing()).toEqual([registered(trigger)]);
		expect(calls()).toEqual([PROFILE, LIST, CREATE]);
		expect(await trigger.isRegistered()).toBe(true);
	});

	test('that was right before the upgrade of the service is refused at the next activation', async () => {
		service.version = '4.10.0';
		const trigger = at(PRIVATE);
		await trigger.activate();
		service.version = '4.16.2';
		expect(await trigger.isRegistered()).toBe(false);
		await expect(trigger.activate()).rejects.toThrow(refusal);
		await trigger.deactivate();
		expect(standing()).toEqual([]);
	});

	test('of a test leaves production, which is reachable', async () => {
		const production = at(PRIVATE, { address_is_reachable: true });
		await production.activate();
		const test = new Trigger({ ...production.setup, parameters: { events: EVENTS } });
		await expect(test.activate('manual', true)).rejects.toThrow(refusal);
		await test.deactivate(true);
		expect(standing()).toEqual([registered(production)]);
	});

	test('is none where the address is public', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		expect(calls()).not.toContain(VERSION);
	});
});

describe('errors', () => {
	/** What a failed call says: what was not done, and why; never a token or a secret. */
	async function failure(done: Promise<unknown>, trigger?: Trigger): Promise<string> {
		const error = await done.then(
			() => undefined,
			(thrown: Error) => thrown,
		);
		const message = error?.message ?? '';
		const allText = `${message} ${JSON.stringify(error)} ${JSON.stringify(trigger?.log)}`;
		expect(allText).not.toContain(TOKEN);
		for (const written of service.written) {
			const secret = new URL((written as Written).url).searchParams.get('secret');
			if (secret) expect(allText).not.toContain(secret);
		}
		return message;
	}

	const refusing = (path: string, answer: Answer) => {
		service.fault = (call) => (call.includes(path) ? answer : undefined);
	};

	test('the token of an agent: it takes an administrator', async () => {
		refusing(WEBHOOKS, recorded('account.webhook.list', 'as-agent'));
		const trigger = newTrigger();
		expect(await failure(trigger.activate())).toMatch(
			/^The webhook could not be registered: You are not authorized to do this action\. .*This requires an administrator\. The token belongs to Ada Admin, an agent\.$/,
		);
		trigger.setup.staticData = {
			secret: 'kept-secret',
			registeredAt: { server: service.url, account: 9 },
		};
		expect(await failure(trigger.isRegistered())).toMatch(
			/^The webhook could not be checked: You are not authorized .*This requires an administrator\. The token belongs to Ada Admin, an agent\.$/,
		);
		expect(standing()).toEqual([]);
	});

	test('the token of a bot', async () => {
		refusing('profile', recorded('account.profile.get', 'as-bot'));
		expect(await failure(newTrigger().activate())).toMatch(
			/^The webhook could not be registered: An agent bot's token cannot do this\. .*Profile Settings → Access Token\.$/,
		);
	});

	test('an address that the service refuses', async () => {
		const trigger = newTrigger();
		service.fault = (call) =>
			call === CREATE ? recorded('account.webhook.create', 'bad-url') : undefined;
		expect(await failure(trigger.activate())).toMatch(
			/^The webhook could not be registered: Url is invalid$/,
		);
		expect(standing()).toEqual([]);
		// Looked for the one that may stand there, once.
		expect(calls()).toEqual([PROFILE, LIST, CREATE, LIST]);
	});

	test('subscriptions that the service refuses', async () => {
		service.fault = (call) =>
			call === CREATE ? recorded('account.webhook.create', 'bad-subscriptions') : undefined;
		expect(await failure(newTrigger().activate())).toMatch(/: Subscriptions Invalid events$/);
		expect(calls()).toEqual([PROFILE, LIST, CREATE]);
	});

	test('a reply that lists nothing', async () => {
		service.fault = (call) => (call === LIST ? json({ success: true }) : undefined);
		expect(await failure(newTrigger().activate())).toMatch(
			/: Chatwoot did not return its list of webhooks/,
		);
		expect(standing()).toEqual([]);
	});

	test('a reply that does not say what was registered', async () => {
		const trigger = newTrigger();
		service.enter(addressOf(trigger));
		service.fault = (call) => (call.startsWith('PATCH') ? json({ success: true }) : undefined);
		expect(await failure(trigger.activate())).toMatch(
			/: Chatwoot did not return the registered webhook/,
		);
		expect(standing()).toHaveLength(1);
	});

	test('a service that is not there', async () => {
		const trigger = newTrigger();
		await trigger.activate();
		await service.close();
		const why = `Nothing answers at this address: ${service.url}. Cause: econnrefused. Check the base URL in the credential, and that Chatwoot is running.`;
		expect(await failure(trigger.isRegistered())).toBe(`The webhook could not be checked: ${why}`);
		trigger.setup.staticData = {};
		expect(await failure(trigger.activate())).toBe(`The webhook could not be registered: ${why}`);
	});

	test('what fails for a moment is tried again', async () => {
		const trigger = newTrigger();
		let left = 2;
		service.fault = (call) => (call === PROFILE && left-- > 0 ? 'cut' : undefined);
		await trigger.activate();
		expect(calls()).toEqual([PROFILE, PROFILE, PROFILE, LIST, CREATE]);
		expect(standing()).toEqual([registered(trigger)]);
	});

	test.each<[string, IDataObject, RegExp]>([
		['no events', { events: [] }, /: Events is empty: choose at least one$/],
		[
			'an unknown event',
			{ events: ['conversation_opened'] },
			/: Events cannot contain conversation_opened: /,
		],
		[
			'a filter that does not go with an event',
			{ filters: { labels: ['vip'] }, events: ['contact_created'] },
			/: Some filters do not work with the chosen events: Contact Created has no data for Label Names or IDs/,
		],
		[
			'a broken expression to match',
			{ filters: { content_matches: '(' }, events: ['message_created'] },
			/: Content Matches is not a valid regular expression: /,
		],
		[
			'an attribute without a key',
			{ filters: { contact_attributes: { attributes: [{ key: ' ', operator: 'is_set' }] } } },
			/: Contact Attributes entry 1: Attribute Key is empty: fill it in$/,
		],
		[
			'an unknown comparison',
			{ filters: { contact_attributes: { attributes: [{ key: 'a', operator: 'like' }] } } },
			/: Contact Attributes entry 1: Operator must be one of begins_with, contains, equals, not_equals, is_not_set, is_set, matches$/,
		],
		[
			'two faults, told together',
			{ events: [], filters: { inbox_ids: ['x'] } },
			/: Events is empty: choose at least one; Inbox Names or IDs must contain IDs: names such as "x" are not looked up here$/,
		],
	])('settings are refused before anything is sent: %s', async (_, parameters, message) => {
		const trigger = newTrigger({ parameters: { events: EVENTS, ...parameters } });
		expect(await failure(trigger.activate())).toMatch(message);
		trigger.setup.staticData = {
			secret: 'kept-secret',
			registeredAt: { server: service.url, account: 9 },
		};
		expect(await failure(trigger.isRegistered())).toMatch(message);
		expect(calls()).toEqual([]);
	});

	test.each<[string, Partial<Trigger['setup']>, RegExp]>([
		[
			'no base URL',
			{ credentials: { base_url: '' } },
			/: The base URL in the credential is empty$/,
		],
		[
			'an n8n without an address',
			{ address: 'n8n' },
			/: The webhook URL of n8n is not valid: check/,
		],
	])('so is %s', async (_, setup, message) => {
		expect(await failure(newTrigger(setup).activate())).toMatch(message);
		expect(calls()).toEqual([]);
	});
});

describe('a credential without an account', () => {
	const empty = { credentials: { account_id: '' } };

	test("leads to the only account of the token's user", async () => {
		const trigger = newTrigger(empty);
		await trigger.activate();
		expect(service.webhooks).toHaveLength(1);
		expect(service.calls).toContain(PROFILE);
		expect(trigger.setup.staticData.registeredAt).toMatchObject({ account: 9 });
		await trigger.deactivate();
		expect(service.webhooks).toEqual([]);
	});

	test('is refused with the accounts to choose from, if there are several', async () => {
		service.isInTwoAccounts = true;
		await expect(newTrigger(empty).activate()).rejects.toThrow(
			/: Account is empty, and the token's user is in accounts 9 \(.*\), 10 \(Beta\): choose one/,
		);
		expect(service.webhooks).toEqual([]);
	});

	test('does not matter if the node names one', async () => {
		service.isInTwoAccounts = true;
		await newTrigger({ ...empty, parameters: { events: EVENTS, account_id: 9 } }).activate();
		expect(service.webhooks).toHaveLength(1);
	});
});
