import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import { CustomerConversation } from '../../../../nodes/CustomerConversation/CustomerConversation.node';
import { jsonList, optional, sort, text } from '../../../../nodes/shared/vocabulary/fields/fields';
import { account, inbox } from '../../../../nodes/shared/vocabulary/locators';
import { operation } from '../../../../nodes/shared/vocabulary/operation';
import { byPage, records } from '../../../../nodes/shared/vocabulary/reply';
import { NEWEST_FIRST } from '../../../../nodes/shared/vocabulary/lists/lists';
import { recording } from '../../../../truth/recordings';
import {
	fastClock,
	delay,
	replyBegins,
	timersSet,
	timeoutsByHand,
	untilInFlight,
} from '../../../support/clock';
import { runNode } from '../../../support/core';
import {
	CONTACT,
	contactIn,
	contacts,
	errorOf,
	inputs,
	inTurn,
	MAY_EXIST,
	MEANING,
	passing,
	run,
	TIMEOUT,
	type Options,
} from '../../../support/faultRuns';
import {
	faultNames,
	faults,
	answersWith,
	recorded,
	serveFaults,
	type Fault,
	type FaultName,
	type Seen,
	type Service,
} from '../../../support/faults';
import { json, nodeOf, runAt } from '../../../support/run';
import type { Answer } from '../../../support/server';

jest.setTimeout(30_000);

const always = (fault: Fault) => () => fault;

/** Operations of kinds that the package does not have yet. */
const replace = operation({
	name: 'Replace',
	action: 'Replace an inbox',
	gives: 'The inbox',
	request: 'PUT /api/v1/accounts/{account_id}/inboxes/{inbox_id}',
	path: [account(), inbox()],
	body: [optional(text('name'))],
});
const filter = operation({
	name: 'Filter',
	action: 'Filter contacts',
	gives: 'One item for each contact',
	request: 'POST /api/v1/accounts/{account_id}/contacts/filter',
	path: [account()],
	query: [sort(['name'])],
	body: [jsonList('payload', { check: (row) => row })],
	reply: records('payload', byPage(15, NEWEST_FIRST, { total: 'meta.count' })),
});
const { payload } = recording('account.contact.filter', 'ok').request.body as IDataObject;

const search = { q: 'a', sort: 'name' };
const ofAccount = { account_id: '={{ $json.id }}' };
const accountOf = ({ path }: Seen) => Number(/\/accounts\/(\d+)/.exec(path)?.[1]);

describe('one fault', () => {
	fastClock();

	describe.each<[string, string, IDataObject, Options['node']]>([
		['GET', 'inbox.get', { inbox_id: 3 }, undefined],
		['GET of a list', 'contact.search', search, undefined],
		[
			'PATCH',
			'cannedResponse.update',
			{ canned_response_id: 3, update_fields: { content: 'Hi' } },
			undefined,
		],
		['PUT', 'test.run', { inbox_id: 3, update_fields: { name: 'Mail' } }, nodeOf(replace)],
		['DELETE', 'webhook.delete', { webhook_id: 3 }, undefined],
		[
			'POST that reads',
			'test.run',
			{ sort: 'name', payload: JSON.stringify(payload) },
			nodeOf(filter),
		],
	])('%s', (kind, name, parameters, node) => {
		const isList = /list|reads/.test(kind);
		const meet = async (fault: Service['fault'], chosen: FaultName[]) =>
			await run(
				name,
				{ ...parameters, ...ofAccount },
				{
					answer: (request) => {
						// As it was sent by an update.
						const record = { id: accountOf(request), content: 'Hi' };
						return json(isList ? { meta: { count: 1 }, payload: [record] } : record);
					},
					fault,
				},
				{ node, items: inputs(chosen.length), onError: 'continueRegularOutput' },
			);
		const requestsOf = (received: Seen[], index: number) =>
			received.filter((request) => accountOf(request) === index + 1).length;

		test('is sent again after those that pass, and gives the right item', async () => {
			const { items, received } = await meet(
				(request) => (request.repeat ? undefined : faults[faultNames[accountOf(request) - 1]]),
				faultNames,
			);
			const outcomes = faultNames.map((fault, index) => [
				fault,
				requestsOf(received, index),
				items[index],
			]);
			const expected = faultNames.map((fault, index) => {
				const [repeatable, , words] = MEANING[fault];
				const failed = repeatable === 'refused' || (fault === 'nothing' && kind !== 'DELETE');
				const expectedWords =
					fault === 'nothing' && isList ? 'does not contain the expected list' : words;
				const body = failed
					? {
							error: expect.objectContaining({
								message: expect.stringContaining(expectedWords) as string,
							}),
						}
					: fault === 'nothing'
						? expect.objectContaining({ success: true })
						: expect.objectContaining({ id: index + 1 });
				return [
					fault,
					repeatable === 'again' ? 2 : 1,
					{ json: body as unknown, pairedItem: { item: index } },
				];
			});
			expect(outcomes).toEqual(expected);
		});

		test('ends after five tries, and says so', async () => {
			const { items, received } = await meet(
				(request) => faults[passing[accountOf(request) - 1]],
				passing,
			);
			const outcomes = passing.map((fault, index) => [
				fault,
				requestsOf(received, index),
				errorOf(items[index])?.message.startsWith(MEANING[fault][2]),
				errorOf(items[index])?.description.endsWith(' Tried 5 times.'),
			]);
			expect(outcomes).toEqual(passing.map((fault) => [fault, 5, true, true]));
		});
	});

	describe('a create', () => {
		const create = async (
			fault: Service['fault'],
			options: Options = { onError: 'continueRegularOutput' },
		) => {
			const service = contacts();
			const items = options.items ?? inputs(1);
			const outcome = await run(
				'contact.create',
				CONTACT,
				{ answer: service.create, fault },
				{ ...options, items },
			);
			return { ...outcome, records: service.of(items[0].json.email) };
		};

		test.each(faultNames)('%s', async (name) => {
			const [, meaning, words] = MEANING[name];
			const { items, received, records: stored } = await create(always(faults[name]));
			expect(received).toHaveLength(meaning === 'again' ? 5 : 1);
			expect(stored).toHaveLength(faults[name].acts ? 1 : 0);
			if (meaning === 'done') {
				expect(items.map(contactIn)).toEqual(stored);
				return;
			}
			const error = errorOf(items[0]);
			expect(error?.message.startsWith(words)).toBe(true);
			expect(error?.description.includes(MAY_EXIST)).toBe(meaning === 'unclear');
			expect(error?.description.includes('Tried 5 times.')).toBe(meaning === 'again');
		});

		test.each(faultNames.filter((name) => MEANING[name][1] !== 'done'))(
			'%s: the error that stops the node says the same',
			async (name) => {
				const item = errorOf((await create(always(faults[name]))).items[0]);
				const { error } = await create(always(faults[name]), {});
				const port = /(?<=:)\d+$/;
				expect(error?.message.replace(port, '')).toBe(item?.message.replace(port, ''));
				expect(error?.description).toBe(item?.description);
			},
		);

		test.each(passing)('%s, with Retry Creates', async (name) => {
			const requestOptions = { retryCreates: true };
			const once = await create(inTurn(faults[name]), { requestOptions });
			expect(once.received).toHaveLength(2);
			expect(once.records).toHaveLength(faults[name].acts ? 2 : 1);
			expect(once.items.map(contactIn)).toEqual(once.records.slice(-1));
		});

		test('with Retry Creates, one that was refused at last may exist all the same', async () => {
			const duplicate = recorded('account.contact.create', 'duplicate-email');
			const {
				items,
				received,
				records: stored,
			} = await create(inTurn(faults['reset after acting'], answersWith(duplicate)), {
				requestOptions: { retryCreates: true },
				onError: 'continueRegularOutput',
			});
			expect([received.length, stored.length]).toEqual([2, 1]);
			expect(errorOf(items[0])).toMatchObject({
				message: 'Email has already been taken',
				status: 422,
			});
			expect(errorOf(items[0])?.description).toContain(`Tried 2 times. ${MAY_EXIST}`);
		});

		test('one that was refused at once does not exist', async () => {
			const duplicate = recorded('account.contact.create', 'duplicate-email');
			const { items, received } = await create(inTurn(faults['429'], answersWith(duplicate)));
			expect(received).toHaveLength(2);
			expect(errorOf(items[0])?.description).toMatch(/HTTP 422\..* Tried 2 times\.$/);
		});
	});

	describe('a record that is not there', () => {
		const gone = answersWith(recorded('account.webhook.delete', 'unknown-id'));
		const ask = async (name: string, parameters: IDataObject, ...wrong: Fault[]) => {
			const { items, received } = await run(
				name,
				parameters,
				{ answer: () => json({}), fault: inTurn(...wrong, gone) },
				{ onError: 'continueRegularOutput' },
			);
			expect(received).toHaveLength(wrong.length + 1);
			return items;
		};
		const remove = async (...wrong: Fault[]) =>
			await ask('webhook.delete', { webhook_id: 3 }, ...wrong);
		const missing = {
			json: {
				error: expect.objectContaining({
					message: expect.stringMatching(/: Resource could not be found$/) as string,
					status: 404,
				}) as object,
			},
			pairedItem: { item: 0 },
		};
		const success = { json: { webhook_id: 3, success: true }, pairedItem: { item: 0 } };
		const unclear = passing.filter((name) => MEANING[name][1] === 'unclear');
		const clear = passing.filter((name) => MEANING[name][1] === 'again');

		test('is an error at once', async () => {
			expect(await remove()).toEqual([missing]);
		});

		test.each(unclear)('after %s it was deleted by the try before', async (name) => {
			expect(await remove(faults[name])).toEqual([success]);
		});

		test.each(clear)('after %s it was not', async (name) => {
			expect(await remove(faults[name])).toEqual([missing]);
		});

		test('an earlier try may have deleted it, too', async () => {
			expect(await remove(faults.reset, faults['429'])).toEqual([success]);
			expect(await remove(faults['429'], faults.reset)).toEqual([success]);
		});

		test.each<[string, string, IDataObject]>([
			['GET', 'inbox.get', { inbox_id: 3 }],
			['PATCH', 'account.update', { update_fields: { name: 'Ann' } }],
		])('of a %s no try deleted it', async (_, name, parameters) => {
			expect(await ask(name, parameters, faults.reset)).toEqual([missing]);
		});
	});

	test('a file', async () => {
		const chosen = passing.filter((name) => name !== 'half JSON');
		const { items, received } = await run(
			'report.downloadAgents',
			{ ...ofAccount, period: 'last_month', output: 'file_as_sent' },
			{
				answer: (request) => ({
					status: 200,
					headers: { 'content-type': 'text/csv' },
					body: `account,${accountOf(request)}`,
				}),
				fault: (request) => (request.repeat ? undefined : faults[chosen[accountOf(request) - 1]]),
			},
			{ items: inputs(chosen.length), onError: 'continueRegularOutput' },
		);
		expect(received).toHaveLength(2 * chosen.length);
		const files = items.map(({ binary }) => Buffer.from(binary?.data.data ?? '', 'base64'));
		expect(files.map(String)).toEqual(chosen.map((_, index) => `account,${index + 1}`));
	});

	test('what all items share is asked for again, too', async () => {
		const isAgents = ({ path }: Seen) => path.endsWith('/agents');
		const ask = async (fault: Service['fault']) =>
			await run(
				'report.getAgentSummary',
				{ period: 'last_month' },
				{
					answer: (request) =>
						json([isAgents(request) ? { id: 3, name: 'Ann', email: 'ann@x.example' } : { id: 3 }]),
					fault,
				},
				{ items: inputs(20), onError: 'continueRegularOutput' },
			);
		const once = await ask((request) =>
			isAgents(request) && !request.repeat ? faults.reset : undefined,
		);
		expect(once.received.filter(isAgents)).toHaveLength(2);
		expect(once.items.map(({ json: row }) => row.agent_name)).toEqual(Array(20).fill('Ann'));
		const never = await ask((request) => (isAgents(request) ? faults.reset : undefined));
		expect(never.received.filter(isAgents)).toHaveLength(5);
		expect(never.items.map((item) => errorOf(item)?.description.slice(-14))).toEqual(
			Array(20).fill('Tried 5 times.'),
		);
	});
});

describe('a server that is not there', () => {
	fastClock();

	/** Runs while nothing listens; the server begins after so many milliseconds of the clock. */
	async function runBefore(
		milliseconds: number,
		name: string,
		parameters: IDataObject,
		answer: Service['answer'] = ({ method }) =>
			json(method === 'POST' ? { payload: { contact: { id: 1, name: 'Ann' } } } : { id: 1 }),
	) {
		const { port, url, close } = await serveFaults({ answer });
		await close();
		let server: Awaited<ReturnType<typeof serveFaults>> | undefined;
		setTimeout(
			() => void serveFaults({ answer, port }).then((begun) => (server = begun)),
			milliseconds,
		);
		const { items } = await runAt(url, name, parameters, { onError: 'continueRegularOutput' });
		await server?.close();
		return { items, received: server?.received };
	}

	describe.each<[string, string, IDataObject]>([
		['GET', 'inbox.get', { inbox_id: 3 }],
		['POST', 'contact.create', { name: 'Ann' }],
	])('%s', (_, name, parameters) => {
		test('is sent when it comes back', async () => {
			const { items, received } = await runBefore(1000, name, parameters);
			const json = expect.objectContaining({ id: 1 }) as IDataObject;
			expect(items).toEqual([{ json, pairedItem: { item: 0 } }]);
			expect(received).toHaveLength(1);
		});

		test('ends after five tries, and surely did nothing', async () => {
			const { items } = await runBefore(600_000, name, parameters);
			const error = errorOf(items[0]);
			expect(error?.message).toMatch(/^Nothing answers at this address: /);
			expect(error?.description).toMatch(/Tried 5 times\.$/);
		});
	});

	test('a DELETE that finds nothing when it comes back has deleted nothing', async () => {
		const gone = recorded('account.webhook.delete', 'unknown-id');
		const { items } = await runBefore(1000, 'webhook.delete', { webhook_id: 3 }, () => gone);
		expect(errorOf(items[0])?.message).toBe(
			'Webhook 3 is not in account 1: Resource could not be found',
		);
	});
});

describe('waiting', () => {
	fastClock();
	afterEach(() => jest.restoreAllMocks());

	const today = (time: string) => Date.parse(`2026-11-21T${time}Z`);
	const get = { inbox_id: 3 };
	const succeed = () => json({ id: 1, payload: [], meta: { count: 0 } });
	const error429 = recorded('account.contact.create', 'transport-rate-limit-general-post');

	/** A refusal with headers of a proxy. */
	const asking = (headers: Record<string, string>, status = 429) =>
		answersWith({ ...error429, status, headers });

	/** Milliseconds between the tries of a request that meets these faults. */
	async function gaps(...wrong: Fault[]) {
		const { items, received } = await run(
			'inbox.get',
			get,
			{ answer: succeed, fault: inTurn(...wrong) },
			{ onError: 'continueRegularOutput' },
		);
		const times = received.map(({ at }) => at);
		return { error: errorOf(items[0]), gaps: times.slice(1).map((at, index) => at - times[index]) };
	}

	test.each<[string, IDataObject, Answer, (request: Seen) => Answer]>([
		['contact.create', CONTACT, error429, contacts().create],
		[
			'contact.search',
			search,
			recorded('account.contact.search', 'transport-rate-limit-contact-search'),
			() => json({ payload: [{ id: 1 }], meta: { count: 1 } }),
		],
	])('%s: after one refusal nothing is sent before the next full minute', async (...args) => {
		const [name, parameters, refusal, answer] = args;
		jest.setSystemTime(today('12:00:05'));
		// The others in flight succeed a little later and make place for the next.
		const service = { answer, fault: inTurn(answersWith(refusal)), delay: 5 };
		const { items, received } = await run(name, parameters, service, { items: inputs(25) });
		const early = received.filter(({ at }) => at < today('12:01:00'));
		expect([early.length, received.length]).toEqual([10, 26]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			inputs(25).map((_, item) => ({ item })),
		);
	});

	test('a limit of requests per minute only takes time', async () => {
		// A minute of the service, whose clock is behind, has just begun.
		jest.setSystemTime(today('12:00:37'));
		const behind = 35_000;
		const service = contacts();
		const begun = new Map<number, number>();
		let refused = 0;
		const { items } = await run(
			'contact.create',
			CONTACT,
			{
				answer: service.create,
				fault: ({ at }) => {
					const minute = Math.floor((at - behind) / 60_000);
					const count = (begun.get(minute) ?? 0) + 1;
					begun.set(minute, count);
					if (count <= 15) return undefined;
					refused++;
					return asking({ date: new Date(at - behind).toUTCString() });
				},
			},
			{ items: inputs(75) },
		);
		expect(inputs(75).map(({ json: { email } }) => service.of(email))).toEqual(
			items.map((item) => [contactIn(item)]),
		);
		expect(begun.size).toBeGreaterThanOrEqual(5);
		expect(refused).toBeGreaterThan(0);
	});

	test('the full minute is one of the clock that the service tells', async () => {
		jest.setSystemTime(today('12:00:50'));
		const behind = await gaps(asking({ date: new Date(today('11:30:05')).toUTCString() }));
		expect(behind.error).toBeUndefined();
		expect(behind.gaps[0]).toBeGreaterThanOrEqual(55_000);
	});

	test.each<[string, number, number]>([
		['behind', today('11:00:00'), today('12:00:00')],
		['ahead', today('13:00:00'), today('12:00:00')],
	])('a date to wait for is read by the clock of the service, which is %s', async (_, ...times) => {
		const [serverTime, localTime] = times;
		jest.setSystemTime(localTime);
		const { error, gaps: waits } = await gaps(
			asking({
				date: new Date(serverTime).toUTCString(),
				'retry-after': new Date(serverTime + 120_000).toUTCString(),
			}),
		);
		expect(error).toBeUndefined();
		expect(waits).toHaveLength(1);
		expect(waits[0]).toBeGreaterThanOrEqual(120_000);
	});

	test.each([429, 502, 503, 504])('%s: five minutes are waited for', async (status) => {
		const { error, gaps: waits } = await gaps(asking({ 'retry-after': '300' }, status));
		expect(error).toBeUndefined();
		expect(waits).toHaveLength(1);
		expect(waits[0]).toBeGreaterThanOrEqual(300_000);
	});

	test.each([429, 502, 503, 504])(
		'%s: more is not, and the error says how long',
		async (status) => {
			const { error, gaps: waits } = await gaps(asking({ 'retry-after': '301' }, status));
			expect(waits).toEqual([]);
			expect(error?.description).toBe(
				`Inbox → Get, HTTP ${status}. The server asks to wait 301 seconds.`,
			);
		},
	);

	test.each([400, 422, 500])('%s: is not sent again, whatever it asks for', async (status) => {
		const { error, gaps: waits } = await gaps(asking({ 'retry-after': '1' }, status));
		expect([error?.status, waits]).toEqual([status, []]);
	});

	test('a wait that one request was told holds for all', async () => {
		const { received } = await run(
			'inbox.get',
			get,
			{ answer: succeed, fault: inTurn(asking({ 'retry-after': '200' }, 503)), delay: 5 },
			{ items: inputs(25) },
		);
		const [first] = received;
		const early = received.filter(({ at }) => at < first.at + 200_000);
		expect([early.length, received.length]).toEqual([10, 26]);
	});

	test('a shorter wait that comes later does not end a longer one', async () => {
		const shorter = asking({ 'retry-after': '1' });
		const afterwards: Fault = {
			acts: false,
			spoil: (response, answer) => void delay(5).then(() => shorter.spoil(response, answer)),
		};
		const { received } = await run(
			'inbox.get',
			get,
			{ answer: succeed, fault: inTurn(asking({ 'retry-after': '200' }), afterwards) },
			{ items: inputs(2) },
		);
		const [first, , ...again] = received.map(({ at }) => at);
		expect(again).toHaveLength(2);
		expect(Math.min(...again)).toBeGreaterThanOrEqual(first + 200_000);
	});

	test('also where the one that was told is not sent again', async () => {
		const { items, received } = await run(
			'contact.create',
			CONTACT,
			{
				answer: contacts().create,
				fault: inTurn(asking({ 'retry-after': '200' }, 503)),
				delay: 5,
			},
			{ items: inputs(25), onError: 'continueRegularOutput' },
		);
		expect(items.filter(errorOf)).toHaveLength(1);
		const [first] = received;
		const early = received.filter(({ at }) => at < first.at + 200_000);
		expect([early.length, received.length]).toEqual([10, 25]);
	});

	test('also where it was the last try', async () => {
		jest.setSystemTime(today('12:00:05'));
		const { items, received } = await run(
			'inbox.get',
			{ ...get, ...ofAccount },
			{
				answer: succeed,
				fault: (request) => (accountOf(request) === 1 ? answersWith(error429) : undefined),
			},
			{
				items: inputs(2),
				onError: 'continueRegularOutput',
				requestOptions: { requestsAtOnce: 1 },
			},
		);
		expect(items.map((item) => errorOf(item)?.status)).toEqual([429, undefined]);
		const minutes = received.map(({ at }) => Math.floor((at - today('12:00:00')) / 60_000));
		expect(received).toHaveLength(6);
		expect(new Set(minutes).size).toBe(6);
	});

	test.each([
		['at least', 0],
		['up to twice', 1 - 2 ** -52],
	])('between other tries the waits double: %s half a second at first', async (_, random) => {
		jest.spyOn(Math, 'random').mockReturnValue(random);
		const { gaps: waits } = await gaps(...Array<Fault>(5).fill(faults['502']));
		expect(waits).toHaveLength(4);
		for (const [index, wait] of waits.entries())
			expect(wait).toBeGreaterThanOrEqual(Math.floor(500 * 2 ** index * (1 + random)));
	});
});

describe('Return All', () => {
	fastClock();

	// The last page is short, and ends the list.
	const ids = Array.from({ length: 449 }, (_, index) => index + 1);
	const pageOf = ({ query }: Seen) => Number(Object.fromEntries(query).page ?? 1);
	const answer = (request: Seen) => {
		const from = 15 * (pageOf(request) - 1);
		// The newest first: their times prove that none is missing.
		const rows = ids
			.slice(from, from + 15)
			.map((id) => ({ id, created_at: 1_700_000_000 - 10 * id }));
		return json({ meta: { count: ids.length }, payload: rows });
	};
	const all = async (service: Partial<Service>, options: Options = {}) =>
		await run('contact.search', { ...search, returnAll: true }, { answer, ...service }, options);

	test('gives everything once, though half of its pages fail at first', async () => {
		const { items, received } = await all({
			fault: (request) => (request.repeat ? undefined : faults[passing[pageOf(request) - 1]]),
		});
		expect(items.map(({ json: row }) => row.id)).toEqual(ids);
		expect(received).toHaveLength(30 + passing.length);
	});

	test('gives no part when a page fails for good, and begins no more pages', async () => {
		const { items, received } = await all(
			{ fault: (request) => (pageOf(request) === 2 ? faults['500'] : undefined), delay: 20 },
			{ onError: 'continueRegularOutput' },
		);
		expect(items).toHaveLength(1);
		expect(errorOf(items[0])?.message).toBe('Internal Server Error');
		expect(items[0].pairedItem).toEqual({ item: 0 });
		// The first, and ten side by side.
		expect(received).toHaveLength(11);
	});

	test('gives no part when a page fails too often', async () => {
		const { items, error, received } = await all({
			fault: (request) => (pageOf(request) === 30 ? faults['503'] : undefined),
		});
		expect(items).toEqual([]);
		expect(error?.description).toContain('Tried 5 times.');
		expect(received).toHaveLength(34);
	});

	test.each([
		[10, {}],
		[3, { requestsAtOnce: 3 }],
		[1, { requestsAtOnce: 1 }],
		[50, { requestsAtOnce: 50 }],
	])('has at most %s requests in flight, whatever the number of items', async (places, chosen) => {
		const hold = untilInFlight(places);
		const held = async (request: Seen) => {
			// The first pages of the items come before the others.
			if (pageOf(request) > 1) await hold();
			return answer(request);
		};
		const { items, most, received } = await all(
			{ answer: held },
			// Longer than replies are held on a busy machine: none is asked for again.
			{ items: inputs(4), requestOptions: { timeout: 30 * TIMEOUT, ...chosen } },
		);
		expect(items).toHaveLength(4 * ids.length);
		expect(received).toHaveLength(4 * 30);
		expect(most).toBe(places);
	});
});

describe('turns', () => {
	fastClock();

	test('items begin in their order, and one more than may be in flight has been read', async () => {
		const read = new Set<unknown>();
		const items = inputs(20).map(({ json: { email, ...rest } }) => ({
			json: {
				...rest,
				get email() {
					read.add(email);
					return email;
				},
			},
		}));
		const begun: Array<[unknown, number]> = [];
		const server = await serveFaults({
			answer: ({ body }) => {
				const sent = JSON.parse(body.toString()) as IDataObject;
				begun.push([sent.email, read.size]);
				return json({ payload: { contact: { id: 1, ...sent } } });
			},
			delay: 2,
		});
		try {
			await runNode(new CustomerConversation(), {
				parameters: {
					...{ resource: 'contact', operation: 'create', account_id: 1 },
					...CONTACT,
					requestOptions: { requestsAtOnce: 1 },
				},
				credentials: { base_url: server.url, api_access_token: 'token' },
				items,
			});
			expect(begun).toEqual(
				inputs(20).map(({ json: { email } }, at) => [email, Math.min(at + 2, 20)]),
			);
		} finally {
			await server.close();
		}
	});
});

describe('redirects', () => {
	fastClock();

	test.each(
		[301, 302, 303, 307, 308].flatMap((status) => [
			[status, 'GET', 'inbox.get', { inbox_id: 3 }] as const,
			[status, 'POST', 'contact.create', { name: 'Ann' }] as const,
		]),
	)('%s: a %s is not sent to another address', async (status, _, name, parameters) => {
		const target = await serveFaults({ answer: () => json({ id: 1 }) });
		const redirect = (location: string) => answersWith({ status, headers: { location } });
		try {
			for (const location of [`${target.url}/there`, '/there', 'https://127.0.0.1:1/']) {
				const { error, received } = await run(name, parameters, {
					answer: () => json({}),
					fault: always(redirect(location)),
				});
				expect(error?.message).toBe(`Chatwoot redirects to ${location}`);
				expect(error?.description).toMatch(
					location.startsWith('https')
						? /Use the https address as the base URL in the credential\.$/
						: /Use the final address as the base URL in the credential\.$/,
				);
				expect(received).toHaveLength(1);
			}
			expect(target.received).toEqual([]);
		} finally {
			await target.close();
		}
	});
});

describe('both ways to continue', () => {
	fastClock();

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)('%s', async (onError) => {
		const met = [undefined, '500', '429', 'reset after acting', 'web page', '301', 'silence'];
		const { items } = await run(
			'contact.create',
			{ ...CONTACT, ...ofAccount },
			{
				answer: contacts().create,
				fault: (request) =>
					request.repeat ? undefined : faults[met[accountOf(request) - 1] as FaultName],
			},
			{ items: inputs(met.length), onError },
		);
		// `error` alone in json is what n8n takes for an error item.
		expect(items.map(({ json: body, pairedItem }) => [Object.keys(body)[0], pairedItem])).toEqual(
			['id', 'error', 'id', 'error', 'error', 'error', 'error'].map((key, item) => [key, { item }]),
		);
		for (const item of items.filter(errorOf)) {
			expect(Object.keys(item.json)).toEqual(['error']);
			expect(errorOf(item)?.description).toContain(
				`Contact → Create, item ${(item.pairedItem as { item: number }).item}`,
			);
		}
	});

	test('without either the first item that fails stops the node', async () => {
		const { error } = await run(
			'inbox.get',
			{ ...ofAccount, inbox_id: 3 },
			{
				answer: () => json({ id: 1 }),
				fault: (request) => (accountOf(request) > 3 ? faults['500'] : undefined),
			},
			{ items: inputs(6) },
		);
		expect(error?.description).toContain('Inbox → Get, item 3, HTTP 500.');
	});
});

/** An execution that can be stopped. */
function stoppable(): AbortController {
	const controller = new AbortController();
	jest
		.spyOn(ExecuteContext.prototype, 'getExecutionCancelSignal')
		.mockReturnValue(controller.signal);
	return controller;
}

describe('stopping', () => {
	const clock = fastClock();
	afterEach(() => {
		clock.resume();
		jest.restoreAllMocks();
	});

	const STOPPED = 'The execution was stopped';

	/**
	 * Stops when so many requests have come, after so many milliseconds of the clock. The clock stands
	 * still then: what waits for its time would never end.
	 */
	function stopAt(count: number, milliseconds = 0) {
		const controller = stoppable();
		let come = 0;
		const stop = () => {
			clock.stop();
			controller.abort();
		};
		return (wrong?: Fault) => () => {
			if (++come === count) setTimeout(stop, milliseconds);
			return wrong;
		};
	}

	test('while requests are in flight and items wait for a place', async () => {
		const fault = stopAt(10);
		const { items, received } = await run(
			'contact.create',
			CONTACT,
			{ answer: contacts().create, fault: fault(faults.silence) },
			{ items: inputs(30), onError: 'continueRegularOutput' },
		);
		expect(items.map((item) => errorOf(item)?.message)).toEqual(Array(30).fill(STOPPED));
		expect(received).toHaveLength(10);
		const mayExist = items.map((item) => errorOf(item)?.description.includes(MAY_EXIST));
		expect(mayExist).toEqual(items.map((_, index) => index < 10));
	});

	test.each([
		['429', 60_000],
		['503 with seconds', 30_000],
	] as const)('while all wait after a %s', async (name, wait) => {
		jest.setSystemTime(Date.parse('2026-11-21T12:00:00Z'));
		const fault = stopAt(10, wait / 3);
		const { items, received } = await run(
			'inbox.get',
			{ inbox_id: 3 },
			{ answer: () => json({ id: 1 }), fault: fault(faults[name]) },
			{ items: inputs(30), onError: 'continueRegularOutput' },
		);
		expect(items.map((item) => errorOf(item)?.message)).toEqual(Array(30).fill(STOPPED));
		expect(received).toHaveLength(10);
	});

	test('before anything was sent', async () => {
		stoppable().abort();
		const { items, received } = await run(
			'contact.create',
			CONTACT,
			{ answer: contacts().create },
			{ items: inputs(3), onError: 'continueRegularOutput' },
		);
		expect(received).toEqual([]);
		expect(items.map((item) => errorOf(item)?.message)).toEqual(Array(3).fill(STOPPED));
		expect(items.map((item) => errorOf(item)?.description)).toEqual(
			[0, 1, 2].map(
				(item) =>
					`Contact → Create, item ${item}. It was stopped by hand, or it reached the execution timeout of n8n.`,
			),
		);
	});

	test('while pages come', async () => {
		const fault = stopAt(15);
		const { items, error, received } = await run(
			'contact.search',
			{ ...search, returnAll: true },
			{
				answer: ({ query }) =>
					json({
						meta: { count: 4500 },
						payload: Array.from({ length: 15 }, (_, index) => ({
							id: 15 * Number(Object.fromEntries(query).page ?? 1) + index,
						})),
					}),
				fault: fault(),
				delay: 5,
			},
		);
		expect(items).toEqual([]);
		expect(error?.message).toBe(STOPPED);
		expect(received.length).toBeLessThan(30);
	});

	test('while a file comes', async () => {
		const fault = stopAt(1, 10_000);
		const stalls: Fault = {
			acts: false,
			spoil: (response) => {
				response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 1000 });
				response.write('id,name');
			},
		};
		const { error, received } = await run(
			'report.downloadAgents',
			{ period: 'last_month' },
			{ answer: () => json({}), fault: fault(stalls) },
		);
		expect(error?.message).toBe(STOPPED);
		expect(received).toHaveLength(1);
	});
});

describe('a time-out', () => {
	fastClock();
	afterEach(() => jest.restoreAllMocks());

	const stalls: Fault = {
		acts: true,
		spoil: (response, { body = '' }) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
			response.write(body);
		},
	};

	test.each([
		['no head comes', faults.silence, false],
		['no head comes, though the service acted', faults['silence after acting'], false],
		['the body stalls', stalls, true],
	])('repeats a request when %s in time, but no create', async (_, fault, begins) => {
		const timeouts = timeoutsByHand();
		const late: Fault = {
			...fault,
			spoil: (...response) => {
				if (begins) void replyBegins().then(timeouts.pass);
				else timeouts.pass();
				fault.spoil(...response);
			},
		};
		const read = await run(
			'inbox.get',
			{ inbox_id: 3 },
			{ answer: () => json({ id: 1 }), fault: inTurn(late) },
		);
		expect(read.items).toMatchObject([{ json: { id: 1, inbox_id: 3 }, pairedItem: { item: 0 } }]);
		expect(read.received).toHaveLength(2);

		const service = contacts();
		const create = await run(
			'contact.create',
			CONTACT,
			{ answer: service.create, fault: inTurn(late) },
			{ items: inputs(1) },
		);
		expect(create.received).toHaveLength(1);
		expect(create.error?.message).toMatch(/^No reply arrived in time: /);
		expect(create.error?.description).toContain(MAY_EXIST);
		expect(service.of(inputs(1)[0].json.email)).toHaveLength(fault.acts ? 1 : 0);
		expect(timeouts.milliseconds()).toEqual([TIMEOUT, TIMEOUT, TIMEOUT]);
	});
});

describe('a pause', () => {
	fastClock();
	afterEach(() => jest.restoreAllMocks());

	test('that is told is a second longer, for clocks that differ a little', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const timers = timersSet();
		const limited = answersWith({ status: 429, headers: { 'retry-after': '3' } });
		const { received } = await run(
			'inbox.get',
			{ inbox_id: 3 },
			{ answer: () => json({ id: 1 }), fault: inTurn(limited) },
		);
		expect(received).toHaveLength(2);
		expect(timers(1000, 60_000)).toEqual([4000]);
	});

	test('between two tries ends at once when the execution is stopped', async () => {
		// The pause is a second long then.
		jest.spyOn(Math, 'random').mockReturnValue(1 - 2 ** -52);
		const controller = stoppable();
		const { setTimeout: set } = globalThis;
		// It stops as soon as the pause begins, which would never end otherwise.
		const stopping = (task: () => void, milliseconds?: number) =>
			milliseconds && Math.round(milliseconds) === 1000
				? controller.abort()
				: set(task, milliseconds);
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(stopping as typeof set);
		const { error, received } = await run(
			'inbox.get',
			{ inbox_id: 3 },
			{ answer: () => json({ id: 1 }), fault: always(faults['502']) },
		);
		expect(error?.message).toBe('The execution was stopped');
		expect(received).toHaveLength(1);
	});
});
