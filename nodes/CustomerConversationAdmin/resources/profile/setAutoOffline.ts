import { account, flag, operation } from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

export const setAutoOffline = operation({
	name: 'Set Auto Offline',
	action: 'Set if the own user goes offline automatically',
	gives: 'The user whose setting has changed',
	request: 'POST /api/v1/profile/auto_offline',
	body: [
		account(),
		flag('auto_offline', { hint: 'Whether the user counts as offline while no dashboard is open' }),
	],
	options,
	reply,
});
