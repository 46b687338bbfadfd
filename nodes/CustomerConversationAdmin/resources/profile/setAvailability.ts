import { account, operation, pick } from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

export const setAvailability = operation({
	name: 'Set Availability',
	action: 'Set your availability',
	gives: 'Returns your user with the availability in each account',
	description: 'While Auto Offline is enabled and no dashboard is open, others see you as offline',
	request: 'POST /api/v1/profile/availability',
	body: [account(), pick('availability', { online: 'Online', busy: 'Busy', offline: 'Offline' })],
	options,
	reply,
});
