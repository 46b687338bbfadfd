import crypto, { createHmac } from 'node:crypto';
import { type IDataObject } from 'n8n-workflow';
import { signedDeliveries } from '../../../truth/recordings';
import { SECRET, Trigger } from '../../support/triggerNode';
import { bodyOf, open, fresh, NO_REPEATS } from '../../support/delivered';

describe('only the service gets in', () => {
	const body = bodyOf('message_created--incoming');
	/** As the service might write it: not as JSON.stringify would. */
	const rawBody = JSON.stringify(body, null, 1);
	const KEY = 'signing-key-of-the-webhook';
	const NOW = 1_795_244_700;

	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(NOW * 1000);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	/** What newer releases send along. */
	function signed({ key = KEY, time = `${NOW}`, text = rawBody } = {}): IDataObject {
		const signature = createHmac('sha256', key).update(`${time}.${text}`).digest('hex');
		return { 'x-chatwoot-signature': `sha256=${signature}`, 'x-chatwoot-timestamp': time };
	}
	const unset = ({ ...headers }: IDataObject, name: string) => {
		delete headers[name];
		return headers;
	};
	const typed = { options: { ...NO_REPEATS, signing_secret: KEY } };
	const unchecked = { options: { ...NO_REPEATS, check_secret: false } };
	const both = { options: { ...typed.options, check_secret: false } };
	const known = { secret: SECRET, signingSecret: KEY };

	type Try = Parameters<Trigger['receive']>[1] & { staticData?: IDataObject };
	const receive = async ({ staticData, parameters, ...call }: Try) => {
		const trigger = open(parameters);
		if (staticData) trigger.setup.staticData = staticData;
		return { trigger, ...(await trigger.receive(body, { rawBody, ...call })) };
	};

	test.each<[string, RegExp, Try]>([
		['no secret', /it has no secret/, { query: {} }],
		['an empty secret', /it has no secret/, { query: { secret: '' } }],
		['another secret', /its secret is wrong/, { query: { secret: SECRET.replace(/.$/, 'X') } }],
		['a part of the secret', /its secret is wrong/, { query: { secret: SECRET.slice(0, -1) } }],
		['more than the secret', /its secret is wrong/, { query: { secret: `${SECRET}s` } }],
		['the secret twice', /its secret is wrong/, { query: { secret: [SECRET, SECRET] } }],
		['a second secret', /its secret is wrong/, { query: { secret: [SECRET, 'x'] } }],
		['an object', /its secret is wrong/, { query: { secret: { is: SECRET } } }],
		['a secret, and none is stored', /no secret is stored/, { staticData: {} }],
		['none, and none is stored', /no secret is stored/, { staticData: {}, query: {} }],
		[
			'an empty one is stored',
			/no secret is stored/,
			{ staticData: { secret: '' }, query: { secret: '' } },
		],
		['no signature', /it is not signed/, { staticData: known }],
		[
			'no signature, key typed in',
			/it is not signed/,
			{ parameters: typed, headers: unset(signed(), 'x-chatwoot-signature') },
		],
		[
			'no time',
			/it is not signed/,
			{ staticData: known, headers: unset(signed(), 'x-chatwoot-timestamp') },
		],
		[
			'a time that is no number',
			/its timestamp cannot be read/,
			{ staticData: known, headers: signed({ time: 'now' }) },
		],
		[
			'a time in other writing',
			/its timestamp cannot be read/,
			{ staticData: known, headers: signed({ time: `${NOW}e0` }) },
		],
		[
			'a time before all times',
			/its timestamp cannot be read/,
			{ staticData: known, headers: signed({ time: `-${NOW}` }) },
		],
		[
			'an old signature',
			/it was signed 301 seconds ago/,
			{ staticData: known, headers: signed({ time: `${NOW - 301}` }) },
		],
		[
			'a signature of the future',
			/it was signed 301 seconds ago/,
			{ staticData: known, headers: signed({ time: `${NOW + 301}` }) },
		],
		[
			'an old signature with a new time',
			/its signature is wrong/,
			{
				staticData: known,
				headers: { ...signed({ time: `${NOW - 400}` }), 'x-chatwoot-timestamp': `${NOW}` },
			},
		],
		[
			'a signature with another key',
			/its signature is wrong/,
			{ staticData: known, headers: signed({ key: 'another' }) },
		],
		[
			'a signature with the secret of the address',
			/its signature is wrong/,
			{ staticData: known, headers: signed({ key: SECRET }) },
		],
		[
			'a signature of other words',
			/its signature is wrong/,
			{ staticData: known, headers: signed({ text: rawBody.replace('Hello', 'Jello') }) },
		],
		[
			'a signature of the body written anew',
			/its signature is wrong/,
			{ staticData: known, headers: signed({ text: JSON.stringify(body) }) },
		],
		[
			'a signature without its name',
			/its signature is wrong/,
			{
				staticData: known,
				headers: {
					...signed(),
					'x-chatwoot-signature': String(signed()['x-chatwoot-signature']).slice(7),
				},
			},
		],
		[
			'the body as it came is not at hand',
			/its signed body cannot be read/,
			{ staticData: known, headers: signed(), rawBody: null },
		],
		[
			'a right signature, a wrong secret',
			/its secret is wrong/,
			{ staticData: known, headers: signed(), query: { secret: 'x' } },
		],
		[
			'a right signature, no secret',
			/no secret/,
			{ staticData: known, headers: signed(), query: {} },
		],
		[
			'a wrong signature, no secret asked for',
			/its signature is wrong/,
			{ parameters: both, headers: signed({ key: 'another' }), query: {} },
		],
		[
			"the registration's key, another typed in",
			/its signature is wrong/,
			{
				staticData: { ...known, signingSecret: 'older' },
				parameters: typed,
				headers: signed({ key: 'older' }),
			},
		],
	])('refused: %s', async (_, reason, call) => {
		const { trigger, response, items, status, body: answer } = await receive(call);
		expect({ status, answer }).toEqual({ status: 401, answer: { message: 'Unauthorized' } });
		expect(response).toEqual({ noWebhookResponse: true });
		expect(items).toEqual([]);
		expect(trigger.log).toHaveLength(1);
		expect(trigger.log[0]).toMatch(reason);
		expect(trigger.log[0]).toContain('refused a call');
		expect(trigger.log[0]).toContain('workflow-1');
		for (const hidden of [SECRET.slice(0, -1), KEY, 'sha256=', 'Hello'])
			expect(trigger.log[0]).not.toContain(hidden);
		expect(trigger.setup.staticData.seen).toBeUndefined();
	});

	test.each<[string, Try]>([
		['the secret', {}],
		['the secret, and a signature that nobody can check', { headers: signed({ key: 'unknown' }) }],
		['no secret, where none is asked for', { parameters: unchecked, query: {}, staticData: {} }],
		['a wrong secret, where none is asked for', { parameters: unchecked, query: { secret: 'x' } }],
		['secret and signature', { staticData: known, headers: signed() }],
		['secret and signature, key typed in', { parameters: typed, headers: signed() }],
		[
			'the key typed in, another of the registration',
			{ staticData: { ...known, signingSecret: 'older' }, parameters: typed, headers: signed() },
		],
		[
			'a signature alone, where no secret is asked for',
			{ parameters: both, query: {}, headers: signed() },
		],
		[
			'a signature of five minutes ago',
			{ staticData: known, headers: signed({ time: `${NOW - 300}` }) },
		],
		[
			'a signature in five minutes',
			{ staticData: known, headers: signed({ time: `${NOW + 300}` }) },
		],
	])('let in: %s', async (_, call) => {
		const { trigger, items, status } = await receive(call);
		expect(items).toHaveLength(1);
		expect(status).toBeUndefined();
		expect(trigger.log).toEqual([]);
	});

	describe.each(signedDeliveries())(
		'recorded byte for byte: $event to $receiver, attempt $attempt',
		({ secret, timestamp, headers: sent, raw_body }) => {
			const headers = Object.fromEntries(
				Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]),
			);
			const take = async (change: Try & { at?: number } = {}) => {
				jest.spyOn(Date, 'now').mockReturnValue((change.at ?? timestamp) * 1000);
				const trigger = open({}, '4.16');
				trigger.setup.staticData = { ...known, signingSecret: secret, ...change.staticData };
				const call = { headers, rawBody: raw_body, ...change };
				return await trigger.receive(JSON.parse(raw_body), call);
			};

			test('is let in', async () => {
				expect((await take()).status).toBeUndefined();
				expect((await take({ at: timestamp + 300 })).status).toBeUndefined();
			});

			test.each<[string, Parameters<typeof take>[0]]>([
				['with another secret', { staticData: { signingSecret: `${secret}x` } }],
				['later', { at: timestamp + 301 }],
				[
					'with another time',
					{ headers: { ...headers, 'x-chatwoot-timestamp': `${timestamp + 1}` } },
				],
				['with one byte changed', { rawBody: raw_body.replace('"id":', '"id" :') }],
				['parsed and written anew', { rawBody: JSON.stringify(JSON.parse(raw_body)) }],
				['without a signature', { headers: unset(headers, 'x-chatwoot-signature') }],
			])('is refused %s', async (_, change) => {
				// Where nothing is to be escaped the service writes JSON as we do.
				const refused = change?.rawBody !== raw_body;
				expect((await take(change)).status).toBe(refused ? 401 : undefined);
			});
		},
	);

	test('the second attempt of a delivery has another signature, and starts nothing', async () => {
		const attempts = signedDeliveries().filter(({ receiver }) => receiver === 'agent_bot');
		expect(attempts.map(({ attempt }) => attempt)).toEqual([1, 2]);
		const trigger = fresh({}, '4.16');
		trigger.setup.staticData = { ...known, signingSecret: attempts[0].secret };
		const started: number[] = [];
		for (const { timestamp, headers, raw_body } of attempts) {
			jest.spyOn(Date, 'now').mockReturnValue(timestamp * 1000);
			const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
			const call = { headers: Object.fromEntries(lower) as IDataObject, rawBody: raw_body };
			const { items, status } = await trigger.receive(JSON.parse(raw_body), call);
			expect(status).toBeUndefined();
			started.push(items.length);
		}
		expect(started).toEqual([1, 0]);
	});

	test.each([SECRET, 'x', `${SECRET}${SECRET}`])(
		'%s takes as long as any other to compare',
		async (secret) => {
			const compare = jest.spyOn(crypto, 'timingSafeEqual');
			await receive({ query: { secret } });
			const lengths = compare.mock.calls.map((sides) => sides.map(({ byteLength }) => byteLength));
			expect(lengths).toEqual([[32, 32]]);
		},
	);

	test('who is not let in hears nothing of the settings', async () => {
		const trigger = open({ filters: { content_matches: '(' } });
		trigger.setup.credentials.base_url = '';
		expect((await trigger.receive(body, { query: {} })).status).toBe(401);
	});

	test.each<[string, unknown]>([
		['a text', 'Hello'],
		['nothing', null],
		['a list', [{ event: 'message_created' }]],
		['an object without event', { id: 1 }],
		['an empty event', { event: '' }],
		['a number as event', { event: 5 }],
	])('%s is no event: 400, once it is known who calls', async (_, content) => {
		const trigger = open();
		const refused = await trigger.receive(content);
		expect(refused).toMatchObject({ items: [], status: 400 });
		expect(refused.body).toEqual({ message: 'The call is not an event from Chatwoot' });
		expect(trigger.log).toHaveLength(1);
		expect(trigger.log[0]).toContain('The call is not an event from Chatwoot');
		const { status, items } = await trigger.receive(content, { query: {} });
		expect({ status, items }).toEqual({ status: 401, items: [] });
	});

	test.each<[string, IDataObject, RegExp]>([
		['no events', { events: [] }, /^Events is empty: choose at least one$/],
		['an unknown event', { events: ['x'] }, /^Events cannot contain x: choose from /],
		[
			'a broken expression to match',
			{ filters: { content_matches: '(' } },
			/^Content Matches is not a valid regular expression: /,
		],
	])('settings that are wrong are errors: %s', async (_, parameters, message) => {
		const trigger = open(parameters);
		await expect(trigger.receive(body)).rejects.toThrow(message);
		expect(trigger.log).toHaveLength(1);
	});
});
