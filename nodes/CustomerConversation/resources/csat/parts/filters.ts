import { agents, inbox, picks, team, type Field } from '../../../../shared/vocabulary';

/** For an unknown ID or rating the service answers 200 with nothing. */
export const filters = (): Field[] => [
	agents('user_ids'),
	inbox(),
	team('team_id', { hint: 'Team of the conversation' }),
	picks('rating', { 1: '1', 2: '2', 3: '3', 4: '4', 5: '5' }, { label: 'Ratings' }),
];
