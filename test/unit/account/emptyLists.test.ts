import type { IDataObject } from 'n8n-workflow';
import { recording } from '../../../truth/recordings';
import { json, run } from '../../support/run';
import { ACCOUNT, shownHints as hintsOf } from '../../support/shownHints';

/** What lists of contacts and conversations show above their output if they find nothing. */

/** The hints, none of which is too long to read at once. */
const shownHints: typeof hintsOf = async (...args) => {
	const outcome = await hintsOf(...args);
	const texts = outcome.hints.map((hint) => hint.replace(/ \(\d+ items\)$/, ''));
	expect(texts.filter((text) => text.length > 160)).toEqual([]);
	return outcome;
};

/** The user of the token. @param role custom_role in addition for a custom role */
const user = (role: string, custom_role: IDataObject | null = null) => ({
	'/api/v1/profile': json({ name: 'Grace', accounts: [{ id: 1, role, custom_role }] }),
});

const inboxes = (...names: string[]) => ({
	[`${ACCOUNT}/inboxes`]: json({ payload: names.map((name, index) => ({ id: index + 5, name })) }),
});

const ADMINISTRATOR = { ...user('administrator'), ...inboxes('Website', 'Shop') };

const lists = {
	[`${ACCOUNT}/labels`]: json({ payload: [{ id: 1, title: 'vip' }] }),
	[`${ACCOUNT}/agents`]: json([{ id: 3, name: 'Grace' }]),
	[`${ACCOUNT}/teams`]: json([{ id: 4, name: 'Support' }]),
};

const all = (values: IDataObject = {}) => ({ options: { status: 'all', ...values } });

const IN_TWO =
	"Grace, the token's user, is an agent and only sees conversations in these inboxes: Website, Shop.";

const ONLY_TEXT =
	'Only the text of messages was searched. To find conversations by name, phone number, email or ID, use Search → Search Conversations.';

describe('an agent', () => {
	test.each([
		['conversation.getAll', all()],
		['conversation.search', { q: 'refund' }],
		['conversation.filter', { payload: '[]' }],
		['contact.getConversations', { contact_id: 7 }],
		['contact.getAttachments', { contact_id: 7 }],
		['search.conversations', { q: 'refund' }],
	])('learns from %s which inboxes were searched', async (operation, parameters) => {
		const replies = {
			...user('agent'),
			...inboxes('Website', 'Shop'),
			'/api': json({ version: '4.16.2' }),
		};
		const { hints, paths } = await shownHints(operation, parameters, replies, 3);
		const more = operation === 'conversation.search' ? [`${ONLY_TEXT} (3 items)`] : [];
		expect(hints).toEqual([`${IN_TWO} (3 items)`, ...more]);
		for (const path of ['/api/v1/profile', `${ACCOUNT}/inboxes`])
			expect(paths.filter((one) => one === path)).toHaveLength(1);
	});

	const hintsFor = async (replies: Parameters<typeof shownHints>[2], values: IDataObject = {}) =>
		(await shownHints('conversation.getAll', all(values), replies)).hints;

	test('without an inbox sees nothing', async () => {
		const nothing =
			"Grace, the token's user, is in no inbox. Agents only see their inboxes, and the conversations in them.";
		expect(await hintsFor({ ...user('agent'), ...inboxes() })).toEqual([nothing]);
		const { hints } = await shownHints('inbox.getAll', {}, user('agent'));
		expect(hints).toEqual([nothing]);
	});

	test('of many inboxes learns their number', async () => {
		expect(await hintsFor({ ...user('agent'), ...inboxes('A', 'B', 'C', 'D') })).toEqual([
			"Grace, the token's user, is an agent and only sees conversations in 4 inboxes.",
		]);
	});

	test('with a custom role may see less', async () => {
		const replies = { ...user('agent', { name: 'Night' }), ...inboxes('Website') };
		const hint =
			"Grace, the token's user, is an agent with a custom role, which may hide more, and only sees conversations in these inboxes: Website.";
		expect(await hintsFor(replies)).toEqual([hint]);
		expect(await hintsFor(replies, { inbox_id: 5 })).toEqual([hint]);
	});

	test('of the chosen inbox learns nothing', async () => {
		expect(await hintsFor({ ...user('agent'), ...inboxes('Website') }, { inbox_id: 5 })).toEqual(
			[],
		);
	});
});

test.each([
	['an administrator', ADMINISTRATOR],
	['a token without a user', {}],
	['a user of other accounts', { '/api/v1/profile': json({ name: 'A', accounts: [{ id: 2 }] }) }],
	[
		'an agent whose inboxes cannot be read',
		{ ...user('agent'), [`${ACCOUNT}/inboxes`]: json({}, 401) },
	],
])('%s learns nothing about inboxes', async (_, replies) => {
	expect((await shownHints('conversation.getAll', all(), replies)).hints).toEqual([]);
});

test.each([
	['agent', ADMINISTRATOR],
	['administrator', { ...user('agent'), ...inboxes('Website') }],
])('an inbox that does not exist is named', async (_, replies) => {
	const { hints } = await shownHints('conversation.getAll', all({ inbox_id: 99 }), replies);
	expect(hints).toEqual(['Account 1 has no inbox 99 that this token has access to.']);
});

test.each<[string, IDataObject, string[]]>([
	['the status', {}, ['Only open conversations were searched. To find others, set Status.']],
	['a status that was set', { status: 'open' }, []],
	['a text, which ignores the status', { q: 'x' }, [ONLY_TEXT]],
	[
		'Mine',
		{ status: 'all', assignee_type: 'me' },
		["Mine only finds conversations that are assigned to Grace, the token's user."],
	],
	[
		'Mentions',
		{ status: 'all', conversation_type: 'mention' },
		[
			"Mentions only finds conversations with a private note that mentions Grace, the token's user.",
		],
	],
	[
		'Participating',
		{ status: 'all', conversation_type: 'participating' },
		["Participating only finds conversations with this participant: Grace, the token's user."],
	],
	['all assignees', { status: 'all', assignee_type: 'all' }, []],
])('of Get Many explains %s', async (_, options, expected) => {
	const { hints } = await shownHints('conversation.getAll', { options }, ADMINISTRATOR);
	expect(hints).toEqual(expected);
});

test('participants see their conversations in any inbox', async () => {
	const replies = { ...user('agent'), ...inboxes('Website') };
	const parameters = all({ conversation_type: 'participating' });
	const { hints } = await shownHints('conversation.getAll', parameters, replies);
	expect(hints).toEqual([
		"Participating only finds conversations with this participant: Grace, the token's user.",
	]);
});

test('a part after Start After may only have ended', async () => {
	const parameters = { options: { start_after: 50 } };
	const { hints, paths } = await shownHints('conversation.getAll', parameters, ADMINISTRATOR);
	expect(hints).toEqual([]);
	expect(new Set(paths)).toEqual(new Set([`${ACCOUNT}/conversations`]));
});

test('a list with rows asks for nothing more', async () => {
	const { body } = recording('account.conversation.list', 'ok', '4.16').response;
	const replies = { [`${ACCOUNT}/conversations`]: json(body), ...user('agent') };
	const { items, hints, paths } = await shownHints('conversation.getAll', { limit: 1 }, replies);
	expect([items.length, hints, paths]).toEqual([1, [], [`${ACCOUNT}/conversations`]]);
});

describe('a label', () => {
	const hintsFor = async (operation: string, labels: string[]) => {
		const options = { labels, ...(operation === 'conversation.getAll' ? { status: 'all' } : {}) };
		return (await shownHints(operation, { options }, { ...ADMINISTRATOR, ...lists })).hints;
	};

	test.each(['conversation.getAll', 'contact.getAll'])(
		'of %s that does not exist is named',
		async (operation) => {
			expect(await hintsFor(operation, ['vipp'])).toEqual(['Account 1 has no label "vipp".']);
			expect(await hintsFor(operation, ['vipp', 'vip'])).toEqual([]);
			expect(await hintsFor(operation, ['VIP'])).toEqual([]);
			expect(await hintsFor(operation, [])).toEqual([]);
		},
	);

	test('is not judged if the labels cannot be read', async () => {
		const replies = { [`${ACCOUNT}/labels`]: json({ error: 'No' }, 401) };
		const { hints } = await shownHints('contact.getAll', { options: { labels: ['x'] } }, replies);
		expect(hints).toEqual([]);
	});
});

type Row = [key: string, operator: string, values: unknown[], joint?: 'AND' | 'OR'];

/** The hints of a filter that finds nothing. */
async function filterHints(kind: 'contact' | 'conversation', ...rows: Row[]) {
	const payload = rows.map(([attribute_key, filter_operator, values, joint], index) => ({
		...{ attribute_key, filter_operator, values },
		query_operator: index < rows.length - 1 ? (joint ?? 'AND') : null,
	}));
	const replies = { ...ADMINISTRATOR, ...lists, '/api': json({ version: '4.18.0' }) };
	return await shownHints(`${kind}.filter`, { payload }, replies);
}

const OR = 'To find either, join the conditions with OR.';
const today = () => new Date().toISOString().slice(0, 10);

describe('conditions that never match', () => {
	test.each<[expected: string, ...Row[]]>([
		[
			`status cannot be "open" and "resolved" at once. ${OR}`,
			['status', 'equal_to', ['open']],
			['status', 'equal_to', ['resolved']],
		],
		[
			`status cannot be "open" or "pending" and "resolved" at once. ${OR}`,
			['status', 'equal_to', ['open', 'pending']],
			['priority', 'equal_to', ['high']],
			['status', 'equal_to', ['resolved']],
		],
		[
			`assignee_id cannot have a value and no value at once. ${OR}`,
			['assignee_id', 'is_not_present', []],
			['assignee_id', 'equal_to', [3]],
		],
		[
			`team_id cannot have a value and no value at once. ${OR}`,
			['team_id', 'is_present', []],
			['team_id', 'is_not_present', []],
		],
		[
			'No day is after 2026-10-24 and before 2026-10-25: created_at leaves out both days.',
			['created_at', 'is_greater_than', ['2026-10-24T10:00:00Z']],
			['created_at', 'is_less_than', ['20261025']],
		],
		['Account 1 has no agent 99.', ['assignee_id', 'equal_to', [99]]],
		['Account 1 has no team 98 or 99.', ['team_id', 'equal_to', [98, '99']]],
		[
			'Account 1 has no inbox 1 or 2 or 3 or others that this token has access to.',
			['inbox_id', 'equal_to', [1, 2, 3, 4]],
		],
		['Account 1 has no label "vipp".', ['labels', 'equal_to', ['vipp']]],
	])('%s', async (expected, ...rows) => {
		const { hints } = await filterHints('conversation', ...rows);
		expect(hints).toEqual([expected]);
	});

	test('a day that has not ended', async () => {
		const { hints } = await filterHints('contact', ['created_at', 'is_greater_than', [today()]]);
		expect(hints).toEqual([
			`created_at is_greater_than ${today()} only finds later days, and today is ${today()} (UTC).`,
		]);
	});

	test('every alternative is named, and equal reasons once', async () => {
		const never: Row = ['assignee_id', 'equal_to', [99], 'OR'];
		const other: Row = ['team_id', 'equal_to', [98], 'OR'];
		expect((await filterHints('conversation', never, other, never)).hints).toEqual([
			'Account 1 has no agent 99.',
			'Account 1 has no team 98.',
		]);
	});

	test('what is found without a request needs none', async () => {
		const { paths } = await filterHints(
			'contact',
			['email', 'equal_to', ['a@b.example']],
			['email', 'equal_to', ['c@d.example']],
		);
		expect(paths).toEqual([`${ACCOUNT}/contacts/filter`]);
	});
});

test.each<Row[]>([
	[
		['status', 'equal_to', ['open'], 'OR'],
		['status', 'equal_to', ['resolved']],
	],
	[
		['status', 'equal_to', ['open', 'pending']],
		['status', 'equal_to', ['pending']],
	],
	[
		['status', 'equal_to', ['all']],
		['status', 'equal_to', ['open']],
	],
	[
		['labels', 'equal_to', ['vip']],
		['labels', 'equal_to', ['VIP']],
	],
	[
		['display_id', 'equal_to', ['7']],
		['display_id', 'equal_to', ['07']],
	],
	[
		['assignee_id', 'is_not_present', []],
		['team_id', 'equal_to', [4]],
	],
	[['assignee_id', 'equal_to', [3, 99]]],
	[['team_id', 'not_equal_to', [99]]],
	[['inbox_id', 'equal_to', ['5']]],
	[
		['created_at', 'is_greater_than', ['2026-10-24']],
		['created_at', 'is_less_than', ['2026-10-26']],
	],
	[
		['created_at', 'is_greater_than', ['2026-10-24T23:00:00-05:00']],
		['created_at', 'is_less_than', ['2026-10-25']],
	],
	[
		['last_activity_at', 'is_greater_than', ['2026-10-26']],
		['created_at', 'is_less_than', ['2026-10-24']],
	],
	[
		['assignee_id', 'equal_to', [99], 'OR'],
		['status', 'equal_to', ['open']],
	],
	[
		['plan', 'equal_to', ['gold']],
		['plan', 'equal_to', ['silver']],
	],
])('conditions that may match get no hint: %j', async (...rows) => {
	expect((await filterHints('conversation', ...rows)).hints).toEqual([]);
});

test.each<[string, Row[], boolean]>([
	[
		'case',
		[
			['email', 'equal_to', ['A@b.example']],
			['email', 'equal_to', ['a@B.example']],
		],
		false,
	],
	[
		'a plus sign',
		[
			['phone_number', 'equal_to', ['+4915112345678']],
			['phone_number', 'equal_to', ['4915112345678']],
		],
		false,
	],
	[
		'different names',
		[
			['name', 'equal_to', ['Ann']],
			['name', 'equal_to', ['Bob']],
		],
		true,
	],
])('contacts with values that differ by %s', async (_, rows, isHinted) => {
	const { hints } = await filterHints('contact', ...rows);
	expect(hints).toHaveLength(isHinted ? 1 : 0);
});

const PHONE =
	'Chatwoot stores phone numbers like +4915112345678: search for the digits after the country code, without spaces and the leading 0.';

describe('a phone number', () => {
	const written = [
		'0151 12345678',
		'+49 151 12345678',
		'0049-15112345678',
		'015112345678',
		'(0151) 123-456',
	];
	const stored = ['+4915112345678', '4915112345678', '15112345678', '1234'];

	test.each([...written.map((q) => [q, true] as const), ...stored.map((q) => [q, false] as const)])(
		'%s in a search: hint %s',
		async (q, isHinted) => {
			for (const operation of ['contact.search', 'search.contacts', 'search.conversations']) {
				const { hints } = await shownHints(operation, { q, sort: 'name' });
				expect([operation, hints]).toEqual([operation, isHinted ? [PHONE] : []]);
			}
		},
	);

	test.each<[string, string, boolean]>([
		['contains', '0151 12345', true],
		['contains', '151 12345', false],
		['contains', '15112345', false],
		['equal_to', '+49 151 12345678', false],
		['does_not_contain', '0151 12345678', false],
	])('in a filter, %s %s', async (operator, value, isHinted) => {
		const { hints } = await filterHints('contact', ['phone_number', operator, [value]]);
		expect(hints).toEqual(isHinted ? [PHONE] : []);
	});
});

test.each([
	['crm-7340', true],
	['Ümit7', true],
	['Ana Zorg 7', false],
	['ana7@example.com', false],
	['Ana', false],
])('a search for %s mentions the case of identifiers: %s', async (q, isHinted) => {
	const { hints } = await shownHints('contact.search', { q, sort: 'name' });
	expect(hints).toEqual(
		isHinted
			? ['The search distinguishes upper and lower case in identifiers: check the spelling.']
			: [],
	);
});

describe('Find', () => {
	const find = async (identifier: string, rows: IDataObject[], if_none = 'nothing') =>
		await shownHints(
			'contact.find',
			{ find_by: 'identifier', identifier, if_none },
			{ [`${ACCOUNT}/contacts/filter`]: json({ payload: rows, meta: { count: rows.length } }) },
		);
	const why = 'Contact 8 has the identifier "crm-1": upper and lower case must be the same.';

	test('names the contact whose identifier differs in case', async () => {
		const similar = [{ id: 8, identifier: 'crm-1' }];
		expect((await find('CRM-1', similar)).hints).toEqual([why]);
		await expect(find('CRM-1', similar, 'error')).rejects.toMatchObject({
			description: expect.stringContaining(why) as string,
		});
	});

	test('has no hint if there is no such contact, or if it was found', async () => {
		expect((await find('CRM-1', [])).hints).toEqual([]);
		const { items, hints } = await find('crm-1', [{ id: 8, identifier: 'crm-1' }]);
		expect([items.length, hints]).toEqual([1, []]);
	});
});

describe('the bounds of a search', () => {
	const later = Math.floor(Date.now() / 1000) + 86_400;
	const where = 'if the account has the feature advanced_search.';

	test.each<[IDataObject, string[]]>([
		[{ since: 2, until: 1 }, [`Since is later than Until, so nothing can be found ${where}`]],
		[{ since: later }, [`Since is in the future, so nothing can be found ${where}`]],
		[{ since: 1, until: 2 }, []],
		[{ until: 1 }, []],
	])('%j', async (options, expected) => {
		for (const operation of ['search.contacts', 'search.conversations', 'search.articles'])
			expect((await shownHints(operation, { q: 'x', options })).hints).toEqual(expected);
		expect((await shownHints('search.messages', { q: 'x', options })).hints).toEqual([
			'Messages older than three months are not searched.',
			...expected,
		]);
	});
});

test.each<[IDataObject, string[]]>([
	[{ since: '2099-01-01', until: '2099-02-01' }, ['The period begins in the future.']],
	[{ since: '2026-01-01', until: '2026-02-01' }, []],
])('the period %j of CSAT responses', async (span, expected) => {
	const { hints } = await shownHints('csat.getAll', { period: 'between', ...span });
	expect(hints).toEqual(expected);
});

test.each<[string, IDataObject, string]>([
	['notification.getAll', {}, "Chatwoot only lists unread notifications of the token's user."],
	[
		'notification.getAll',
		{ options: { includes: ['read'] } },
		"Chatwoot only lists notifications of the token's user.",
	],
	[
		'platform.account.getAll',
		{},
		'A platform app only lists what it created, and what it was granted access to.',
	],
	[
		'platform.agentBot.getAll',
		{},
		'A platform app only lists what it created, and what it was granted access to.',
	],
])('%s %j says whose records it lists', async (operation, parameters, expected) => {
	expect((await shownHints(operation, parameters)).hints).toEqual([expected]);
});

test.each<[string, IDataObject]>([
	['conversation.get', { conversation_id: 7 }],
	['conversation.getAll', {}],
	['conversation.getAll', { options: { updated_within: 60 } }],
	['conversation.filter', { payload: '[]' }],
	['conversation.search', { q: 'x' }],
])('%s with %j says that a lost contact fails it with a 500', async (operation, parameters) => {
	const { error } = await run(operation, parameters, [
		json({ status: 500, error: 'Internal Server Error' }, 500),
	]);
	expect(error?.description).toContain(
		'It fails if a conversation has lost its contact in the database, and then every list with this conversation fails. Filter reads around it with its option Skip Broken',
	);
});
