import { Expression, type IDataObject } from 'n8n-workflow';
import { recording } from '../../truth/recordings';
import { fakeForEach, type FakeChatwoot } from '../fake/server';
import { deferred } from '../support/clock';
import { recorded } from '../support/faults';
import { column, failing, n8nHasTheTimeOf, Poller } from '../support/poller';
import { json } from '../support/run';

const mockWaits = { pass: (_: number) => {} };
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (milliseconds: number) => mockWaits.pass(milliseconds),
}));

let desk: FakeChatwoot;
let url: string;
/** Seconds that Chatwoot's clock is ahead of n8n's. */
let ahead = 0;
fakeForEach((opened, address) => {
	[desk, url] = [opened, address];
	ahead = 0;
	mockWaits.pass = (milliseconds) => void (desk.now += milliseconds / 1000);
});
n8nHasTheTimeOf(() => ({ now: desk.now - ahead }));

const poller = (parameters: IDataObject = {}, mode: Poller['mode'] = 'default') =>
	Object.assign(
		new Poller(url, { events: ['message_created'], loop_guard: false, ...parameters }),
		{
			mode,
		},
	);

const texts = (items: IDataObject[]) => column(items, 'content');

/** Somebody writes in another conversation. */
const writes = (content: string) => void desk.message(desk.conversation(), { content });

/** A trigger that has just given a message, and what n8n had stored before. */
async function triggerAfter(content: string) {
	const trigger = poller({}, 'cursors');
	await trigger.activate();
	desk.now += 60;
	await trigger.poll();
	const { stored } = trigger;
	writes(content);
	desk.now += 60;
	expect(texts(await trigger.poll())).toEqual([content]);
	return { trigger, stored };
}

/** Holds the replies of a list until `release`. They have what was there when the request came. */
function hold(pattern = 'GET conversations') {
	const [came, held] = [deferred(), deferred()];
	const end = desk.before(pattern, async (_, usual) => {
		const reply = usual();
		came.resolve();
		await held.promise;
		return reply;
	});
	return {
		/** When the first request has come. */
		came: came.promise,
		release: () => {
			end();
			held.resolve();
		},
	};
}

const lists = () => desk.received.filter(({ path }) => path === 'conversations');

const MODES: Array<Poller['mode']> = ['default', 'scheduler', 'cursors'];

/** Polls until something comes. */
async function next(trigger: Poller): Promise<IDataObject[]> {
	for (;;) {
		const items = await trigger.poll();
		if (items.length) return items;
	}
}

describe('a list that takes longer than a poll may', () => {
	test.each(MODES)('gives each event once, with one request at a time: %s', async (mode) => {
		const trigger = poller({}, mode);
		await trigger.activate();
		writes('first');
		desk.now += 60;
		trigger.budget = 0;
		const { length } = lists();
		const list = hold();
		expect(await trigger.poll()).toEqual([]);
		await list.came;
		writes('while the list is read');
		desk.now += 60;
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
		expect(lists()).toHaveLength(length + 1);
		list.release();
		expect(texts(await next(trigger))).toEqual(['first']);
		expect(texts(await next(trigger))).toEqual(['while the list is read']);
		trigger.budget = undefined;
		desk.now += 60;
		expect(await trigger.poll()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('gives nothing that another process of n8n has given meanwhile', async () => {
		const trigger = poller({}, 'cursors');
		await trigger.activate();
		writes('once');
		desk.now += 60;
		trigger.budget = 0;
		const list = hold();
		expect(await trigger.poll()).toEqual([]);
		await list.came;
		list.release();
		const other = poller({}, 'cursors');
		Object.assign(other, { stored: trigger.stored, storedForAll: trigger.storedForAll });
		expect(texts(await other.poll())).toEqual(['once']);
		trigger.stored = other.stored;
		trigger.budget = undefined;
		expect(await trigger.poll()).toEqual([]);
	});

	test('gives what was found before the settings changed to nobody', async () => {
		const trigger = poller({}, 'scheduler');
		await trigger.activate();
		writes('Hello');
		writes('A refund, please');
		desk.now += 60;
		trigger.budget = 0;
		const list = hold();
		expect(await trigger.poll()).toEqual([]);
		await list.came;
		trigger.parameters = { ...trigger.parameters, filters: { content_contains: 'refund' } };
		expect(await trigger.poll()).toEqual([]);
		list.release();
		expect(texts(await next(trigger))).toEqual(['A refund, please']);
	});

	test('fails a later poll if it fails', async () => {
		const trigger = poller({}, 'scheduler');
		await trigger.activate();
		desk.now += 60;
		trigger.budget = 0;
		desk.before('GET conversations', () => json({ error: 'No' }, 403));
		expect(await trigger.poll()).toEqual([]);
		let message = '';
		while (!message)
			await trigger.poll().catch((error: Error) => {
				({ message } = error);
			});
		expect(message).toMatch(/^Chatwoot could not be polled: No/);
	});
});

describe('a poll that begins while another one reads', () => {
	test('waits for it, and returns nothing', async () => {
		const trigger = poller();
		await trigger.activate();
		writes('once');
		desk.now += 60;
		const list = hold();
		const ended: string[] = [];
		const both = ['first', 'second'].map(async (name) => {
			const items = await trigger.poll();
			ended.push(name);
			return texts(items);
		});
		await list.came;
		expect(ended).toEqual([]);
		list.release();
		expect(await Promise.all(both)).toEqual([['once'], []]);
		expect(ended).toEqual(['first', 'second']);
	});

	test.each(MODES)('returns nothing, and the next one everything: %s', async (mode) => {
		const trigger = poller({}, mode);
		await trigger.activate();
		writes('once');
		desk.now += 60;
		const list = hold();
		// n8n drops what a poll of an earlier activation returns.
		const superseded = trigger.poll();
		await list.came;
		const { stored } = trigger;
		const again = trigger.activateAgain();
		list.release();
		await superseded;
		expect(await again).toEqual([]);
		trigger.stored = stored;
		desk.now += 60;
		expect(texts(await trigger.poll())).toEqual(['once']);
	});

	test('begins itself, if the first activation has not ended', async () => {
		const trigger = poller();
		const list = hold();
		const superseded = trigger.activate();
		await list.came;
		const again = trigger.activateAgain();
		list.release();
		await superseded;
		expect(await again).toEqual([]);
		writes('since the activation');
		desk.now += 7200;
		trigger.restart();
		expect(texts(await trigger.poll())).toEqual(['since the activation']);
	});

	test('a moment later returns nothing: n8n has not stored the data yet', async () => {
		const { trigger, stored } = await triggerAfter('once');
		const late = trigger.stored;
		trigger.stored = stored;
		desk.now += 5;
		expect(await trigger.poll()).toEqual([]);
		trigger.stored = late;
		desk.now += 60;
		expect(await trigger.poll()).toEqual([]);
	});
});

describe('what n8n does not store', () => {
	test('is given again: n8n fails to start the execution', async () => {
		const { trigger, stored } = await triggerAfter('here');
		trigger.stored = stored;
		desk.now += 60;
		expect(texts(await trigger.poll())).toEqual(['here']);
	});

	test('with the scheduler: after quiet hours only what is new is read', async () => {
		const trigger = poller({}, 'scheduler');
		await trigger.activate();
		for (let hour = 0; hour < 10; hour++) {
			desk.now += 3600;
			expect(await trigger.poll()).toEqual([]);
		}
		const within = lists().map(({ query }) => Number(query.updated_within));
		expect(Math.max(...within)).toBe(3600 + 120 + 125);
		writes('later');
		trigger.restart();
		desk.now += 60;
		expect(texts(await trigger.poll())).toEqual(['later']);
	});

	test.each(MODES)(
		'the start is that of the activation, also after a restart: %s',
		async (mode) => {
			const trigger = poller({ events: ['message_created'] }, mode);
			writes('before');
			desk.now += 300;
			await trigger.activate();
			desk.now += 3;
			writes('after the activation');
			desk.now += 3600;
			trigger.restart();
			expect(texts(await trigger.poll())).toEqual(['after the activation']);
			trigger.restart();
			expect(await trigger.poll()).toEqual([]);
			await trigger.activate();
			expect(trigger.storedForAll).toEqual({});
		},
	);

	test('the start of an event that is chosen later is that of the next activation', async () => {
		const trigger = poller({}, 'cursors');
		await trigger.activate();
		writes('found');
		desk.now += 60;
		await trigger.poll();
		desk.contact();
		desk.now += 7200;
		trigger.parameters = { ...trigger.parameters, events: ['message_created', 'contact_created'] };
		await trigger.activate();
		const { id } = desk.contact();
		desk.now += 7200;
		trigger.restart();
		expect(column(await trigger.poll(), 'contact_id')).toEqual([id]);
	});

	test('what other nodes keep with the workflow stays', async () => {
		const trigger = poller({}, 'cursors');
		trigger.storedForAll = { counter: 7 };
		await trigger.activate();
		expect(trigger.storedForAll).toMatchObject({ counter: 7 });
		expect(Object.keys(trigger.storedForAll)).toHaveLength(2);
	});
});

describe('a list that is late', () => {
	test('is asked for what changed until it is asked, after several tries in an outage', async () => {
		const trigger = poller();
		await trigger.activate();
		desk.now += 1;
		writes('during the outage');
		desk.now += 59;
		let tries = 0;
		desk.before('GET conversations', () => {
			if (++tries > 2) return undefined;
			desk.now += 185;
			return { status: 503, body: '' };
		});
		expect(texts(await trigger.poll())).toEqual(['during the outage']);
		expect(tries).toBe(3);
	});

	test('has everything although the server lets the request wait', async () => {
		const trigger = poller();
		await trigger.activate();
		desk.now += 1;
		writes('while the server is busy');
		desk.now += 59;
		desk.before('GET conversations', () => void (desk.now += 115));
		expect(texts(await trigger.poll())).toEqual(['while the server is busy']);
	});
});

describe("Chatwoot's clock", () => {
	/** One reply has a time that is an hour later. */
	const oneWrongReply = () => {
		const end = desk.before('GET /api', (_, usual) => {
			end();
			desk.now += 3600;
			const reply = usual();
			desk.now -= 3600;
			return reply;
		});
	};

	test('hides nothing if one reply is an hour ahead', async () => {
		const trigger = poller();
		await trigger.activate();
		const found: unknown[] = [];
		for (const name of ['first', 'second', 'third', 'fourth']) {
			writes(name);
			desk.now += 60;
			if (name === 'second') oneWrongReply();
			found.push(...texts(await trigger.poll()));
		}
		desk.now += 600;
		found.push(...texts(await trigger.poll()));
		expect(found).toEqual(['first', 'second', 'third', 'fourth']);
	});

	test('hides nothing if it was ahead for some polls, and is set back', async () => {
		const trigger = poller();
		await trigger.activate();
		const found: unknown[] = [];
		const passes = async (...names: string[]) => {
			for (const name of names) {
				writes(name);
				desk.now += 60;
				found.push(...texts(await trigger.poll()));
			}
		};
		const jumps = (seconds: number) => {
			desk.now += seconds;
			ahead += seconds;
		};
		await passes('first', 'second');
		jumps(3600);
		await passes('ahead 1', 'ahead 2', 'ahead 3', 'ahead 4', 'ahead 5');
		jumps(-3600);
		await passes('back 1', 'back 2', 'back 3');
		desk.now += 3600;
		await passes('last');
		expect(found.sort()).toEqual(
			[
				...['first', 'second', 'ahead 1', 'ahead 2', 'ahead 3', 'ahead 4', 'ahead 5'],
				...['back 1', 'back 2', 'back 3', 'last'],
			].sort(),
		);
	});

	test.each(MODES)('may be ahead at the activation: %s', async (mode) => {
		const trigger = poller({}, mode);
		oneWrongReply();
		await trigger.activate();
		writes('after the activation');
		desk.now += 60;
		trigger.restart();
		expect(texts(await trigger.poll())).toEqual(['after the activation']);
	});

	test('is believed if the next poll finds it ahead again', async () => {
		const trigger = poller();
		await trigger.activate();
		desk.now += 86_400;
		ahead = 86_400;
		for (const name of ['first', 'second', 'third', 'fourth']) {
			writes(name);
			desk.now += 60;
			expect(texts(await trigger.poll())).toEqual([name]);
		}
		expect(Number(lists().at(-1)?.query.updated_within)).toBe(60 + 120 + 125);
	});

	test('does not bring forward a date in the future', async () => {
		const start_date = new Date((desk.now + 3600) * 1000).toISOString();
		const trigger = poller({ start_from: 'date', start_date });
		await trigger.activate();
		writes('too early');
		desk.now += 60;
		expect(await trigger.poll()).toEqual([]);
		desk.now += 3600;
		writes('since then');
		desk.now += 60;
		expect(texts(await trigger.poll())).toEqual(['since then']);
	});
});

describe('expressions', () => {
	test('are evaluated before the first request, and none later', async () => {
		const trigger = poller({ filters: { content_contains: "={{ 'refund'.toUpperCase() }}" } });
		// The account is asked for first.
		trigger.credentials.account_id = '';
		const { body } = recording('account.profile.get', 'ok', '4.16').response;
		const accounts = [{ id: 1, name: 'Acme' }];
		desk.before('GET /api/v#/profile', () => ({ ...(body as object), accounts }));
		await trigger.activate();
		const wait = { url: `${trigger.n8n}/webhook-waiting/1?signature=1` };
		const talk = desk.conversation({ custom_attributes: { n8n_wait: wait } });
		desk.message(talk, { content: 'A refund, please', message_type: 0 });
		desk.now += 60;
		let late = 0;
		const { resolveSimpleParameterValue } = Expression.prototype;
		desk.before('GET /api/v#/profile', () => {
			jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue').mockImplementation(function (
				this: Expression,
				...args
			) {
				if (String(args[0]).startsWith('=')) late++;
				return resolveSimpleParameterValue.apply(this, args);
			});
		});
		expect(texts(await trigger.poll())).toEqual(['A refund, please']);
		expect(late).toBe(0);
	});
});

describe('the reason of a failure, for n8n', () => {
	const limited = (headers: Record<string, string>) => ({ status: 429, headers, body: '' });
	const other = { id: 7, name: 'Elsewhere', role: 'agent' };

	test.each<[string, () => unknown, object]>([
		[
			'a limit',
			() => limited({ 'retry-after': '600' }),
			{ cause: 'rate-limited', retryAfterMs: 600_000 },
		],
		['an outage', () => ({ status: 503, body: '' }), { cause: 'temporarily-unavailable' }],
		[
			'an outage with a time',
			() => ({ status: 503, headers: { 'retry-after': '900' }, body: '' }),
			{ cause: 'temporarily-unavailable', retryAfterMs: 900_000 },
		],
		[
			'a proxy without Chatwoot behind it',
			() => ({
				status: 404,
				headers: { 'content-type': 'text/html' },
				body: '<html>Not here</html>',
			}),
			{ cause: 'temporarily-unavailable' },
		],
		[
			'an unknown token',
			() => recorded('account.profile.get', 'wrong-token'),
			{ cause: 'credential-invalid' },
		],
		[
			'an account of others',
			() => json({ error: 'You are not authorized to access this account' }, 401),
			{ cause: 'configuration-invalid' },
		],
		[
			'a missing account',
			() => json({ error: 'Resource could not be found' }, 404),
			{ cause: 'configuration-invalid' },
		],
	])('%s', async (_, answer, failure) => {
		const { body } = recording('account.profile.get', 'ok', '4.16').response;
		desk.before('GET /api/v#/profile', () => ({ ...(body as object), accounts: [other] }));
		desk.before('GET conversations', answer);
		await expect(poller().activate()).rejects.toMatchObject({ failure });
	});

	test('a wrong setting', async () => {
		const trigger = poller({ start_from: 'date', start_date: 'soon' });
		await expect(trigger.activate()).rejects.toMatchObject({
			failure: { cause: 'configuration-invalid' },
		});
		expect(await failing(trigger.activate())).toMatch(/Start Date/);
	});
});
