import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../../../nodes/shared/faults';
import { agrees, checkStored } from '../../../nodes/shared/transport/stored';
import { isObject } from '../../../nodes/shared/values';
import { text } from '../../../nodes/shared/vocabulary/fields/fields';
import { fieldsOf } from '../../../nodes/shared/vocabulary/fields/parts';
import type { Operation } from '../../../nodes/shared/vocabulary/operation';
import { entryOf } from '../../../truth/coverage';
import { recordingsOf, recordsOf, releases } from '../../../truth/recordings';
import { operations } from '../../../truth/surfaces';
import { json, run } from '../../support/run';

/** The labels of what a recorded reply does not show as it was sent. */
function lost(definition: Operation, body: IDataObject, record: IDataObject): string[] {
	const fields = new Map(fieldsOf(definition.body ?? []).map((field) => [field.as, field]));
	const setFields = Object.entries(body).flatMap(([key, value]) => {
		const field = fields.get(key);
		return field ? [{ field, value, inBody: true }] : [];
	});
	try {
		checkStored(record, setFields);
		return [];
	} catch (error) {
		return (error as ServiceError).fields;
	}
}

/** What the recorded replies do not show, of all operations that give the record as it was stored. */
const found = operations()
	.filter(([, { reply }]) => reply?.stored)
	.flatMap(([id, definition]) => {
		const entry = entryOf(id, definition);
		if (!entry) return [];
		return releases.flatMap((release) =>
			recordingsOf(entry.id, release).flatMap(({ case: name, request, response }) => {
				if (response.status >= 300 || !isObject(request.body)) return [];
				const key = entry.body_wrapper?.key ?? '';
				const { [key]: inner, ...outside } = request.body as IDataObject;
				const body = isObject(inner) ? { ...outside, ...inner } : request.body;
				const [record] = recordsOf(entry.id, response.body);
				if (!isObject(record)) return [];
				return lost(definition, body as IDataObject, record as IDataObject).map((field) => ({
					place: `${id} ${field}`,
					name,
				}));
			}),
		);
	});

/** What the recorded server really did not take: `operation field` and the cases that show it. */
const LOST: Record<string, string[]> = {
	'account.account.update conversation_required_attributes': [
		'clear-settings-null',
		'conversation_required_attributes-null',
	],
	'account.agent.update auto_offline': ['null-ignored'],
	'account.agent.update custom_role_id': ['custom-role-inside-wrapper'],
	'account.agent.update name': ['name-null', 'null-ignored'],
	'account.agent.update role': ['null-ignored'],
	'account.agentBot.update bot_config': ['clear'],
	'account.article.create meta': ['ok-full'],
	'account.article.update meta': ['ok-full'],
	'account.campaign.create audience': [
		'audience-ids-only',
		'ok-flat',
		'ok-full',
		'ongoing-audience-stored',
	],
	// Recorded up to its 6,000th letter.
	'account.campaign.create message': ['long-message'],
	'account.campaign.create scheduled_at': [
		'ok-full',
		'one-off-milliseconds',
		'one-off-unix',
		'ongoing-scheduled_at-ignored',
	],
	'account.campaign.create sender_id': ['unknown-sender'],
	'account.campaign.update audience': ['ok-full'],
	'account.campaign.update scheduled_at': ['ok-full', 'one-off-clear-date'],
	'account.category.create parent_category_id': ['unknown-parent'],
	'account.category.create related_category_ids': ['unknown-parent'],
	'account.category.update related_category_ids': ['clear-related', 'ok-flat'],
	'account.company.create custom_attributes': ['custom_attributes-text'],
	'account.company.update custom_attributes': ['clear-null'],
	'account.company.upsert custom_attributes': ['custom_attributes-text'],
	'account.contact.create company_id': ['companies-feature-off'],
	'account.contact.create custom_attributes': [
		'custom_attributes-text',
		'transport-custom-attributes-array',
		'transport-custom-attributes-text',
	],
	'account.contact.create name': ['transport-name-object'],
	'account.contact.update custom_attributes': ['clear-attributes-null'],
	'account.conversation.create assignee_id': ['unknown-assignee_id'],
	'account.conversation.create custom_attributes': ['locked-inbox'],
	'account.conversation.create snoozed_until': [
		'ok-full',
		'snoozed-until-unix',
		'snoozed-until-without-snoozed',
	],
	'account.conversation.create team_id': ['unknown-team_id'],
	'account.customAttribute.update attribute_values': ['clear-null'],
	'account.customFilter.create conditions': ['query-text'],
	'account.customFilter.update conditions': ['clear-query-null'],
	// We send an empty list.
	'account.customTool.update param_schema': ['clear-null'],
	'account.faq.create status': ['bad-status', 'ok-flat', 'status-ignored'],
	'account.faq.update status': ['bad-status', 'clear-status', 'ok-full', 'status-ignored'],
	'account.customRole.create permissions': ['permissions-as-text'],
	'account.customRole.update permissions': ['clear-null'],
	'account.inbox.update auto_assignment_config': ['clear'],
	'account.inbox.update greeting_message': ['text-null'],
	'account.inbox.update working_hours': [
		'working-hours-invalid-dropped',
		'working-hours-open-all-day-on-closed-day',
	],
	'account.integration.connect inbox_id': ['unknown-inbox'],
	'account.macro.create visibility': ['as-agent'],
	'account.portal.create custom_domain': ['ok-full'],
	'account.portal.update inbox_id': [
		'inbox_id-alone',
		'inbox_id-with-empty-wrapper',
		'wrong-inbox',
	],
	'account.webhook.create inbox_id': ['unknown-inbox'],
	'account.webhook.create subscriptions': ['events-subscribe-null-list'],
	'platform.account.update custom_attributes': ['clear-null'],
	'platform.account.update limits': ['clear-null'],
	'public.contact.update email': ['clear-blank-ignored'],
	'public.contact.update name': ['clear-blank-ignored'],
	'public.contact.update phone_number': ['clear-blank-ignored'],
};

test('no recorded reply raises a false alarm, on any release', () => {
	const seen = new Map<string, Set<string>>();
	for (const { place, name } of found) seen.set(place, (seen.get(place) ?? new Set()).add(name));
	const sorted = [...seen].map(([place, names]) => [place, [...names].sort()] as const).sort();
	expect(Object.fromEntries(sorted)).toEqual(LOST);
});

test.each([
	['Ann', 'ann', true],
	['  Icon\tTeam ', 'iconteam', true],
	['Ann', 'Bob', false],
	['Ann', null, false],
	['Ann', undefined, false],
	[7, '7', true],
	['7', 7, true],
	[7, 8, false],
	[true, 'true', true],
	[true, false, false],
	[false, null, true],
	[false, true, false],
	[null, '', true],
	['', null, true],
	[null, 'Ann', false],
	[[], null, true],
	[[], ['vip'], false],
	[['vip', 'new'], ['new', 'vip'], true],
	[['vip', 'new'], ['vip'], false],
	[{}, { plan: 'gold' }, true],
	[{ plan: 'gold' }, { plan: 'gold', seats: 3 }, true],
	[{ plan: 'gold' }, { seats: 3 }, false],
	[{ plan: null }, {}, true],
	[[{ day: 1, open: true }], [{ day: 0 }, { day: 1, open: true, hour: 9 }], true],
	[1830000000, '2027-12-28T13:20:00.000Z', true],
	['2027-01-15T09:00:00Z', '2027-01-15T09:00:00.000Z', true],
	['2027-01-15T09:00:00Z', '1970-01-01T00:33:47.000Z', false],
	// An enumerated text that the reply gives as a number, and the id that became a record.
	['incoming', 0, true],
	[3, { id: 3 }, true],
])('%j is shown as %j: %s', (sent, shown, result) => {
	expect(agrees(sent, shown)).toBe(result);
});

test.each<[string, unknown]>([
	['answers something else', { message: 'Not for you' }],
	['answers nothing', ''],
	['tells no number', { version: 'edge' }],
])('what only newer releases have is sent to a server whose GET /api %s', async (_, answer) => {
	const team = { id: 3, name: 'Sales', icon: '🚀' };
	const { error, received } = await run(
		'team.update',
		{ team_id: 3, update_fields: { icon: '🚀' } },
		[json(answer), json(team)],
	);
	expect(error).toBeUndefined();
	expect(received.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
});

test('only what is in the body is held against the record', () => {
	const check = (inBody: boolean) => () =>
		checkStored({ id: 1, name: 'Ann' }, [{ field: text('name'), value: 'Bob', inBody }]);
	expect(check(true)).toThrow('Chatwoot did not save Name');
	expect(check(false)).not.toThrow();
});
