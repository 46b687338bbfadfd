import { resource } from '../../../shared/operation';
import { deleteAvatar } from './deleteAvatar';
import { get } from './get';
import { resetAccessToken } from './resetAccessToken';
import { setActiveAccount } from './setActiveAccount';
import { setAutoOffline } from './setAutoOffline';
import { setAvailability } from './setAvailability';
import { update } from './update';

export const profile = resource('Profile', {
	get,
	update,
	setAvailability,
	setAutoOffline,
	setActiveAccount,
	deleteAvatar,
	resetAccessToken,
});
