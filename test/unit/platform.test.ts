import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { CustomerConversationPlatform } from '../../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { recording } from '../../truth/recordings';
import {
	faults,
	recorded as recordedReply,
	serveFaults,
	type Fault,
	type Seen,
} from '../support/faults';
import { json, run as runOnce, runAt } from '../support/run';
import type { Answer } from '../support/server';

jest.setTimeout(60_000);

type Row = IDataObject & { id: number };

const recorded = (op: string, name: string) => recordedReply(`platform.${op}`, name);

const PASSWORD = 'Str0ng!pass';
const notFound = json({ status: 404, error: 'Not Found' }, 404);
const refusedPassword = recorded('user.create', 'missing-password');

const bodyOf = ({ body }: Seen) => JSON.parse(body.toString() || '{}') as IDataObject;
const requestOf = ({ method, path }: Seen) => `${method} ${path.replace('/platform/api/v1', '')}`;

/** A create without a password asks whether the user exists. */
const isCreate = (request: string, body: IDataObject) =>
	request === 'POST /users' && 'password' in body;
const isQuestion = (request: string, body: IDataObject) =>
	request === 'POST /users' && !('password' in body);

const isChange = (seen: Seen) =>
	seen.method !== 'GET' && !isQuestion(requestOf(seen), bodyOf(seen));

interface Between {
	/** Answers in place of the service. */
	first?: (request: string, body: IDataObject) => Answer | undefined;
	fault?: (request: string, body: IDataObject) => Fault | undefined;
}

let ends: Array<() => Promise<unknown>> = [];
afterEach(async () => await Promise.all(ends.splice(0).map(async (end) => await end())));

/** What the platform API was seen to do with accounts, users and memberships; account 1 is foreign. */
async function service({ first, fault }: Between = {}) {
	const accounts: Row[] = [{ id: 1, name: 'Foreign' }];
	const users: Row[] = [];
	const members: Array<Row & { account_id: number; user_id: number }> = [];
	let next = 1;
	const added = <T extends IDataObject>(rows: Array<T & { id: number }>, row: T) => {
		const entry = { id: ++next, ...row };
		rows.push(entry);
		return entry;
	};
	const shown = (user: Row): IDataObject => ({
		...user,
		access_token: 'token-of-user',
		accounts: members
			.filter(({ user_id }) => user_id === user.id)
			.map(({ account_id, role }) => ({
				...{ id: account_id, role },
				name: accounts.find(({ id }) => id === account_id)?.name,
			})),
	});
	const createUser = ({ password, ...body }: IDataObject): Answer => {
		const email = String(body.email).toLowerCase();
		const known = users.find((user) => user.email === email);
		if (known) return json(shown(known));
		if (!password) return refusedPassword;
		return json(shown(added(users, { ...body, email })));
	};
	const join = (account_id: number, { user_id, role }: IDataObject) => {
		const present = members.find((row) => row.account_id === account_id && row.user_id === user_id);
		if (present) return Object.assign(present, { role });
		return added(members, { account_id, user_id: user_id as number, role });
	};
	const answer = (seen: Seen): Answer => {
		const request = requestOf(seen);
		const body = bodyOf(seen);
		const answer = first?.(request, body);
		if (answer) return answer;
		if (request === 'POST /users') return createUser(body);
		if (request === 'POST /accounts') return json(added(accounts, body));
		if (request === 'GET /accounts') return json(accounts.filter(({ id }) => id !== 1));
		const [, method, id, below] = /^(\w+) \/accounts\/(\d+)(\/account_users)?$/.exec(request) ?? [];
		const account = accounts.find((row) => row.id === Number(id));
		if (!account) return notFound;
		if (account.id === 1) return recorded('account.get', 'foreign');
		if (!below) return json(account);
		if (method === 'POST') return json(join(account.id, body));
		return json(members.filter(({ account_id }) => account_id === account.id));
	};
	const server = await serveFaults({
		answer,
		fault: (seen) => fault?.(requestOf(seen), bodyOf(seen)),
	});
	ends.push(() => server.close());
	return {
		...{ url: server.url, accounts, users, members, added, join },
		requests: () => server.received.map(requestOf),
		changes: () => server.received.filter(isChange).map(requestOf),
	};
}

type Options = Omit<NonNullable<Parameters<typeof runAt>[3]>, 'node'>;

async function run(url: string, name: string, parameters: IDataObject, options: Options = {}) {
	const { items, error } = await runAt(url, name, parameters, {
		node: new CustomerConversationPlatform(),
		...options,
	});
	return { items: items.map((item) => item.json as Row), error };
}

/** What it gives where nothing may go wrong. */
async function did(...args: Parameters<typeof run>): Promise<Row[]> {
	const { items, error } = await run(...args);
	if (error) throw new Error(`${error.message} ${error.description}`);
	return items;
}

/** Gives the fault to the first such request alone. */
const once = (matches: (request: string, body: IDataObject) => boolean, fault: Fault) => {
	let done = false;
	return (request: string, body: IDataObject) => {
		if (done || !matches(request, body)) return undefined;
		done = true;
		return fault;
	};
};

describe('User: Create', () => {
	const uma = { name: 'Uma', email: 'uma@x.example', password: PASSWORD };

	test('says of a new user created, of a known one found, whose data stay', async () => {
		const { url, users, requests } = await service();
		const [created] = await did(url, 'user.create', uma);
		expect(created).toMatchObject({ action: 'created', name: 'Uma', access_token: '***' });
		const other = { name: 'Other', email: 'UMA@x.example', password: 'Other1!pass' };
		const [found] = await did(url, 'user.create', {
			...other,
			options: { include_secrets: true },
		});
		expect(found).toMatchObject({
			...{ action: 'found', id: created.id, name: 'Uma', access_token: 'token-of-user' },
		});
		expect(users).toHaveLength(1);
		expect(requests()).toEqual(Array(3).fill('POST /users'));
	});

	test('makes one user of items with the same address', async () => {
		const { url, users } = await service();
		const items = ['uma@x.example', 'Uma@X.example', 'uma@x.example'].map(
			(email): INodeExecutionData => ({ json: { email } }),
		);
		const results = await did(
			url,
			'user.create',
			{ ...uma, email: '={{ $json.email }}' },
			{ items },
		);
		expect(results.map(({ action }) => action)).toEqual(['created', 'found', 'found']);
		expect(users).toHaveLength(1);
	});

	test.each([
		['create', isCreate],
		['question', isQuestion],
	])('makes one user although the answer to the %s was lost', async (_, matches) => {
		const { url, users, requests } = await service({
			fault: once(matches, faults['reset after acting']),
		});
		expect(await did(url, 'user.create', uma)).toMatchObject([{ action: 'created' }]);
		expect(users).toHaveLength(1);
		expect(requests()).toHaveLength(3);
	});

	test.each([
		['of the create', isCreate, recorded('user.create', 'bad-email'), 2],
		[
			'of the question, where it is not about the password',
			(request: string) => request === 'POST /users',
			json({ message: 'Name is too long', attributes: ['name'] }, 422),
			1,
		],
	])("passes on the service's own refusal %s", async (_, matches, refusal, count) => {
		const { url, requests } = await service({
			first: (request, body) => (matches(request, body) ? refusal : undefined),
		});
		const { error } = await run(url, 'user.create', uma);
		const { message } = JSON.parse(String(refusal.body)) as { message: string };
		expect([error?.message, error?.httpCode]).toEqual([message, '422']);
		expect(requests()).toHaveLength(count);
	});
});

describe('a password', () => {
	const special = /\( (.*)\)$/.exec(
		String(
			(recording('platform.user.create', 'password-no-special').response.body as IDataObject)
				.message,
		),
	)?.[1];

	test.each([...(special ?? ''), ' '])(
		'may have %j as its special character',
		async (character) => {
			const { url } = await service();
			const fields = { name: 'X', email: 'x@x.example', password: `Lower1case${character}` };
			expect(await did(url, 'user.create', fields)).toMatchObject([{ action: 'created' }]);
		},
	);

	test.each([
		['Aa1!x', 'at least 6 characters'],
		['lower1!case', 'an uppercase letter (A to Z)'],
		['UPPER1!CASE', 'a lowercase letter (a to z)'],
		['Lower!case', 'a digit (0 to 9)'],
		['Ünique1!', 'an uppercase letter (A to Z)'],
		[
			'äääää',
			'at least 6 characters, an uppercase letter (A to Z), a lowercase letter (a to z), a digit (0 to 9), a special character',
		],
	])('is refused unsent, and not shown: %s', async (password, missing) => {
		const { url, requests } = await service();
		for (const [name, parameters] of [
			['user.create', { name: 'X', email: 'x@x.example', password }],
			['user.update', { user_id: '7', update_fields: { password } }],
			[
				'account.provision',
				{ name: 'A', user_name: 'X', email: 'x@x.example', password, role: 'agent' },
			],
		] as const) {
			const { error } = await run(url, name, parameters);
			expect([name, error?.message]).toEqual([name, expect.stringMatching(/^Password needs /)]);
			expect(error?.message).toContain(`needs ${missing}`);
			expect(`${error?.message} ${error?.description}`).not.toContain(password);
		}
		expect(requests()).toEqual([]);
	});
});

describe('Account', () => {
	test('has a support email of at most 100 characters: with 101 Chatwoot answers 500', async () => {
		const { url, requests } = await service();
		const email = (length: number) => 'x'.repeat(length).replace(/.{10}$/, '@x.example');
		const create = async (length: number) =>
			await run(url, 'account.create', {
				name: 'X',
				additional_fields: { support_email: email(length) },
			});
		expect((await create(101)).error?.message).toMatch(/^Support Email .* 100/);
		expect(requests()).toEqual([]);
		expect((await create(100)).error).toBeUndefined();
	});
});

describe('Account: Provision', () => {
	const fields = {
		...{ name: 'Acme', user_name: 'Uma', email: 'uma@x.example', password: PASSWORD },
		role: 'administrator',
	};
	const actions = ({ account_action, user_action, account_user_action }: IDataObject) => [
		...[account_action, user_action, account_user_action],
	];

	const created = {
		...{ account_action: 'created', user_action: 'created', account_user_action: 'created' },
	};

	test('makes account, user and membership, and nothing the second time', async () => {
		const { url, accounts, users, members, changes } = await service();
		const [first] = await did(url, 'account.provision', {
			...fields,
			additional_fields: { display_name: 'U.', locale: 'de' },
		});
		expect(actions(first)).toEqual(['created', 'created', 'created']);
		expect(first).toMatchObject({
			...{ id: accounts[1].id, account_id: accounts[1].id, account_name: 'Acme' },
			...{ user_id: users[0].id, user_name: 'Uma', user_email: 'uma@x.example' },
			...{ access_token: '***', role: 'administrator' },
		});
		expect(users[0].display_name).toBe('U.');
		expect(accounts.at(-1)).toEqual({
			id: expect.any(Number) as number,
			name: 'Acme',
			locale: 'de',
		});
		const done = changes().length;
		const [second] = await did(url, 'account.provision', fields);
		expect(actions(second)).toEqual(['found', 'found', 'found']);
		expect({ ...second, ...created }).toEqual(first);
		expect(changes().slice(done)).toEqual([]);
		expect([accounts.length, users.length, members.length]).toEqual([2, 1, 1]);
	});

	test('changes the role alone of what exists', async () => {
		const { url, accounts, members, changes } = await service();
		await did(url, 'account.provision', { ...fields, role: 'agent' });
		const done = changes().length;
		const [result] = await did(url, 'account.provision', {
			...fields,
			user_name: 'Other',
			additional_fields: { locale: 'de' },
		});
		expect(actions(result)).toEqual(['found', 'found', 'updated']);
		expect(changes().slice(done)).toEqual([`POST /accounts/${accounts[1].id}/account_users`]);
		expect(members).toMatchObject([{ role: 'administrator' }]);
		expect(accounts[1]).not.toHaveProperty('locale');
	});

	test.each(['POST /users', 'POST /accounts', 'account_users'])(
		'goes on where a run broke off at %s, and has said what was done',
		async (step) => {
			let broken = true;
			const { url, accounts, users, members } = await service({
				first: (request, body) =>
					broken && request.includes(step) && (step !== 'POST /users' || isCreate(request, body))
						? json({ error: 'Out of order' }, 500)
						: undefined,
			});
			const { error } = await run(url, 'account.provision', fields);
			expect(error?.message).toContain('Out of order');
			if (users.length)
				expect(error?.description).toContain(`Already done: user ${users[0].id} was created`);
			if (accounts[1])
				expect(error?.description).toContain(`account ${accounts[1].id} was created`);
			broken = false;
			const [result] = await did(url, 'account.provision', fields);
			expect(result.account_user_action).toBe('created');
			expect([accounts.length, users.length, members.length]).toEqual([2, 1, 1]);
		},
	);

	test("never takes an account of that name that has users, nor another app's or of another name", async () => {
		const { url, accounts, users, members, added, join } = await service();
		const empty = added(accounts, { name: 'Acme 2' });
		const other = added(accounts, { name: 'Acme' });
		join(other.id, { user_id: 99, role: 'administrator' });
		const uma = added(users, { name: 'Uma', email: 'uma@x.example' });
		join(1, { user_id: uma.id, role: 'administrator' });
		accounts[0].name = 'Acme';
		const [result] = await did(url, 'account.provision', fields);
		expect(actions(result)).toEqual(['created', 'found', 'created']);
		expect([1, empty.id, other.id]).not.toContain(result.id);
		expect(members).toHaveLength(3);
	});

	test('leaves an account without users alone where the user is new', async () => {
		const { url, accounts, added } = await service();
		added(accounts, { name: 'Acme' });
		const [result] = await did(url, 'account.provision', fields);
		expect(actions(result)).toEqual(['created', 'created', 'created']);
	});

	test('works on where the service can no longer list accounts', async () => {
		const { url, users, added } = await service({
			first: (request) =>
				request === 'GET /accounts' ? recorded('account.list', 'after-delete') : undefined,
		});
		added(users, { name: 'Uma', email: 'uma@x.example' });
		const [result] = await did(url, 'account.provision', fields);
		expect(actions(result)).toEqual(['created', 'found', 'created']);
		const [again] = await did(url, 'account.provision', fields);
		expect(actions(again)).toEqual(['found', 'found', 'found']);
	});

	test('passes on every other refusal of the account', async () => {
		const { url, users, accounts, added, join } = await service({
			first: (request) => (/^GET .*\d$/.test(request) ? json({ error: 'Slow' }, 500) : undefined),
		});
		const { id } = added(accounts, { name: 'Acme' });
		const uma = added(users, { name: 'Uma', email: 'uma@x.example' });
		join(id, { user_id: uma.id, role: 'agent' });
		const { error } = await run(url, 'account.provision', fields);
		expect(error?.message).toBe('Finding or creating the account failed: Slow');
		expect(accounts).toHaveLength(2);
	});

	test('does not send the create of an account twice', async () => {
		const { url, accounts } = await service({
			fault: once((request) => request === 'POST /accounts', faults['reset after acting']),
		});
		const { error } = await run(url, 'account.provision', fields);
		expect(error?.description).toContain('The record may have been created');
		expect(accounts).toHaveLength(2);
		const [result] = await did(url, 'account.provision', fields);
		expect(actions(result)).toEqual(['found', 'found', 'created']);
	});

	test('gives the role although the first answer was lost', async () => {
		const { url, members } = await service({
			fault: once((request) => request.endsWith('/account_users'), faults['reset after acting']),
		});
		expect(actions((await did(url, 'account.provision', fields))[0])).toEqual(
			Array(3).fill('created'),
		);
		expect(members).toHaveLength(1);
	});

	test('takes an account without users for one user alone', async () => {
		const { url, accounts, users, added } = await service();
		added(accounts, { name: 'Acme' });
		const emails = ['uma@x.example', 'vera@x.example'];
		for (const email of emails) added(users, { name: 'Known', email });
		const results = await did(
			url,
			'account.provision',
			{ ...fields, email: '={{ $json.email }}' },
			{ items: emails.map((email) => ({ json: { email } })) },
		);
		expect(results.map((item) => actions(item)[0])).toEqual(['found', 'created']);
	});

	test.each(['foreign', 'after-delete'])(
		'passes over an account that it cannot read: %s',
		async (reply) => {
			const { url, accounts, users, added, join } = await service({
				first: (request) =>
					request === 'GET /accounts/2' ? recorded('account.get', reply) : undefined,
			});
			const { id } = added(accounts, { name: 'Acme' });
			const uma = added(users, { name: 'Uma', email: 'uma@x.example' });
			join(id, { user_id: uma.id, role: 'administrator' });
			const [result] = await did(url, 'account.provision', fields);
			expect([id, ...actions(result)]).toEqual([2, 'created', 'found', 'created']);
		},
	);

	test('gives items with the same address their turns', async () => {
		const { url, accounts, users, members } = await service();
		const items = [
			{ json: { email: 'uma@x.example', name: 'Acme' } },
			{ json: { email: 'UMA@x.example', name: 'Other' } },
			{ json: { email: 'uma@x.example', name: 'Acme' } },
			{ json: { email: 'vera@x.example', name: 'Acme' } },
		];
		const results = await did(
			url,
			'account.provision',
			{ ...fields, email: '={{ $json.email }}', name: '={{ $json.name }}' },
			{ items },
		);
		expect(results.map(actions)).toEqual([
			['created', 'created', 'created'],
			['created', 'found', 'created'],
			['found', 'found', 'found'],
			['created', 'created', 'created'],
		]);
		expect([accounts.length, users.length, members.length]).toEqual([4, 2, 3]);
	});
});

describe('Account: Add User', () => {
	test('is sent again where the answer was lost', async () => {
		const { url, accounts, members, added } = await service({
			fault: once((request) => request.startsWith('POST'), faults['reset after acting']),
		});
		const { id } = added(accounts, { name: 'Acme' });
		const results = await did(url, 'account.addUser', { account_id: id, user_id: '7' });
		expect(results).toMatchObject([{ account_id: id, user_id: 7 }]);
		expect(members).toHaveLength(1);
	});
});

describe('User: Get Access Token', () => {
	test('is sent again where no answer came: it makes nothing', async () => {
		const token = recorded('user.get_access_token', 'ok');
		const { url, requests } = await service({
			first: (request) => (request.endsWith('/token') ? token : undefined),
			fault: once(() => true, faults['reset after acting']),
		});
		const [result] = await did(url, 'user.getAccessToken', { user_id: '7' });
		const { user } = recording('platform.user.get_access_token', 'ok').response.body as IDataObject;
		const { name: user_name, email: user_email } = user as IDataObject;
		expect(result).toMatchObject({ access_token: '***', user_id: 7, user_name, user_email });
		expect(requests()).toEqual(Array(2).fill('POST /users/7/token'));
	});
});

describe('an error', () => {
	test.each([
		[
			'account.getAll',
			'account.list',
			/list the accounts of a platform app after .* Create still works/,
		],
		[
			'agentBot.getAll',
			'agent_bot.list',
			/list the bots of a platform app after .* Create still works/,
		],
	])('says of a list that broke for good what goes on working: %s', async (name, op, words) => {
		const answers = [recorded(op, 'after-delete')];
		const node = new CustomerConversationPlatform();
		const { error, received } = await runOnce(name, {}, answers, { node });
		expect(error?.description).toMatch(words);
		expect(received).toHaveLength(1);
	});

	test.each(['account.getAll', 'agentBot.getAll'])(
		'of another kind keeps its own hint: %s',
		async (name) => {
			const answers = [recorded('account.list', 'as-admin')];
			const node = new CustomerConversationPlatform();
			const { error } = await runOnce(name, {}, answers, { node });
			expect(error?.message).toBe('Invalid access_token');
			expect(error?.description).toContain("This node needs a platform app's token");
			expect(error?.description).not.toContain('any more');
		},
	);

	test('says that a record of somebody else is out of reach', async () => {
		const answers = [recorded('user.get', 'foreign')];
		const node = new CustomerConversationPlatform();
		const { error } = await runOnce('user.get', { user_id: '76' }, answers, { node });
		expect(error?.description).toContain('that it created or was granted');
	});
});
