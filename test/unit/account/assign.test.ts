import type { IDataObject } from 'n8n-workflow';
import { recording } from '../../../truth/recordings';
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
