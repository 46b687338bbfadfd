import { operation } from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete your avatar',
	gives: 'Returns the user without an avatar',
	request: 'DELETE /api/v1/profile/avatar',
	options,
	reply,
});
