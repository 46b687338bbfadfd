import type { IDataObject } from 'n8n-workflow';
import { CustomerConversationPlatform } from '../../../nodes/CustomerConversationPlatform/CustomerConversationPlatform.node';
import { versionOf, type Release } from '../../../truth/recordings';
import { onEachRelease } from '../../support/releases';
import { json, run } from '../../support/run';

const api = (release: Release) => json({ version: versionOf(release) });

type Answers = Parameters<typeof run>[2];
const platform = async (operation: string, parameters: IDataObject, answers: Answers) =>
	await run(operation, parameters, answers, { node: new CustomerConversationPlatform() });

const calls = ({ received }: Awaited<ReturnType<typeof run>>) =>
	received.map(({ method, path }) => `${method} ${path}`);

const ACCOUNTS = '/platform/api/v1/accounts';

onEachRelease('makes no account with features that the release does not know', async (release) => {
	const [old, later] = ['quoted_email_reply', 'captain_tasks'];
	const [known, unknown] = release === '4.10' ? [old, later] : [later, old];
	const switchOn = (...flags: string[]) => ({
		name: 'Acme',
		additional_fields: { features: { values: { switch_on: ['sla', ...flags] } } },
	});
	const user = { user_name: 'Ann', email: 'ann@example.com', password: 'Secret1!', role: 'agent' };
	for (const [operation, more] of [
		['account.create', {}],
		['account.provision', user],
	] as const) {
		const refused = await platform(operation, { ...switchOn(unknown), ...more }, [api(release)]);
		const needs = release === '4.10' ? 'Chatwoot 4.16 or later' : 'a release before Chatwoot 4.11';
		expect(refused.error?.message).toContain(
			`Features has ${unknown}, which requires ${needs} (this server runs ${versionOf(release)})`,
		);
		expect(calls(refused)).toEqual(['GET /api']);
	}

	const made = json({ id: 7, name: 'Acme', features: { sla: true, [known]: true } });
	const created = await platform('account.create', switchOn(known), [api(release), made]);
	expect(created.error).toBeUndefined();
	expect(calls(created)).toEqual(['GET /api', `POST ${ACCOUNTS}`]);
	// A flag of every release asks nobody.
	const repeated = await platform('account.create', switchOn(), [made]);
	expect(calls(repeated)).toEqual([`POST ${ACCOUNTS}`]);
});

onEachRelease('refuses a field of 4.16 before it is sent to an older server', async (release) => {
	const record = {
		...{ id: 3, name: 'Sales', icon: '🚀', branded_email_layout: '{{ content_for_layout }}' },
		...{ custom_attributes: { website: 'https://acme.example' }, payload: [] },
	};
	for (const [operation, label, parameters] of [
		['account.update', 'Website', { update_fields: { website: 'https://acme.example' } }],
		['account.update', 'Locale has et, which', { update_fields: { locale: 'et' } }],
		['team.update', 'Icon', { team_id: 3, update_fields: { icon: '🚀' } }],
		[
			'inbox.update',
			'Branded Email Layout',
			{
				inbox_id: 3,
				channel_type: 'none',
				update_fields: { branded_email_layout: record.branded_email_layout },
			},
		],
		[
			'inbox.update',
			'Channel Settings has IMAP Authentication, which',
			{ inbox_id: 3, channel_type: 'email', email_settings: { imap_authentication: 'login' } },
		],
		[
			'agent.getAssignable',
			'Include Agent Bots',
			{ inbox_ids: [3], options: { include_agent_bots: true } },
		],
	] as Array<[string, string, IDataObject]>) {
		const outcome = await run(operation, parameters, [
			api(release),
			json({ ...record, locale: 'et' }),
		]);
		expect([operation, outcome.error?.message]).toEqual([
			operation,
			release === '4.10'
				? `${label} requires Chatwoot 4.16 or later (this server runs 4.10.0)`
				: undefined,
		]);
		expect(outcome.received).toHaveLength(release === '4.10' ? 1 : 2);
	}
	// What is off is not sent, and asks for no release.
	const off = { inbox_ids: [3], options: { include_agent_bots: false } };
	const { received } = await run('agent.getAssignable', off, [json({ payload: [] })]);
	expect(received.map(({ query }) => query)).toEqual([[['inbox_ids[]', '3']]]);
});

onEachRelease(
	'says with the ID of the contact that the service dropped its company',
	async (release) => {
		// A newer server without the feature answers 200 and knows no company; 4.10 is not asked.
		const contact = { id: 7, name: 'Ann', email: 'ann@example.com' };
		const found = json({ meta: { count: 0 }, payload: [] });
		const created = json({ payload: { contact, contact_inbox: {} } });
		const { name, email } = contact;
		const fields = { name, email, additional_fields: { company_id: 6 } };
		for (const [operation, answers] of [
			['contact.create', [api(release), created]],
			['contact.upsert', [api(release), found, created]],
		] as const) {
			const { error } = await run(operation, fields, [...answers]);
			if (release === '4.10')
				expect(error?.message).toBe(
					'Company requires Chatwoot 4.14 or later (this server runs 4.10.0)',
				);
			else {
				expect(error?.message).toBe('Chatwoot did not save Company');
				expect(error?.description).toContain('Record 7 was saved');
			}
		}
		const linked = json({ payload: { contact: { ...contact, company_id: 6 } } });
		const { error, items } = await run('contact.create', fields, [api('4.16'), linked]);
		expect(error).toBeUndefined();
		expect(items[0].json.company_id).toBe(6);
	},
);
