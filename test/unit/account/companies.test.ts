import type { IDataObject } from 'n8n-workflow';
import { recording, releases, type Release } from '../../../truth/recordings';
import { delay, fastClock } from '../../support/clock';
import { faults, recorded, serveFaults, type Fault, type Seen } from '../../support/faults';
import { json, run, runAt } from '../../support/run';
import type { Answer } from '../../support/server';

/** Imported companies, their contacts, and what the service refuses. */

fastClock();
afterEach(() => jest.restoreAllMocks());

const bodyOf = ({ body }: Seen) => JSON.parse(body.toString() || '{}') as IDataObject;

/** The companies of an account at a server. */
class Crm {
	/** `POST companies {"name":"A"}`, without the requests that only read. */
	readonly changes: string[] = [];
	readonly rows: IDataObject[] = [];
	answers: Record<string, (request: Seen) => Answer | undefined> = {};
	fault: (request: Seen) => Fault | undefined = () => undefined;
	private readonly made: IDataObject;

	constructor(readonly release: Release) {
		const { body } = recording('account.company.create', 'ok', release).response;
		this.made = (body as { payload: IDataObject }).payload;
	}

	add(fields: IDataObject): IDataObject {
		const row = { ...this.made, domain: null, ...fields, id: 100 + this.rows.length };
		this.rows.push(row);
		return row;
	}

	private search(query: Seen['query']) {
		const { q, page = '1' } = Object.fromEntries(query);
		const found = this.rows.filter((row) =>
			`${String(row.name)}\n${String(row.domain)}`.toLowerCase().includes(q.toLowerCase()),
		);
		const payload = found.slice((Number(page) - 1) * 25, Number(page) * 25);
		return json({ meta: { total_count: found.length, page }, payload });
	}

	private create(sent: IDataObject): Answer {
		if (!sent.name) return recorded('account.company.create', 'missing-name', this.release);
		// The service is case-sensitive.
		if (this.rows.some(({ domain }) => domain === sent.domain))
			return recorded('account.company.create', 'duplicate', this.release);
		return json({ payload: this.add(sent) });
	}

	private update(row: IDataObject, sent: IDataObject): Answer {
		const attributes = {
			...(row.custom_attributes as object),
			...(sent.custom_attributes as object),
		};
		return json({ payload: Object.assign(row, sent, { custom_attributes: attributes }) });
	}

	readonly answer = async (request: Seen): Promise<Answer> => {
		// Random, so that order is not kept by accident.
		await delay(Math.random() * 5);
		const { method, path, query } = request;
		if (path === '/api') return json({ version: `${this.release}.0` });
		const [, rest] = /companies\/?(.*)$/.exec(path) ?? [];
		const sent = bodyOf(request);
		if (method !== 'GET') this.changes.push(`${method} ${rest} ${JSON.stringify(sent)}`);
		const answer = this.answers[`${method} ${rest}`]?.(request);
		if (answer) return answer;
		if (rest === 'search') return this.search(query);
		const row = this.rows.find(({ id }) => id === Number(rest));
		if (method === 'PATCH' && row) return this.update(row, sent);
		return this.create(sent);
	};

	async upsert(items: IDataObject[], parameters: IDataObject = {}, engine = false) {
		const server = await serveFaults({ answer: this.answer, fault: (seen) => this.fault(seen) });
		const allParameters = {
			domain: '={{ $json.domain }}',
			name: '={{ $json.name }}',
			additional_fields: { description: '={{ $json.description }}' },
			...parameters,
		};
		try {
			const { items: found, error } = await runAt(server.url, 'company.upsert', allParameters, {
				items: items.map((item) => ({ json: item })),
				engine,
			});
			return { items: found.map(({ json: item }) => item), error };
		} finally {
			await server.close();
		}
	}
}

const actions = ({ items }: { items: IDataObject[] }) => items.map(({ action }) => action);

describe.each(releases)('Create or Update on %s', (release) => {
	let crm: Crm;

	beforeEach(() => {
		crm = new Crm(release);
	});

	test.each([false, true])(
		'creates one company from many items with its domain, in any spelling (engine: %s)',
		async (engine) => {
			const items = Array.from({ length: 20 }, (_, index) => {
				const number = Math.floor(index / 4);
				const domain = index % 2 ? `D${number}.Example` : ` d${number}.example `;
				return { domain, name: `Name ${index}` };
			});
			const result = await crm.upsert(items, {}, engine);
			expect(result.error).toBeUndefined();
			const indexes = Array.from({ length: 5 }, (_, index) => index);
			expect(crm.rows.map(({ domain }) => domain).sort()).toEqual(
				indexes.map((number) => `d${number}.example`),
			);
			if (engine) return;
			expect(actions(result)).toEqual(items.map((_, index) => (index % 4 ? 'updated' : 'created')));
			// The last item wins.
			expect(
				crm.rows.map(({ domain, name }) => `${String(domain)} ${String(name)}`).sort(),
			).toEqual(indexes.map((number) => `d${number}.example Name ${4 * number + 3}`));
		},
	);

	test('sends nothing if nothing changed, otherwise only the changes', async () => {
		const item = { domain: 'acme.test', name: 'Acme', description: 'Öl & Söhne' };
		expect(actions(await crm.upsert([item]))).toEqual(['created']);
		crm.changes.splice(0);
		const result = await crm.upsert([item, { domain: 'ACME.test' }, { ...item, name: 'Acme 2' }]);
		expect(actions(result)).toEqual(['unchanged', 'unchanged', 'updated']);
		expect(result.items[2]).toMatchObject({ name: 'Acme 2', description: 'Öl & Söhne' });
		expect(crm.changes).toEqual(['PATCH 100 {"name":"Acme 2"}']);
	});

	test('finds a domain in another case, and on the second page of domains that contain it', async () => {
		for (let index = 0; index < 30; index++)
			crm.add({ name: 'Other', domain: `${index}.acme.test` });
		crm.add({ name: 'acme.test' });
		const { id } = crm.add({ name: 'Acme', domain: 'ACME.test' });
		const result = await crm.upsert([{ domain: 'acme.test', name: 'Acme' }]);
		expect(result.items).toMatchObject([{ action: 'unchanged', id, domain: 'ACME.test' }]);
		expect(crm.changes).toEqual([]);
	});

	test('changes none if several companies have the domain', async () => {
		crm.add({ name: 'Acme', domain: 'acme.test' });
		crm.add({ name: 'Acme', domain: 'ACME.test' });
		const { error } = await crm.upsert([{ domain: 'acme.test', name: 'New' }]);
		expect(error?.message).toBe(
			'Several companies have the domain "acme.test": 100 (acme.test), 101 (ACME.test)',
		);
		expect(error?.description).toContain(
			'Clear the domain of all but one of them, or delete the others.',
		);
		expect(crm.changes).toEqual([]);
	});

	test('finds a company that someone else creates in the meantime', async () => {
		crm.answers['POST '] = () => {
			if (crm.rows.length === 0) crm.add({ name: 'Theirs', domain: 'acme.test' });
			return undefined;
		};
		const result = await crm.upsert([{ domain: 'acme.test', name: 'Ours' }]);
		expect(result.items).toMatchObject([{ action: 'updated', id: 100, name: 'Ours' }]);
		expect(crm.rows).toHaveLength(1);
	});

	test('creates no second company if the answer to the first request is lost', async () => {
		crm.fault = ({ method, repeat }) =>
			method === 'POST' && repeat === 0 ? faults['reset after acting'] : undefined;
		const result = await crm.upsert([{ domain: 'acme.test', name: 'Acme' }]);
		expect(result.error).toBeUndefined();
		expect(crm.rows).toMatchObject([{ name: 'Acme', domain: 'acme.test' }]);
	});

	test('passes on a refusal unchanged', async () => {
		const nameless = await crm.upsert([{ domain: 'acme.test' }]);
		expect(nameless.error?.message).toBe("Name can't be blank");
		crm.answers['POST '] = () => recorded('account.company.create', 'bad-domain', release);
		const odd = await crm.upsert([{ domain: 'müller.test', name: 'Müller' }]);
		expect(odd.error?.message).toBe('Domain must be a valid domain name');
	});

	test('says what was done before a failure', async () => {
		crm.add({ name: 'Acme', domain: 'acme.test' });
		crm.answers['PATCH 100'] = () => recorded('account.company.update', 'bad-name', release);
		const { error } = await crm.upsert([{ domain: 'acme.test', name: 'x' }]);
		expect(error?.message).toBe("Updating the company failed: Name can't be blank");
		expect(error?.description).toContain('Already done: company 100 was found.');
	});

	test('merges custom attributes if the release has them, otherwise refuses them', async () => {
		crm.add({
			name: 'Acme',
			domain: 'acme.test',
			custom_attributes: { tier: 'gold', n: { a: 1 } },
		});
		const set = async (custom_attributes: IDataObject) =>
			await crm.upsert([{ domain: 'acme.test' }], { additional_fields: { custom_attributes } });
		const result = await set({ tier: 'gold', n: { a: 2 }, seats: 3 });
		if (release === '4.10') {
			expect(result.error?.message).toBe(
				'Custom Attributes requires Chatwoot 4.14 or later (this server runs 4.10.0)',
			);
			expect(crm.changes).toEqual([]);
			return;
		}
		expect(crm.changes).toEqual(['PATCH 100 {"custom_attributes":{"n":{"a":2},"seats":3}}']);
		expect(actions(await set({ seats: 3 }))).toEqual(['unchanged']);
	});
});

test.each(['https://acme.test', 'acme.test/about', 'ann@acme.test', 'acme test', 'acme.test:443'])(
	'%s is no domain, and nothing is sent',
	async (domain) => {
		for (const [operation, parameters] of [
			['company.create', { name: 'A', domain }],
			['company.upsert', { name: 'A', domain }],
			['company.update', { company_id: 7, update_fields: { domain } }],
		] as const) {
			const { error, received } = await run(operation, parameters);
			expect([error?.message, received]).toEqual([
				'Domain must be a domain such as example.com, without https:// or a path',
				[],
			]);
		}
	},
);

describe('a server without companies', () => {
	test('leads to an error that says where to enable the feature', async () => {
		const { error } = await run('company.get', { company_id: 7 }, [
			recorded('account.company.get', 'feature-off', '4.16'),
		]);
		expect(error?.message).toBe('Companies are not enabled for this account');
		expect(error?.description).toContain('super admin console → Accounts');
		expect(error?.description).toContain('The account feature Companies');
	});

	test('leads to an error that names the edition', async () => {
		const page = { status: 404, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html>' };
		const { error } = await run('company.getContacts', { company_id: 7 }, [page]);
		expect(error?.description).toContain(
			'This requires the Enterprise edition, Chatwoot 4.14 or later',
		);
	});
});

describe('the contacts of a company', () => {
	test('follow the last item that moves them', async () => {
		const done: string[] = [];
		let begun = 0;
		const server = await serveFaults({
			answer: async (request) => {
				// The first requests take longest.
				await delay(Math.max(0, 10 - begun++));
				done.push(`${request.path.split('/').at(-2)} ${String(bodyOf(request).contact_id)}`);
				return recorded('account.company.add_contact', 'ok', '4.16');
			},
		});
		const items = Array.from({ length: 12 }, (_, index) => ({
			json: { company: 20 + index, contact: 5 + (index % 2) },
		}));
		try {
			const parameters = {
				company_id: '={{ $json.company }}',
				contact_id: '={{ $json.contact }}',
			};
			const { error } = await runAt(server.url, 'company.addContact', parameters, { items });
			expect(error).toBeUndefined();
		} finally {
			await server.close();
		}
		for (const contact of [5, 6]) {
			const ofContact = items.filter(({ json: item }) => item.contact === contact);
			expect(done.filter((one) => one.endsWith(` ${contact}`))).toEqual(
				ofContact.map(({ json: { company } }) => `${company} ${contact}`),
			);
		}
	});

	test('are added again if the answer was lost', async () => {
		const server = await serveFaults({
			answer: () => recorded('account.company.add_contact', 'again', '4.16'),
			fault: ({ repeat }) => (repeat ? undefined : faults['reset after acting']),
		});
		try {
			const parameters = { company_id: 6, contact_id: 81 };
			const { error, items } = await runAt(server.url, 'company.addContact', parameters);
			expect(error).toBeUndefined();
			expect(items[0].json).toMatchObject({ contact_id: 81, company_id: 6 });
			expect(server.received).toHaveLength(2);
		} finally {
			await server.close();
		}
	});

	const version = json({ version: '4.16.2' });

	test.each<[string, unknown, unknown]>([
		['its number', 6, 6],
		['its address', 'https://x.example/app/accounts/1/companies/6', 6],
		['one from the list', { __rl: true, mode: 'list', value: 6 }, 6],
		['nothing', { __rl: true, mode: 'list', value: '' }, null],
		['an empty text', '', null],
	])('get the company by %s', async (_, company_id, sent) => {
		const { received, error } = await run(
			'contact.update',
			{ contact_id: 476, update_fields: { company_id: company_id as IDataObject } },
			[version, json({ payload: { id: 476, company_id: sent } })],
		);
		expect(error).toBeUndefined();
		expect(JSON.parse(received[1].body.toString())).toEqual({ company_id: sent });
	});

	test('cannot get an unknown company: the error names its ID', async () => {
		const { error } = await run(
			'contact.update',
			{ contact_id: 476, update_fields: { company_id: 99999999 } },
			[version, recorded('account.contact.update', 'bad-company_id', '4.16')],
		);
		expect(error?.message).toBe(
			'Contact 476 or Company 99999999 is not in account 1: Resource could not be found',
		);
	});

	test('cannot get a company that the service ignores: the error says why', async () => {
		const { error } = await run(
			'contact.update',
			{ contact_id: 476, update_fields: { company_id: 6 } },
			[version, json({ payload: { id: 476, name: 'Ann' } })],
		);
		expect(error?.message).toBe('Chatwoot did not save Company');
		expect(error?.description).toContain('an account feature may be disabled');
	});
});
