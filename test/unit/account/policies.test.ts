import type { IDataObject } from 'n8n-workflow';
import { recording, releases } from '../../../truth/recordings';
import { delay } from '../../support/clock';
import { json, run, runAt } from '../../support/run';
import { listen, type Received } from '../../support/server';

const ofPage = ({ query }: Received) => Number(new URLSearchParams(query).get('page') ?? 1);

const requestsOf = (received: Received[]) =>
	received.map(({ method, path }) => `${method} ${path.replace('/api/v1/accounts/1/', '')}`);

/** The recorded entries of a release, in their order. */
const entriesOf = (release: (typeof releases)[number], ...names: string[]) =>
	names.flatMap((name) => {
		const { body } = recording('account.audit_log.list', name, release).response;
		return (body as { audit_logs: IDataObject[] }).audit_logs;
	});

/**
 * A service with these entries, in pages of this size.
 * @param total what it says there are
 */
const auditLog = async (entries: IDataObject[], per_page: number, total = entries.length) =>
	await listen((request) => {
		if (!request.path.endsWith('/audit_logs')) return json({ features: { sla: true } });
		const page = ofPage(request);
		const audit_logs = entries.slice((page - 1) * per_page, page * per_page);
		return json({ per_page, total_entries: total, current_page: page, audit_logs });
	});

describe('the audit log', () => {
	/** One per minute, newest first; the last one is at midnight UTC. */
	const MIDNIGHT = Date.UTC(2026, 9, 1) / 1000;
	const entries = Array.from({ length: 180 }, (_, index) => ({
		...{ id: 1000 - index, action: 'update', auditable_type: 'Team', auditable_id: 6 },
		created_at: MIDNIGHT + (179 - index) * 60,
	}));

	test.each([15, 25])('is complete in pages of %d', async (size) => {
		const server = await auditLog(entries, size);
		const { items } = await runAt(server.url, 'auditLog.getAll', { returnAll: true });
		expect(items.map(({ json: { id } }) => id)).toEqual(entries.map(({ id }) => id));
		await server.close();
	});

	test.each([
		['UTC', '2026-10-01T01:00', '2026-10-01T02:00'],
		['Europe/Berlin', '2026-10-01T03:00', '2026-10-01T04:00'],
	])(
		'returns the entries of a period in %s and reads no earlier pages',
		async (timezone, since, until) => {
			const server = await auditLog(entries, 25);
			const parameters = { period: 'between', since, until, options: { timezone } };
			const { items } = await runAt(server.url, 'auditLog.getAll', {
				...parameters,
				returnAll: true,
			});
			const times = items.map(({ json: { created_at } }) => created_at);
			expect(times).toHaveLength(60);
			expect([times[0], times[59]]).toEqual([
				'2026-10-01T01:59:00.000Z',
				'2026-10-01T01:00:00.000Z',
			]);
			const limited = { ...parameters, limit: 2, options: { timezone, start_after: 3 } };
			const some = await runAt(server.url, 'auditLog.getAll', limited);
			expect(some.items.map(({ json: { created_at } }) => created_at)).toEqual(times.slice(3, 5));
			await server.close();
		},
	);

	test('can be longer than the list limit if a period is set', async () => {
		const server = await auditLog(entries, 25, 130_000);
		const parameters = { period: 'between', since: MIDNIGHT + 5000, until: MIDNIGHT + 20_000 };
		const found = await runAt(server.url, 'auditLog.getAll', { ...parameters, returnAll: true });
		expect([found.error, found.items.length]).toEqual([undefined, 96]);
		const all = await runAt(server.url, 'auditLog.getAll', { returnAll: true });
		expect(all.error?.message).toContain('The list has 130000 rows');
		await server.close();
	});

	test('says why it is empty', async () => {
		const off = await auditLog([], 25);
		const { error } = await runAt(off.url, 'auditLog.getAll', {});
		expect(error?.message).toBe('The account does not have the feature Audit Logs');
		expect(error?.description).toContain('shows them once the feature is enabled');
		await off.close();
		const on = [
			json({ audit_logs: [], total_entries: 0 }),
			json({ features: { audit_logs: true } }),
		];
		expect(await run('auditLog.getAll', {}, on)).toMatchObject({ items: [], error: undefined });
		// No hint if the features of the account are unknown.
		const emptyReplies = [json({ audit_logs: [], total_entries: 0 }), json({})];
		expect(await run('auditLog.getAll', {}, emptyReplies)).toMatchObject({
			items: [],
			error: undefined,
		});
	});

	test.each<[string, IDataObject]>([
		[
			'ada@acme.example updated Team 6 (süd): name, description',
			{
				...{ username: 'ada@acme.example', action: 'update', auditable: { id: 6, name: 'süd' } },
				audited_changes: { name: ['nord', 'süd'], description: ['', 'x'] },
			},
		],
		[
			'ada@acme.example updated Team 6 (süd): name',
			{
				username: 'ada@acme.example',
				action: 'update',
				audited_changes: { name: ['nord', 'süd'] },
			},
		],
		[
			'Chatwoot created Account User 6',
			{ username: null, action: 'create', auditable_type: 'AccountUser', audited_changes: null },
		],
		[
			'ada@acme.example deleted Automation Rule 6 (old)',
			{
				...{ username: 'ada@acme.example', action: 'destroy', auditable_type: 'AutomationRule' },
				...{ auditable: null, audited_changes: { name: 'old' } },
			},
		],
		['a@b.c signed in User 6', { username: 'a@b.c', action: 'sign_in', auditable_type: 'User' }],
		['a@b.c blocked Team 6', { username: 'a@b.c', action: 'blocked' }],
	])('has a summary: %s', async (summary, entry) => {
		const row = { id: 1, auditable_type: 'Team', auditable_id: 6, created_at: MIDNIGHT, ...entry };
		const { items } = await run('auditLog.getAll', {}, [json({ audit_logs: [row] })]);
		expect(items[0].json).toMatchObject({ summary, record_id: 6, record_type: row.auditable_type });
	});

	test.each<[string, unknown, IDataObject[]]>([
		[
			'update',
			{ name: ['a', 'b'], icon: [null, 'x'], ids: [[1], [1, 2]] },
			[
				{ field: 'name', from: 'a', to: 'b' },
				{ field: 'icon', from: null, to: 'x' },
				{ field: 'ids', from: [1], to: [1, 2] },
			],
		],
		['create', { events: ['a', 'b'] }, [{ field: 'events', from: null, to: ['a', 'b'] }]],
		['create', { hmac_token: 'abc' }, [{ field: 'hmac_token', from: null, to: '***' }]],
		['update', { secret: ['abc', 'def'] }, [{ field: 'secret', from: null, to: '***' }]],
		['destroy', { name: 'a' }, [{ field: 'name', from: 'a', to: null }]],
		['update', null, []],
	])('has a row per value of a %s: %j', async (action, audited_changes, changes) => {
		const row = { id: 1, action, audited_changes, auditable_type: 'Team', auditable_id: 6 };
		const { items } = await run('auditLog.getAll', {}, [json({ audit_logs: [row] })]);
		expect(items[0].json.changes).toEqual(changes);
		const raw = await run('auditLog.getAll', { simplify: false }, [json({ audit_logs: [row] })]);
		expect(raw.items[0].json).toMatchObject({ id: 1, action, auditable_type: 'Team' });
		expect(raw.items[0].json).not.toHaveProperty('summary');
		expect(JSON.stringify([items, raw.items])).not.toContain('abc');
	});

	test.each(releases)('has a summary for each recorded entry of %s', async (release) => {
		const names = release === '4.10' ? ['ok', 'ok-page-3'] : ['ok', 'page-2', 'ok-page-3'];
		const recorded = entriesOf(release, ...names);
		const server = await auditLog(recorded, 100);
		const { items } = await runAt(server.url, 'auditLog.getAll', { returnAll: true });
		expect(items).toHaveLength(recorded.length);
		for (const { json: item } of items)
			expect(item.summary).toMatch(
				/^(Chatwoot|\S+@\S+) (created|updated|deleted) [A-Z][A-Za-z ]* \d+( \(.+\))?(: \w+(, \w+)*)?$/,
			);
		await server.close();
	});
});

test('missed SLAs are complete, or the list fails, because the service sends them in no order', async () => {
	const row = (id: number) => ({ applied_sla: { id }, conversation: { id: 7 }, sla_events: [] });
	const rows = (from: number) => Array.from({ length: 25 }, (_, index) => row(from + index));
	const read = async (second: IDataObject[], simplify: boolean) => {
		const pages = [rows(1), second];
		const server = await listen((request) =>
			json({ payload: pages[ofPage(request) - 1] ?? [], meta: { count: 27 } }),
		);
		const outcome = await runAt(server.url, 'appliedSla.getAll', { returnAll: true, simplify });
		await server.close();
		return outcome;
	};
	for (const simplify of [true, false]) {
		const whole = await read([row(26), row(27)], simplify);
		expect([whole.error, whole.items.length]).toEqual([undefined, 27]);
		const moved = await read([row(25), row(27)], simplify);
		expect(moved.error?.message).toContain(
			'The list is incomplete: Chatwoot reports 27 rows, but its pages returned 26 different ones',
		);
	}
});

describe('an agent capacity policy', () => {
	test('gets the same agent in the order of items, also from several policies', async () => {
		const events: string[] = [];
		const server = await listen(async ({ path }) => {
			const policy = /policies\/(\d+)/.exec(path)?.[1];
			events.push(`asked ${policy}`);
			await delay(5);
			events.push(`done ${policy}`);
			return json({ id: 21, name: 'Grace' });
		});
		const items = [1, 2, 3].map((policy) => ({ json: { policy } }));
		const parameters = { agent_capacity_policy_id: '={{ $json.policy }}', user_id: 21 };
		const { items: added } = await runAt(server.url, 'agentCapacityPolicy.addAgent', parameters, {
			items,
		});
		expect(added.map(({ json: item }) => item.agent_capacity_policy_id)).toEqual([1, 2, 3]);
		expect(events).toEqual([1, 2, 3].flatMap((policy) => [`asked ${policy}`, `done ${policy}`]));
		await server.close();
	});

	test('does not remove an agent who is in another policy', async () => {
		const { error, received } = await run(
			'agentCapacityPolicy.removeAgent',
			{ agent_capacity_policy_id: 9, user_id: 21 },
			[json([{ id: 22 }])],
		);
		expect(error?.message).toBe(
			'Agent 21 is not in Agent Capacity Policy 9, so nobody was removed',
		);
		expect(requestsOf(received)).toEqual(['GET agent_capacity_policies/9/users']);
	});

	test.each<[string, IDataObject, IDataObject]>([
		[
			'changed',
			{ excluded_labels: ['vip'] },
			{ excluded_labels: ['vip'], exclude_older_than_hours: 24 },
		],
		['emptied', { excluded_labels: '' }, { exclude_older_than_hours: 24 }],
		[
			'emptied by name',
			{ clear_fields: ['exclude_older_than_hours'] },
			{ excluded_labels: ['spam'] },
		],
	])('keeps the other rule if one is %s', async (_, update_fields, exclusion_rules) => {
		const stored = { exclude_older_than_hours: 24, excluded_labels: ['spam'] };
		const { received } = await run(
			'agentCapacityPolicy.update',
			{ agent_capacity_policy_id: 9, update_fields },
			[
				// The labels of the account, if there are some to compare.
				...('excluded_labels' in update_fields && update_fields.excluded_labels
					? [json({ payload: [{ title: 'vip' }] })]
					: []),
				json({ id: 9, exclusion_rules: stored }),
				json({ id: 9, exclusion_rules }),
			],
		);
		expect(JSON.parse(String(received.at(-1)?.body))).toEqual({ exclusion_rules });
	});

	test('reports an error if the service ignored a rule', async () => {
		const { error } = await run(
			'agentCapacityPolicy.update',
			{ agent_capacity_policy_id: 9, update_fields: { exclude_older_than_hours: 5 } },
			[json({ id: 9, exclusion_rules: {} })],
		);
		expect(error?.message).toBe('Chatwoot did not save Exclude Older Than (Hours)');
	});
});

test('deleting an unknown SLA policy is an error that names it', async () => {
	const { status, body } = recording('account.sla_policy.get', 'unknown-id').response;
	const { error, received } = await run('slaPolicy.delete', { sla_policy_id: 99 }, [
		json(body, status),
	]);
	expect(requestsOf(received)).toEqual(['GET sla_policies/99']);
	expect(error?.description).toContain('SLA Policy 99 may not exist');
});

test('a reply with another assignment policy than the attached one is an error', async () => {
	const { error } = await run(
		'assignmentPolicy.attachToInbox',
		{ inbox_id: 13, assignment_policy_id: 8 },
		[json({ id: 9, name: 'Balanced' })],
	);
	expect(error?.message).toBe('Chatwoot did not save Assignment Policy');
});

test.each([
	[
		402,
		'{"error":"Please upgrade"}',
		'Please upgrade',
		'This requires the Enterprise edition and the account feature Audit Logs.',
	],
	[
		403,
		'{"error":"Not in the plan"}',
		'Not in the plan',
		'This requires the Enterprise edition, an administrator, and the account feature Audit Logs.',
	],
	[
		404,
		'<!DOCTYPE html><p>Gone</p>',
		'Chatwoot answered with status 404 and gave no reason',
		'This requires the Enterprise edition and the account feature Audit Logs.',
	],
])('a refusal with %d says what is required', async (status, body, message, needs) => {
	const { error } = await run('auditLog.getAll', {}, [{ status, body }]);
	expect(error?.message).toBe(message);
	expect(error?.description).toContain(needs);
});
