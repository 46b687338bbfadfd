import { Expression, type IDataObject } from 'n8n-workflow';
import { CustomerConversation } from '../../../nodes/CustomerConversation/CustomerConversation.node';
import { CustomerConversationClient } from '../../../nodes/CustomerConversationClient/CustomerConversationClient.node';
import { ServiceError } from '../../../nodes/shared/faults';
import { contextsOf } from '../../../nodes/shared/transport/contexts';
import { readError, refusal, unreachable } from '../../../nodes/shared/transport/errors';
import { settingsOf } from '../../../nodes/shared/transport/request';
import { newRun, persist, sideBySide } from '../../../nodes/shared/transport/run';
import { startSandbox } from '../../../sandbox/server';
import { allRecordings, recording, releases } from '../../../truth/recordings';
import { deferred, fastClock, timeoutsByHand, timersSet } from '../../support/clock';
import { contextOf, runNode } from '../../support/core';
import { json, JSON_TYPE, run, runAt, serve, TOKEN } from '../../support/run';
import { listen, type Answer } from '../../support/server';

fastClock();
afterEach(() => jest.restoreAllMocks());

const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

const contactWith = (fields: IDataObject) => ({ additional_fields: fields });

describe('bad input is refused before anything is sent', () => {
	const create = 'contact.create';
	const rule = (fields: IDataObject) => ({ automation_rule_id: 1, update_fields: fields });
	const condition = { attribute_key: 'status', filter_operator: 'equal_to', values: ['open'] };
	const portal = (fields: IDataObject) => ({
		portal_path: 'portal',
		portal_slug: 'help',
		update_fields: fields,
	});
	const labels = (value: unknown) => ({
		q: 'a',
		sort: 'name',
		options: { labels: value as string },
	});
	test.each<[string, string, IDataObject, RegExp]>([
		[
			'an empty required text',
			'contact.search',
			{ q: ' ', sort: 'name' },
			/^Search Text is empty: fill it in$/,
		],
		[
			'an empty locator',
			'inbox.get',
			{ inbox_id: { __rl: true, mode: 'list', value: '' } },
			/^Inbox is empty/,
		],
		[
			'a text as id',
			'inbox.get',
			{ inbox_id: '211abc' },
			/^Inbox must be a numeric ID, not "211abc"$/,
		],
		['a decimal as id', 'inbox.get', { inbox_id: 211.5 }, /^Inbox must be a numeric ID/],
		['zero as id', 'inbox.get', { inbox_id: 0 }, /^Inbox must be a numeric ID/],
		[
			'an address of something else',
			'inbox.get',
			{
				inbox_id: { __rl: true, mode: 'url', value: 'https://x.example/app/accounts/1/contacts/3' },
			},
			/^Inbox is not a dashboard URL of this kind of record$/,
		],
		['nothing to send', create, {}, /^There is nothing to send: add at least one field$/],
		[
			'a bad e-mail address',
			create,
			{ email: 'ann at example' },
			/^Email must be an email address/,
		],
		[
			'a phone number without a country code',
			create,
			{ phone_number: '0151 1234567' },
			/^Phone Number "0151 1234567" has no country code: .*, such as \+4915112345678, or set Default Country/,
		],
		[
			'broken JSON',
			create,
			contactWith({ custom_attributes: '{"a":' }),
			/^Custom Attributes is not valid JSON: /,
		],
		[
			'a list in place of an object',
			create,
			contactWith({ custom_attributes: '[1]' }),
			/^Custom Attributes must be a JSON object$/,
		],
		[
			'an object in place of a text',
			create,
			{ name: { first: 'Ann' } },
			/^Name must be text, not an object\. Use one of its values, such as \{\{ \$json\.x\.first \}\}$/,
		],
		[
			'a list in place of a text',
			create,
			{ name: ['Ann', 'Bo'] },
			/^Name must be text, not a list of 2 entries\. Join it: \{\{ \$json\.x\.join\(', '\) \}\}$/,
		],
		[
			'too long a text',
			create,
			{ name: 'x'.repeat(256) },
			/^Name has 256 characters; the maximum is 255$/,
		],
		[
			'a missing binary field',
			create,
			contactWith({ avatar: 'photo' }),
			/^Avatar Binary Field names the binary field "photo", which the input item does not have \(it has no binary data\)$/,
		],
		[
			'a text for a number',
			'account.update',
			{ update_fields: { auto_resolve_after: 'soon' } },
			/^Auto Resolve After must be a whole number from 10 to 1439856$/,
		],
		[
			'too small a number',
			'account.update',
			{ update_fields: { auto_resolve_after: 9 } },
			/from 10 to 1439856/,
		],
		[
			'too large a number',
			'account.update',
			{ update_fields: { auto_resolve_after: 1439857 } },
			/from 10 to 1439856/,
		],
		[
			'a fraction',
			'account.update',
			{ update_fields: { auto_resolve_after: 60.5 } },
			/from 10 to 1439856/,
		],
		[
			'an unknown choice',
			'account.update',
			{ update_fields: { locale: 'pt-BR' } },
			/^Locale must be one of ar, bg/,
		],
		[
			'a choice that every object has',
			'account.update',
			{ update_fields: { locale: 'constructor' } },
			/^Locale must be one of ar, bg/,
		],
		[
			'neither true nor false',
			'account.update',
			{ update_fields: { audio_transcriptions: 'perhaps' } },
			/^Audio Transcriptions must be true or false$/,
		],
		[
			'emptying what cannot be empty',
			'account.update',
			{ update_fields: { name: '' } },
			/^Name cannot be emptied: fill it in, or remove the field$/,
		],
		[
			'set and cleared at once',
			'account.update',
			{ update_fields: { domain: 'x.example', clear_fields: ['domain'] } },
			/^Domain is set and also listed in Clear Fields$/,
		],
		[
			'what cannot be cleared, by expression',
			'account.update',
			{ update_fields: { domain: 'x.example', clear_fields: '={{ "support_email, nam" }}' } },
			/^Clear Fields cannot contain nam: choose from .*domain/,
		],
		[
			'a layout that is too long',
			'account.updateBrandedEmailLayout',
			{ layout: 'set', branded_email_layout: 'ü'.repeat(262145) },
			/^Branded Email Layout has 262145 characters; the maximum is 262144$/,
		],
		[
			'a default locale alone',
			'portal.update',
			{
				portal_path: 'portal',
				portal_slug: 'help',
				update_fields: { config: { values: { default_locale: 'en' } } },
			},
			/^Locales: Allowed Locales is empty: choose at least one$/,
		],
		[
			'emptying what no field of the operation can be',
			'cannedResponse.update',
			{ canned_response_id: 1, update_fields: { short_code: 'hi', content: '' } },
			/^Content cannot be emptied: fill it in, or remove the field$/,
		],
		[
			'an inbox alone',
			'portal.update',
			{ portal_path: 'portal', portal_slug: 'help', update_fields: { inbox_id: 3 } },
			/^Inbox cannot be updated by itself/,
		],
		[
			'a slug that climbs folders',
			'portal.update',
			{ portal_path: 'portal', portal_slug: '..', update_fields: { name: 'x' } },
			/must not be "." or ".."$/,
		],
		[
			'a slug that stays in the folder',
			'portal.update',
			{ portal_path: 'portal', portal_slug: '.', update_fields: { name: 'x' } },
			/must not be "." or ".."$/,
		],
		[
			'conditions without a joint',
			'automationRule.update',
			rule({ conditions: [condition, condition] }),
			/^Conditions \(JSON\) entry 1: query_operator must be AND or OR$/,
		],
		[
			'a joint after the last condition',
			'automationRule.update',
			rule({ conditions: [{ ...condition, query_operator: 'AND' }] }),
			/^Conditions \(JSON\) entry 1: query_operator must be empty in the last entry$/,
		],
		[
			'condition values as a text',
			'automationRule.update',
			rule({ conditions: [{ ...condition, values: 'open' }] }),
			/^Conditions \(JSON\) entry 1: values must be a list$/,
		],
		[
			'action parameters as a text',
			'automationRule.update',
			rule({ actions: [{ action_name: 'send_message', action_params: 'Hi' }] }),
			/^Actions \(JSON\) entry 1: action_params must be a list$/,
		],
		[
			'a date that is none',
			'report.getAgentSummary',
			{ period: 'between', since: 'yesterday', until: '2026-11-01' },
			/^Since must be a date such as 2026-11-24/,
		],
		[
			'milliseconds',
			'report.getAgentSummary',
			{ period: 'between', since: 1790812800000, until: '2026-11-01' },
			/^Since looks like milliseconds/,
		],
		[
			'one date alone',
			'report.getAgentSummary',
			{ period: 'between', since: '2026-10-01', until: '' },
			/^Until is empty/,
		],
		[
			'a period that ends before it begins',
			'report.getAgentSummary',
			{ period: 'between', since: '2026-11-01', until: '2026-10-01' },
			/^Until must be later than Since$/,
		],
		[
			'an unknown time zone',
			'report.getAgentSummary',
			{ period: 'last_week', options: { timezone: 'Mars/Olympus' } },
			/^Time Zone must be an IANA time zone such as Europe\/Berlin$/,
		],
		[
			'a limit of nothing',
			'agentBot.getAll',
			{ limit: 0 },
			/^Limit must be a whole number from 1$/,
		],
		[
			'half a row as limit',
			'agentBot.getAll',
			{ limit: 1.5 },
			/^Limit must be a whole number from 1$/,
		],
		['too long an id', 'inbox.get', { inbox_id: '12345678901234567' }, /^Inbox must be a numeric/],
		[
			'an address without a scheme',
			create,
			contactWith({ avatar_url: 'x.example/a.png' }),
			/^Avatar URL must be a URL that begins with/,
		],
		['a colour by name', 'portal.update', portal({ color: 'red' }), /^Color must be a hex color/],
		[
			'a language that is none',
			'portal.update',
			portal({ config: { values: { allowed_locales: ['en', 'xx'], default_locale: 'en' } } }),
			/^Locales: Allowed Locales cannot contain xx: choose from ar, bg/,
		],
		[
			'a way that is none',
			'portal.update',
			{ portal_path: 'other', update_fields: { name: 'x' } },
			/^Address By must be one of portal, none$/,
		],
		[
			'a gap in a list',
			'contact.search',
			labels('vip,,new'),
			/^Label Names or IDs must contain only names or IDs$/,
		],
		[
			'objects in a list',
			'contact.search',
			labels([{}]),
			/^Label Names or IDs must contain only names or IDs$/,
		],
		[
			'an object for a list',
			'contact.search',
			labels({ a: 1 }),
			/^Label Names or IDs must be a list$/,
		],
		[
			'a text as a condition',
			'automationRule.update',
			rule({ conditions: [{ ...condition, query_operator: 'AND' }, 'open'] }),
			/^Conditions \(JSON\) must be a list of objects; entry 2 is not one$/,
		],
		[
			'a condition without its attribute',
			'automationRule.update',
			rule({ conditions: [{ ...condition, attribute_key: ' ' }] }),
			/^Conditions \(JSON\) entry 1: attribute_key must be text$/,
		],
		[
			'a list of values for a change',
			'automationRule.update',
			rule({ conditions: [{ ...condition, filter_operator: 'attribute_changed' }] }),
			/^Conditions \(JSON\) entry 1: values must be an object with from and to$/,
		],
		[
			'no values for a change',
			'automationRule.update',
			rule({
				conditions: [{ ...condition, filter_operator: 'attribute_changed', values: null }],
			}),
			/^Conditions \(JSON\) entry 1: values must be an object with from and to$/,
		],
		[
			'an action without a name',
			'automationRule.update',
			rule({ actions: [{ action_params: ['vip'] }] }),
			/^Actions \(JSON\) entry 1: action_name must be text$/,
		],
		[
			'several faults in a list of conditions',
			'automationRule.update',
			rule({
				conditions: [
					{ filter_operator: 'equal_to', values: 'open' },
					{ ...condition, query_operator: 'or' },
					{ ...condition, values: ['closed'], query_operator: 'AND' },
				],
			}),
			/^Conditions \(JSON\) entry 1: attribute_key must be text, values must be a list, query_operator must be AND or OR; entry 3: query_operator must be empty in the last entry$/,
		],
		[
			'a wrong value beside a wrong shape',
			'automationRule.update',
			rule({
				conditions: [
					{ ...condition, values: ['closed'], query_operator: 'AND' },
					{ ...condition, values: 'open' },
				],
			}),
			/^Conditions \(JSON\) entry 1: status must be open, .*, not "closed"; entry 2: values must be a list$/,
		],
		[
			'several faults in a list of actions',
			'automationRule.update',
			rule({
				actions: [
					{ action_name: 'assign_team', action_params: ['Sales'] },
					{ action_name: 'mute_conversation' },
					{ action_params: [] },
				],
			}),
			/^Actions \(JSON\) entry 1: action_params of assign_team must be a team ID or nil; entry 3: action_name must be text$/,
		],
	])('%s', async (_, operation, parameters, words) => {
		const { error, received, items } = await run(operation, parameters);
		expect(received).toEqual([]);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(words);
		expect(error?.description).toMatch(/→ .*\. Nothing was sent\.$/);
	});

	test('all faults of an item are told together', async () => {
		const { error } = await run('contact.create', { email: 'x', phone_number: '1' });
		expect(error?.message).toMatch(/^Email .*; Phone Number /);
	});

	test('a picture of another type', async () => {
		const { error, received } = await run('contact.create', contactWith({ avatar: 'data' }), [], {
			items: [{ json: {}, binary: { data: { data: '', mimeType: 'text/plain' } } }],
		});
		expect(error?.message).toBe(
			'Avatar Binary Field is a text/plain file; use image/jpeg, image/png, image/gif, image/webp',
		);
		expect(received).toEqual([]);
	});
});

test('values at the edge of what is allowed go out', async () => {
	const layout = '𝒳'.repeat(262144);
	const { received } = await run('account.updateBrandedEmailLayout', {
		layout: 'set',
		branded_email_layout: layout,
	});
	expect(JSON.parse(received[0].body.toString())).toEqual({ branded_email_layout: layout });
	for (const minutes of [10, 1439856]) {
		const { received: sent } = await run('account.update', {
			update_fields: { auto_resolve_after: minutes },
		});
		// Before it the release of the server was asked for.
		expect(JSON.parse(String(sent.at(-1)?.body))).toEqual({ auto_resolve_after: minutes });
	}
});

test.each<[string, IDataObject, IDataObject]>([
	['account.update', { audio_transcriptions: 'false' }, { audio_transcriptions: false }],
	['account.update', { audio_transcriptions: 'true' }, { audio_transcriptions: true }],
	['account.update', { name: 5 }, { name: '5' }],
	['account.update', { support_email: ' ann@x.example ' }, { support_email: 'ann@x.example' }],
	...['a, b', '["a", "b"]', ['a', 'b']].map((keys): [string, IDataObject, IDataObject] => [
		'account.update',
		{ conversation_required_attributes: keys },
		{ conversation_required_attributes: ['a', 'b'] },
	]),
	[
		'account.update',
		{ conversation_required_attributes: 5 },
		{ conversation_required_attributes: ['5'] },
	],
	[
		'account.update',
		{ conversation_required_attributes: [] },
		{ conversation_required_attributes: [] },
	],
	[
		'automationRule.update',
		{
			conditions: [
				{ attribute_key: 'inbox_id', filter_operator: 'is_present', query_operator: 'or' },
				{
					attribute_key: 'team_id',
					filter_operator: 'attribute_changed',
					values: { from: ['1'], to: [2] },
					query_operator: '',
				},
			],
		},
		{
			conditions: [
				{
					attribute_key: 'inbox_id',
					filter_operator: 'is_present',
					values: [],
					query_operator: 'or',
				},
				{
					attribute_key: 'team_id',
					filter_operator: 'attribute_changed',
					values: { from: [1], to: [2] },
					query_operator: null,
				},
			],
		},
	],
	[
		'automationRule.update',
		{
			actions: [
				{ action_name: 'assign_team', action_params: ['4'] },
				{ action_name: 'add_label', action_params: ['4'] },
				{ action_name: 'mute_conversation' },
			],
		},
		{
			actions: [
				{ action_name: 'assign_team', action_params: [4] },
				{ action_name: 'add_label', action_params: ['4'] },
				{ action_name: 'mute_conversation', action_params: [] },
			],
		},
	],
])('%s sends %j as %j', async (operation, fields, body) => {
	const { received } = await run(operation, { automation_rule_id: 1, update_fields: fields }, [
		json({ id: 1 }),
	]);
	expect(JSON.parse(String(received.at(-1)?.body))).toEqual(body);
});

test.each([
	['inbox.get', 'inbox_id', '1/inbox/7', '1/inboxes/7'],
	['inbox.get', 'inbox_id', '1/settings/inboxes/7', '1/inboxes/7'],
	['contact.getLabels', 'contact_id', '1/contacts/33?page=2', '1/contacts/33/labels'],
	['agentBot.getAll', 'account_id', '12/dashboard', '12/agent_bots'],
])('%s takes %s from the address …/accounts/%s', async (operation, name, address, path) => {
	const value = `https://x8.example/app/accounts/${address}`;
	const { received } = await run(operation, { [name]: { __rl: true, mode: 'url', value } }, [
		json({ payload: [] }),
	]);
	expect(received[0].path).toBe(`/api/v1/accounts/${path}`);
});

test('several records are taken from their addresses, beside ids', async () => {
	const report = 'https://x8.example/app/accounts/1/reports/agents/7';
	const { received } = await run('team.addMembers', { team_id: 5, user_ids: [report, 9, '3'] }, [
		json([]),
	]);
	expect(received.map(({ body }) => JSON.parse(body.toString()) as unknown)).toEqual([
		{ user_ids: [7, 9, 3] },
	]);
});

test.each([
	...['access_token', 'pubsub_token', 'hmac_token', 'hmac_identifier', 'auth_token', 'token'],
	...['bot_token', 'webhook_secret', 'secret', 'imap_password', 'password_digest', 'api_key'],
	...['api_key_sid', 'openai_api_key', 'provider_config', 'line_channel_token'],
	...['webhook_verify_token', 'sso_auth_token', 'access_key', 'secret_key', 'api_token'],
	'credentials',
])('the value of %s is masked', async (key) => {
	const { items } = await run('inbox.get', { inbox_id: 1, simplify: false }, [
		json({ id: 1, [key]: 'x' }),
	]);
	expect(items[0].json).toEqual({ id: 1, [key]: '***' });
});

test('secrets are masked wherever they stand, and nothing else is', async () => {
	const plain = {
		id: 1,
		password_set: true,
		token: null,
		secret: '',
		provider_config: {},
		website_token: 'w',
		secretary: 'Ann',
		settings_json_schema: { properties: { api_key: { type: 'string' } } },
	};
	const { items } = await run('inbox.get', { inbox_id: 1, simplify: false }, [
		json({
			...plain,
			api_key: 5,
			channel: { provider_config: { phone: 1 } },
			channels: [{ name: 'Mail', bot_token: 'x' }],
			owner: { ...plain, access_token: 'x' },
		}),
	]);
	expect(items[0].json).toEqual({
		...plain,
		api_key: '***',
		channel: { provider_config: '***' },
		channels: [{ name: 'Mail', bot_token: '***' }],
		owner: { ...plain, access_token: '***' },
	});
});

describe("n8n's own request options apply", () => {
	test('the time-out', async () => {
		const { milliseconds, pass } = timeoutsByHand();
		const server = await serve(pass);
		try {
			const { error } = await runAt(server.url, 'inbox.get', {
				inbox_id: 1,
				requestOptions: { timeout: 70_000 },
			});
			expect(error?.message).toBe(`No reply arrived in time: ${server.url}`);
			expect(milliseconds()).toEqual(Array(5).fill(70_000));
		} finally {
			await server.close();
		}
	});

	test('a request has five minutes if no time-out is set', () => {
		expect(settingsOf({})).toEqual({ timeout: 300_000 });
	});

	test.each([
		[true, undefined, 5],
		[true, false, 1],
		[false, undefined, 1],
		[false, true, 5],
	])(
		'Retry Creates %s, and a request that says %s: %d tries',
		async (retryCreates, again, most) => {
			let tries = 0;
			const outcome = persist(newRun({ retryCreates }), { method: 'POST', again }, async () => {
				tries++;
				throw unreachable({ code: 'ECONNRESET' }, 'https://x.example');
			});
			await expect(outcome).rejects.toMatchObject({ tries: most });
			expect(tries).toBe(most);
		},
	);

	test('a proxy that is no address is refused', async () => {
		const { error, received } = await run('inbox.get', {
			inbox_id: 1,
			requestOptions: { proxy: 'nonsense' },
		});
		expect(error?.message).toBe('Proxy must be a URL such as http://proxy:3128');
		expect(received).toEqual([]);
	});

	test.each([0, 51, 1.5, 'many'])('%j requests at once are refused', async (requestsAtOnce) => {
		const { error, received } = await run('inbox.get', {
			inbox_id: 1,
			requestOptions: { requestsAtOnce },
		});
		expect(error?.message).toBe('Requests at Once must be a whole number from 1 to 50');
		expect(received).toEqual([]);
	});

	test.each([
		[1, 120_000, 2],
		[2, 60_000, 1],
		[-1, 0, 0],
	])('batches of %d take their time', async (batchSize, least, pauses) => {
		const timers = timersSet();
		const begun = Date.now();
		const batching = { batch: { batchSize, batchInterval: 60_000 } };
		const parameters = { inbox_id: 1, requestOptions: { batching } };
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		const { received } = await run('inbox.get', parameters, [json({ id: 1 })], { items });
		expect(received).toHaveLength(3);
		expect(Date.now() - begun).toBeGreaterThanOrEqual(least);
		expect(timers(50_000, 120_000)).toHaveLength(pauses);
	});

	test('the proxy', async () => {
		const proxy = await listen(() => json({ id: 1 }));
		try {
			await runAt('http://x.example', 'inbox.get', {
				inbox_id: 1,
				requestOptions: { proxy: proxy.url },
			});
			expect(proxy.received.map(({ path }) => path)).toEqual([
				'http://x.example/api/v1/accounts/1/inboxes/1',
			]);
		} finally {
			await proxy.close();
		}
	});
});

/** Every text in a value, those of keys apart. */
const textsOf = (value: unknown): string[] => {
	if (typeof value === 'string') return value.trim() ? [value.trim()] : [];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
};

describe("the server's own words reach the user", () => {
	test.each(releases)('in every error that %s was seen to send', (release) => {
		const errors = allRecordings(release).filter(({ response }) => response.status >= 400);
		expect(errors.length).toBeGreaterThan(400);
		let named = 0;
		for (const { op, case: name, response } of errors) {
			const { body = response.text } = response;
			const { words, fields } = readError(body);
			if (/^\s*<!doctype html/i.test(String(body))) {
				expect([op, name, words]).toEqual([op, name, '']);
				continue;
			}
			const { attributes, ...texts } = (
				typeof body === 'object' ? body : { text: body }
			) as IDataObject;
			for (const text of textsOf(texts))
				expect([op, name, words]).toEqual([op, name, expect.stringContaining(text)]);
			if (!textsOf(texts).length) expect([op, name, words]).toEqual([op, name, '']);
			const inside = [texts.error, texts.errors].flatMap((part) =>
				typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.keys(part) : [],
			);
			const expected = [...((attributes as string[] | undefined) ?? []), ...inside];
			expect([op, name, fields]).toEqual([op, name, expected]);
			named += fields.length;
		}
		expect(named).toBeGreaterThan(20);
	});

	const from = (op: string, name: string): Answer => {
		const { status, headers, body, text } = recording(op, name).response;
		return {
			status,
			headers: { 'content-type': headers?.['content-type'] ?? 'application/json' },
			body: body === undefined ? (text ?? '') : JSON.stringify(body),
		};
	};
	const documented = json(
		{
			description: 'Validation failed',
			errors: [{ field: 'email', message: 'is invalid', code: 'invalid' }],
		},
		422,
	);
	test.each<[string, Answer, string, string[]]>([
		[
			'message and attributes',
			from('account.contact.create', 'duplicate-three'),
			'Email has already been taken, Identifier has already been taken, Phone number has already been taken',
			[],
		],
		[
			'error as a text',
			from('account.contact_label.list', 'unknown-id'),
			'Inbox 1 is not in account 1: Resource could not be found',
			[],
		],
		[
			'errors as a list of texts',
			from('transport', 'auth-account-no-header'),
			'You need to sign in or sign up before continuing.',
			[],
		],
		[
			'error as an object of lists',
			from('account.automation_rule.update', 'bad-action'),
			'Automation actions do_magic not supported.',
			['actions'],
		],
		[
			'error as an empty object',
			from('account.automation_rule.update', 'clear-name'),
			'Chatwoot answered with status 422 and gave no reason',
			[],
		],
		[
			'an empty body',
			from('account.report.conversation_metrics', 'missing-type'),
			'Chatwoot answered with status 422 and gave no reason',
			[],
		],
		[
			'plain text',
			from('account.contact.create', 'transport-rate-limit-general-post'),
			'Too many requests: Chatwoot allows 3,000 requests per minute and IP address',
			[],
		],
		['status and error', from('account.portal.update', 'unknown-id'), 'Internal Server Error', []],
		[
			'the documented body',
			documented,
			'Validation failed: email: is invalid (invalid)',
			['email'],
		],
		[
			'names that are no texts',
			json(
				{
					errors: [{ field: { toString: 'x' }, message: 'is invalid', code: { valueOf: 'y' } }],
					message: 'Refused',
					attributes: [{ toString: 'x' }, 'email'],
				},
				422,
			),
			'Refused: is invalid',
			['email'],
		],
		['a list of errors', json({ error: ['Domain is missing'] }, 422), 'Domain is missing', []],
		['a bare message', json({ message: 'Contact is online' }, 422), 'Contact is online', []],
		[
			'success false',
			json({ success: false }, 422),
			'Chatwoot answered with status 422 and gave no reason',
			[],
		],
	])('%s', async (_, answer, words, fields) => {
		const { error } = await run('inbox.get', { inbox_id: 1 }, [answer]);
		const parsedError = readError(answer.body && JSON.parse(safe(answer.body.toString())));
		if (fields.length) expect(parsedError.fields).toEqual(expect.arrayContaining(fields));
		expect(error?.message).toBe(words);
		expect(error?.httpCode).toBe(String(answer.status));
		expect(error?.description).toMatch(new RegExp(`^Inbox → Get, HTTP ${answer.status}[.,]`));
	});

	const safe = (text: string) => (/^[{["]/.test(text) ? text : JSON.stringify(text));

	test('a web page instead of data, with 200 and with 404', async () => {
		const page = '<!DOCTYPE html><html><body>Hello</body></html>';
		const found = await run('inbox.get', { inbox_id: 1 }, [
			{ status: 200, headers: HTML_TYPE, body: page },
		]);
		expect(found.error?.message).toBe('The address answered with a web page instead of data');
		expect(found.error?.description).toContain('Check the base URL');
		const missing = await run('inbox.get', { inbox_id: 1 }, [
			{ status: 404, headers: HTML_TYPE, body: page },
		]);
		expect(missing.error?.description).toContain('This server does not know the endpoint');
	});

	test('an operation that the release lacks names the release', async () => {
		const { error } = await run('account.updateBrandedEmailLayout', { layout: 'remove' }, [
			from('account.branded_email_layout.update', 'unavailable'),
		]);
		expect(error?.description).toContain(
			'This requires Chatwoot 4.16 or later and the account feature Branded Email Templates.',
		);
	});

	test('no connection', async () => {
		const { error } = await run('inbox.get', { inbox_id: 1 }, [], {
			credentials: { base_url: 'http://127.0.0.1:1' },
		});
		expect(error?.message).toBe('Nothing answers at this address: http://127.0.0.1:1');
	});

	test('a redirect is not followed and says where to', async () => {
		const { error, received } = await run('inbox.get', { inbox_id: 1 }, [
			{ status: 301, headers: { location: 'https://chat.example/api' } },
		]);
		expect(received).toHaveLength(1);
		expect(error?.message).toBe('Chatwoot redirects to https://chat.example/api');
		expect(error?.description).toContain('Use the https address as the base URL');
	});

	test.each([
		['http://chat.example/', 'Chatwoot redirects to http://chat.example/'],
		['', 'Chatwoot redirects to another address'],
	])('a redirect to "%s" asks for the final address', async (location, words) => {
		const { error } = await run('inbox.get', { inbox_id: 1 }, [
			{ status: 302, headers: { location } },
		]);
		expect(error?.message).toBe(words);
		expect(error?.description).toContain('Use the final address as the base URL');
	});

	test.each([
		[402, '', 'A limit of the license or the plan is reached'],
		[422, '', 'Chatwoot refused a value'],
		[429, 'Retry later', 'Run the remaining items later'],
		[500, 'Internal Server Error', 'Often Inbox 1 does not exist'],
	])('the description of a %s with "%s" says "%s"', async (status, words, hint) => {
		const { error } = await run('inbox.get', { inbox_id: 1 }, [json({ error: words }, status)]);
		expect(error?.description).toContain(hint);
	});

	test('a 500 to a condition of another release is not said to be a missing record alone', async () => {
		const refused = recording('account.conversation.filter', 'days-before', '4.16').response;
		expect(refused).toMatchObject({ status: 500, body: { error: 'Internal Server Error' } });
		const { error } = await run('conversation.getCounts', {}, [json(refused.body, 500)]);
		expect(error?.description).toContain('It may have failed on one of the values');
	});

	test('an address that is none and a record that is none differ', async () => {
		const unknown = 'This server does not know the endpoint';
		const route = json({ status: 404, error: 'Not Found' }, 404);
		const ofRoute = await run('inbox.get', { inbox_id: 1 }, [route]);
		expect(ofRoute.error?.description).toContain(unknown);
		const ofRecord = await run('inbox.get', { inbox_id: 1 }, [json({ error: 'No' }, 404)]);
		expect(ofRecord.error?.description).not.toContain(unknown);
	});

	test('a release is named for a 404 alone', async () => {
		const { error } = await run('account.updateBrandedEmailLayout', { layout: 'remove' }, [
			json({ error: 'No' }, 422),
		]);
		expect(error?.description).not.toContain('since release');
	});

	test('a long text is cut', async () => {
		const { error } = await run('inbox.get', { inbox_id: 1 }, [
			{ status: 502, headers: { 'content-type': 'text/plain' }, body: 'x'.repeat(600) },
		]);
		expect(error?.message).toBe('x'.repeat(500));
	});

	test.each([
		[{ code: 'ENOTFOUND' }, 'The host name is unknown: https://x.example'],
		[{ cause: { cause: { code: 'ECONNRESET' } } }, 'The connection was closed before a reply'],
		[{ code: 'ERR_OTHER', cause: { code: 'ETIMEDOUT' } }, 'No reply arrived in time'],
		[{ code: 'CERT_HAS_EXPIRED' }, 'Chatwoot could not be reached: https://x.example'],
		[{}, 'Chatwoot could not be reached'],
	])('the cause %j is told as "%s"', (cause, words) => {
		const { message, hint, status } = unreachable(cause, 'https://x.example');
		expect(message).toContain(words);
		expect(hint).toContain('code' in cause ? `Cause: ` : 'Check the base URL');
		expect(hint).not.toMatch(/[A-Z]{4}/);
		expect(status).toBeUndefined();
	});

	test.each<[string, passing: boolean, acted: boolean]>([
		['ECONNREFUSED', true, false],
		['EHOSTUNREACH', true, false],
		['ENETUNREACH', true, false],
		['EAI_AGAIN', true, false],
		['ENOTFOUND', false, false],
		['CERT_HAS_EXPIRED', false, false],
		['ECONNRESET', true, true],
		['EPIPE', true, true],
		['ERR_STREAM_PREMATURE_CLOSE', true, true],
		['ETIMEDOUT', true, true],
		['ECONNABORTED', true, true],
		['HPE_INVALID_EOF_STATE', true, true],
		['HPE_INVALID_CONSTANT', false, true],
		['E_UNKNOWN', false, true],
	])('%s: may pass: %s, the service may have acted: %s', (code, passing, acted) => {
		expect(unreachable({ code }, 'https://x.example')).toMatchObject({ passing, acted });
	});

	test('a create after EPIPE is not sent again: the service may have made the record', async () => {
		let tries = 0;
		const outcome = persist(newRun(), { method: 'POST' }, async () => {
			tries++;
			throw unreachable({ code: 'EPIPE' }, 'https://x.example');
		});
		await expect(outcome).rejects.toMatchObject({ uncertain: true });
		expect(tries).toBe(1);
	});

	test('no error, item or stack shows the token', async () => {
		const { error } = await run('inbox.get', { inbox_id: 1 }, [
			json({ error: `Bad token ${TOKEN}` }, 401),
		]);
		expect(error?.message).toBe('Bad token ***');
		const unreachable = await run('inbox.get', { inbox_id: 1 }, [], {
			credentials: { base_url: 'http://127.0.0.1:1' },
		});
		for (const thrown of [error, unreachable.error])
			expect(
				JSON.stringify(thrown, [...Object.getOwnPropertyNames(thrown), 'cause', 'headers']),
			).not.toContain(TOKEN);
	});
});

test.each([
	[
		'agent',
		{ assignee_id: 9999 },
		'unknown-assignee_id',
		'No agent has this ID: the conversation is now unassigned',
	],
	[
		'team',
		{ team_id: 9999 },
		'unknown-team_id',
		'No team has this ID: the conversation now has no team',
	],
	[
		'agent_bot',
		{ agent_bot_id: 9999 },
		'unknown-bot',
		'No agent bot has this ID: nothing was changed',
	],
])(
	'assigning to an unknown %s is an error, though the service answers 200',
	async (to, id, name, words) => {
		const { text, status } = recording('account.conversation.assign', name).response;
		const { error } = await run(
			'conversation.assign',
			{ conversation_id: 143, assign_to: to, ...id },
			[{ status, headers: JSON_TYPE, body: text }],
		);
		expect(error?.message).toBe(words);
	},
);

test("n8n's Custom API Call says which node to use", async () => {
	const { error, received } = await run('__CUSTOM_API_CALL__.__CUSTOM_API_CALL__', {}, [], {
		node: new CustomerConversation(),
	});
	expect(error?.message).toMatch(/use the HTTP Request node/);
	expect(received).toEqual([]);
});

describe('continue on fail', () => {
	const answers = [json({ id: 1 }), json({ error: 'Resource could not be found' }, 404)];
	const items = [{ json: { inbox: 7 } }, { json: { inbox: 'x' } }];

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'%s: the error item is linked, the others go on',
		async (onError) => {
			const { items: out } = await run('inbox.get', { inbox_id: '={{ $json.inbox }}' }, answers, {
				items,
				onError,
			});
			expect(out).toEqual([
				{
					json: expect.objectContaining({ id: 1, inbox_id: 7 }) as unknown,
					pairedItem: { item: 0 },
				},
				{
					json: {
						error: {
							message: 'Inbox must be a numeric ID, not "x"',
							description: 'Inbox → Get, item 1. Nothing was sent.',
							status: null,
							operation: 'Inbox → Get',
							fields: ['inbox_id'],
						},
					},
					pairedItem: { item: 1 },
				},
			]);
		},
	);

	test('a refusal keeps status and fields', async () => {
		const duplicate = json({ message: 'Email has already been taken', attributes: ['email'] }, 422);
		const { items: out } = await run('contact.create', { name: 'Ann' }, [duplicate], {
			onError: 'continueRegularOutput',
		});
		expect(out[0].json.error).toMatchObject({
			message: 'Email has already been taken',
			status: 422,
			operation: 'Contact → Create',
			fields: ['email'],
		});
	});

	test('the token is hidden in the fields of a refusal, too', async () => {
		const refusal = json({ message: 'Wrong', attributes: [`field of ${TOKEN}`] }, 422);
		const { items: out } = await run('contact.create', { name: 'Ann' }, [refusal], {
			onError: 'continueRegularOutput',
		});
		expect(out[0].json.error).toMatchObject({ message: 'Wrong', fields: ['field of ***'] });
	});

	test('without it the error names the item', async () => {
		const { error } = await run('inbox.get', { inbox_id: '={{ $json.inbox }}' }, answers, {
			items,
		});
		expect(error?.description).toContain('item 1');
		expect(error?.context.itemIndex).toBe(1);
	});
});

test.each([
	['with 200', 200],
	['of a refusal', 422],
])('a reply %s that is nested too deep for n8n is refused', async (_, status) => {
	const depth = 10_000;
	const { error } = await run('inbox.get', { inbox_id: 1 }, [
		{ status, headers: JSON_TYPE, body: `${'['.repeat(depth)}${']'.repeat(depth)}` },
	]);
	expect(error?.message).toBe('The reply from Chatwoot is nested deeper than 200 levels');
});

test('a reply that ends within a letter broke off, and is asked for again', async () => {
	const whole = Buffer.from(JSON.stringify({ id: 1, name: 'Köln' }));
	const cut = { status: 200, headers: JSON_TYPE, body: whole.subarray(0, whole.indexOf(0xc3) + 1) };
	const { items, received } = await run('inbox.get', { inbox_id: 1 }, [cut, json({ id: 1 })]);
	expect(received).toHaveLength(2);
	expect(items[0].json.id).toBe(1);
});

test('at most 200 items are in memory while they wait for an earlier one', async () => {
	let begun = 0;
	const gate = deferred();
	const all = sideBySide(1000, 10, async (index, rest) => {
		begun++;
		if (index === 0) await gate.promise;
		else await rest([0]);
		return index;
	});
	for (let turn = 0; turn < 2000; turn++) await new Promise((resolve) => setImmediate(resolve));
	expect(begun).toBe(200);
	gate.resolve();
	expect(await all).toEqual(Array.from({ length: 1000 }, (_, index) => index));
});

describe('waiting', () => {
	const limited = (path: string, headers: IDataObject = {}) =>
		refusal(429, 'Retry later', { method: 'POST', path }, headers);
	const upload = '/api/v1/accounts/1/upload';

	test('ends with the minute of the clock of the service', () => {
		const { wait } = limited('/api/v1/accounts/1/contacts', {
			date: 'Sat, 21 Nov 2026 12:00:05 GMT',
		});
		expect(wait).toBe(55_000);
	});

	test('a limit of an hour or a day is known by its call, but not if a proxy says how long to wait', () => {
		for (const path of [upload, '/api/v1/accounts/1/agents'])
			expect(limited(path).lasting).toContain('accounts/1');
		expect(limited('/api/v1/accounts/1/contacts').lasting).toBeUndefined();
		expect(limited(upload, { 'retry-after': '5' }).lasting).toBeUndefined();
	});

	test('for a limit of an hour or a day is given up once another minute did not help', async () => {
		const run = newRun();
		const tries = async (path: string) => {
			let count = 0;
			const send = async () => {
				count++;
				throw limited(path);
			};
			await expect(persist(run, { method: 'POST' }, send)).rejects.toMatchObject({ status: 429 });
			return count;
		};
		expect(await tries(upload)).toBe(2);
		expect(await tries(upload)).toBe(1);
		expect(await tries('/api/v1/accounts/2/upload')).toBe(2);
		expect(await tries('/api/v1/accounts/1/contacts')).toBe(5);
	});

	test.each([
		['after which nothing can pass', new ServiceError('No', { status: 422, wait: 200_000 })],
		['that is too long', refusal(503, '', { method: 'GET', path: '/' }, { 'retry-after': '301' })],
	])('a wait %s holds up no other request', async (_, error) => {
		const run = newRun();
		const send = async () => {
			throw error;
		};
		await expect(persist(run, { method: 'GET' }, send)).rejects.toBe(error);
		expect(run.resumeAt).toBe(0);
	});

	test('between tries without a told wait at most 1, 2, 4 and 8 seconds pass', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(1 - 2 ** -52);
		const timers = timersSet();
		const send = async () => {
			throw unreachable({ code: 'ECONNRESET' }, 'https://x.example');
		};
		await expect(persist(newRun(), { method: 'GET' }, send)).rejects.toMatchObject({ tries: 5 });
		expect(timers(1, 10_000).map(Math.round)).toEqual([1000, 2000, 4000, 8000]);
	});
});

test('JSON null, an empty body and {} are success, never an empty item', async () => {
	const page = await run('webhook.delete', { webhook_id: 1 }, [
		{ status: 200, headers: HTML_TYPE, body: '' },
	]);
	expect(page.items[0].json).toEqual({ webhook_id: 1, success: true });
	for (const body of ['null', '', '{}'])
		expect(
			(await run('webhook.delete', { webhook_id: 1 }, [{ status: 200, headers: JSON_TYPE, body }]))
				.items,
		).toEqual([{ json: { webhook_id: 1, success: true }, pairedItem: { item: 0 } }]);
});

test('the default account of the credential stands in for an empty one', async () => {
	const { received } = await run('agentBot.getAll', { account_id: '' }, [json([])], {
		credentials: { account_id: '12' },
	});
	expect(received[0].path).toBe('/api/v1/accounts/12/agent_bots');
});

test('token and address come from one reading of the credential', async () => {
	const servers = [await listen(() => json({ id: 1 })), await listen(() => json({ id: 1 }))];
	let read = 0;
	try {
		await runNode(new CustomerConversation(), {
			parameters: { resource: 'contact', operation: 'get', account_id: 1, contact_id: 1 },
			credentials: {
				get base_url() {
					return servers[++read % 2].url;
				},
				get api_access_token() {
					return `token-${read % 2}`;
				},
			},
		});
		const tokens = servers.map(({ received }) => received[0]?.headers.api_access_token);
		expect([
			['token-0', undefined],
			[undefined, 'token-1'],
		]).toContainEqual(tokens);
	} finally {
		for (const server of servers) await server.close();
	}
});

test('the header is spelled as the credential says', async () => {
	const { received } = await run('agentBot.getAll', {}, [json([])], {
		credentials: { header_spelling: 'api-access-token' },
	});
	expect(received[0].headers).toMatchObject({ 'api-access-token': TOKEN });
	expect(received[0].headers).not.toHaveProperty('api_access_token');
});

test.each([
	['a/b', 'a%2Fb'],
	['ann@example.com', 'ann%40example%2Ecom'],
	['a b', 'a%20b'],
	['a?b#c', 'a%3Fb%23c'],
	['größe', 'gr%C3%B6%C3%9Fe'],
])('the source id %s is one segment of the path', async (source, segment) => {
	const { received } = await run(
		'conversation.get',
		{ inbox_identifier: 'inbox', contact_identifier: source, conversation_id: 4 },
		[json({ id: 4 })],
		{ node: new CustomerConversationClient() },
	);
	expect(received[0].path).toBe(`/public/api/v1/inboxes/inbox/contacts/${segment}/conversations/4`);
	expect(received[0].headers).not.toHaveProperty('api_access_token');
});

test.each([
	['2026-10-01', 'Europe/Berlin', '1790805600'],
	['2026-10-01T00:00:00', 'America/New_York', '1790827200'],
	['2026-10-01 00:00', 'UTC', '1790812800'],
	['2026-10-01T00:00:00Z', 'Asia/Kolkata', '1790812800'],
	['1790812800', 'Asia/Kolkata', '1790812800'],
	['1790812800.9', 'UTC', '1790812800'],
	['={{ new Date("2026-10-01T00:00:00Z") }}', 'Asia/Kolkata', '1790812800'],
])('the date %s in %s is the second %s', async (since, timezone, seconds) => {
	const { received } = await run('report.getAgentSummary', {
		period: 'between',
		since,
		until: '2026-11-02',
		options: { timezone, add_names: false },
	});
	expect(Object.fromEntries(received[0].query).since).toBe(seconds);
});

test("dates follow the workflow's time zone where none is chosen", async () => {
	const { received } = await run(
		'report.getAgentSummary',
		{ period: 'between', since: '2026-10-01', until: '2026-11-01', options: { add_names: false } },
		[json([])],
		{ timezone: 'Europe/Berlin' },
	);
	expect(Object.fromEntries(received[0].query)).toEqual({
		since: '1790805600',
		until: '1793487600',
	});
});

describe('against the sandbox', () => {
	const sandbox = startSandbox();
	afterAll(async () => await (await sandbox).close());
	const credentials = async () => {
		const { url, tokens } = await sandbox;
		return { base_url: url, api_access_token: tokens.user, account_id: '1' };
	};

	test('the summary names every agent', async () => {
		const { items } = await run(
			'report.getAgentSummary',
			{
				account_id: '',
				period: 'last_month',
			},
			[],
			{ credentials: await credentials() },
		);
		expect(items).toHaveLength(6);
		for (const { json: row } of items)
			expect(row).toMatchObject({
				agent_name: expect.any(String) as string,
				agent_email: expect.stringContaining('@') as string,
			});
		expect(items.some(({ json: row }) => Number(row.conversations_count) > 0)).toBe(true);
	});
});

test('what the items of one execution share is asked for once', async () => {
	const { received, items } = await run(
		'report.getAgentSummary',
		{ period: 'last_month' },
		[json([{ id: 3, conversations_count: 1 }])],
		{ items: [{ json: {} }, { json: {} }, { json: {} }] },
	);
	expect(received.filter(({ path }) => path.endsWith('/agents'))).toHaveLength(1);
	expect(items).toHaveLength(3);
});

test('but not between accounts', async () => {
	const { received } = await run(
		'report.getAgentSummary',
		{ account_id: '={{ $json.account }}', period: 'last_month' },
		[json([])],
		{ items: [{ json: { account: 1 } }, { json: { account: 2 } }] },
	);
	expect(received.map(({ path }) => path).filter((path) => path.endsWith('/agents'))).toEqual([
		'/api/v1/accounts/1/agents',
		'/api/v1/accounts/2/agents',
	]);
});

test('nor between tokens, which an expression may change from item to item', async () => {
	const server = await listen(() => json([]));
	try {
		await runNode(new CustomerConversation(), {
			parameters: {
				...{ resource: 'report', operation: 'getAgentSummary', account_id: 1 },
				period: 'last_month',
			},
			credentials: { base_url: server.url, api_access_token: '={{ $json.token }}' },
			items: [{ json: { token: 'token-1' } }, { json: { token: 'token-2' } }],
		});
		const agents = server.received.filter(({ path }) => path.endsWith('/agents'));
		const tokens = agents.map(({ headers }) => headers.api_access_token);
		expect(tokens).toEqual(['token-1', 'token-2']);
	} finally {
		await server.close();
	}
});

test('a credential without an expression is read once for all items', async () => {
	const server = await listen(() => json({ payload: [] }));
	let read = 0;
	try {
		const items = Array.from({ length: 20 }, () => ({ json: {} }));
		await runNode(new CustomerConversation(), {
			parameters: { resource: 'contact', operation: 'getLabels', account_id: 1, contact_id: 1 },
			credentials: {
				base_url: server.url,
				get api_access_token() {
					return `token-${read++}`;
				},
			},
			items,
		});
		const tokens = server.received.map(({ headers }) => headers.api_access_token);
		expect(tokens).toEqual(items.map(() => 'token-0'));
	} finally {
		await server.close();
	}
});

test('n8n is asked for what holds an expression alone, however deep', async () => {
	const server = await listen(({ body }) =>
		json({ payload: { contact: { ...JSON.parse(`${body}`), id: 1 } } }),
	);
	const spy = jest.spyOn(Expression.prototype, 'getParameterValue');
	const fields = contactWith({ identifier: '={{ $json.known.trim() }}', blocked: false });
	try {
		await runNode(new CustomerConversation(), {
			parameters: {
				...{ resource: 'contact', operation: 'create', account_id: 1, simplify: false },
				...{ name: 'Zoë', ...fields },
			},
			credentials: { base_url: server.url, api_access_token: TOKEN },
			items: ['a', 'b'].map((known) => ({ json: { known } })),
		});
		expect(server.received.map(({ body }) => JSON.parse(`${body}`) as unknown)).toEqual([
			{ name: 'Zoë', identifier: 'a', blocked: false },
			{ name: 'Zoë', identifier: 'b', blocked: false },
		]);
		const values = spy.mock.calls.map(([value]) => value);
		expect(values.filter((value) => ['contact', 'create', 'Zoë'].includes(`${value}`))).toEqual([]);
		expect(values).toContainEqual(fields.additional_fields);
	} finally {
		spy.mockRestore();
		await server.close();
	}
});

test('a key of the item alone is read without the engine of n8n, and is what that makes of it', () => {
	const values = [
		...['', 'Zoë', '={{ 1 }}', '{{ 1 }}', ' x ', '\u0000', '0', 'null'],
		...[0, -0, 1.5, -1, 2 ** 53, NaN, Infinity, true, false, null, undefined],
		...[{}, { a: 1 }, [], ['=x'], new Date(0)],
	];
	const read = (expression: string, json: object) => {
		const context = contextOf(new CustomerConversation(), {
			parameters: {
				...{ resource: 'contact', operation: 'create', name: expression },
				...contactWith({ identifier: expression, blocked: false, inbox_id: { value: expression } }),
			},
			credentials: {},
			items: [{ json: json as IDataObject }],
		});
		const names = ['name', 'additional_fields', 'options', 'none'];
		const engine = jest.spyOn(Expression.prototype, 'getParameterValue');
		const single = contextsOf(context)(0);
		const packageValues = names.map((name) => single.getNodeParameter(name, 'none') as unknown);
		const evaluated = engine.mock.calls.filter(([value]) => value === expression).length;
		engine.mockRestore();
		const n8ns = names.map((name) =>
			context.getNodeParameter(name, 0, 'none', { skipValidation: true }),
		);
		return { evaluated, packageValues, n8ns };
	};
	for (const value of values) {
		const isSimple = ['string', 'number', 'boolean'].includes(typeof value);
		for (const expression of ['={{ $json.key }}', '={{$json.key}}', '={{  $json.key\n}}']) {
			const { evaluated, packageValues, n8ns } = read(expression, { key: value });
			expect([expression, packageValues]).toEqual([expression, n8ns]);
			expect([value, evaluated > 0]).toEqual([value, !isSimple]);
		}
		for (const expression of ['={{ $json.key + 1 }}', 'Hi {{ $json.key }}', '={{ $json.other }}']) {
			const { packageValues, n8ns } = read(expression, { key: value });
			expect([expression, packageValues]).toEqual([expression, n8ns]);
		}
	}
	for (const text of [
		'={{ $json.key }} ',
		'=a={{ $json.key }}',
		'={{ $json.key }}{{ $json.key }}',
	]) {
		const { packageValues, n8ns } = read(text, { key: 'b', '': 'c' });
		expect([text, packageValues]).toEqual([text, n8ns]);
	}
});

describe('several expressions of an item', () => {
	const lower = '={{ $json.key.toLowerCase() }}';
	const twice = '={{ $json.key + $json.key }}';

	/** The parameters of three items, and what n8n alone makes of them. */
	function read(parameters: IDataObject) {
		const keys = ['A', 'B', 'C'];
		const context = contextOf(new CustomerConversation(), {
			parameters: { resource: 'contact', operation: 'create', ...parameters },
			credentials: {},
			items: keys.map((key) => ({ json: { key } })),
		});
		const names = Object.keys(parameters);
		const attempted = (value: () => unknown): unknown => {
			try {
				return value();
			} catch (error) {
				return (error as Error).message;
			}
		};
		const engine = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		const singles = keys.map((_, item) => item).map(contextsOf(context));
		const values = singles.map((single) =>
			names.map((name) => attempted(() => single.getNodeParameter(name))),
		);
		const calls = engine.mock.calls.filter(([value]) => `${value as string}`.startsWith('='));
		engine.mockRestore();
		const n8ns = keys.map((_, item) =>
			names.map((name) =>
				attempted(() => context.getNodeParameter(name, item, undefined, { skipValidation: true })),
			),
		);
		return { values, n8ns, calls: calls.length };
	}

	test('are evaluated in one call of the engine', () => {
		const { values, n8ns, calls } = read({
			...{ name: lower, email: lower, phone_number: '={{ $json.key + 1 // a comment }}' },
			...contactWith({ identifier: twice, blocked: false }),
		});
		expect(values).toEqual(n8ns);
		expect(values[1]).toEqual(['b', 'b', 'B1', { identifier: 'BB', blocked: false }]);
		expect(calls).toBe(3);
	});

	test.each([
		...['{{ 1.5 }}', '{{ $json.key === "A" }}', '{{ "" }}', '{{ $json.key // a comment }}'],
		...['{{ null }}', '{{ undefined }}', '{{ $json.none }}', '{{ $json }}', '{{ [$json.key] }}'],
		...['{{ $today }}', '{{ new Date(0) }}', '{{ ({ a: 1 }).a }}', '{{ `${$json.key}` }}', '{{ }}'],
		...[
			'{{ $json.none.none }}',
			'{{ $json.key.none() }}',
			'{{ $("None").item.json.a }}',
			'{{ ( }}',
		],
		...['{{ 1), (2 }}', '{{ 1, 2 }}', '{{ ...$json.key }}', 'Hi {{ $json.key }}', '{{ 1 }}{{ 2 }}'],
	])('are what n8n makes of each alone, with %s', (text) => {
		const expression = `=${text}`;
		for (const parameters of [
			{ name: lower, email: expression, ...contactWith({ identifier: twice }) },
			{ name: lower, email: twice, ...contactWith({ identifier: expression, blocked: twice }) },
		]) {
			const { values, n8ns } = read(parameters);
			expect(values).toEqual(n8ns);
		}
	});

	test.each(['={{ $json.none.none }}', '={{ $("None").item }}', '={{ [] }}'])(
		'are left to n8n once one call gives nothing of use: %s',
		(expression) => {
			const others = contactWith({ identifier: expression });
			expect(read({ name: '={{ null }}', ...others }).calls).toBe(1 + 2 * 3);
		},
	);

	test('are left to n8n in a parameter with a text that has an expression in it', () => {
		const others = { source_id: lower, avatar_url: twice };
		const fields = contactWith({ identifier: '=Hi {{ $json.key }}', ...others });
		expect(read(fields).calls).toBe(3 * 3);
	});
});

test('each row of the summary has the name of its own agent', async () => {
	const agents = [
		{ id: 2, name: 'Ann', email: 'ann@x.example' },
		{ id: 3, name: 'Bob', email: 'bob@x.example' },
	];
	const { items } = await run('report.getAgentSummary', { period: 'last_month' }, [
		json([{ id: 3 }, { id: 4 }]),
		json(agents),
	]);
	expect(items.map(({ json: row }) => row)).toEqual([
		{ id: 3, agent_name: 'Bob', agent_email: 'bob@x.example' },
		{ id: 4, agent_name: null, agent_email: null },
	]);
});
