import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { CustomerConversationIntegrations } from '../../../nodes/CustomerConversationIntegrations/CustomerConversationIntegrations.node';
import { at } from '../../../nodes/shared/values';
import { recording, releases, type Release } from '../../../truth/recordings';
import { json, run, runAt, TOKEN } from '../../support/run';
import { searching } from '../../support/searching';
import { listen, type Answer, type Received } from '../../support/server';

/** What the service says of a connection while its settings are these. */
const hookOf = (release: Release, settings: IDataObject): IDataObject => ({
	...(recording('account.integration.update_hook', 'ok', release).response.body as IDataObject),
	id: 12,
	settings,
});

/** A server that has one connection with OpenAI, and shows of its settings what the release shows. */
async function update(release: Release, stored: IDataObject, parameters: IDataObject) {
	const app = recording('account.integration.get_app', 'ok', release).response.body as IDataObject;
	const visible = app.visible_properties as string[];
	const shown = Object.fromEntries(Object.entries(stored).filter(([key]) => visible.includes(key)));
	const sent: unknown[] = [];
	const server = await listen(({ method, path, body }) => {
		if (path.endsWith('/apps/openai'))
			return json({ ...app, hooks: [hookOf(release, shown), { ...hookOf(release, {}), id: 13 }] });
		const text = body.toString();
		sent.push([method, path.replace('/api/v1/accounts/1/integrations/', ''), JSON.parse(text)]);
		return json(hookOf(release, shown));
	});
	try {
		const allParameters = { hook_id: 12, app: 'openai', ...parameters };
		return { sent, ...(await runAt(server.url, 'integration.update', allParameters)) };
	} finally {
		await server.close();
	}
}

describe('an update of settings, which the service replaces as a whole', () => {
	const [older, newer] = releases;
	const label = { openai_settings: { label_suggestion: true } };

	test('keeps what is stored where the service shows it', async () => {
		const { sent, items } = await update(older, { api_key: 'sk-1' }, label);
		expect(sent).toEqual([
			['PATCH', 'hooks/12', { settings: { api_key: 'sk-1', label_suggestion: true } }],
		]);
		expect(JSON.stringify(items)).not.toContain('sk-1');
	});

	test('sends nothing where it would lose a key that the service does not show', async () => {
		const { sent, error } = await update(newer, { api_key: 'sk-1' }, label);
		expect(error?.message).toBe(
			'Settings must also contain API Key: an update replaces all settings, and Chatwoot does not show the current values',
		);
		expect(sent).toEqual([]);
	});

	test.each(releases)('with a new key keeps the rest on %s', async (release) => {
		const stored = { api_key: 'sk-1', label_suggestion: true };
		const changes = { openai_settings: { api_key: 'sk-2' } };
		const { sent } = await update(release, stored, changes);
		expect(sent).toEqual([
			['PATCH', 'hooks/12', { settings: { api_key: 'sk-2', label_suggestion: true } }],
		]);
	});

	test('is of the connection that was chosen', async () => {
		const { sent, error } = await update(older, { api_key: 'sk-1' }, { ...label, hook_id: 99 });
		expect(error?.message).toBe(
			'Connection 99 does not belong to OpenAI: choose its app, or another connection',
		);
		expect(sent).toEqual([]);
	});
});

test.each<[IDataObject, string]>([
	[
		{ app: 'dyte', cloudflare_account_id: 'a', realtimekit_app_id: 'b', api_token: 'c' },
		'Cloudflare Account ID requires Chatwoot 4.16 or later (this server runs 4.10.1)',
	],
	[
		{
			...{ app: 'dialogflow', inbox_id: 1, project_id: 'p', credentials: {} },
			dialogflow_settings: { language_code: 'auto' },
		},
		'Settings has Language Code, which requires Chatwoot 4.16 or later (this server runs 4.10.1)',
	],
])('settings that an older release does not know are told by name: %j', async (settings, words) => {
	const { error, received } = await run('integration.connect', settings, [
		json({ version: '4.10.1' }),
	]);
	expect(error?.message).toBe(words);
	expect(received.map(({ path }) => path)).toEqual(['/api']);
});

describe('lists of what the account is connected with', () => {
	const { listSearch, loadOptions } = new CustomerConversationIntegrations().methods;

	/** What is listed, and what the service was asked for. */
	async function list(
		answer: (request: Received) => Answer,
		method: string,
		parameters: IDataObject = {},
		typed = '',
	) {
		const server = await listen(answer);
		const credentials = { base_url: server.url, api_access_token: TOKEN, account_id: '5' };
		const context = searching(credentials, { account_id: 5, ...parameters });
		try {
			const found =
				method in listSearch
					? (await listSearch[method].call(context, typed)).results
					: ((await loadOptions[method].call(context)) as INodeListSearchItems[]);
			const requests = server.received.map(({ path, query }) => [
				path.replace('/api/v1/accounts/5/integrations/', ''),
				Object.fromEntries(query),
			]);
			return {
				names: found.map(({ name }) => name),
				values: found.map(({ value }) => value),
				requests,
			};
		} finally {
			await server.close();
		}
	}

	test('connections stand in one list, each with its inbox', async () => {
		const { body } = recording('account.integration.list_apps', 'feature-off', '4.16').response;
		const { names, values } = await list(() => json(body), 'hooks');
		expect(values).toEqual((at(body, 'payload.*.hooks') as IDataObject[]).map(({ id }) => id));
		expect(names).toContain('dialogflow (17) · API inbox · demo');
	});

	const entities = {
		users: [{ id: 'u1', name: 'Änne' }],
		projects: [{ id: 'p1', name: 'Web' }],
		states: [{ id: 's1', name: 'Todo' }],
		labels: [{ id: 'l1', name: 'Bug' }],
	};

	test.each([
		['linearAssignees', 'Änne (u1)', 'u1'],
		['linearProjects', 'Web (p1)', 'p1'],
		['linearStates', 'Todo (s1)', 's1'],
		['linearLabels', 'Bug (l1)', 'l1'],
	])('%s are those of the chosen team', async (method, name, value) => {
		const team_id = { __rl: true, mode: 'list', value: 't 1' };
		const { names, values, requests } = await list(() => json(entities), method, { team_id });
		expect([names, values]).toEqual([[name], [value]]);
		expect(requests).toEqual([['linear/team_entities', { team_id: 't 1' }]]);
	});

	test('without a team none are asked for', async () => {
		await expect(list(() => json(entities), 'linearStates')).rejects.toMatchObject({
			message: 'Team is empty: fill it in',
		});
	});

	test('issues are found by words, and without words it says so', async () => {
		const issues = [{ id: 'i1', identifier: 'ENG-1', title: 'Bug', state: { name: 'Todo' } }];
		const { names, requests } = await list(() => json(issues), 'linearIssues', {}, 'bug & co');
		expect(names).toEqual(['Bug (i1) · ENG-1 · Todo']);
		expect(requests).toEqual([['linear/search_issue', { q: 'bug & co' }]]);
	});

	test.each(['linearTeams', 'slackChannels'])('%s: not connected', async (method) => {
		const [op, name] =
			method === 'linearTeams'
				? ['account.integration_linear.list_teams', 'not-connected']
				: ['account.integration_slack.list_channels', 'not-connected'];
		const { status, body } = recording(op, name).response;
		await expect(list(() => json(body, status), method)).rejects.toMatchObject({
			message: expect.stringMatching(/^(Linear|Slack) is not connected to account 5/) as string,
			description: expect.stringContaining('Settings → Integrations') as string,
		});
	});
});

test.each([
	['http://[', 'is not a valid URL'],
	[
		'https://crm.example/größe',
		'can contain ASCII characters only. Write it as https://crm.example/gr%C3%B6%C3%9Fe',
	],
])('a dashboard app is not made of the address %s', async (url, refusal) => {
	const { error, received } = await run('dashboardApp.create', { title: 'CRM', url });
	expect(error?.message).toContain(refusal);
	expect(received).toEqual([]);
});
