import { pick } from '../../../shared/fields';
import { account } from '../../../shared/locators';
import { operation } from '../../../shared/operation';
import { options, reply } from './reply';

export const setAvailability = operation({
	name: 'Set Availability',
	action: 'Set the own availability',
	description:
		'With Auto Offline on and no dashboard open, others see the user offline all the same',
	request: 'POST /api/v1/profile/availability',
	body: [account(), pick('availability', { online: 'Online', busy: 'Busy', offline: 'Offline' })],
	options,
	reply,
});
