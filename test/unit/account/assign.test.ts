import type { IDataObject } from 'n8n-workflow';
import { recording, releases } from '../../../truth/recordings';
import { FakeChatwoot } from '../../fake/server';
import { json, run } from '../../support/run';

test.each<[to: string, parameters: IDataObject, name: string, item: IDataObject]>([
	['a team', { assign_to: 'team', team_id: 4 }, 'team', { team_id: 4, team_name: 'support' }],
	[
		'an agent',
		{ assign_to: 'agent', assignee_id: 8 },
		'both',
		{ assignee_id: 8, assignee_name: 'Ben Agent' },
	],
])('returns the ID and the name of %s', async (_, parameters, name, item) => {
	const { response } = recording('account.conversation.assign', name, '4.16');
	const { items } = await run('conversation.assign', { conversation_id: 68, ...parameters }, [
		json(response.body),
	]);
	expect(items.map((one) => one.json)).toEqual([{ conversation_id: 68, ...item }]);
});

describe.each(releases)('an agent who may not be a member of the inbox, on %s', (release) => {
	const hint = (name: string) =>
		`${name} is not a member of inbox 5 and cannot open its conversations, although Chatwoot assigns them. Add the agent to the inbox, or choose one of its members.`;

	const writers: Array<[operation: string, parameters: IDataObject, name: string]> = [
		[
			'conversation.assign',
			{ conversation_id: 1, assign_to: 'agent', assignee_id: 8 },
			'Ben Agent',
		],
		[
			'conversation.handOver',
			{ conversation_id: 1, additional_fields: { assignee_id: 8 } },
			'Ben Agent',
		],
		['conversation.updateMany', { ids: '1, 2', additional_fields: { assignee_id: 8 } }, 'Agent 8'],
	];

	/** Runs it in an account whose inbox has these members. */
	async function assigned(
		[operation, parameters]: (typeof writers)[number],
		members: unknown,
		role = 'agent',
	) {
		const account = new FakeChatwoot(release);
		account.addConversations(2);
		for (const row of account.conversations) row.inbox_id = 5;
		account.before('POST conversations/#/assignments', () => ({ id: 8, name: 'Ben Agent', role }));
		account.before('POST bulk_actions', () => ({}));
		account.before('GET inboxes/#/assignable_agents', () => members);
		const { error, hints } = await account.run(operation, parameters);
		expect(error).toBeUndefined();
		return { hints, requests: account.requests() };
	}

	test.each(writers)('%s says so', async (...writer) => {
		const { hints } = await assigned(writer, { payload: [{ id: 7 }] });
		expect(hints).toEqual([hint(writer[2])]);
	});

	test.each(writers)('%s says nothing about a member', async (...writer) => {
		expect((await assigned(writer, { payload: [{ id: 7 }, { id: 8 }] })).hints).toEqual([]);
	});

	test.each(writers)('%s says nothing if the members cannot be read', async (...writer) => {
		const refused = json({ error: 'not authorized for bots' }, 401);
		expect((await assigned(writer, refused)).hints).toEqual([]);
	});

	test('does not ask for the members if an administrator was assigned', async () => {
		const { hints, requests } = await assigned(writers[0], { payload: [] }, 'administrator');
		expect(hints).toEqual([]);
		expect(requests).toEqual(['POST conversations/1/assignments']);
	});
});
