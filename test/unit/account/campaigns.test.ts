import type { IDataObject } from 'n8n-workflow';
import { recording, releases, type Release } from '../../../truth/recordings';
import { json, runAt } from '../../support/run';
import { listen, type Received } from '../../support/server';

/** What is sent for a campaign, and what is refused. */

const bodyOf = (name: string, release: Release) =>
	recording('account.campaign.create', name, release).response.body as IDataObject;

const LABELS = [
	{ id: 12, title: 'vip' },
	{ id: 10, title: 'größe' },
];

/** A server with one inbox of each kind and a campaign in each; replies are recorded. */
function service(release: Release) {
	const website = bodyOf('ok', release);
	const sms = bodyOf('one-off', release);
	// WhatsApp inboxes were only recorded on the newer release.
	const whatsapp = bodyOf('whatsapp-template', '4.16');
	const twilio = {
		...sms,
		inbox: {
			...(sms.inbox as IDataObject),
			channel_type: 'Channel::TwilioSms',
			medium: 'whatsapp',
		},
	};
	const api = recording('account.inbox.get', 'ok', release).response.body as IDataObject;
	const all = [website, sms, whatsapp, twilio, { inbox: api }].map((campaign, index) => ({
		...(campaign as IDataObject),
		id: index + 1,
		inbox: { ...(campaign.inbox as IDataObject), id: index + 1 } as IDataObject,
	}));
	return ({ method, path, body }: Received) => {
		const id = Number(/\d+$/.exec(path)?.[0]);
		const known = all.find((one) => one.id === id);
		if (path.endsWith('/labels')) return json({ payload: LABELS });
		if (/\/inboxes\/\d+$/.test(path))
			return known ? json(known.inbox) : json({ error: 'Resource could not be found' }, 404);
		if (method === 'GET') return json(known);
		const { inbox_id, ...sent } = JSON.parse(body.toString()) as IDataObject;
		const found = known ?? all.find((one) => one.id === inbox_id);
		const moment = sent.scheduled_at && Date.parse(String(sent.scheduled_at)) / 1000;
		return json({ ...found, ...sent, ...(moment ? { scheduled_at: moment } : {}) });
	};
}

interface Sent {
	requests: string[];
	body: IDataObject | undefined;
	error: Awaited<ReturnType<typeof runAt>>['error'];
	items: IDataObject[];
}

async function run(
	operation: string,
	parameters: IDataObject,
	{ release = '4.16' as Release, items = 1, timezone = 'Europe/Berlin' } = {},
): Promise<Sent> {
	const server = await listen(service(release));
	try {
		const outcome = await runAt(server.url, `campaign.${operation}`, parameters, {
			timezone,
			items: Array.from({ length: items }, () => ({ json: {} })),
		});
		const [change] = server.received.filter(({ method }) => method !== 'GET');
		return {
			requests: server.received.map(({ method, path }) =>
				`${method} ${path}`.replace('/api/v1/accounts/1/', ''),
			),
			body: change ? (JSON.parse(change.body.toString()) as IDataObject) : undefined,
			error: outcome.error,
			items: outcome.items.map((item) => item.json),
		};
	} finally {
		await server.close();
	}
}

const WEBSITE = { title: 'A', campaign_kind: 'website', inbox_id: 1, message: 'Hi' };
const SMS = {
	...{ title: 'A', campaign_kind: 'sms', inbox_id: 2, message: 'Hi' },
	...{ audience: ['VIP', 'Größe'], scheduled_at: '2030-05-06T07:08' },
};
const variables = (value: string) => ({
	variables: [{ component: 'body', name: '1', value }],
});
const WHATSAPP = {
	...{ title: 'C', campaign_kind: 'whatsapp', inbox_id: 3, template: 'promo (en)' },
	...{ variables: variables('{{contact.name}}'), audience: [12] },
	scheduled_at: '2030-01-02T03:04:05Z',
};

describe.each(releases)('a campaign on %s', (release) => {
	test('for a website is sent as it was filled in', async () => {
		const rules = { values: { url: 'https://acme.example/*', time_on_page: 5 } };
		const { requests, body, error } = await run(
			'create',
			{ ...WEBSITE, trigger_rules: rules },
			{ release },
		);
		expect(error).toBeUndefined();
		expect(requests).toEqual(['GET inboxes/1', 'POST campaigns']);
		expect(body).toEqual({
			...{ title: 'A', message: 'Hi', inbox_id: 1 },
			trigger_rules: { url: 'https://acme.example/*', time_on_page: 5 },
		});
		expect((await run('create', WEBSITE, { release })).body).not.toHaveProperty('trigger_rules');
	});

	test('for SMS looks up labels by name and reads the date in the time zone', async () => {
		const { body, error, items } = await run('create', SMS, { release });
		expect(error).toBeUndefined();
		expect(body).toEqual({
			...{ title: 'A', message: 'Hi', inbox_id: 2, scheduled_at: '2030-05-06T07:08:00+02:00' },
			audience: [
				{ type: 'Label', id: 12 },
				{ type: 'Label', id: 10 },
			],
		});
		expect(items).toMatchObject([{ scheduled_at: '2030-05-06T05:08:00.000Z', inbox_id: 2 }]);
	});

	test('reads inbox and labels once per execution', async () => {
		const { requests } = await run('create', SMS, { release, items: 3 });
		expect(requests.filter((one) => one.startsWith('GET')).sort()).toEqual([
			'GET inboxes/2',
			'GET labels',
		]);
		expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(3);
	});

	test.each<[string, IDataObject, string]>([
		[
			'a website as SMS',
			{ ...SMS, inbox_id: 1 },
			'cannot be used for SMS campaigns: its channel is Channel::WebWidget',
		],
		[
			'SMS as a website',
			{ ...WEBSITE, inbox_id: 2 },
			'cannot be used for Website campaigns: its channel is Channel::Sms',
		],
		["Twilio's WhatsApp as SMS", { ...SMS, inbox_id: 4 }, 'cannot be used for SMS campaigns'],
		[
			'an API inbox',
			{ ...WEBSITE, inbox_id: 5 },
			'cannot be used for Website campaigns: its channel is Channel::Api',
		],
		['an unknown inbox', { ...SMS, inbox_id: 99 }, 'Inbox 99 is not in account 1'],
		[
			'an unknown label',
			{ ...SMS, audience: ['gold'] },
			'Label "gold" was not found: choose from vip (12), größe (10)',
		],
		[
			'the ID of an unknown label',
			{ ...SMS, audience: [12, 13] },
			'Label 13 was not found: choose from vip (12), größe (10)',
		],
		['no label', { ...SMS, audience: [] }, 'is empty: choose at least one'],
		[
			'an object for a label',
			{ ...SMS, audience: [{ type: 'Label', id: 12 }] },
			'must be a numeric ID',
		],
		['no date', { ...SMS, scheduled_at: null }, 'Scheduled At is empty'],
		[
			'Unix seconds',
			{ ...SMS, scheduled_at: 1893553445 },
			'Scheduled At must be a date such as 2026-11-24T09:00, not a number',
		],
		[
			'Unix seconds as a text',
			{ ...SMS, scheduled_at: ' 1893553445 ' },
			'Scheduled At must be a date',
		],
		[
			'milliseconds',
			{ ...SMS, scheduled_at: 1893553445000 },
			'Scheduled At must be a date such as 2026-11-24T09:00, not a number',
		],
		[
			'words',
			{ ...SMS, scheduled_at: 'tomorrow' },
			'Scheduled At must be a date such as 2026-11-24T09:00, not a number',
		],
		[
			'a date in the past',
			{ ...SMS, scheduled_at: '2020-01-01' },
			'Scheduled At is in the past (2020-01-01T00:00:00+01:00)',
		],
		[
			'rules of a website for SMS',
			{ ...SMS, additional_fields: { enabled: true } },
			'Enabled is for Website campaigns, not for SMS',
		],
		[
			'an address without http',
			{ ...WEBSITE, trigger_rules: { values: { url: 'acme.example' } } },
			'Page URL must be a URL',
		],
		['no template', { ...WHATSAPP, template: '' }, 'Template is empty'],
		[
			'an unknown template',
			{ ...WHATSAPP, template: 'other' },
			'Inbox 3 has no template other; it has promo (en)',
		],
		[
			'no variables',
			{ ...WHATSAPP, variables: {} },
			'Template promo (en) needs a value for body 1',
		],
	])('is refused before it is sent with %s', async (_, parameters, words) => {
		const { body, error } = await run('create', parameters, { release });
		expect(error?.message).toContain(words);
		expect(body).toBeUndefined();
	});

	test.each<[string, IDataObject, string]>([
		[
			'a date of a website',
			{ campaign_id: 1, update_fields: { scheduled_at: '2030-01-01' } },
			'Scheduled At is for SMS or WhatsApp campaigns, not for Website',
		],
		[
			'an audience of a website',
			{ campaign_id: 1, update_fields: { audience: [12] } },
			'Audience is for SMS or WhatsApp campaigns',
		],
		[
			'rules of SMS',
			{
				campaign_id: 2,
				update_fields: { trigger_rules: { values: { url: 'https://a.example', time_on_page: 3 } } },
			},
			'Trigger Rules is for Website campaigns',
		],
		[
			'a template of SMS',
			{ campaign_id: 2, update_fields: { template: 'promo' } },
			'Template is for WhatsApp campaigns',
		],
		['an empty audience', { campaign_id: 2, update_fields: { audience: [] } }, 'cannot be emptied'],
		['no date', { campaign_id: 2, update_fields: { scheduled_at: null } }, 'cannot be emptied'],
		[
			'an inbox of another kind',
			{ campaign_id: 2, inbox_id: 1 },
			'cannot be used for SMS campaigns',
		],
		[
			'variables alone',
			{ campaign_id: 3, update_fields: { variables: variables('x') } },
			'Variables need a template',
		],
	])('is not changed with %s', async (_, parameters, words) => {
		const { body, error } = await run('update', parameters, { release });
		expect(error?.message).toContain(words);
		expect(body).toBeUndefined();
	});

	test('is updated only with the fields that were set', async () => {
		const { requests, body } = await run(
			'update',
			{ campaign_id: 2, update_fields: { title: 'B' } },
			{ release },
		);
		expect(requests).toEqual(['PATCH campaigns/2']);
		expect(body).toEqual({ title: 'B' });
		const later = await run(
			'update',
			{ campaign_id: 2, update_fields: { audience: ['vip'], scheduled_at: '2030-05-06' } },
			{ release, timezone: 'America/New_York' },
		);
		expect(later.body).toEqual({
			...{ scheduled_at: '2030-05-06T00:00:00-04:00', audience: [{ type: 'Label', id: 12 }] },
		});
	});
});

describe('a WhatsApp campaign', () => {
	test('sends the template in the recorded form, and its text as the message', async () => {
		const { body, error } = await run('create', WHATSAPP);
		expect(error).toBeUndefined();
		const { campaign } = recording('account.campaign.create', 'whatsapp-template', '4.16').request
			.body as { campaign: IDataObject };
		expect(body).toEqual({
			...{ ...campaign, inbox_id: 3, message: 'Hi {{contact.name}}' },
			...{ audience: [{ type: 'Label', id: 12 }], scheduled_at: '2030-01-02T04:04:05+01:00' },
		});
	});

	test('can get another template of its inbox', async () => {
		const { requests, body, error } = await run('update', {
			campaign_id: 3,
			update_fields: { template: 'promo', variables: variables('Jörg') },
		});
		expect(error).toBeUndefined();
		expect(requests).toEqual(['GET campaigns/3', 'PATCH campaigns/3']);
		expect(body).toMatchObject({
			message: 'Hi Jörg',
			template_params: { name: 'promo', processed_params: { body: { '1': 'Jörg' } } },
		});
	});
});

describe('a WhatsApp campaign that Chatwoot would store and not send is refused', () => {
	const template = (name: string, format?: string) => ({
		...{ name, language: 'en', status: 'APPROVED', category: 'MARKETING' },
		components: [...(format ? [{ type: 'HEADER', format }] : []), { type: 'BODY', text: 'Hi' }],
	});
	const inbox = { channel_type: 'Channel::Whatsapp', name: 'W', provider: 'whatsapp_cloud' };
	const inboxes: IDataObject[] = [
		{ ...inbox, id: 1, message_templates: [template('hi'), template('photo', 'IMAGE')] },
		{ ...inbox, id: 2, message_templates: [template('other')] },
		{ ...inbox, id: 3, provider: 'default', message_templates: [template('hi')] },
	];
	const campaign = { id: 9, inbox: inboxes[0], template_params: { name: 'hi', language: 'en' } };

	/** Runs an operation. @returns its error, and the requests that change something */
	async function refused(operation: string, parameters: IDataObject) {
		const server = await listen(({ path }) => {
			if (path.endsWith('/labels')) return json({ payload: LABELS });
			const id = Number(/inboxes\/(\d+)$/.exec(path)?.[1]);
			return json(id ? inboxes[id - 1] : campaign);
		});
		try {
			const { error } = await runAt(server.url, `campaign.${operation}`, parameters);
			const changes = server.received.filter(({ method }) => method !== 'GET');
			return { message: error?.message, changes: changes.length };
		} finally {
			await server.close();
		}
	}

	const photo = (value: string) => ({
		...{ ...WHATSAPP, inbox_id: 1, template: 'photo (en)' },
		variables: { variables: [{ component: 'header', name: 'media_url', value }] },
	});

	test('in an inbox of 360dialog', async () => {
		const { message, changes } = await refused('create', {
			...{ ...WHATSAPP, inbox_id: 3, template: 'hi (en)', variables: {} },
		});
		expect(message).toContain(
			'Inbox 3 (W) cannot be used for campaigns: it sends through 360dialog',
		);
		expect(changes).toBe(0);
	});

	test.each([
		[
			'https://x.example/a.webp?v=1',
			'WhatsApp shows only JPEG and PNG pictures: a.webp is image/webp',
		],
		['https://x.example/a.pdf', 'The header of the template needs a picture: a.pdf is a document'],
	])('with a file that its header does not show: %s', async (url, words) => {
		const { message, changes } = await refused('create', photo(url));
		expect(message).toContain(words);
		expect(changes).toBe(0);
	});

	test.each([
		'https://x.example/a.PNG',
		'https://x.example/a',
		'https://x.example/{{contact.id}}.pdf',
	])('but not with a file that may be right: %s', async (url) => {
		expect((await refused('create', photo(url))).changes).toBe(1);
	});

	test('if it moves to an inbox without its template', async () => {
		const { message, changes } = await refused('update', { campaign_id: 9, inbox_id: 2 });
		expect(message).toContain('Inbox 2 has no template hi (en); it has other (en)');
		expect(changes).toBe(0);
	});
});

test.each([
	[0, true],
	[-240, true],
	[-360, false],
])('a campaign %i seconds from now is accepted: %s', async (seconds, isSent) => {
	const moment = new Date(Date.now() + seconds * 1000).toISOString();
	const { body } = await run('create', { ...SMS, scheduled_at: moment }, { timezone: 'UTC' });
	expect(body?.scheduled_at).toBe(isSent ? moment.replace(/\.\d+/, '') : undefined);
});

test('the error for an unknown campaign names its ID', async () => {
	const server = await listen(() => json({ status: 500, error: 'Internal Server Error' }, 500));
	for (const [operation, more] of [
		['get', {}],
		['delete', {}],
		['update', { update_fields: { title: 'x' } }],
		['update', { update_fields: { enabled: false } }],
	] as const) {
		const { error } = await runAt(server.url, `campaign.${operation}`, { campaign_id: 7, ...more });
		expect(error?.description).toContain('Campaign 7 may not exist');
	}
	await server.close();
});
