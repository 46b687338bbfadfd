import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeType,
} from 'n8n-workflow';
import { CustomerConversationAdmin } from '../../../nodes/CustomerConversationAdmin/CustomerConversationAdmin.node';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { CustomerConversationCaptain } from '../../../nodes/CustomerConversationCaptain/CustomerConversationCaptain.node';
import { CustomerConversationCompanies } from '../../../nodes/CustomerConversationCompanies/CustomerConversationCompanies.node';
import { CustomerConversationHelpCenter } from '../../../nodes/CustomerConversationHelpCenter/CustomerConversationHelpCenter.node';
import { CustomerConversationIntegrations } from '../../../nodes/CustomerConversationIntegrations/CustomerConversationIntegrations.node';
import { CustomerConversationPlatform } from '../../../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { CustomerConversationPolicies } from '../../../nodes/CustomerConversationPolicies/CustomerConversationPolicies.node';
import { CustomerConversationPollingTrigger } from '../../../nodes/CustomerConversationPollingTrigger/CustomerConversationPollingTrigger.node';
import { CustomerConversationTrigger } from '../../../nodes/CustomerConversationTrigger/CustomerConversationTrigger.node';
import { at } from '../../../nodes/shared/values';
import { fieldsIn } from '../../../nodes/shared/vocabulary/operation';
import { catalogue, recording, recordingsOf, releases } from '../../../truth/recordings';
import { nodes } from '../../../truth/surfaces';
import { json, TOKEN } from '../../support/run';
import { searching } from '../../support/searching';
import { listen, type Answer } from '../../support/server';

describe('lists to pick from', () => {
	const listSearch = {
		...new CustomerConversation().methods.listSearch,
		...new CustomerConversationAdmin().methods.listSearch,
		...new CustomerConversationHelpCenter().methods.listSearch,
		...new CustomerConversationCompanies().methods.listSearch,
		...new CustomerConversationIntegrations().methods.listSearch,
		...new CustomerConversationCaptain().methods.listSearch,
		...new CustomerConversationPolicies().methods.listSearch,
	};

	/** @param args search text and page */
	async function search(
		method: string,
		answer: Answer,
		args: string[] = [],
		parameters: IDataObject = { account_id: 1 },
	) {
		const server = await listen(() => answer);
		const credentials = { base_url: server.url, api_access_token: TOKEN, account_id: '12' };
		try {
			const found = await listSearch[method].call(searching(credentials, parameters), ...args);
			const [{ path, query }] = server.received;
			return { ...found, path, query: Object.fromEntries(query), url: server.url };
		} finally {
			await server.close();
		}
	}
	const contacts = (count: number) =>
		json({ payload: Array.from({ length: count }, (_, index) => ({ id: index + 1, name: 'A' })) });

	test('a list that the service cannot search is searched here', async () => {
		const teams = json([
			{ id: 1, name: 'Sales' },
			{ id: 2, name: 'Support' },
		]);
		const { results, query } = await search('teams', teams, [' SUPP ']);
		expect(results).toMatchObject([{ name: 'Support (2)', value: 2 }]);
		expect(query).toEqual({});
		expect((await search('teams', teams)).results).toHaveLength(2);
	});

	test('the service searches the others, and what it finds stays', async () => {
		const found = json([{ id: 1, short_code: 'hello' }]);
		const { results, path, query } = await search('cannedResponses', found, ['a&b=c+d']);
		expect(results).toMatchObject([{ name: 'hello (1)', value: 1 }]);
		expect(path).toBe('/api/v1/accounts/1/canned_responses');
		expect(query).toEqual({ search: 'a&b=c+d' });
		expect((await search('contacts', contacts(1), ['ann'])).query).toEqual({
			sort: 'name,created_at',
			q: 'ann',
		});
	});

	test('a full page has a next one, the last has none', async () => {
		const sort = 'name,created_at';
		const first = await search('contacts', contacts(15));
		expect([first.query, first.paginationToken]).toEqual([{ sort }, '2']);
		const last = await search('contacts', contacts(14), ['', '2']);
		expect([last.query, last.paginationToken]).toEqual([{ sort, page: '2' }, undefined]);
		expect((await search('teams', json([{ id: 1 }]))).paginationToken).toBeUndefined();
	});

	test.each<[string, unknown, string]>([
		['a chosen one', { __rl: true, mode: 'list', value: 3 }, '3'],
		['a plain value', 3, '3'],
		['an empty one', { __rl: true, mode: 'list', value: '' }, '12'],
		['an emptied one', { __rl: true, mode: 'list', value: null }, '12'],
		['nothing', '', '12'],
		['none at all', undefined, '12'],
	])('with %s as account, list and links are of the right one', async (_, account_id, id) => {
		const inboxes = json({ payload: [{ id: 7, name: 'Mail' }] });
		const { results, path, url } = await search('inboxes', inboxes, [], {
			account_id: account_id as IDataObject,
		});
		expect(path).toBe(`/api/v1/accounts/${id}/inboxes`);
		expect(results[0].url).toBe(`${url}/app/accounts/${id}/inbox/7`);
	});

	test('a record without a name shows the next best', async () => {
		const nameless = json({ payload: [{ id: 1, name: '', email: 'a@x.example' }, { id: 2 }] });
		const { results } = await search('contacts', nameless);
		expect(results.map(({ name }) => name)).toEqual(['a@x.example (1)', '#2']);
		const portals = json({ payload: [{ id: 1, slug: 'help', name: 'Help' }] });
		expect((await search('portals', portals)).results).toMatchObject([
			{ name: 'Help (help)', value: 'help' },
		]);
	});

	test('every status of a conversation is listed', async () => {
		const answer = json({ data: { payload: [{ id: 4, meta: { sender: { name: 'Ann' } } }] } });
		const { results, query } = await search('conversations', answer);
		expect(query).toEqual({ status: 'all' });
		expect(results[0]).toMatchObject({ name: '#4 Ann', value: 4 });
	});

	test('of the last words one line is shown, and their beginning alone', async () => {
		const shown = async (content: unknown) => {
			const payload = [{ id: 4, status: 'open', last_non_activity_message: { content } }];
			const { results } = await search('conversations', json({ data: { payload } }));
			return results[0].name;
		};
		expect(await shown('👩‍👩‍👧 ünï\r\nline two\ttab ')).toBe('#4 · open · 👩‍👩‍👧 ünï line two tab');
		expect(await shown('ä'.repeat(61))).toBe(`#4 · open · ${'ä'.repeat(59)}…`);
		expect(await shown('ä'.repeat(60))).toBe(`#4 · open · ${'ä'.repeat(60)}`);
		for (const none of [null, '', undefined]) expect(await shown(none)).toBe('#4 · open');
	});

	test('messages with files are listed once each, newest first, with sender and file names', async () => {
		const file = (message_id: number, data_url: string | null, file_type = 'file') => ({
			...{ message_id, data_url, file_type, sender: { name: 'Ann' } },
		});
		const { results, url } = await search(
			'messagesWithFiles',
			json({
				meta: { total_count: 4 },
				payload: [
					file(7, 'https://files.example/blobs/x/in%20voice.pdf?a=1'),
					file(7, 'https://files.example/blobs/y/scan.png'),
					file(9, null, 'location'),
					file(10, 'https://maps.example/?q=1', 'share'),
					file(8, `https://files.example/${'a'.repeat(61)}.png`),
				],
			}),
			[],
			{ account_id: 1, conversation_id: 4 },
		);
		expect(results.map(({ name, value }) => [name, value])).toEqual([
			[`${'a'.repeat(59)}… (8) · Ann`, 8],
			['in voice.pdf, scan.png (7) · Ann', 7],
		]);
		expect(results[1].url).toBe(`${url}/app/accounts/1/conversations/4?messageId=7`);
	});

	test('inboxes of other channels are not offered for what they cannot do', async () => {
		const inbox = (id: number, channel_type: string, medium?: string | null) => ({
			...{ id, name: `Inbox ${id}`, channel_type: `Channel::${channel_type}` },
			...(medium === undefined ? {} : { medium }),
		});
		const inboxes = json({
			payload: [
				inbox(1, 'WebWidget'),
				inbox(2, 'Api'),
				inbox(3, 'Whatsapp'),
				inbox(4, 'TwilioSms', 'sms'),
				inbox(5, 'TwilioSms', 'whatsapp'),
				inbox(6, 'Sms', null),
				inbox(7, 'Email'),
			],
		});
		const offered = async (method: string) =>
			(await search(method, inboxes)).results.map(({ value }) => value);
		expect(await offered('inboxes')).toEqual([1, 2, 3, 4, 5, 6, 7]);
		expect(await offered('websiteInboxes')).toEqual([1]);
		expect(await offered('campaignInboxes')).toEqual([1, 3, 4, 6]);
	});

	test('only templates that Meta has approved are offered', async () => {
		const template = (name: string, status: string) => ({
			...{ name, status, language: 'en', category: 'UTILITY' },
		});
		const { results } = await search(
			'messageTemplates',
			json({
				id: 3,
				message_templates: [
					template('order_update', 'APPROVED'),
					template('new_offer', 'PENDING'),
					template('rude', 'REJECTED'),
					template('greet', 'approved'),
				],
			}),
			[],
			{ account_id: 1, inbox_id: 3 },
		);
		expect(results.map(({ value }) => value)).toEqual(['order_update (en)', 'greet (en)']);
	});

	test('the templates of all inboxes are offered once each, with those of Twilio', async () => {
		const template = { name: 'order_update', status: 'APPROVED', language: 'en' };
		const content = { ...template, name: undefined, friendly_name: 'greet', status: 'approved' };
		const { results } = await search(
			'messageTemplatesOfAnyInbox',
			json({
				payload: [
					{ id: 1, channel_type: 'Channel::Email' },
					{ id: 2, message_templates: [template] },
					{ id: 3, message_templates: [template, { ...template, language: 'de' }] },
					{ id: 4, content_templates: { templates: [content, { ...content, status: 'pending' }] } },
					{ id: 5, content_templates: {} },
				],
			}),
		);
		expect(results.map(({ value }) => value)).toEqual([
			'order_update (en)',
			'order_update (de)',
			'greet (en)',
		]);
	});

	test('a label that is its own value is shown once', async () => {
		const answer = json({ payload: [{ id: 3, title: 'vip' }] });
		const { loadOptions } = new CustomerConversation().methods;
		const server = await listen(() => answer);
		const context = searching({ base_url: server.url, api_access_token: TOKEN }, { account_id: 1 });
		expect(await loadOptions.labelTitles.call(context)).toEqual([{ name: 'vip', value: 'vip' }]);
		await server.close();
		expect((await search('labels', answer)).results).toMatchObject([{ name: 'vip (3)' }]);
	});

	/** A service that knows these conversations by number, and finds them all. */
	async function conversations(typed: string, known: number[], page?: string) {
		const list = known.map((id) => ({ id, contact: { id: 1, name: '', email: 'ann@x.example' } }));
		const server = await listen(({ path }) => {
			const number = Number(/conversations\/(\d+)$/.exec(path)?.[1]);
			if (path.endsWith('/search/conversations'))
				return json({ payload: { conversations: list.slice(0, 15) } });
			return known.includes(number)
				? json({ id: number, meta: { sender: { name: 'Ann' } } })
				: json({ error: 'Resource could not be found' }, 404);
		});
		const credentials = { base_url: server.url, api_access_token: TOKEN };
		try {
			const context = searching(credentials, { account_id: 1 });
			const { results, paginationToken } = await listSearch.conversations.call(
				context,
				typed,
				page,
			);
			const requests = server.received.map(({ path, query }) => [
				path.replace('/api/v1/accounts/1/', ''),
				Object.fromEntries(query),
			]);
			return { names: results.map(({ name }) => name), requests, paginationToken };
		} finally {
			await server.close();
		}
	}

	test('a conversation is found by its contact', async () => {
		const { names, requests, paginationToken } = await conversations(' Ann ', [31, 22]);
		expect(names).toEqual(['#31 ann@x.example', '#22 ann@x.example']);
		expect(requests).toEqual([
			['search/conversations', { q: 'Ann' }],
			['search/conversations', { q: '_nn' }],
			['search/messages', { q: 'Ann' }],
			['inboxes', {}],
			['conversations/filter', {}],
		]);
		expect(paginationToken).toBeUndefined();
	});

	test('the conversation of a typed number stands before all that contain it', async () => {
		const numbers = Array.from({ length: 40 }, (_, index) => 240 - index).concat(22);
		const { names, requests, paginationToken } = await conversations('22', numbers);
		expect(names.slice(0, 2)).toEqual(['#22 Ann', '#240 ann@x.example']);
		expect(requests).toEqual([
			['search/conversations', { q: '22' }],
			['conversations/filter', {}],
			['conversations/22', {}],
		]);
		const next = await conversations('22', [22, 3], paginationToken as string);
		expect(next.names).toEqual(['#3 ann@x.example']);
		expect(next.requests).toEqual([
			['search/conversations', { q: '22', page: '2' }],
			['search/messages', { q: '22' }],
			['inboxes', {}],
			['conversations/filter', {}],
		]);
	});

	test('a number that no conversation has is one of the texts to find', async () => {
		const { names } = await conversations('9', [92]);
		expect(names).toEqual(['#92 ann@x.example']);
	});

	/** A service with these records, which searches as Chatwoot: by letter, with `_` for any letter. */
	async function searched(method: 'contacts' | 'conversations', typed: string, broken = '') {
		const people = [
			{ id: 1, name: 'Ana Müller', phone_number: '+5511987650321', email: 'ana@x.example' },
			{ id: 2, name: 'Łukasz Nowak', phone_number: null, email: null },
			{ id: 3, name: 'Millar', phone_number: '+49301234', email: null },
		];
		const inboxes = [
			{ id: 5, name: 'WhatsApp Zürich' },
			{ id: 6, name: 'Mail' },
		];
		const talks = [
			{ id: 3, inbox_id: 5, status: 'resolved', who: 0, words: 'Danke' },
			{ id: 4, inbox_id: 6, status: 'open', who: 1, words: 'Straße 7' },
			{ id: 33, inbox_id: 6, status: 'snoozed', who: 2, words: 'Bye' },
		];
		const isLike = (texts: unknown[], q = '') => {
			const pattern = new RegExp(q.replace(/[+()]/g, '\\$&').replace(/_/g, '.'), 'i');
			return texts.some((text) => pattern.test(String(text ?? '')));
		};
		const shown = (talk: (typeof talks)[number]) => ({
			...{ id: talk.id, inbox_id: talk.inbox_id, status: talk.status },
			meta: { sender: people[talk.who] },
			last_non_activity_message: { content: talk.words },
		});
		const server = await listen(({ path, query, body }) => {
			const { q, inbox_id } = Object.fromEntries(query);
			const of = path.replace('/api/v1/accounts/1/', '');
			if (broken && of.startsWith(broken)) return json({ error: 'Down' }, 500);
			const isOf = (person: (typeof people)[number]) =>
				isLike([person.name, person.email, person.phone_number], q);
			if (of === 'contacts/search') return json({ payload: people.filter(isOf) });
			if (of === 'inboxes') return json({ payload: inboxes });
			if (of === 'search/conversations') {
				const found = talks.filter(({ id, who }) => isLike([id], q) || isOf(people[who]));
				const rows = found.map((talk) => ({
					...{ id: talk.id, contact: people[talk.who], inbox: { name: 'Mail' } },
					message: { content: 'First words' },
				}));
				return json({ payload: { conversations: rows } });
			}
			if (of === 'search/messages') {
				const found = talks.filter(({ words }) => isLike([words], q));
				const messages = found.map(({ id }) => ({ id: id * 100, conversation_id: id }));
				return json({ payload: { messages } });
			}
			if (of === 'conversations/filter') {
				const [{ values }] = (JSON.parse(body.toString()) as { payload: [{ values: number[] }] })
					.payload;
				return json({ payload: talks.filter(({ id }) => values.includes(id)).map(shown) });
			}
			if (of === 'conversations') {
				const rows = talks.filter((talk) => String(talk.inbox_id) === inbox_id).map(shown);
				return json({ data: { payload: rows } });
			}
			const talk = talks.find(({ id }) => of === `conversations/${id}`);
			return talk ? json(shown(talk)) : json({ error: 'Resource could not be found' }, 404);
		});
		try {
			const context = searching(
				{ base_url: server.url, api_access_token: TOKEN },
				{ account_id: 1 },
			);
			const { results } = await listSearch[method].call(context, typed);
			return results.map(({ name }) => name);
		} finally {
			await server.close();
		}
	}

	const ANA = 'Ana Müller · +5511987650321 · ana@x.example';
	const TALK_3 = '#3 Ana Müller · WhatsApp Zürich · resolved · Danke';
	const TALK_4 = '#4 Łukasz Nowak · Mail · open · Straße 7';
	const TALK_33 = '#33 Millar · Mail · snoozed · Bye';

	test.each([
		['Muller', [ANA]],
		['mÜLLER', [ANA]],
		['ana mull', [ANA]],
		['lukasz', ['Łukasz Nowak (2)']],
		['łukasz', ['Łukasz Nowak (2)']],
		['+55 11 9876', [ANA]],
		['(11) 98765-0321', [ANA]],
		['0049 30 12', ['Millar · +49301234']],
		['ANA@', [ANA]],
		['Miller', []],
	])('a contact is found by "%s"', async (typed, names) => {
		expect(await searched('contacts', typed)).toEqual(names);
	});

	test.each([
		['#3', [TALK_3, TALK_33]],
		['3', [TALK_3, TALK_33]],
		['#33', [TALK_33]],
		['Muller', [TALK_3]],
		['+55 11 9876', [TALK_3]],
		['zurich', [TALK_3]],
		['straße', [TALK_4]],
		['mail', [TALK_4, TALK_33]],
		['Millar', [TALK_33]],
		['nobody', []],
	])('a conversation is found by "%s"', async (typed, names) => {
		expect(await searched('conversations', typed)).toEqual(names);
	});

	test('a search that fails leaves what the others find', async () => {
		expect(await searched('conversations', 'Millar', 'search/messages')).toEqual([TALK_33]);
		expect(await searched('conversations', 'mail', 'search/messages')).toEqual([TALK_4, TALK_33]);
		expect(await searched('conversations', 'Millar', 'conversations/filter')).toEqual([
			'#33 Millar · Mail · First words',
		]);
		await expect(searched('conversations', 'Millar', 'search/conversations')).rejects.toMatchObject(
			{ message: 'Down' },
		);
	});

	test('a list that the node filters finds letters without their accents', async () => {
		const teams = json([
			{ id: 1, name: 'São Paulo' },
			{ id: 2, name: 'Straße' },
		]);
		const names = async (typed: string) =>
			(await search('teams', teams, [typed])).results.map(({ name }) => name);
		expect(await names('sao p')).toEqual(['São Paulo (1)']);
		expect(await names('STRASSE')).toEqual(['Straße (2)']);
	});

	test('a list that fails is not asked for again: whoever opens it wants to see why', async () => {
		const server = await listen(() => json({ error: 'Down' }, 503));
		try {
			const context = searching(
				{ base_url: server.url, api_access_token: TOKEN },
				{ account_id: 1 },
			);
			await expect(listSearch.teams.call(context)).rejects.toMatchObject({ message: 'Down' });
			expect(server.received).toHaveLength(1);
		} finally {
			await server.close();
		}
	});

	test('faults are told in words, without the token', async () => {
		await expect(search('teams', json({ error: `Bad token ${TOKEN}` }, 401))).rejects.toMatchObject(
			{
				message: 'Bad token ***',
				description: expect.stringContaining('List, HTTP 401.') as string,
			},
		);
		await expect(search('teams', json([]), [], { account_id: 'x' })).rejects.toMatchObject({
			message: 'Account must be a numeric ID, not "x"',
			description: 'List. Nothing was sent.',
		});
	});
});

/** Every locator of the nodes, by surface and search method. */
const locators = Object.entries(nodes).flatMap(([name, { surface, type: Node, resources }]) => {
	const { methods = {} } = new Node();
	return [
		...new Map(
			fieldsIn(resources).flatMap(({ locator }) => (locator ? [[locator.method, locator]] : [])),
		).values(),
	].map((locator) => ({ surface, locator, methods, title: `${name} ${locator.method}` }));
});

/** A recorded reply of the list with at least one row. */
function recordedList(list: string, rows: string): IDataObject {
	const shape = (path: string) => path.split('?')[0].replace(/\{\w+\}/g, '{}');
	const [body] = [...catalogue.values()]
		.filter(({ method, path }) => method === 'GET' && shape(path) === shape(list))
		.flatMap(({ id }) => releases.flatMap((release) => recordingsOf(id, release)))
		.filter(({ response }) => response.status === 200)
		.map(({ response }) => response.body)
		.filter((reply) => (at(reply, rows) as unknown[] | undefined)?.length);
	if (!body)
		throw new Error(
			`No recording of GET ${list} in truth/ has a row at "${rows}": record one, or mend list and rows`,
		);
	return body as IDataObject;
}

/** The same reply with other rows. */
function withRows(body: unknown, path: string, rows: IDataObject[]): unknown {
	const [key, ...rest] = path.split('.').filter(Boolean);
	if (!key) return rows;
	if (key === '*') return [withRows({}, rest.join('.'), rows)];
	const inner = (body as IDataObject)[key];
	return { ...(body as IDataObject), [key]: withRows(inner, rest.join('.'), rows) };
}

/** What other services keep there no server of ours has, so nothing of it is recorded. */
const known = locators.filter(({ locator }) => !locator.unlisted);

/** Records that other lists are inside of. */
const parents = {
	...{ account_id: 1, contact_id: 7, conversation_id: 8, portal_slug: 'help' },
	...{ assistant_id: 9, inbox_id: 10, team_id: 'a', template: 'greet (en)' },
};

test.each(known)('$title: recorded rows, on all pages', async ({ locator, methods }) => {
	const { method, list, rows: path, pages, value: key = 'id', slug, numbered, only = {} } = locator;
	const body = recordedList(list, path);
	const [recorded] = at(body, path) as IDataObject[];
	const wanted = Object.entries(only).map(([name, values]) => [name, values[0]]);
	const row = { ...recorded, ...Object.fromEntries(wanted) } as IDataObject;
	const size = pages?.size ?? 40;
	const valueOf = (number: number) => (slug ? `name-${number}` : number);
	const rowsOf = (from: number, count: number) =>
		Array.from({ length: count }, (_, index) => ({ ...row, [key]: valueOf(from + index) }));
	const server = await listen(({ query }) => {
		const [, begin] = query.find(([name]) => ['page', 'before'].includes(name)) ?? [];
		if (begin === undefined) return json(withRows(body, path, rowsOf(100, size)));
		// The recorded total says more than there is.
		return json(
			withRows(body, path, ['2', `${valueOf(100)}`].includes(begin) ? rowsOf(10, 3) : []),
		);
	});
	const credentials = { base_url: server.url, api_access_token: TOKEN, account_id: '1' };
	const context = searching(credentials, parents);
	try {
		const { listSearch = {}, loadOptions = {} } = methods;
		const found: INodeListSearchItems[] = [];
		if (method in listSearch) {
			let token: string | undefined;
			do {
				const page = await listSearch[method].call(context, '', token);
				found.push(...page.results);
				token = page.paginationToken as string | undefined;
			} while (token);
			const listRequests = server.received.filter(
				(request) => request.path === server.received[0].path,
			);
			const second = listRequests[1]?.query.find(([name]) => ['page', 'before'].includes(name));
			const next = pages?.byId ? ['before', `${valueOf(100)}`] : ['page', '2'];
			expect(second).toEqual(pages ? next : undefined);
			expect(found).toHaveLength(pages ? size + 3 : size);
		}
		if (method in loadOptions) {
			const options = await loadOptions[method].call(context);
			expect(options).toHaveLength(pages ? size + 3 : size);
			found.push(...(options as INodeListSearchItems[]));
		}
		for (const { name, value, url } of found) {
			if (url) expect(url).toMatch(/^http:\/\/[^/]+\/app\/accounts\/\d+\/[^{}]+$/);
			if (numbered) expect(name).toMatch(new RegExp(`^#${value} .`));
			else if (locator.detailed) expect(name).toMatch(/^[^()]+ · .*@/);
			else expect(name).toMatch(value === name ? /./ : new RegExp(`\\(${value}\\)( · |$)`));
			expect(name).not.toMatch(numbered ? /undefined|null|\[object/ : /^#|undefined|null|\[object/);
		}
		expect(server.received[0].path).not.toContain('{');
	} finally {
		await server.close();
	}
});

/** All that the editor asks the nodes for. */
const lists = [
	...Object.values(nodes).map(({ type }) => type),
	CustomerConversationTrigger,
	CustomerConversationPollingTrigger,
].flatMap((Node) => {
	const { methods = {} }: INodeType = new Node();
	const { listSearch = {}, loadOptions = {}, resourceMapping = {} } = methods;
	return [listSearch, loadOptions, resourceMapping].flatMap((kind) =>
		Object.entries(kind).map(([name, list]) => ({
			title: `${Node.name} ${name}`,
			list: list as (this: ILoadOptionsFunctions) => Promise<unknown>,
		})),
	);
});

test.each(lists)('$title: says what is wrong with the credential', async ({ list }) => {
	const server = await listen(() => json({ error: 'Invalid Access Token' }, 401));
	const found = async (base_url: string) =>
		await list.call(searching({ base_url, api_access_token: TOKEN, account_id: '1' }, parents));
	try {
		await expect(found(server.url)).rejects.toMatchObject({
			message: expect.stringContaining('Invalid Access Token') as string,
			description: expect.stringContaining('List, HTTP 401.') as string,
		});
		await expect(found('')).rejects.toMatchObject({
			message: 'The base URL in the credential is empty',
		});
	} finally {
		await server.close();
	}
});

describe('a list that the service can no longer give', () => {
	/** The recorded 500 of the list, and recorded accounts by ID. */
	const broken = async (filter: string, list = 'after-delete') => {
		const server = await listen(({ path }) => {
			// A user's token reads no account of the platform API, whatever its header.
			const id = /[1-9]\d*$/.exec(path)?.[0];
			const name = id ? { 29: 'ok', 28: 'foreign' }[id] : list;
			const operation = `platform.account.${id ? 'get' : 'list'}`;
			const { status, body } = recording(operation, name ?? 'after-delete').response;
			return json(body, status);
		});
		const { platformAccounts } = new CustomerConversationPlatform().methods.listSearch;
		const credentials = { base_url: server.url, api_access_token: TOKEN };
		try {
			return {
				received: server.received,
				...(await platformAccounts.call(searching(credentials), filter)),
			};
		} finally {
			await server.close();
		}
	};
	const expected = [{ name: expect.stringContaining('type an ID') as string, value: '' }];

	test('says so, and finds a record by its ID', async () => {
		expect((await broken('')).results).toEqual(expected);
		const { results, received } = await broken(' 29 ');
		expect(results).toEqual([{ name: 'Small 318740 (29)', value: 29 }]);
		expect(received.map(({ path }) => path)).toEqual([
			'/platform/api/v1/accounts',
			'/platform/api/v1/accounts/29',
		]);
	});

	test('goes on saying so for what is no ID, or none of its records', async () => {
		const { results, received } = await broken('Small');
		expect([results, received.length]).toEqual([expected, 1]);
		expect((await broken('28')).results).toEqual(expected);
	});

	test('fails as any other list for another reason', async () => {
		await expect(broken('29', 'as-admin')).rejects.toMatchObject({
			message: 'Invalid access_token',
			description: expect.stringContaining("This node needs a platform app's token") as string,
		});
	});
});

test('a list that waits for its parent says which', async () => {
	const server = await listen(() => json([]));
	const credentials = { base_url: server.url, api_access_token: TOKEN, account_id: '1' };
	const { notes } = new CustomerConversation().methods.listSearch;
	const search = notes.call(searching(credentials, { account_id: 1, contact_id: '' }));
	await expect(search).rejects.toMatchObject({ message: 'Contact is empty: fill it in' });
	const { account_id: _, ...others } = credentials;
	await expect(notes.call(searching(others, { contact_id: 3 }))).rejects.toMatchObject({
		message: 'Account is empty: choose one, or set a default in the credential',
	});
	expect(server.received.map(({ path }) => path)).toEqual(['/api/v1/profile']);
	await server.close();
});
