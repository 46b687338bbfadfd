import type { IDataObject } from 'n8n-workflow';
import { delivery, recording, recordsOf } from '../../../truth/recordings';
import { json } from '../../support/run';
import { listen, type Answer } from '../../support/server';
import { Trigger } from '../../support/triggerNode';

/** A customer wrote into inbox 17 on a Saturday, 2026-11-21, at 07:04:00 UTC. */
const { body } = delivery('message_created--incoming');

const [recorded] = recordsOf(
	'account.inbox.list',
	recording('account.inbox.list', 'ok').response.body,
);

/** Inbox 17 with hours on one day of the week. */
function inboxes(day_of_week: number, hours: [number, number], timezone = 'UTC'): Answer {
	const working_hours = (recorded.working_hours as IDataObject[]).map((row) => ({
		...row,
		closed_all_day: row.day_of_week !== day_of_week,
		...{ open_hour: hours[0], open_minutes: 0, close_hour: hours[1], close_minutes: 0 },
	}));
	const inbox = { ...recorded, id: 17, working_hours_enabled: true, working_hours, timezone };
	return json({ payload: [recorded, inbox] });
}

let answer: Answer;
let server: Awaited<ReturnType<typeof listen>>;
beforeEach(async () => {
	server = await listen(() => answer);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await server.close();
});

const trigger = (opening_hours: string, parameters: IDataObject = {}) => {
	const made = new Trigger({
		parameters: {
			events: ['message_created'],
			options: { drop_repeats: false },
			filters: { opening_hours },
			...parameters,
		},
	});
	made.setup.credentials.base_url = server.url;
	return made;
};

const isStarted = async (opening_hours: string) =>
	(await trigger(opening_hours).receive(body)).items.length === 1;

test.each<[string, Answer, boolean]>([
	['in its hours', inboxes(6, [7, 8]), true],
	['after its hours', inboxes(6, [6, 7]), false],
	['on a day on which it is closed', inboxes(5, [0, 23]), false],
	['in the hours of its time zone', inboxes(6, [12, 13], 'Asia/Kolkata'), true],
	['outside of the hours of its time zone', inboxes(6, [7, 8], 'Asia/Kolkata'), false],
])('an event of an inbox %s', async (_, listed, isInside) => {
	answer = listed;
	expect([await isStarted('inside'), await isStarted('outside')]).toEqual([isInside, !isInside]);
});

test.each<[string, Answer]>([
	['are not enabled', json({ payload: [{ ...recorded, id: 17, working_hours_enabled: false }] })],
	["are not shown to the token's user", json({ payload: [recorded] })],
])('an inbox whose hours %s is always open', async (_, listed) => {
	answer = listed;
	expect([await isStarted('inside'), await isStarted('outside')]).toEqual([true, false]);
});

test('an event without a time counts as happening now', async () => {
	answer = inboxes(3, [9, 10]);
	const at = (time: string) => jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
	const { created_at: _, ...timeless } = body;
	const active = trigger('inside', { events: ['message_updated'] });
	const event = { ...timeless, event: 'message_updated' };
	at('2026-11-25T09:30:00Z');
	expect((await active.receive(event)).items).toHaveLength(1);
	at('2026-11-25T10:30:00Z');
	expect((await active.receive(event)).items).toHaveLength(0);
});

test('the hours are read at most once a minute, and not for events that do not start the workflow', async () => {
	answer = inboxes(6, [7, 8]);
	const active = trigger('inside');
	await active.receive({ ...body, message_type: 'template' });
	await active.receive({ ...body, event: 'conversation_created' });
	expect(server.received).toHaveLength(0);
	for (let count = 0; count < 5; count++) await active.receive(body);
	expect(server.received.map(({ method, path }) => [method, path])).toEqual([
		['GET', '/api/v1/accounts/9/inboxes'],
	]);
	answer = inboxes(6, [6, 7]);
	expect((await active.receive(body)).items).toHaveLength(1);
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + 61_000);
	expect((await active.receive(body)).items).toHaveLength(0);
	expect(server.received).toHaveLength(2);
});

test('if the hours cannot be read, the delivery fails, and the next one reads them again', async () => {
	answer = json({ error: 'You are not authorized to do this action' }, 401);
	const active = trigger('inside');
	await expect(active.receive(body)).rejects.toThrow(/not authorized/);
	answer = inboxes(6, [7, 8]);
	expect((await active.receive(body)).items).toHaveLength(1);
});

test.each(['agent_bot', 'api_inbox'])(
	'by hand the source %s cannot read hours: the activation fails',
	async (source) => {
		const active = trigger('outside', { source, connection: 'by_hand' });
		await expect(active.activate()).rejects.toThrow(
			/The filter Inbox's Opening Hours needs a credential to read the hours of the inboxes: set Connection to By This Node, or remove the filter/,
		);
		expect(server.received).toEqual([]);
	},
);

test('an event without an inbox is refused together with the filter', async () => {
	const active = trigger('inside', { events: ['contact_created'] });
	await expect(active.receive(body)).rejects.toThrow(
		/Contact Created has no data for Inbox's Opening Hours/,
	);
});
