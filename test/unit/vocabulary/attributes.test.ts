import { type IDataObject } from 'n8n-workflow';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { releases } from '../../../truth/recordings';
import { json, originalOf, runAt } from '../../support/run';
import { searching } from '../../support/searching';
import { listen } from '../../support/server';
import { sent } from '../../support/sent';

/** What an account defines, one of each type. */
const DEFINED: Record<string, string> = {
	...{ größe: 'list', seats: 'number', fee: 'currency', share: 'percent' },
	...{ since: 'date', vip: 'checkbox', page: 'link', note: 'text' },
};

/** What is typed into each column, and what goes out of it. */
const TYPED: IDataObject = {
	...{ größe: 'Süd', seats: '42', fee: '9.50', share: 12.5 },
	...{ since: "={{ DateTime.fromISO('2026-10-01T23:30', { zone: 'Asia/Tokyo' }) }}", vip: 'false' },
	...{ page: 'https://köln.example/', note: 'Köln, "Süd"' },
};
const ATTRIBUTES: IDataObject = {
	...{ ...TYPED, seats: 42, fee: 9.5, since: '2026-10-01', vip: false },
};

type Model = 'contact' | 'conversation';

/** Columns as the panel stores them, made of what the service defines. */
async function mapping(of: Model, value: IDataObject | null): Promise<IDataObject> {
	const service = await listen(() =>
		json(
			Object.entries(DEFINED).map(([key, type]) => ({
				attribute_key: key,
				attribute_display_name: `The ${key}`,
				attribute_display_type: type,
				attribute_values: type === 'list' ? ['Nord', 'Süd', '3'] : [],
			})),
		),
	);
	const credentials = { base_url: service.url, api_access_token: 'secret-token' };
	const { resourceMapping } = new CustomerConversation().methods;
	const list = resourceMapping[`${of}Attributes`];
	const { fields } = await list.call(searching(credentials, { account_id: 3 }));
	await service.close();
	const mappingMode = value ? 'defineBelow' : 'autoMapInputData';
	return { mappingMode, value, schema: fields as unknown as IDataObject[] };
}

/** Operations that take attributes: other parameters, the parameter with columns, where JSON stands. */
const TAKING: Array<[string, { of: Model; more: IDataObject; columns?: string; json: string }]> = [
	...(['contact.create', 'contact.upsert'] as const).map((id): (typeof TAKING)[number] => [
		id,
		{ of: 'contact', more: { email: 'ann@example.com' }, json: 'additional_fields' },
	]),
	['contact.update', { of: 'contact', more: { contact_id: 5 }, json: 'update_fields' }],
	...['create', 'findOrCreate'].map((id): (typeof TAKING)[number] => [
		`conversation.${id}`,
		{ of: 'conversation', more: { contact_id: 5, inbox_id: 2 }, json: 'additional_fields' },
	]),
	...['set', 'replace'].map((verb): (typeof TAKING)[number] => [
		`conversation.${verb}CustomAttributes`,
		{
			of: 'conversation',
			more: { conversation_id: 5, ...(verb === 'replace' ? { replace_with: 'chosen' } : {}) },
			columns: 'custom_attributes_columns',
			json: '',
		},
	]),
];

/** The requests that carry them. */
const CARRYING =
	/accounts\/\d+\/(contacts|contacts\/5|conversations|conversations\/5\/custom_attributes)$/;

describe.each(releases)('custom attributes on %s', (release) => {
	test.each(TAKING)('%s: columns ask for what JSON asks for', async (operation, taking) => {
		const { of, more, columns = 'custom_attributes', json: inside } = taking;
		const as = async (parameters: IDataObject) =>
			await sent(release, operation, { ...more, ...parameters }, CARRYING);
		const asJson = async (custom_attributes: IDataObject | string) =>
			await as(inside ? { [inside]: { custom_attributes } } : { custom_attributes });
		const mapped = await as({ [columns]: await mapping(of, TYPED) });
		expect(mapped.body?.custom_attributes).toEqual(ATTRIBUTES);
		expect(await asJson(ATTRIBUTES)).toEqual(mapped);
		expect(await asJson(JSON.stringify(ATTRIBUTES))).toEqual(mapped);
		expect(await asJson(`={{ ${JSON.stringify(ATTRIBUTES)} }}`)).toEqual(mapped);

		const { refused } = await as({
			[columns]: await mapping(of, { größe: 'West', seats: 'many', vip: 'maybe', since: 'soon' }),
		});
		for (const words of [
			'Custom Attributes: The größe must be one of 3, Nord, Süd',
			'The seats must be a number',
			'The vip must be true or false',
			'The since must be a date such as 2026-11-24',
		])
			expect(refused).toContain(words);
		const unknown = await as({ [columns]: await mapping(of, { gone: 1 }) });
		expect(unknown.refused).toContain('has gone, which Chatwoot does not have');
	});
});

describe('custom attributes of a conversation', () => {
	const change = async (verb: string, parameters: IDataObject) => {
		const more = { conversation_id: 5, ...(verb === 'replace' ? { replace_with: 'chosen' } : {}) };
		const operation = `conversation.${verb}CustomAttributes`;
		return await sent('4.16', operation, { ...more, ...parameters }, /custom_attributes$/);
	};
	const note = { note: 'new' };

	test.each(['set', 'replace'])('%s: either way counts where it is chosen', async (verb) => {
		const body = { custom_attributes: note };
		const columns = async (value: IDataObject) => ({
			custom_attributes_columns: await mapping('conversation', value),
		});
		// The panel of a workflow that has JSON alone stores columns without a value.
		const opened = await change(verb, { ...(await columns({ vip: null })), ...body });
		expect(opened.body).toMatchObject(body);
		const both = { ...(await columns(note)), custom_attributes: { vip: true } };
		expect((await change(verb, both)).body).toMatchObject(body);
		const chosen = await change(verb, { ...both, specify_custom_attributes: 'json' });
		expect(chosen.body?.custom_attributes).toEqual({ vip: true });
		const nothing = await change(verb, await columns({ vip: null, note: '' }));
		expect(nothing.refused).toContain('Custom Attributes is empty: fill it in');
	});

	test('what is not in the columns stays, or goes', async () => {
		const server = await listen(({ path, method }) =>
			path === '/api'
				? json({ version: '4.10.0' })
				: json({ id: 5, custom_attributes: method === 'GET' ? { old: 1, note: 'old' } : {} }),
		);
		const custom_attributes_columns = await mapping('conversation', note);
		for (const [verb, wanted] of [
			['set', { old: 1, note: 'new' }],
			['replace', { note: 'new' }],
		] as const) {
			const parameters = { conversation_id: 5, replace_with: 'chosen', custom_attributes_columns };
			const id = `conversation.${verb}CustomAttributes`;
			const { error } = await runAt(server.url, id, parameters, {
				node: originalOf('CustomerConversation'),
			});
			expect(error).toBeUndefined();
			const { body } = server.received.filter(({ method }) => method === 'POST').slice(-1)[0];
			expect(JSON.parse(String(body))).toMatchObject({ custom_attributes: wanted });
		}
		await server.close();
	});

	test('each item gives its own, and one without any is told where it would remove all', async () => {
		const server = await listen(({ path }) =>
			json(path === '/api' ? { version: '4.16.2' } : { id: 5, custom_attributes: {} }),
		);
		const rows: IDataObject[] = [
			{ id: 7, größe: 'Nord', seats: '1', other: 'x' },
			{ id: 8, größe: null, vip: true },
			{ id: 9, größe: 3 },
		];
		const parameters = {
			conversation_id: '={{ $json.id }}',
			replace_with: 'chosen',
			custom_attributes_columns: await mapping('conversation', null),
		};
		const replace = async (items: IDataObject[]) =>
			await runAt(server.url, 'conversation.replaceCustomAttributes', parameters, {
				node: originalOf('CustomerConversation'),
				items: items.map((item) => ({ json: item })),
			});
		expect((await replace(rows)).error).toBeUndefined();
		const bodies = server.received
			.filter(({ method }) => method === 'POST')
			.map(({ path, body }) => [path.split('/').at(-2), JSON.parse(String(body)) as unknown]);
		expect(Object.fromEntries(bodies)).toEqual({
			7: { custom_attributes: { größe: 'Nord', seats: 1 } },
			8: { custom_attributes: { vip: true } },
			9: { custom_attributes: { größe: '3' } },
		});
		const { error } = await replace([{ id: 7, größe: '' }]);
		expect(error?.message).toContain(
			'is empty: to remove all attributes, set Replace With to No Attributes',
		);
		await server.close();
	});
});
