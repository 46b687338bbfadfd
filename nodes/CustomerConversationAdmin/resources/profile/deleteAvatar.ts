import { operation } from '../../../shared/vocabulary';
import { options, reply } from './parts/reply';

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete the avatar of the own profile',
	gives: 'The user, without a picture',
	request: 'DELETE /api/v1/profile/avatar',
	options,
	reply,
});
