import { account, operation, pick } from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

export const setAvailability = operation({
	name: 'Set Availability',
	action: 'Set the own availability',
	gives: 'The user, with the availability in each account',
	description:
		'With Auto Offline on and no dashboard open, others see the user offline all the same',
	request: 'POST /api/v1/profile/availability',
	body: [account(), pick('availability', { online: 'Online', busy: 'Busy', offline: 'Offline' })],
	options,
	reply,
});
