import type { IDataObject } from 'n8n-workflow';
import { simpleItem } from '../../nodes/shared/events/output';
import { readDelivery } from '../../nodes/shared/events/delivery';
import { deliveries, recording, releases } from '../../truth/recordings';
import { shownConversation } from '../fake/conversations';
import { whole } from '../fake/lists';
import { FakeChatwoot, fakeForEach } from '../fake/server';
import { recorded } from '../support/faults';
import { json } from '../support/run';
import { column, EVENTS, failing, n8nHasTheTimeOf, Poller } from '../support/poller';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	// The wait before a second try would only cost time.
	sleep: async () => {},
}));

let desk: FakeChatwoot;
let url: string;
fakeForEach((opened, address) => {
	[desk, url] = [opened, address];
});
n8nHasTheTimeOf(() => desk);

const poller = (parameters: IDataObject = {}, credentials: IDataObject = {}) =>
	new Poller(url, { events: ['message_created'], loop_guard: false, ...parameters }, credentials);

const texts = (items: IDataObject[]) => items.map(({ content }) => content);

describe('where it begins', () => {
	test('with the activation: what was before is not given', async () => {
		const talk = desk.conversation();
		desk.message(talk, { content: 'before' });
		desk.now += 3;
		const trigger = poller();
		expect(await trigger.activate()).toEqual([]);
		desk.message(talk, { content: 'in the same second' });
		desk.now += 60.9;
		expect(texts(await trigger.poll())).toEqual(['in the same second']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('a restart before the first item loses nothing: n8n stores what is kept when it activates', async () => {
		const talk = desk.conversation();
		desk.now += 300;
		const trigger = poller();
		await trigger.activate();
		desk.now += 600;
		await trigger.poll();
		desk.message(talk, { content: 'while n8n was down' });
		desk.now += 7200;
		expect(texts(await trigger.activate())).toEqual(['while n8n was down']);
	});

	test('with a date, read in the zone of the workflow', async () => {
		const talk = desk.conversation();
		desk.message(talk, { content: 'too old' });
		desk.now += 5000;
		const start_date = new Date(desk.now * 1000).toISOString();
		desk.now += 5000;
		desk.message(talk, { content: 'young enough' });
		const trigger = poller({ start_from: 'date', start_date });
		expect(texts(await trigger.activate())).toEqual(['young enough']);
		expect(await trigger.poll()).toEqual([]);
	});

	test('whoever changes it, or the account, begins anew', async () => {
		const talk = desk.conversation();
		desk.message(talk, { content: 'old' });
		desk.now += 5000;
		const trigger = poller();
		await trigger.activate();
		const start_date = new Date((desk.now - 10_000) * 1000).toISOString();
		trigger.parameters = { ...trigger.parameters, start_from: 'date', start_date };
		expect(texts(await trigger.activate())).toEqual(['old']);
		trigger.parameters = { ...trigger.parameters, start_from: 'activation' };
		expect(await trigger.activate()).toEqual([]);
		expect(await trigger.poll()).toEqual([]);
	});

	test('an event that is chosen later begins then', async () => {
		desk.contact();
		desk.now += 5000;
		const trigger = poller();
		await trigger.activate();
		desk.contact();
		desk.now += 60;
		await trigger.poll();
		trigger.parameters = { ...trigger.parameters, events: ['message_created', 'contact_created'] };
		desk.now += 60;
		expect(await trigger.activate()).toEqual([]);
		const { id } = desk.contact();
		desk.now += 60;
		expect(column(await trigger.poll(), 'contact_id')).toEqual([id]);
	});

	test('a date that is none is told', async () => {
		const trigger = poller({ start_from: 'date', start_date: 'soon' });
		expect(await failing(trigger.activate())).toBe(
			'Chatwoot could not be polled: Start Date must be a date such as 2026-11-24, 2026-11-24T09:00 or Unix time in seconds',
		);
		expect(desk.received).toEqual([]);
	});
});

describe('what is read', () => {
	test('a quiet account costs two requests a poll, three lists four', async () => {
		const trigger = poller();
		await trigger.activate();
		desk.received.length = 0;
		await trigger.poll();
		const requests = () => desk.received.map(({ path, query }) => [path, query]);
		expect(requests()).toEqual([
			['/api', {}],
			['conversations', { status: 'all', updated_within: '125' }],
		]);
		desk.received.length = 0;
		trigger.parameters = { ...trigger.parameters, events: EVENTS };
		await trigger.activate();
		expect(requests().map(([path]) => path)).toEqual([
			'/api',
			'conversations',
			'contacts',
			'csat_survey_responses',
		]);
	});

	test('a conversation that did not change is read once', async () => {
		const trigger = poller();
		await trigger.activate();
		desk.message(desk.conversation());
		desk.now += 10;
		expect(await trigger.poll()).toHaveLength(1);
		desk.received.length = 0;
		await trigger.poll();
		expect(desk.received).toHaveLength(2);
	});

	test.each([
		[19, 1],
		[20, 2],
		[999, 2],
		[1000, 3],
		[2100, 4],
	])('all of %i messages of one conversation, with %i requests', async (count, requests) => {
		const talk = desk.conversation();
		const trigger = poller();
		await trigger.activate();
		for (let index = 0; index < count; index++) desk.message(talk, { content: `n${index}` });
		desk.now += 60;
		desk.received.length = 0;
		const items = await trigger.poll();
		expect(texts(items)).toEqual(Array.from({ length: count }, (_, index) => `n${index}`));
		expect(desk.received.filter(({ path }) => path.endsWith('/messages'))).toHaveLength(requests);
	});

	test('after more than six hours the pages of all conversations, not one reply with them', async () => {
		desk.sizes.conversations = 7;
		const talks = Array.from({ length: 30 }, () => desk.conversation());
		desk.now += 300;
		const trigger = poller();
		await trigger.activate();
		const changed = talks.filter(({ id }) => id % 3 === 0);
		changed.forEach((talk) => desk.message(talk));
		desk.now += 22_000;
		desk.received.length = 0;
		// One on a later page changes again: it must not move to a page that was read.
		const end = desk.before('GET conversations', ({ query }) => {
			if (query.page !== '2') return;
			end();
			desk.message(changed[0]);
		});
		const items = await trigger.poll();
		const lists = desk.received.filter(({ path }) => path === 'conversations');
		expect(lists).toHaveLength(5);
		expect(lists.flatMap(({ query }) => Object.keys(query))).not.toContain('updated_within');
		items.push(...(await trigger.poll()));
		expect(column(items, 'event_key').sort()).toEqual(
			desk.messages.map(({ id }) => `message_created:${id}`).sort(),
		);
	});

	// Few of them stand on the last page of the list, which is read to its end then.
	test.each([2, 30])('all contacts of an import after %i others, each once', async (others) => {
		for (let count = 0; count < others; count++) desk.contact();
		desk.now += 7200;
		const trigger = poller({ events: ['contact_created'] });
		await trigger.activate();
		desk.now += 60;
		const imported = Array.from({ length: 500 }, () => desk.contact());
		desk.now += 60;
		const found = column(await trigger.poll(), 'contact_id').map(Number);
		expect(found.sort((a, b) => a - b)).toEqual(imported.map(({ id }) => id));
		expect(await trigger.poll()).toEqual([]);
	});

	test('contacts that nothing tells apart stop nothing: the log says that some are missing', async () => {
		const trigger = poller({ events: ['contact_created', 'conversation_created'] });
		await trigger.activate();
		desk.now += 60;
		const imported = Array.from({ length: 500 }, (_, index) =>
			desk.contact({ name: 'Imported', email: null, identifier: `crm-${index}` }),
		);
		const talk = desk.conversation();
		desk.now += 60;
		const items = await trigger.poll();
		const found = items.filter(({ event }) => event === 'contact_created');
		expect(found.length).toBeGreaterThan(300);
		expect(found.length).toBeLessThan(imported.length);
		expect(column(items, 'conversation_id')).toContain(talk.id);
		expect(trigger.log.join()).toMatch(
			/is incomplete: .* The workflow does not start for the missing ones\./,
		);
		desk.now += 86_400;
		const later = desk.conversation();
		desk.now += 60;
		expect(column(await trigger.poll(), 'conversation_id')).toContain(later.id);
	});

	test('what was deleted meanwhile is left out, all else comes', async () => {
		const trigger = poller();
		await trigger.activate();
		const [gone, here] = [desk.conversation(), desk.conversation()];
		desk.message(gone);
		desk.message(here, { content: 'here' });
		desk.now += 60;
		desk.before('GET conversations/#/messages', ({ ids: [id] }) => {
			if (id === gone.id) desk.remove(gone);
		});
		expect(texts(await trigger.poll())).toEqual(['here']);
	});

	test('after a failure the next poll finds the same', async () => {
		const trigger = poller();
		await trigger.activate();
		desk.message(desk.conversation());
		desk.now += 60;
		const before = trigger.staticData;
		const end = desk.before('GET conversations/#/messages', () => json({ error: 'No' }, 500));
		expect(await failing(trigger.poll())).toMatch(/^Chatwoot could not be polled: No/);
		expect(trigger.staticData).toEqual(before);
		end();
		desk.now += 86_400;
		expect(await trigger.poll()).toHaveLength(1);
	});

	test.each<[string, { status: number; body: string }]>([
		['500', { status: 500, body: '{"error":"Internal Server Error"}' }],
		['a 500 without words', { status: 500, body: '' }],
		['520', { status: 520, body: '' }],
	])('a read that fails once is tried again: %s', async (_, answer) => {
		const trigger = poller({ events: EVENTS });
		await trigger.activate();
		desk.message(desk.conversation(), { content: 'here' });
		desk.now += 60;
		const attempts = new Map<string, number>();
		desk.before('*', ({ path }) => {
			attempts.set(path, (attempts.get(path) ?? 0) + 1);
			return attempts.get(path) === 1 ? answer : undefined;
		});
		expect(texts(await trigger.poll())).toContain('here');
		expect(attempts.size).toBeGreaterThan(3);
	});

	test('a read that fails twice fails the poll, and what is refused is not tried again', async () => {
		const trigger = poller();
		await trigger.activate();
		let attempts = 0;
		const answering = (status: number) => {
			attempts = 0;
			desk.before('GET conversations', () => {
				attempts++;
				return { status, body: '' };
			});
		};
		desk.now += 60;
		answering(500);
		expect(await failing(trigger.poll())).toBe(
			'Chatwoot could not be polled: Chatwoot answered with status 500 and gave no reason. Chatwoot gave no reason. It may have failed on one of the values. Run it again; if it fails again, check the server log.',
		);
		expect(attempts).toBe(2);
		answering(403);
		await failing(trigger.poll());
		expect(attempts).toBe(1);
	});

	test('a poll begins only when the one before is done', async () => {
		const trigger = poller();
		await trigger.activate();
		desk.message(desk.conversation());
		desk.now += 60;
		const both = await Promise.all([trigger.poll(), trigger.poll()]);
		expect(both.map(({ length }) => length)).toEqual([1, 0]);
		desk.message(desk.conversation());
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('an account that nobody names is the only one of the user', async () => {
		const { body } = recording('account.profile.get', 'ok', '4.16').response;
		const trigger = poller({}, { account_id: '' });
		desk.before('GET /api/v#/profile', () => ({
			...(body as object),
			accounts: [{ id: 1, name: 'Acme' }],
		}));
		await trigger.activate();
		desk.message(desk.conversation());
		expect(column(await trigger.poll(), 'account_id')).toEqual([desk.conversations[0].account_id]);
	});

	test('what does not tell its time, or that of a change, is refused', async () => {
		const trigger = poller();
		const end = desk.before('GET /api', () => ({ version: '4.16.2' }));
		expect(await failing(trigger.activate())).toMatch(
			/: Chatwoot did not report its time\. GET \/api/,
		);
		end();
		await trigger.activate();
		desk.conversation({ updated_at: undefined });
		desk.before('GET conversations', () => ({ data: { payload: desk.conversations } }));
		expect(await failing(trigger.poll())).toMatch(/does not report when a conversation changed/);
	});
});

describe('what may not be read', () => {
	test.each(releases)('of %s says the activation, with what it needs', async (release) => {
		const agent = recording('account.profile.get', 'ok', release).response.body as IDataObject;
		const [account] = agent.accounts as IDataObject[];
		desk.before('GET csat_survey_responses', () =>
			recorded('account.csat.list', 'as-agent', release),
		);
		desk.before('GET /api/v#/profile', () => ({
			...agent,
			accounts: [{ ...account, id: 1, role: 'agent' }],
		}));
		expect(await failing(poller({ events: ['csat_answered'] }).activate())).toMatch(
			/^Chatwoot could not be polled: You are not authorized to do this action\. This requires an administrator\. The token belongs to .*, an agent\.$/,
		);
	});

	test("a bot's token opens no list", async () => {
		for (const pattern of ['GET conversations', 'GET /api/v#/profile'])
			desk.before(pattern, () => recorded('account.conversation.list', 'as-bot', '4.10'));
		expect(await failing(poller().activate())).toMatch(
			/: An agent bot's token cannot do this\. .* needs a user's token: Profile Settings → Access Token\.$/,
		);
	});
});

describe('what is given', () => {
	test('only the chosen events, each item says which', async () => {
		const trigger = poller({ events: ['customer_wrote', 'agent_wrote', 'note_written'] });
		await trigger.activate();
		const talk = desk.conversation();
		const sender = { id: 7, name: 'Ada', type: 'user' };
		desk.message(talk, { content: 'customer', message_type: 0 });
		desk.message(talk, { content: 'agent', message_type: 1, sender });
		desk.message(talk, { content: 'note', message_type: 1, private: true, sender });
		desk.message(talk, { content: 'line', message_type: 2, sender: undefined });
		desk.message(talk, { content: 'rule', message_type: 1, sender: undefined });
		desk.now += 60;
		const items = await trigger.poll();
		expect(texts(items)).toEqual(['customer', 'agent', 'note']);
		expect(column(items, 'events')).toEqual([
			['customer_wrote'],
			['agent_wrote'],
			['note_written'],
		]);
	});

	test('bots and own messages are left out where it is so chosen', async () => {
		const { id } = recording('account.profile.get', 'ok', '4.16').response.body as { id: number };
		const trigger = poller({ loop_guard: true });
		await trigger.activate();
		const talk = desk.conversation();
		const by = (type: string, sender: number) => ({
			sender: { id: sender, type },
			message_type: 1,
		});
		desk.message(talk, { content: 'own', ...by('user', id) });
		desk.message(talk, { content: 'bot', ...by('agent_bot', 3) });
		desk.message(talk, { content: 'other', ...by('user', id + 1) });
		desk.now += 60;
		expect(texts(await trigger.poll())).toEqual(['other']);
	});

	test('what passes the filters; what does not is not asked again', async () => {
		const trigger = poller({ filters: { inbox_ids: [4], content_contains: 'refund' } });
		await trigger.activate();
		const [mine, other] = [desk.conversation({ inbox_id: 4 }), desk.conversation({ inbox_id: 9 })];
		desk.message(mine, { content: 'Refund, please' });
		desk.message(mine, { content: 'Hello' });
		desk.message(other, { content: 'Refund' });
		desk.now += 60;
		expect(texts(await trigger.poll())).toEqual(['Refund, please']);
		expect(desk.received.map(({ path }) => path).join()).not.toContain(
			`conversations/${other.id}/messages`,
		);
	});

	test('a filter that an event has no data for is refused before anything is read', async () => {
		const trigger = poller({ events: ['contact_created'], filters: { statuses: ['open'] } });
		expect(await failing(trigger.activate())).toMatch(/Contact Created has no data for Statuses/);
		expect(desk.received).toEqual([]);
	});

	test('an answer again when words were added, with its conversation', async () => {
		const trigger = poller({ events: ['csat_answered'] });
		await trigger.activate();
		const talk = desk.conversation();
		const answer = desk.rated(talk, 2);
		const answersIn = (items: IDataObject[]) =>
			items.map(({ conversation_id, status, content_attributes }) => [
				conversation_id,
				status,
				content_attributes,
			]);
		const values = (words: string) => ({
			submitted_values: { csat_survey_response: { rating: 2, feedback_message: words } },
		});
		desk.now += 60;
		expect(answersIn(await trigger.poll())).toEqual([[talk.id, talk.status, values('')]]);
		desk.now += 1800;
		expect(await trigger.poll()).toEqual([]);
		answer.feedback_message = 'Too slow';
		expect(answersIn(await trigger.poll())).toEqual([[talk.id, talk.status, values('Too slow')]]);
	});

	test('a test in the editor gives the newest few, and keeps nothing', async () => {
		const trigger = poller({ events: EVENTS });
		for (let count = 0; count < 30; count++) {
			desk.now += 60;
			desk.message(desk.conversation(), { content: `n${count}` });
		}
		const items = await trigger.test();
		expect(items).toHaveLength(5);
		expect(texts(items).filter(Boolean).at(-1)).toBe('n29');
		expect(trigger.stored).toEqual({});
		for (const event of EVENTS) {
			trigger.parameters = { ...trigger.parameters, events: [event] };
			desk.contact();
			desk.rated(desk.conversations[0], 4);
			expect((await trigger.test()).map(({ events }) => String(events))).toContain(event);
		}
	});

	test('Simplify off: what the lists show, with event and key', async () => {
		const trigger = poller({ events: EVENTS, simplify: false });
		await trigger.activate();
		const talk = desk.conversation();
		const { row } = desk.message(talk);
		desk.now += 60;
		const items = await trigger.poll();
		const shown = shownConversation(desk, talk);
		const of = (event: string) => items.find((item) => item.event === event);
		expect(of('message_created')).toEqual({
			...{ event: 'message_created', event_key: `message_created:${row.id}` },
			...whole(row, 'created_at'),
			conversation: shown,
		});
		expect(of('conversation_created')).toEqual({
			...{ event: 'conversation_created', event_key: `conversation_created:${talk.id}` },
			...shown,
		});
	});
});

describe('the dialect of the trigger', () => {
	test.each(releases)('with the rows that %s showed', async (release) => {
		const releaseDesk = new FakeChatwoot(release);
		const node = new Poller(await releaseDesk.start(), { events: EVENTS, loop_guard: false });
		await node.activate();
		const talk = releaseDesk.conversation();
		releaseDesk.message(talk);
		releaseDesk.contact();
		releaseDesk.rated(talk, 3);
		releaseDesk.now += 60;
		const items = await node.poll();
		await releaseDesk.close();
		const recorded = deliveries(release).filter(({ receiver }) => receiver === 'account_webhook');
		for (const item of items) {
			const { event, body } = recorded.find((one) => one.event === item.event)!;
			const other = simpleItem(readDelivery(body), { account: 1, baseUrl: '', events: [event] });
			expect(Object.keys(item)).toEqual(Object.keys(other));
		}
		expect(column(items, 'event').sort()).toEqual(
			[...EVENTS.filter((name) => name !== 'csat_answered'), 'message_updated'].sort(),
		);
	});
});
