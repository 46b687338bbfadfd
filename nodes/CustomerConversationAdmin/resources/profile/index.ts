import { resource } from '../../../shared/vocabulary';
import { deleteAvatar } from './deleteAvatar';
import { get } from './get';
import { getSessions } from './getSessions';
import { resetAccessToken } from './resetAccessToken';
import { revokeSession } from './revokeSession';
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
	getSessions,
	revokeSession,
});
