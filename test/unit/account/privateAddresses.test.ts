import type { IDataObject } from 'n8n-workflow';
import { json } from '../../support/run';
import { ACCOUNT, shownHints } from '../../support/shownHints';

/** Addresses that Chatwoot accepts, and never calls. */

const PUBLIC = 'https://flow.example.com/hook';
const PRIVATE = 'http://192.168.178.20:5678/hook';

const call = (action_params: string[]) => [{ action_name: 'send_webhook_event', action_params }];

interface Writer {
	operation: string;
	parameters: (url: string) => IDataObject;
	path: string;
	/** The record in the reply. */
	reply: (url: string) => unknown;
}

const writers: Writer[] = [
	{
		operation: 'webhook.create',
		parameters: (url) => ({ url }),
		path: `${ACCOUNT}/webhooks`,
		reply: (url) => ({ payload: { webhook: { id: 1, url } } }),
	},
	{
		operation: 'webhook.update',
		parameters: (url) => ({ webhook_id: 1, update_fields: { url } }),
		path: `${ACCOUNT}/webhooks/1`,
		reply: (url) => ({ payload: { webhook: { id: 1, url } } }),
	},
	{
		operation: 'agentBot.create',
		parameters: (outgoing_url) => ({ name: 'Bot', outgoing_url }),
		path: `${ACCOUNT}/agent_bots`,
		reply: (outgoing_url) => ({ id: 1, name: 'Bot', outgoing_url }),
	},
	{
		operation: 'agentBot.update',
		parameters: (outgoing_url) => ({ agent_bot_id: 1, update_fields: { outgoing_url } }),
		path: `${ACCOUNT}/agent_bots/1`,
		reply: (outgoing_url) => ({ id: 1, name: 'Bot', outgoing_url }),
	},
	{
		operation: 'platform.agentBot.create',
		parameters: (outgoing_url) => ({ name: 'Bot', outgoing_url }),
		path: '/platform/api/v1/agent_bots',
		reply: (outgoing_url) => ({ id: 1, name: 'Bot', outgoing_url }),
	},
	{
		operation: 'platform.agentBot.update',
		parameters: (outgoing_url) => ({ agent_bot_id: 1, update_fields: { outgoing_url } }),
		path: '/platform/api/v1/agent_bots/1',
		reply: (outgoing_url) => ({ id: 1, name: 'Bot', outgoing_url }),
	},
	{
		operation: 'inbox.create',
		parameters: (webhook_url) => ({
			...{ name: 'Orders', channel_type: 'api', api_settings: { webhook_url } },
		}),
		path: `${ACCOUNT}/inboxes`,
		reply: (webhook_url) => ({ id: 1, name: 'Orders', channel_type: 'Channel::Api', webhook_url }),
	},
	{
		operation: 'inbox.update',
		parameters: (webhook_url) => ({
			...{ inbox_id: 1, channel_type: 'api', api_settings: { webhook_url } },
		}),
		path: `${ACCOUNT}/inboxes/1`,
		reply: (webhook_url) => ({ id: 1, name: 'Orders', channel_type: 'Channel::Api', webhook_url }),
	},
	{
		operation: 'macro.create',
		parameters: (url) => ({ name: 'M', visibility: 'global', actions: call([url]) }),
		path: `${ACCOUNT}/macros`,
		reply: (url) => ({
			payload: { id: 1, name: 'M', visibility: 'global', actions: call([url]) },
		}),
	},
	{
		operation: 'macro.update',
		parameters: (url) => ({
			...{ macro_id: 1, visibility: 'global', update_fields: { actions: call([url]) } },
		}),
		path: `${ACCOUNT}/macros/1`,
		reply: (url) => ({ payload: { id: 1, visibility: 'global', actions: call([url]) } }),
	},
	{
		operation: 'automationRule.create',
		parameters: (url) => ({
			...{ name: 'R', event_name: 'message_created', conditions: '[]', actions: call([url]) },
		}),
		path: `${ACCOUNT}/automation_rules`,
		reply: (url) => ({
			...{ id: 1, name: 'R', event_name: 'message_created', conditions: [], actions: call([url]) },
		}),
	},
	{
		operation: 'automationRule.update',
		parameters: (url) => ({
			...{ automation_rule_id: 1, update_fields: { actions: call([url]) } },
		}),
		path: `${ACCOUNT}/automation_rules/1`,
		reply: (url) => ({ payload: { id: 1, actions: call([url]) } }),
	},
];

const run = async ({ operation, parameters, path, reply }: Writer, url: string, version: string) =>
	await shownHints(
		operation,
		parameters(url),
		{ [path]: json(reply(url)), '/api': json({ version }) },
		2,
	);

const hint = (version: string, more = '') =>
	`Chatwoot ${version} does not call private addresses such as http://192.168.178.20:5678 unless SAFE_FETCH_ALLOW_PRIVATE_NETWORK=true is set in its environment${more}.`;

describe.each(writers)('$operation', (writer) => {
	test('warns that the server will not call a private address', async () => {
		const { items, hints, paths } = await run(writer, PRIVATE, '4.16.2');
		expect(items).toHaveLength(2);
		expect(hints).toEqual([`${hint('4.16.2')} (2 items)`]);
		expect(hint('4.16.2').length).toBeLessThanOrEqual(160);
		expect(paths.filter((path) => path === '/api')).toHaveLength(1);
	});

	test('says nothing on servers that call it', async () => {
		for (const version of ['4.10.0', '4.13.0', 'unknown'])
			expect((await run(writer, PRIVATE, version)).hints).toEqual([]);
	});

	test('needs no further request for a public address', async () => {
		const { hints, paths } = await run(writer, PUBLIC, '4.16.2');
		expect([hints, new Set(paths)]).toEqual([[], new Set([writer.path])]);
	});
});

test('the first release without the setting names the one that has it', async () => {
	const { hints } = await run(writers[0], PRIVATE, '4.14.0');
	expect(hints).toEqual([`${hint('4.14.0', ' (4.14.1 or later)')} (2 items)`]);
});

test('of the actions of a macro only calls count, also in rows', async () => {
	const reply = { id: 1, name: 'M', visibility: 'global' };
	const withActions = async (actions: IDataObject, replied: unknown) =>
		await shownHints(
			'macro.create',
			{ name: 'M', visibility: 'global', ...actions },
			{
				[`${ACCOUNT}/macros`]: json({ payload: { ...reply, actions: replied } }),
				'/api': json({ version: '4.16.2' }),
			},
		);
	const message = [{ action_name: 'send_message', action_params: [PRIVATE] }];
	expect((await withActions({ actions: message }, message)).hints).toEqual([]);
	const rows = { actions: [{ action: 'send_webhook_event', url: PRIVATE }] };
	const { hints } = await withActions(
		{ specify_actions: 'rows', actions_rows: rows },
		call([PRIVATE]),
	);
	expect(hints).toEqual([hint('4.16.2')]);
});

describe.each([
	['create', (url: string) => ({ title: 'App', url }), ''],
	['update', (url: string) => ({ dashboard_app_id: 1, update_fields: { url } }), '/1'],
])('dashboardApp.%s', (name, parameters, end) => {
	const hintsOf = async (url: string) =>
		await shownHints(`dashboardApp.${name}`, parameters(url), {
			[`${ACCOUNT}/dashboard_apps${end}`]: json({
				...{ id: 1, title: 'App', content: [{ type: 'frame', url }] },
			}),
		});

	test.each([
		['http://localhost:3000/crm', 'http://localhost:3000'],
		['http://10.0.0.5/crm', 'http://10.0.0.5'],
	])('says who can open %s, with no further request', async (url, origin) => {
		const { hints, paths } = await hintsOf(url);
		expect(hints).toEqual([
			`The private address ${origin} only opens on that computer or in that network: dashboard apps run in the browser of each agent.`,
		]);
		expect(paths).toHaveLength(1);
	});

	test('says nothing of a public page', async () => {
		expect((await hintsOf(PUBLIC)).hints).toEqual([]);
	});
});
