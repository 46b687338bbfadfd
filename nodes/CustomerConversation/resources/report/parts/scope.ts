import { agent, choice, fixed, inbox, label, team } from '../../../../shared/vocabulary';

/** What the report is about. The service answers 500 for other types, and 404 if there is no ID. */
export const scope = () =>
	choice(
		'scope',
		{
			account: { name: 'Account', parts: [fixed({ type: 'account' })] },
			agent: {
				name: 'Agent',
				parts: [fixed({ type: 'agent' }), agent('agent_id', { as: 'id' })],
			},
			inbox: {
				name: 'Inbox',
				parts: [fixed({ type: 'inbox' }), inbox('inbox_id', { as: 'id' })],
			},
			label: {
				name: 'Label',
				parts: [fixed({ type: 'label' }), label('label_id', { as: 'id' })],
			},
			team: { name: 'Team', parts: [fixed({ type: 'team' }), team('team_id', { as: 'id' })] },
		},
		{ label: 'Report On' },
	);
