import { account, flag, operation } from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

export const setAutoOffline = operation({
	name: 'Set Auto Offline',
	action: 'Set whether you go offline automatically',
	gives: 'Returns your user with the changed setting',
	request: 'POST /api/v1/profile/auto_offline',
	body: [
		account(),
		flag('auto_offline', { hint: 'Whether you appear offline while no dashboard is open' }),
	],
	options,
	reply,
});
