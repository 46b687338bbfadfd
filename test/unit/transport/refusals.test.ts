import type { IDataObject } from 'n8n-workflow';
import { sayable, unreachable } from '../../../nodes/shared/transport/errors';
import { json, originalOf, run } from '../../support/run';

/** What no other test plays; each through its node. */
test.each<[operation: string, parameters: IDataObject, words: string]>([
	[
		'conversation.create',
		{ inbox_id: 1, contact_id: 2, additional_fields: { message: { color: 'red' } } },
		'First Message must be text, or an object with at least one of these keys: content, content_type,',
	],
	[
		'message.send',
		{
			...{ conversation_id: 1, content_kind: 'cards', content: 'x' },
			items: [{ title: 'A', actions: [{ type: 'link', uri: 'https://x.example' }] }],
		},
		'entry 1: an action needs text',
	],
	[
		'automationRule.create',
		{
			...{ name: 'x', event_name: 'message_created', conditions: [], actions_rows: {} },
			actions: [{ action_name: 'assign_team', action_params: [1, 2] }],
		},
		'entry 1: assign_team accepts one value; Chatwoot ignores the others',
	],
	[
		'automationRule.create',
		{
			...{ name: 'x', event_name: 'message_created', conditions_rows: {} },
			conditions: [
				{
					...{ attribute_key: 'status', filter_operator: 'attribute_changed' },
					values: { from: ['open'], to: ['resolved'] },
				},
			],
			actions: [{ action_name: 'mute_conversation', action_params: [] }],
		},
		'entry 1: status with attribute_changed requires the event Conversation Updated',
	],
	[
		'portal.get',
		{
			portal_slug: {
				...{ __rl: true, mode: 'url' },
				value: 'https://x.example/app/accounts/1/portals/%E0/en/articles',
			},
		},
		'Portal is not a valid URL: URI malformed',
	],
])('%s is refused before anything is sent: %j', async (operation, parameters, words) => {
	const { error, received } = await run(operation, parameters, [json({ version: '4.16.2' })]);
	expect(error?.message).toContain(words);
	expect(received).toEqual([]);
});

test('what the node does not have is refused, with the way to a call of one’s own', async () => {
	const node = originalOf('CustomerConversation');
	for (const operation of ['contact.dance', 'dance.create']) {
		const { error, received } = await run(operation, {}, [], { node });
		expect(error?.message).toMatch(
			/^This node has no such operation\. For a custom API call, use the HTTP Request node: /,
		);
		expect(received).toEqual([]);
	}
});

test('what a list lacks is told where it is empty, too', async () => {
	const { error } = await run('inbox.addMembers', { inbox_id: 1, user_ids: ['Ann'] }, [json([])]);
	expect(error?.message).toContain('Agent "Ann" was not found: the list is empty');
});

test('a campaign refuses a label if the account has none', async () => {
	const { error } = await run(
		'campaign.create',
		{
			...{ campaign_kind: 'sms', title: 'x', inbox_id: 1, message: 'x', audience: [3] },
			scheduled_at: '2099-01-01T09:00',
		},
		[json({ id: 1, name: 'SMS', channel_type: 'Channel::Sms' }), json({ payload: [] })],
	);
	expect(error?.message).toContain('Label 3 was not found: the account has no labels');
});

test('a file without an address that can be fetched is an error', async () => {
	const row = { id: 5, attachments: [{ id: 1, file_type: 'image', data_url: 'ftp://x/a.png' }] };
	const parameters = { download: 'message', conversation_id: 1, message_id: 5 };
	const { error } = await run('message.downloadAttachments', parameters, [
		json({ payload: [row] }),
	]);
	expect(error?.message).toBe('The file has no URL that can be downloaded: ftp://x/a.png');
});

test.each([
	['EHOSTUNREACH', 'There is no route to this address: https://x.example'],
	['EAI_AGAIN', 'The host name could not be looked up: https://x.example'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'Chatwoot could not be reached: https://x.example'],
])('%s is told in words', (code, words) => {
	expect(unreachable(Object.assign(new Error(), { code }), 'https://x.example').message).toBe(
		words,
	);
});

test('a reply of another form is told in words, never in those of JavaScript', () => {
	expect(sayable(new TypeError("Cannot read properties of null (reading 'id')")).message).toBe(
		'Chatwoot answered in a format that this operation does not know',
	);
});
