import type { IDataObject } from 'n8n-workflow';
import { recording } from '../../../truth/recordings';
import { fastClock } from '../../support/clock';
import { json } from '../../support/run';
import { ACCOUNT, shownHints as shown } from '../../support/shownHints';

/** What a list or a task that finds nothing shows above its output. */

const withFeatures = (...names: string[]) => ({
	[ACCOUNT]: json({ id: 1, features: Object.fromEntries(names.map((name) => [name, true])) }),
});

test.each([
	['appliedSla.getAll', {}, 'SLA'],
	['slaPolicy.getAll', {}, 'SLA'],
	['assistant.getAll', {}, 'Captain'],
	['document.getAll', {}, 'Captain'],
	['faq.getAll', {}, 'Captain'],
	['scenario.getAll', { assistant_id: 1 }, 'Captain'],
	['copilot.getThreads', {}, 'Captain'],
])(
	'%s without rows says that the feature is off, and asks once',
	async (operation, values, name) => {
		const off = await shown(operation, values, withFeatures('labels'), 3);
		expect(off.items).toEqual([]);
		expect(off.hints).toEqual([
			`The result is empty because the account feature ${name} is disabled. A super admin can enable it: super admin console → Accounts. (3 items)`,
		]);
		expect(off.paths.filter((path) => path === ACCOUNT)).toHaveLength(1);
	},
);

test('of a feature that is on, or of which nothing is known, nothing is said', async () => {
	const on = await shown('assistant.getAll', {}, withFeatures('captain_integration'));
	expect(on.hints).toEqual([]);
	const closed = { [ACCOUNT]: json({ error: 'You are not authorized to do this action' }, 401) };
	expect((await shown('assistant.getAll', {}, closed)).hints).toEqual([]);
});

describe('the reason of an empty result', () => {
	fastClock();

	test.each([500, 503, 401])('is left out if Chatwoot answers %s', async (status) => {
		const failed = { [ACCOUNT]: json({ error: 'No' }, status) };
		for (const operation of ['faq.getAll', 'assistant.getAll'])
			expect(await shown(operation, {}, failed)).toMatchObject({ items: [], hints: [] });
		const policies = { ...withFeatures('sla'), [`${ACCOUNT}/sla_policies`]: json({}, status) };
		expect(await shown('appliedSla.getAll', {}, policies)).toMatchObject({ items: [], hints: [] });
	});
});

test('a list with rows asks for no feature', async () => {
	const { body } = recording('account.captain_assistant.list', 'ok', '4.16').response;
	const { items, hints, paths } = await shown(
		'assistant.getAll',
		{},
		{
			[`${ACCOUNT}/captain/assistants`]: json(body),
		},
	);
	expect(items.length).toBeGreaterThan(0);
	expect(hints).toEqual([]);
	expect(paths).toEqual([`${ACCOUNT}/captain/assistants`]);
});

test('without an SLA policy no conversation can miss one', async () => {
	const on = withFeatures('sla');
	expect((await shown('appliedSla.getAll', {}, on)).hints).toEqual([
		'The account has no SLA policy. Add one with SLA Policy → Create.',
	]);
	const policies = { [`${ACCOUNT}/sla_policies`]: json({ payload: [{ id: 1 }] }) };
	expect((await shown('appliedSla.getAll', {}, { ...on, ...policies })).hints).toEqual([]);
});

test('a message without a file says so', async () => {
	const path = `${ACCOUNT}/conversations/2/messages`;
	const message = { conversation_id: 2, message_id: 5 };
	const replies = { [path]: json({ payload: [{ id: 5, attachments: [] }] }) };
	const plain = await shown('message.downloadAttachments', message, replies);
	expect(plain.hints).toEqual(['Message 5 has no files.']);
	const images = { ...message, options: { file_types: ['image'] } };
	expect((await shown('message.downloadAttachments', images, replies)).hints).toEqual([
		'Message 5 has no files of these types.',
	]);
});

test('a contact without duplicates says what counts', async () => {
	const contact = { id: 3, name: 'Jane Dup', email: 'jane@example.com', created_at: 1 };
	const { items, hints } = await shown(
		'contact.mergeDuplicates',
		{ contact_id: 3 },
		{
			[`${ACCOUNT}/contacts/3`]: json({ payload: contact }),
			[`${ACCOUNT}/contacts/filter`]: json({ payload: [contact], meta: { count: 1 } }),
			[`${ACCOUNT}/contacts/search`]: json({ payload: [contact], meta: { count: 1 } }),
		},
	);
	expect(items[0].json).toMatchObject({ action: 'none', id: 3 });
	expect(hints).toEqual([
		'No duplicates were found. Duplicates have the same identifier, email or phone number in a different spelling; names are not compared.',
	]);
});

test.each([
	['off', false, {}, true],
	['on', true, {}, false],
	['off as it was set', false, { working_hours_enabled: false }, false],
])('hours of an inbox where they are %s', async (_, enabled, values, isHinted) => {
	const { body } = recording('account.inbox.get', 'ok', '4.16').response;
	const updated = { ...(body as IDataObject), id: 4, working_hours_enabled: enabled };
	const { hints } = await shown(
		'inbox.update',
		{
			inbox_id: 4,
			update_fields: {
				working_hours_rows: { hours: [{ weekdays: ['monday'], hours: 'open' }] },
				...values,
			},
		},
		{
			[`${ACCOUNT}/inboxes/4`]: json({
				...updated,
				working_hours: [{ day_of_week: 1, open_all_day: true, closed_all_day: false }],
			}),
		},
	);
	expect(hints).toEqual(
		isHinted
			? [
					'The working hours of inbox 4 are saved, but not active. To apply them, turn on Working Hours Enabled.',
				]
			: [],
	);
});

test.each<[string, IDataObject, boolean]>([
	['without a page URL', {}, true],
	['with one', { trigger_rules: { url: 'https://example.com/*', time_on_page: 5 } }, false],
])('a website campaign %s', async (_, rules, isHinted) => {
	const { body } = recording('account.campaign.create', 'ok', '4.16').response;
	const campaign = body as IDataObject;
	const inbox = campaign.inbox as IDataObject;
	const { hints } = await shown(
		'campaign.create',
		{ campaign_kind: 'website', title: 'x', inbox_id: 6, message: 'Hello', ...rules },
		{
			[`${ACCOUNT}/inboxes/6`]: json({ ...inbox, id: 6 }),
			[`${ACCOUNT}/campaigns`]: json({
				...{ ...campaign, title: 'x', message: 'Hello', inbox: { ...inbox, id: 6 } },
				trigger_rules: rules.trigger_rules ?? {},
			}),
		},
	);
	expect(hints).toEqual(
		isHinted
			? [
					`Campaign ${String(campaign.id)} has no page URL, so it is never shown. While it is enabled, other campaigns of its inbox are not shown either. Set Trigger Rules → Page URL.`,
				]
			: [],
	);
});

describe('a contact without an email, phone number and identifier', () => {
	const LOST =
		'A contact without an email, phone number and identifier is in no list, search or filter. Only its ID finds it.';
	const contact = { id: 3, name: 'Jane', email: null, phone_number: null, identifier: null };

	test('is said to be found by nobody where it is created', async () => {
		const created = { [`${ACCOUNT}/contacts`]: json({ payload: { contact } }) };
		expect((await shown('contact.create', { name: 'Jane' }, created)).hints).toEqual([LOST]);
		const known = json({ payload: { contact: { ...contact, identifier: '7' } } });
		const values = { name: 'Jane', identifier: '7' };
		const replies = { [`${ACCOUNT}/contacts`]: known };
		expect((await shown('contact.create', values, replies)).hints).toEqual([]);
	});

	test('is said to be so where an update clears the last of them', async () => {
		const updated = { [`${ACCOUNT}/contacts/3`]: json({ payload: contact }) };
		const update = async (update_fields: IDataObject) =>
			(await shown('contact.update', { contact_id: 3, update_fields }, updated)).hints;
		expect(await update({ email: '' })).toEqual([LOST]);
		expect(await update({ name: 'Jane' })).toEqual([]);
	});
});
