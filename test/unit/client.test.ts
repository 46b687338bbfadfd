import type { IDataObject } from 'n8n-workflow';
import { CustomerConversationClient } from '../../nodes/CustomerConversationClient/CustomerConversationClient.node';
import { resources } from '../../nodes/CustomerConversationClient/resources';
import { recording } from '../../truth/recordings';
import { fastClock } from '../support/clock';
import { json, JSON_TYPE, run as runOperation, runAt, TOKEN } from '../support/run';
import { listen, type Answer, type Received } from '../support/server';

fastClock();

const node = new CustomerConversationClient();

const run = async (
	operation: string,
	parameters: IDataObject,
	answers?: Answer[],
	credentials?: Record<string, string>,
) => await runOperation(operation, parameters, answers, { node, credentials });

const answerOf = (op: string, name: string): Answer => {
	const { status, body, text } = recording(op, name).response;
	return { status, headers: JSON_TYPE, body: body === undefined ? text : JSON.stringify(body) };
};

const KEY = 'tWq8r2Zc3vLk9PmX7sYb1NdF';

/** Identifiers and what `printf %s IDENTIFIER | openssl dgst -sha256 -hmac KEY` printed for them. */
const PROOFS: Array<[identifier: string, hash: string]> = [
	['ext-1', '9c9c2af5f171a663f715e2ca404b8341b451b3648e92a5dc4a10c0c6bfbe66fc'],
	['ann@example.com', 'bb8f1ae11b76cd9a2597317771ff5e3d61a90472f700b98385408a1875bd5862'],
	['größe 漢字 👩‍👩‍👧', '1f4373f32f9889b93e309c89a3a5587a597f2b5b8735271651d96ee2e59d7509'],
	[' a ', '21472137fc7f5a136c6e5803efb815ff5aa4d3b5fedfddc3615abc7460c47259'],
	['\'"\\&=%', '4f76cb257f1534403401a15a3c419ebfc4823caf26082d7f4069871aefc97fb9'],
];

const CONTACT = { inbox_identifier: 'inbox', contact_identifier: 'ann' };

/** The calls that take an identity, by the collection that holds it. */
const withIdentity: Array<[operation: string, collection: string]> = [
	['contact.create', 'additional_fields'],
	['contact.get', 'options'],
	['contact.update', 'update_fields'],
];

/** What was sent of the identity, in the query or the body. */
function identityIn([{ query, body }]: Received[]) {
	const sent = {
		...Object.fromEntries(query),
		...(body.length ? (JSON.parse(body.toString()) as IDataObject) : {}),
	};
	return { identifier: sent.identifier, identifier_hash: sent.identifier_hash };
}

describe.each(withIdentity)('the identity in %s', (operation, collection) => {
	const identify = async (identity: IDataObject, hmac_token = KEY, answer = json({ id: 1 })) =>
		await run(operation, { ...CONTACT, [collection]: identity }, [answer], { hmac_token });

	test.each(PROOFS)('is proved for %s as openssl does', async (identifier, identifier_hash) => {
		const { received, error } = await identify({ identifier });
		expect(error).toBeUndefined();
		expect(identityIn(received)).toEqual({ identifier, identifier_hash });
	});

	test('is not proved without a token', async () => {
		const { received } = await identify({ identifier: 'ext-1' }, '');
		expect(identityIn(received)).toEqual({ identifier: 'ext-1', identifier_hash: undefined });
	});

	test('is not made up where there is none', async () => {
		const { received } = await identify(operation === 'contact.update' ? { name: 'Ann' } : {});
		expect(identityIn(received)).toEqual({ identifier: undefined, identifier_hash: undefined });
	});

	test('keeps a given hash, in small letters', async () => {
		const { received } = await identify({ identifier: 'a', identifier_hash: 'AB'.repeat(32) });
		expect(identityIn(received)).toEqual({
			identifier: 'a',
			identifier_hash: 'ab'.repeat(32),
		});
	});

	test.each<[IDataObject, string]>([
		[{ identifier_hash: 'ab'.repeat(32) }, 'Identifier Hash also needs the Identifier'],
		[
			{ identifier: 'a', identifier_hash: 'deadbeef' },
			'Identifier Hash must be 64 hexadecimal digits',
		],
	])('refuses %j before anything is sent', async (identity, words) => {
		const { received, error } = await identify(identity);
		expect([error?.message, received]).toEqual([words, []]);
	});

	const refused = answerOf(`public.${operation}`, 'hmac-mandatory-missing-hash');

	test.each<[string, IDataObject, string, RegExp]>([
		['no token', { identifier: 'a' }, '', /set the Identifier here and the HMAC token/],
		['no identifier', {}, KEY, /set the Identifier here and the HMAC token/],
		['a computed hash', { identifier: 'a' }, KEY, /The HMAC token may be wrong/],
		[
			'a given hash',
			{ identifier: 'a', identifier_hash: '0'.repeat(64) },
			'',
			/HMAC token may be wrong/,
		],
	])('says of the 500 what it means with %s', async (_, identity, token, words) => {
		const parameters = operation === 'contact.update' ? { name: 'Ann', ...identity } : identity;
		const { error } = await identify(parameters, token, refused);
		expect([error?.message, error?.httpCode]).toEqual(['Internal Server Error', '500']);
		expect(error?.description).toMatch(words);
	});

	test('explains no other refusal so', async () => {
		const unknown = answerOf(`public.${operation}`, 'unknown-id');
		const parameters = operation === 'contact.update' ? { name: 'Ann' } : {};
		const { error } = await identify(parameters, KEY, unknown);
		expect(error?.message).toBe('Not Found');
		expect(error?.description).not.toMatch(/HMAC|key/);
	});

	test('shows the token nowhere', async () => {
		const echo = json({ message: `the key is ${KEY}` }, 422);
		for (const answer of [json({ id: 1, hmac_token: KEY }), echo, refused]) {
			const { received, items, error } = await identify({ identifier: 'a' }, KEY, answer);
			const names = [...Object.getOwnPropertyNames(error ?? {}), 'cause', 'headers', 'json'];
			expect(received).toHaveLength(1);
			expect([...Object.values(received[0]), received[0].body.toString()].join()).not.toContain(
				KEY,
			);
			expect(JSON.stringify(received[0].headers)).not.toContain(KEY);
			expect(JSON.stringify(items)).not.toContain(KEY);
			expect(JSON.stringify(error, names) ?? '').not.toContain(KEY);
		}
	});
});

/** Values for every field that an operation of the client may need. */
const FILLED: IDataObject = {
	...CONTACT,
	conversation_id: 4,
	message_id: 5,
	...{ answer: 'none', typing_status: 'on', content_kind: 'text', content: 'Hi' },
	...{ rating: 5, conversation_uuid: '7f5ab5d4-a72e-4af7-a956-e89042947a00' },
	...{ portal_slug: 'help', locale: 'en', article_slug: 'refunds' },
};

const operations = Object.entries(resources).flatMap(([resource, { operations: all }]) =>
	Object.entries(all).map(([name, { request }]) => ({
		operation: `${resource}.${name}`,
		fields: request.startsWith('PATCH') ? { update_fields: { name: 'Ann' } } : {},
		request,
	})),
);

const HEADERS = [
	...['accept', 'accept-encoding', 'connection', 'host', 'user-agent'],
	...['content-length', 'content-type'],
];

test.each(operations)('no token is sent in $operation', async ({ operation, fields }) => {
	// Against all rules the credential holds one: it must not go out.
	const { received } = await run(operation, { ...FILLED, ...fields }, [json([])], {
		api_access_token: TOKEN,
		hmac_token: KEY,
	});
	expect(received.length).toBeGreaterThan(0);
	for (const { headers } of received) {
		const others = Object.keys(headers).filter((name) => !HEADERS.includes(name));
		expect(others).toEqual([]);
		expect(JSON.stringify(headers)).not.toMatch(RegExp(`${TOKEN}|${KEY}`));
	}
});

const SOURCES = [
	['user.1', 'user%2E1'],
	['ann.b@example.com', 'ann%2Eb%40example%2Ecom'],
	['a/b', 'a%2Fb'],
	['../../inboxes', '%2E%2E%2F%2E%2E%2Finboxes'],
	['...', '%2E%2E%2E'],
	['a b', 'a%20b'],
	['a+b', 'a%2Bb'],
	['a?b=1', 'a%3Fb%3D1'],
	['a#b', 'a%23b'],
	['100%', '100%25'],
	['%2e%2e', '%252e%252e'],
	['wa:4915', 'wa%3A4915'],
	['zoë', 'zo%C3%AB'],
	['漢字', '%E6%BC%A2%E5%AD%97'],
	['🙂', '%F0%9F%99%82'],
	['a\\b;c', 'a%5Cb%3Bc'],
];

describe('a source ID of any characters', () => {
	const addressed = operations.filter(({ request }) => request.includes('{contact_identifier}'));

	test.each(addressed)('is one segment in $operation', async ({ operation, fields, request }) => {
		const server = await listen(() => json([]));
		try {
			for (const [contact_identifier, segment] of SOURCES) {
				const parameters = { ...FILLED, ...fields, contact_identifier };
				await runAt(server.url, operation, parameters, { node });
				expect(server.received.at(-1)?.path).toBe(
					request
						.replace(/^\w+ /, '')
						.replace('{inbox_identifier}', 'inbox')
						.replace('{contact_identifier}', segment)
						.replace('{conversation_id}', '4')
						.replace('{message_id}', '5'),
				);
			}
			expect(server.received).toHaveLength(SOURCES.length);
		} finally {
			await server.close();
		}
	});

	test.each(addressed)('is no dot and no two dots in $operation', async ({ operation, fields }) => {
		for (const contact_identifier of ['.', '..']) {
			const parameters = { ...FILLED, ...fields, contact_identifier };
			const { received, error } = await run(operation, parameters);
			expect(error?.message).toMatch(/must not be "." or ".."$/);
			expect(received).toEqual([]);
		}
	});

	test('goes out as it is where the contact is made', async () => {
		for (const [source_id] of SOURCES) {
			const fields = { inbox_identifier: 'inbox', additional_fields: { source_id } };
			const { received } = await run('contact.create', fields, [json({ source_id })]);
			expect(JSON.parse(received[0].body.toString())).toEqual({ source_id });
		}
	});
});

describe('reading messages', () => {
	const ALL = Array.from({ length: 45 }, (_, index) => ({ id: 101 + index, message_type: 0 }));

	/** As the service pages: the newest 20 before an ID, oldest first; `after` has no effect. */
	const read = async (parameters: IDataObject) => {
		const server = await listen(({ query }) => {
			const { before = Infinity } = Object.fromEntries(query);
			return json(ALL.filter(({ id }) => id < Number(before)).slice(-20));
		});
		try {
			const { items } = await runAt(
				server.url,
				'message.getAll',
				{ ...CONTACT, conversation_id: 4, ...parameters },
				{ node },
			);
			return { ids: items.map(({ json: { id } }) => id), received: server.received };
		} finally {
			await server.close();
		}
	};
	const ids = ALL.map(({ id }) => id);

	test('goes back page by page for all', async () => {
		const { ids: found, received } = await read({ returnAll: true });
		expect(found).toEqual(ids);
		expect(received.map(({ query }) => query)).toEqual([
			[],
			[['before', '126']],
			[['before', '106']],
		]);
	});

	test('gives the newest of a limit, and none from an ID on', async () => {
		expect((await read({ limit: 25 })).ids).toEqual(ids.slice(-25));
		const { ids: found, received } = await read({ limit: 25, options: { before: 141 } });
		expect(found).toEqual(ids.slice(15, 40));
		expect(received[0].query).toEqual([['before', '141']]);
	});
});

describe('rating', () => {
	const SURVEY = { conversation_uuid: '7f5ab5d4-a72e-4af7-a956-e89042947a00', rating: 3 };
	const put = answerOf('public.csat_survey.update', 'ok');
	const before = answerOf('public.csat_survey.get', 'readback-after-bad');
	const after = answerOf('public.csat_survey.get', 'readback-first-answer');

	test('waits until the service shows it', async () => {
		const answers = [put, before, before, before, after];
		const { received, items } = await run('csatSurvey.rate', SURVEY, answers);
		expect(received.map(({ method }) => method)).toEqual(['PUT', 'GET', 'GET', 'GET', 'GET']);
		expect(items[0].json.rating).toBe(3);
	});

	test('waits ten seconds at most, in growing pauses', async () => {
		const timers = jest.spyOn(globalThis, 'setTimeout');
		const { received, error } = await run('csatSurvey.rate', SURVEY, [put, before]);
		const pauses = timers.mock.calls
			.map(([, milliseconds = 0]) => milliseconds)
			.filter((milliseconds) => milliseconds >= 250 && milliseconds <= 10_000);
		timers.mockRestore();
		expect(error?.message).toBe('Chatwoot accepted the rating, but does not show it yet');
		expect(error?.description).toMatch(/Use CSAT Survey → Get to check it\./);
		expect(received).toHaveLength(8);
		expect(pauses).toHaveLength(6);
		expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
		expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThanOrEqual(10_000);
	});

	test('does not take the former answer for the new one', async () => {
		const former = recording('public.csat_survey.get', 'readback').response.body as IDataObject;
		const replaced = {
			...former,
			csat_survey_response: {
				...(former.csat_survey_response as IDataObject),
				feedback_message: null,
				updated_at: '2026-11-21T07:02:00.000Z',
			},
		};
		const answers = [former, former, replaced].map((body) => json(body));
		const { received, items } = await run('csatSurvey.rate', { ...SURVEY, rating: 5 }, answers);
		expect(received).toHaveLength(3);
		expect(items[0].json).toMatchObject({ id: former.id, rating: 5, feedback_message: null });
	});

	test('takes turns with the other items of the survey', async () => {
		let stored = 0;
		const server = await listen(({ method, body }) => {
			const sent = method === 'PUT' ? (JSON.parse(body.toString()) as IDataObject) : undefined;
			const shown = { csat_survey_response: { rating: stored } };
			if (sent) stored = Number(JSON.stringify(sent).match(/"rating":(\d)/)?.[1]);
			return json(sent ? shown : { csat_survey_response: { rating: stored } });
		});
		const { items } = await runAt(
			server.url,
			'csatSurvey.rate',
			{ ...SURVEY, rating: '={{ $json.rating }}' },
			{ node, items: [1, 2, 3, 4, 5].map((rating) => ({ json: { rating } })) },
		);
		await server.close();
		expect(items.map(({ json: { rating } }) => rating)).toEqual([1, 2, 3, 4, 5]);
		expect(server.received.map(({ method }) => method)).toEqual(
			Array(5).fill(['PUT', 'GET']).flat(),
		);
	});
});

test('the link to a survey keeps a folder of the base URL, and needs a survey', async () => {
	const server = await listen(() => answerOf('public.csat_survey.get', 'ok'));
	const { items } = await runAt(`${server.url}/chat/`, 'csatSurvey.getLink', FILLED, { node });
	await server.close();
	expect(items[0].json).toEqual({
		conversation_uuid: FILLED.conversation_uuid,
		url: `${server.url}/chat/survey/responses/${String(FILLED.conversation_uuid)}`,
	});
	expect(server.received.map(({ path }) => path)).toEqual([
		`/chat/public/api/v1/csat_survey/${String(FILLED.conversation_uuid)}`,
	]);
});

test('the 500 to an unknown article is explained', async () => {
	const answers = [answerOf('public.help_center.get_article', 'unknown-id')];
	const { error } = await run('helpCenter.getArticle', FILLED, answers);
	expect(error?.message).toBe('Internal Server Error');
	expect(error?.description).toMatch(/There may be no article with this slug/);
});
