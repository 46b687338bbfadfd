import { agent, choice, fixed, inbox, label, team } from '../../../../shared/vocabulary';

/** What the figures are counted for. The service answers 500 to other types and 404 without an ID. */
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
