import type { IDataObject } from 'n8n-workflow';
import { contact as contactResource } from '../../../nodes/CustomerConversation/resources/contact';
import { oldest, versionOf, type Release } from '../../../truth/recordings';
import { onEachRelease } from '../../support/releases';
import { json, runAt } from '../../support/run';
import { listen, type Received } from '../../support/server';

type Row = Record<string, unknown>;

jest.setTimeout(60_000);

/** Half past midnight in Berlin: yet another day in UTC. */
const NOW = Date.parse('2026-11-21T23:30:00Z');
const TODAY = '2026-11-21';
const BERLIN = { timezone: 'Europe/Berlin' };

beforeEach(() => jest.spyOn(Date, 'now').mockReturnValue(NOW));
afterEach(() => jest.restoreAllMocks());

const dayBefore = (days: number, from = TODAY) =>
	new Date(Date.parse(from) - days * 86_400_000).toISOString().slice(0, 10);

/** Contacts of many days, with equal, empty and differing values. */
const CONTACTS: Row[] = Array.from({ length: 40 }, (_, index) => ({
	id: index + 1,
	name: `Name ${(index * 7) % 40}`,
	email: index % 5 ? `a${(index * 11) % 40}@example.com` : null,
	phone_number: `+49${index % 3 ? '170' : '30170'}${1000 + ((index * 13) % 40)}`,
	identifier: index % 4 ? `id-${index}` : null,
	created_at: Date.parse(dayBefore(index % 20)) / 1000 + index,
	last_activity_at: Date.parse(dayBefore(index % 7)) / 1000,
	additional_attributes: {
		city: ['Berlin', 'Oslo', 'Rome'][index % 3],
		country: ['Germany', 'Norway', 'Italy'][index % 3],
		company_name: ['Acme', 'Blue', 'Cold'][index % 3],
		// What an import of 4.10 filled.
		...(index % 10 ? {} : { company: ['Acme', 'Blue', 'Cold'][index % 3] }),
	},
	custom_attributes: index % 2 ? { plan: index % 4 === 1 ? 'gold' : 'free' } : {},
}));

const dayOf = (seconds: unknown) => new Date(Number(seconds) * 1000).toISOString().slice(0, 10);

/** Keys in the order in which the server applies them, whatever the order that was sent. */
const sortedBy = (release: Release) => [
	...['email', 'name', 'phone_number', 'last_activity_at', 'created_at'],
	release === oldest ? 'company' : 'company_name',
];

const valueOf = (row: Row, key: string) =>
	key in row ? row[key] : (row.additional_attributes as Row)[key];

/** As an item tells it. */
const sortValue = (row: Row, key: string) => {
	const value = valueOf(row, key);
	return typeof value === 'number' ? new Date(value * 1000).toISOString() : value;
};

const compare = (one: unknown, other: unknown) => {
	if (one === other) return 0;
	if (one === null || other === null) return one === null ? 1 : -1;
	return typeof one === 'number' ? one - Number(other) : String(one) < String(other) ? -1 : 1;
};

/** A page; among equal values another order each time, as a database may give it. */
function page(rows: Row[], release: Release, { query }: Received, turn: number) {
	const params = new Map(query);
	const wanted = (params.get('sort') ?? '').split(',').map((key) => key.replace('-', ''));
	const down = (key: string) =>
		(params.get('sort') ?? '').split(',').includes(`-${key}`) ? -1 : 1;
	const keys = [...sortedBy(release), 'city', 'country'].filter((key) => wanted.includes(key));
	const mixed = [...rows.slice(turn % rows.length), ...rows.slice(0, turn % rows.length)];
	const sorted = mixed.toSorted((one, other) => {
		for (const key of keys) {
			const found = compare(valueOf(one, key), valueOf(other, key)) * down(key);
			if (found) return found;
		}
		return 0;
	});
	const from = (Number(params.get('page') ?? 1) - 1) * 15;
	return json({ meta: { count: rows.length }, payload: sorted.slice(from, from + 15) });
}

class Refused extends Error {
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}

const ISO = /^\d{4}-?\d\d-?\d\d(T\d\d:?\d\d.*)?$/;

/** Whether a contact fulfils a condition, as the release reads it. */
function fulfils(row: Row, condition: Row, release: Release): boolean {
	const { attribute_key: key, filter_operator: operator } = condition as Record<string, string>;
	const values = condition.values as unknown[];
	const stored = valueOf(row, key) ?? (row.custom_attributes as Row)[key] ?? null;
	const invalid = new Refused(422, `Invalid value. The values provided for ${key} are invalid`);
	if ((release === oldest ? 'company_name' : 'company') === key)
		throw new Refused(422, `Invalid attribute key - [${key}].`);
	if (typeof values[0] === 'number' && typeof stored === 'string')
		throw new Refused(500, 'Internal Server Error');
	const first = String(values[0]);
	switch (operator) {
		case 'equal_to':
		case 'starts_with':
			return stored === first;
		case 'not_equal_to':
			return stored !== null && stored !== first;
		case 'contains':
			return stored !== null && values.some((value) => String(stored).includes(String(value)));
		case 'days_before':
			if (release === '4.16') throw new Refused(500, 'Internal Server Error');
			return dayOf(stored) < dayBefore(parseInt(first, 10) || 0);
		case 'is_less_than':
		case 'is_greater_than': {
			if (!ISO.test(first)) throw release === '4.16' ? invalid : new Refused(500, 'Internal');
			const day = first.replace(/^(\d{4})-?(\d\d)-?(\d\d).*/, '$1-$2-$3');
			return operator === 'is_less_than' ? dayOf(stored) < day : dayOf(stored) > day;
		}
		default:
			throw new Refused(422, `Invalid operator. ${operator}`);
	}
}

/** AND binds before OR; a custom attribute that is not equal brings an OR of its own. */
function found(conditions: Row[], release: Release): Row[] {
	return CONTACTS.filter((row) => {
		const groups = [true];
		let joint = 'and';
		for (const [index, condition] of conditions.entries()) {
			const fits = fulfils(row, condition, release);
			if (joint === 'and') groups[groups.length - 1] &&= fits;
			else groups.push(fits);
			joint = String(condition.query_operator).toLowerCase();
			if (condition.attribute_key === 'plan' && condition.filter_operator === 'not_equal_to') {
				if (index < conditions.length - 1) throw new Refused(500, 'Internal Server Error');
				groups.push((row.custom_attributes as Row).plan === undefined);
			}
		}
		return groups.some(Boolean);
	});
}

const bodyOf = ({ body }: Received) =>
	(body.length ? JSON.parse(body.toString()) : {}) as Record<string, never>;

/** A service of this release, and what is sent to it beside the question for its version. */
async function serviceOf(release: Release) {
	const server = await listen((request, turn) => {
		if (request.path === '/api') return json({ version: versionOf(release) });
		try {
			if (/contacts\/filter$/.test(request.path))
				return page(found(bodyOf(request).payload, release), release, request, turn);
			if (/contacts(\/search)?$/.test(request.path)) return page(CONTACTS, release, request, turn);
			if (/conversations$/.test(request.path))
				return json({ data: { meta: { all_count: 0 }, payload: [] } });
			if (/conversations\/filter$/.test(request.path))
				return json({ meta: { all_count: 0 }, payload: [] });
			return json({ ...bodyOf(request), id: 1 });
		} catch (error) {
			if (error instanceof Refused) return json({ error: error.message }, error.status);
			throw error;
		}
	});
	return {
		...server,
		// Not what is asked about the server, the labels of the account, or an empty list.
		sent: () =>
			server.received.filter(
				({ path }) => !/^\/api(\/v1\/(profile|accounts\/\d+\/labels))?$/.test(path),
			),
		versionRequests: () => server.received.filter(({ path }) => path === '/api').length,
	};
}

type Service = Awaited<ReturnType<typeof serviceOf>>;

const proof = (prove: (service: Service, release: Release) => Promise<void>) =>
	async function onRelease(release: Release) {
		const service = await serviceOf(release);
		try {
			await prove(service, release);
		} finally {
			await service.close();
		}
	};

const condition = (attribute_key: string, filter_operator: string, ...values: unknown[]): Row => ({
	attribute_key,
	filter_operator,
	values,
	query_operator: null,
});

const filterContacts = async ({ url }: Service, ...payload: Row[]) =>
	await runAt(
		url,
		'contact.filter',
		{ sort: 'created_at', payload: payload as unknown as IDataObject[], returnAll: true },
		BERLIN,
	);

const idsOf = ({ items, error }: Awaited<ReturnType<typeof runAt>>) => {
	if (error) throw error;
	return items.map(({ json: row }) => Number(row.id)).sort((one, other) => one - other);
};

const idsWhere = (fits: (row: Row) => boolean) => CONTACTS.filter(fits).map(({ id }) => Number(id));

onEachRelease(
	'finds with days_before what is older than so many days',
	proof(async (service) => {
		for (const key of ['created_at', 'last_activity_at'])
			for (const days of [1, '3', 12])
				expect(idsOf(await filterContacts(service, condition(key, 'days_before', days)))).toEqual(
					idsWhere((row) => dayOf(row[key]) < dayBefore(Number(days))),
				);
		await runAt(service.url, 'contact.export', {
			additional_fields: { payload: [condition('created_at', 'days_before', 3)] as never },
		});
		await runAt(service.url, 'conversation.filter', {
			payload: [condition('r2_day', 'days_before', '3')] as never,
		});
		for (const request of service.sent().slice(-2))
			expect(bodyOf(request).payload).toEqual([
				expect.objectContaining({ filter_operator: 'is_less_than', values: [dayBefore(3)] }),
			]);
		const before = service.received.length;
		for (const days of [0, -1, 'seven', 999, 1.5, null]) {
			const { error } = await filterContacts(service, condition('created_at', 'days_before', days));
			expect(error?.message).toMatch(/created_at must be a number of days from 1 to 998, not /);
		}
		expect(service.received.length).toBe(before);
	}),
);

onEachRelease(
	'keeps days_before in a saved view if it works there, and says if it does not',
	proof(async (service, release) => {
		const { error } = await runAt(service.url, 'customFilter.create', {
			name: 'Old',
			filter_type: 'contact',
			conditions: [
				{ ...condition('created_at', 'days_before', '7'), query_operator: 'and' },
				condition('last_activity_at', 'days_before', '7'),
			] as never,
		});
		if (release === '4.16') {
			const words =
				'with days_before fails on Chatwoot 4.11.2 to 4.16: use is_less_than with a date (this server runs 4.16.2)';
			expect(error?.message).toBe(
				`Conditions entry 1: created_at ${words}; Conditions entry 2: last_activity_at ${words}`,
			);
			expect(service.sent()).toEqual([]);
		} else {
			expect(error).toBeUndefined();
			expect(bodyOf(service.sent()[0])).toMatchObject({
				query: {
					payload: [1, 2].map(() => ({ filter_operator: 'days_before', values: ['7'] })),
				},
			});
		}
	}),
);

onEachRelease(
	'sends the company under the name that the server has for it',
	proof(async (service, release) => {
		const companyKey = release === oldest ? 'company' : 'company_name';
		for (const written of ['company', 'company_name']) {
			const rows = [condition(written, 'equal_to', 'Acme')];
			expect(idsOf(await filterContacts(service, ...rows))).toEqual(
				idsWhere((row) => valueOf(row, companyKey) === 'Acme'),
			);
			await runAt(service.url, 'contact.export', { additional_fields: { payload: rows as never } });
			await runAt(service.url, 'customFilter.update', {
				custom_filter_id: 1,
				filter_type: 'contact',
				conditions: rows as never,
			});
			const [exported, view] = service.sent().slice(-2).map(bodyOf);
			expect(exported.payload).toEqual([{ ...rows[0], attribute_key: companyKey }]);
			expect(view.query).toEqual({ payload: [{ ...rows[0], attribute_key: companyKey }] });
		}
		expect(service.versionRequests()).toBe(6);
		await filterContacts(service, condition('name', 'contains', 'Nobody'));
		expect(service.versionRequests()).toBe(6);
	}),
);

const RULE = {
	name: 'Rule',
	event_name: 'conversation_created',
	conditions: '[]',
	actions: [{ action_name: 'add_label', action_params: ['vip'] }],
};

onEachRelease(
	'stores a rule about the company if it can match, and refuses it otherwise',
	proof(async (service, release) => {
		for (const written of ['company', 'company_name']) {
			const conditions = [condition(written, 'contains', 'Acme')] as never;
			const { error } = await runAt(service.url, 'automationRule.create', { ...RULE, conditions });
			if (release === '4.10') {
				expect(error?.message).toBe(
					'Conditions entry 1: company_name never matches in a rule before Chatwoot 4.14 (this server runs 4.10.0)',
				);
				expect(service.sent()).toEqual([]);
			} else
				expect(bodyOf(service.sent().at(-1) as Received).conditions).toMatchObject([
					{ attribute_key: 'company_name' },
				]);
		}
	}),
);

onEachRelease(
	'finds phone numbers that start with digits',
	proof(async (service) => {
		for (const start of ['+49170', '49170', 49170, '+49 (170)'])
			expect(
				idsOf(await filterContacts(service, condition('phone_number', 'starts_with', start))),
			).toEqual(idsWhere((row) => String(row.phone_number).startsWith('+49170')));
		const { error } = await filterContacts(
			service,
			condition('phone_number', 'starts_with', 'extern'),
		);
		expect(error?.message).toBe(
			'Conditions entry 1: phone_number must be the beginning of a number, such as +49170, not "extern"',
		);
	}),
);

onEachRelease(
	'keeps every order that lists of contacts offer, and the list whole',
	proof(async (service) => {
		const [field] = contactResource.operations.getAll.query ?? [];
		const offered = ('property' in field ? (field.property.options ?? []) : []) as Array<{
			value: string;
		}>;
		expect(offered).toHaveLength(10);
		for (const { value: sort } of offered) {
			const key = sort.replace('-', '');
			for (const operation of ['contact.getAll', 'contact.filter']) {
				const { items, error } = await runAt(service.url, operation, {
					sort,
					payload: [condition('name', 'contains', 'Name')] as never,
					returnAll: true,
				});
				expect(error).toBeUndefined();
				const values = items.map(({ json: row }) => row[key]);
				const up = CONTACTS.map((row) => sortValue(row, key)).toSorted(compare);
				expect([sort, values]).toEqual([sort, sort === key ? up : up.toReversed()]);
				expect(new Set(items.map(({ json: row }) => row.id)).size).toBe(CONTACTS.length);
			}
		}
		const { error } = await runAt(service.url, 'contact.getAll', { sort: 'city' });
		expect(error?.message).toMatch(/^Sort must be one of /);
	}),
);

onEachRelease(
	'refuses a date that is none, or that only one release reads, before it is sent',
	proof(async (service) => {
		const wrong = [
			...['last week', '2026/01/31', '01/31/2026', '2026-01-31 10:00:00', '2026-02-30', ''],
			...['1767225600', 1767225600, '2026-W05', '2026-01-31T10', true, null, { day: 1 }],
		];
		for (const key of ['created_at', 'last_activity_at'])
			for (const value of wrong) {
				const { error } = await filterContacts(service, condition(key, 'is_less_than', value));
				expect(error?.message).toBe(
					`Conditions entry 1: ${key} must be a date such as 2026-11-24, not ${JSON.stringify(value)}`,
				);
			}
		const { error } = await filterContacts(service, condition('day', 'is_less_than', 'last week'));
		expect(error?.message).toBe(
			'Conditions entry 1: day must be a date such as 2026-11-24 or a number, not "last week"',
		);
		expect(service.received).toEqual([]);
		const right = [dayBefore(5), dayBefore(5).replaceAll('-', ''), `${dayBefore(5)}T10:00:00Z`];
		for (const value of right)
			expect(
				idsOf(await filterContacts(service, condition('created_at', 'is_greater_than', value))),
			).toEqual(idsWhere((row) => dayOf(row.created_at) > dayBefore(5)));
		for (const date of ['DateTime.fromISO("2026-11-16")', 'new Date("2026-11-16")']) {
			const made = await runAt(service.url, 'contact.filter', {
				sort: 'created_at',
				returnAll: true,
				payload: `={{ [{ attribute_key: "created_at", filter_operator: "is_greater_than", values: [${date}] }] }}`,
			});
			expect(idsOf(made)).toEqual(idsWhere((row) => dayOf(row.created_at) > dayBefore(5)));
		}
	}),
);

onEachRelease(
	'refuses a condition that the service reads only in part',
	proof(async (service) => {
		const refusals: Array<[Row[], string]> = [
			[
				[condition('email', 'equal_to', 'a@example.com', 'b@example.com')],
				'entry 1: email accepts one value with equal_to; Chatwoot ignores the others',
			],
			[
				[condition('created_at', 'is_less_than', '2026-01-01', '2026-02-01')],
				'entry 1: created_at accepts one value with is_less_than; Chatwoot ignores the others',
			],
			[
				[
					{ ...condition('name', 'contains', 'Name'), query_operator: 'and' },
					condition('plan', 'not_equal_to', 'gold'),
				],
				'entry 2: plan with not_equal_to matches every record without a value, whatever the other conditions say: use it as the only condition, or as the last one after OR',
			],
			[
				[
					{ ...condition('plan', 'not_equal_to', 'gold'), query_operator: 'and' },
					condition('name', 'contains', 'Name'),
				],
				'entry 1: plan with not_equal_to matches every record without a value, whatever the other conditions say: use it as the only condition, or as the last one after OR',
			],
			[
				[condition('plan', 'nonsense', 'gold')],
				'entry 1: plan does not support nonsense: use equal_to, not_equal_to, contains, does_not_contain, is_present, is_not_present, is_greater_than, is_less_than, days_before',
			],
		];
		for (const [rows, words] of refusals)
			expect((await filterContacts(service, ...rows)).error?.message).toBe(`Conditions ${words}`);
		expect(service.received).toEqual([]);
		const isOther = ({ custom_attributes }: Row) => (custom_attributes as Row).plan !== 'gold';
		expect(idsOf(await filterContacts(service, condition('plan', 'not_equal_to', 'gold')))).toEqual(
			idsWhere(isOther),
		);
		const both = [
			{ ...condition('name', 'equal_to', 'Name 7'), query_operator: 'OR' },
			condition('plan', 'not_equal_to', 'gold'),
		];
		expect(idsOf(await filterContacts(service, ...both))).toEqual(
			idsWhere((row) => row.name === 'Name 7' || isOther(row)),
		);
		for (const key of ['email', 'identifier']) {
			const other = await filterContacts(service, condition(key, 'not_equal_to', 'x'));
			expect(idsOf(other)).toEqual(idsWhere((row) => row[key] !== null));
		}
	}),
);

onEachRelease(
	'searches for a part of the conversation number if the server can',
	proof(async (service, release) => {
		const { error } = await runAt(service.url, 'conversation.filter', {
			payload: [condition('display_id', 'contains', 1)] as never,
		});
		if (release === '4.10')
			expect(error?.message).toBe(
				'Conditions entry 1: display_id only supports equal_to and not_equal_to before Chatwoot 4.11 (this server runs 4.10.0)',
			);
		expect(service.sent().map((request) => bodyOf(request).payload)).toEqual(
			release === '4.10' ? [] : [[condition('display_id', 'contains', '1')]],
		);
	}),
);

onEachRelease(
	'takes a rule without conditions, which acts always, and refuses one without actions',
	proof(async (service) => {
		const none = { rows: [] as never[] };
		const create = async (fields: IDataObject) =>
			await runAt(
				service.url,
				'automationRule.create',
				{ ...RULE, ...fields },
				{ items: [{ json: none }] },
			);
		const empty = ['', ' ', [], '[]', '={{ [] }}', '={{ $json.rows }}', '={{ "" }}'];
		for (const conditions of empty) {
			expect((await create({ conditions })).error).toBeUndefined();
			expect(bodyOf(service.sent().at(-1) as Received).conditions).toEqual([]);
		}
		const before = service.received.length;
		for (const conditions of ['={{ $json.row }}', '={{ null }}'])
			expect((await create({ conditions })).error?.message).toBe(
				'Conditions is empty: the expression returned nothing',
			);
		for (const actions of empty) {
			const macro = { name: 'a', visibility: 'global', actions };
			for (const { error } of [
				await create({ actions }),
				await runAt(service.url, 'macro.create', macro),
			])
				expect(error?.message).toMatch(
					/^Actions is empty: (fill it in|the expression returned nothing)$/,
				);
		}
		expect(service.received.length).toBe(before);
	}),
);

onEachRelease(
	'refuses an order of conversations that the server does not know',
	proof(async (service, release) => {
		for (const sort_by of ['unread', 'priority_desc_created_at_asc', 'priority_desc']) {
			const before = service.sent().length;
			const { error } = await runAt(service.url, 'conversation.getAll', { sort_by });
			const isOld = release === '4.10' && sort_by !== 'priority_desc';
			expect(service.sent().length - before).toBe(isOld ? 0 : 1);
			expect(error?.message).toBe(
				isOld
					? `Sort has ${sort_by}, which requires Chatwoot 4.16 or later (this server runs 4.10.0)`
					: undefined,
			);
		}
	}),
);
