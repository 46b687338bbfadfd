import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { formsOf } from '../../../nodes/shared/formats/phone';
import type { Release } from '../../../truth/recordings';
import { FakeChatwoot } from '../../fake/server';
import { onEachRelease } from '../../support/releases';
import { json } from '../../support/run';

jest.setTimeout(60_000);

const itemsOf = (rows: IDataObject[]): INodeExecutionData[] => rows.map((row) => ({ json: row }));

onEachRelease('merges a list of duplicates', async (release) => {
	const account = new FakeChatwoot(release);
	account.addContacts(3, (id) => ({
		email: null,
		phone_number: `${' '.repeat(id)}+49151123456`,
	}));
	account.addContacts(1);
	const { items, error } = await account.run(
		'contact.mergeDuplicates',
		{ contact_id: '={{ $json.id }}', dry_run: false, keep: 'oldest' },
		{ items: itemsOf([{ id: 2 }, { id: 1 }, { id: 3 }, { id: 4 }]) },
	);
	expect(error).toBeUndefined();
	expect(items.map(({ json: { action, id } }) => [action, id])).toEqual([
		['merged', 1],
		['none', 1],
		['gone', 3],
		['none', 4],
	]);
	expect(account.contacts.map(({ id }) => id)).toEqual([1, 4]);
});

onEachRelease('sends a first message that is any JSON object', async (release) => {
	const sent = async (message: unknown) => {
		const account = new FakeChatwoot(release);
		account.addContacts(1);
		const { error } = await account.run('conversation.create', {
			create_for: 'contact',
			inbox_id: 1,
			contact_id: 1,
			additional_fields: { message },
		});
		return error?.message ?? account.received[0].body.message;
	};
	const order = '{"order": 5, "text": "bitte"}';
	expect(await sent(order)).toEqual({ content: order });
	expect(await sent('[1, 2]')).toEqual({ content: '[1, 2]' });
	expect(await sent('{"content": "Hallo", "private": true}')).toEqual({
		content: 'Hallo',
		private: true,
	});
	expect(await sent({ order: 5 })).toMatch(
		/^First Message must be text, or an object with at least one of these keys/,
	);
});

/** An inbox that is locked to one conversation gives that again, whatever else is asked for. */
function locked(release: Release, status: string): FakeChatwoot {
	const account = new FakeChatwoot(release);
	account.addContacts(1);
	account.addConversations(1, () => ({ status }));
	account.before('POST conversations', () => account.conversations[0]);
	account.before('POST conversations/#/toggle_status', ({ body }) => ({
		payload: Object.assign(account.conversations[0], body),
	}));
	return account;
}

onEachRelease('opens the conversation of a locked inbox in Find or Create', async (release) => {
	const account = locked(release, 'resolved');
	const parameters = { contact_id: 1, inbox_id: 1, if_resolved: 'create' };
	const find = async () => await account.run('conversation.findOrCreate', parameters);
	const first = await find();
	expect(first.error).toBeUndefined();
	expect(first.items[0].json).toMatchObject({ action: 'reopened', id: 1, status: 'open' });
	expect((await find()).items[0].json).toMatchObject({ action: 'found', id: 1, status: 'open' });
});

/** With the feature crm_v2 lists, filters and, up to 4.10, the search do not show imported contacts. */
function hiding(release: Release, name: string, value: string): FakeChatwoot {
	const account = new FakeChatwoot(release);
	account.addContacts(1, () => ({ email: null, [name]: value }));
	const none = { meta: { count: 0 }, payload: [] };
	account.before('GET /api/v#/accounts/#', () => ({ id: 1, features: { crm_v2: true } }));
	account.before('POST contacts/filter', () => none);
	account.before('POST contacts', () =>
		json({ message: `${name} has already been taken`, attributes: [name] }, 422),
	);
	account.before('PUT contacts/#', ({ body }) => ({
		payload: Object.assign(account.contacts[0], body),
	}));
	if (release === '4.10') account.before('GET contacts/search', () => none);
	return account;
}

describe('a contact that lists do not show is found, or the error says that it is hidden', () => {
	describe.each<[string, string, IDataObject]>([
		['identifier', 'crm-7', { additional_fields: { identifier: 'crm-7' } }],
		['email', 'zoë@x.example', { email: 'Zoë@x.example' }],
		['phone_number', '+4915112345678', { phone_number: '+4915112345678' }],
	])('by %s', (name, value, key) => {
		onEachRelease('in Create or Update and Find', async (release) => {
			const account = hiding(release, name, value);
			const upserted = await account.run('contact.upsert', { ...key, name: 'Ann' });
			const parameters = { find_by: name, [name]: value, if_none: 'nothing' };
			const found = await account.run('contact.find', parameters);
			if (release === '4.10') {
				expect(upserted.error?.message).toBe(`${name} has already been taken`);
				expect(upserted.error?.description).toContain('crm_v2');
				expect(found).toMatchObject({ items: [], error: undefined });
			} else {
				expect(upserted.error).toBeUndefined();
				expect(upserted.items[0].json).toMatchObject({ action: 'updated', id: 1, name: 'Ann' });
				expect(found.items[0].json).toMatchObject({ action: 'found', id: 1 });
			}
		});
	});

	onEachRelease('not without the feature', async (release) => {
		const account = new FakeChatwoot(release);
		const parameters = { find_by: 'email', email: '={{ $json.email }}', if_none: 'nothing' };
		const items = itemsOf([{ email: 'a@x.example' }, { email: 'b@x.example' }]);
		const found = await account.run('contact.find', parameters, { items });
		expect(found).toMatchObject({ items: [], error: undefined });
		expect(account.requests().filter((one) => one.includes('search'))).toEqual([]);
		expect(account.requests()).toHaveLength(3);
	});

	test('not where its keys belong to two', async () => {
		const account = hiding('4.16', 'identifier', 'crm-7');
		account.addContacts(1, () => ({ email: 'zoe@x.example' }));
		const keys = { email: 'zoe@x.example', additional_fields: { identifier: 'crm-7' } };
		const { error } = await account.run('contact.upsert', { ...keys, name: 'Ann' });
		expect(error?.message).toBe('Identifier belongs to contact 1, but Email to contact 2');
	});
});

describe('a phone number with two forms', () => {
	const FORMS: Array<[string, string, string]> = [
		['Brazil', '+5511981230274', '+551181230274'],
		['Mexico', '+5215512345678', '+525512345678'],
		['Argentina', '+5491123456789', '+541123456789'],
	];
	const pairs = FORMS.flatMap(([country, long, short]) => [
		[`${country}, stored in the long form`, long, short] as const,
		[`${country}, stored in the short form`, short, long] as const,
	]);

	const knowing = (release: Release, ...numbers: string[]): FakeChatwoot => {
		const account = new FakeChatwoot(release);
		account.addContacts(numbers.length + 1, (id) => ({
			email: null,
			phone_number: numbers[id - 1] ?? '+4915112345678',
		}));
		return account;
	};
	const hintOf = (id: number, stored: string, wanted: string) =>
		`Contact ${id} has ${stored}, the other form of ${wanted}. Its phone number was not changed.`;

	describe.each(pairs)('%s', (_, stored, wanted) => {
		onEachRelease('is found, and the item says by which form', async (release) => {
			const account = knowing(release, stored);
			const { items, hints } = await account.run('contact.find', {
				find_by: 'phone_number',
				phone_number: wanted.slice(1),
			});
			expect(items.map((item) => item.json)).toMatchObject([
				{ action: 'found', id: 1, phone_number: stored, matched_phone_number: stored },
			]);
			expect(hints).toEqual([hintOf(1, stored, wanted)]);
		});

		onEachRelease(
			'is not changed in Create or Update, and makes no second contact',
			async (release) => {
				const account = knowing(release, stored);
				const person = { phone_number: `${wanted.slice(0, 3)} ${wanted.slice(3)}`, name: 'Ana' };
				const updated = await account.run('contact.upsert', person);
				expect(updated.items[0].json).toMatchObject({
					...{ action: 'updated', id: 1, name: 'Ana' },
					...{ phone_number: stored, matched_phone_number: stored },
				});
				const unchanged = await account.run('contact.upsert', person);
				expect(unchanged.items[0].json).toMatchObject({ action: 'unchanged', id: 1 });
				expect(account.contacts.map((row) => row.phone_number)).toEqual([stored, '+4915112345678']);
			},
		);

		onEachRelease('gets a message by Send to Contact', async (release) => {
			const account = knowing(release, stored);
			const { items } = await account.run('message.sendToContact', {
				...{ send_to: 'phone_number', phone_number: wanted, inbox_id: 1 },
				...{ content_kind: 'text', content: 'Oi', if_resolved: 'reopen' },
			});
			expect(items[0].json).toMatchObject({
				...{ contact_id: 1, contact_action: 'found', matched_phone_number: stored },
			});
			expect(account.contacts).toHaveLength(2);
		});

		onEachRelease('is found and left out by filters', async (release) => {
			const account = knowing(release, stored);
			const filtered = async (filter_operator: string) =>
				await account.run('contact.filter', {
					...{ specify_payload: 'json', returnAll: true, sort: 'name' },
					payload: [
						{
							attribute_key: 'phone_number',
							filter_operator,
							values: [wanted],
							query_operator: null,
						},
					],
				});
			const found = await filtered('equal_to');
			expect(found.items.map((item) => item.json.id)).toEqual([1]);
			expect(found.hints).toEqual([hintOf(1, stored, wanted)]);
			const others = await filtered('not_equal_to');
			expect(others.items.map((item) => item.json.id)).toEqual([2]);
			expect(others.hints).toEqual([]);
		});
	});

	onEachRelease('does the items of one person one after the other', async (release) => {
		for (const [, ...forms] of FORMS) {
			const account = new FakeChatwoot(release);
			const items = itemsOf([...forms, ...forms].map((number) => ({ number })));
			const { error } = await account.run(
				'contact.upsert',
				{ phone_number: '={{ $json.number }}' },
				{ items },
			);
			expect(error).toBeUndefined();
			expect(account.contacts).toHaveLength(1);
		}
	});

	onEachRelease('of two contacts is refused with both IDs', async (release) => {
		for (const [, long, short] of FORMS) {
			const account = knowing(release, long, short);
			for (const wanted of [long, short]) {
				const words = `Two contacts have a form of the phone number ${wanted}: contact 1 has ${long}, contact 2 has ${short}`;
				const found = await account.run('contact.find', {
					find_by: 'phone_number',
					phone_number: wanted,
				});
				expect(found.error?.message).toBe(words);
				const person = { phone_number: wanted, name: 'Ana' };
				expect((await account.run('contact.upsert', person)).error?.message).toContain(words);
			}
			expect(account.contacts.map(({ name }) => name)).not.toContain('Ana');
			const identifier = 'crm-2';
			Object.assign(account.contacts[1], { identifier });
			const decided = await account.run('contact.upsert', {
				...{ phone_number: long, name: 'Ana' },
				additional_fields: { identifier },
			});
			expect(decided.items[0].json).toMatchObject({
				action: 'updated',
				id: 2,
				phone_number: short,
			});
		}
	});

	test.each(FORMS)('of %s is found if lists hide its contact', async (_, stored, wanted) => {
		const account = hiding('4.16', 'phone_number', stored);
		const upserted = await account.run('contact.upsert', { phone_number: wanted, name: 'Ana' });
		expect(upserted.items[0].json).toMatchObject({ action: 'updated', id: 1, name: 'Ana' });
		const parameters = { find_by: 'phone_number', phone_number: wanted };
		const found = await account.run('contact.find', parameters);
		expect(found.items[0].json).toMatchObject({ action: 'found', matched_phone_number: stored });
	});

	test.each([
		[
			'is searched in both forms where lists may hide its contact',
			{ crm_v2: true },
			'+5511981230274',
			2,
		],
		['is not searched where lists hide none', {}, '+5511981230274', 0],
		['is not searched if the number has one form', { crm_v2: true }, '+4915112345678', 0],
	])('%s, before one is created', async (_, features, phone_number, times) => {
		const account = new FakeChatwoot('4.16');
		account.before('GET /api/v#/accounts/#', () => ({ id: 1, features }));
		const { items } = await account.run('contact.upsert', { phone_number });
		expect(items[0].json).toMatchObject({ action: 'created', phone_number });
		const searches = account.requests().filter((request) => request.includes('contacts/search'));
		expect(searches).toHaveLength(times);
	});

	onEachRelease('is looked for in both forms by no other number', async (release) => {
		const account = knowing(release, '+4915112345679');
		const number = '+49 (0)151 12345678';
		const parameters = { find_by: 'phone_number', phone_number: number };
		const { items, hints } = await account.run('contact.find', parameters);
		expect(formsOf('+4915112345678')).toHaveLength(1);
		expect(items.map((item) => item.json.id)).toEqual([2]);
		expect(items[0].json).not.toHaveProperty('matched_phone_number');
		expect(hints).toEqual([]);
		expect(account.received[0].body.payload).toHaveLength(1);
	});
});
