import { operation } from '../../../shared/operation';
import { options, reply } from './reply';

export const deleteAvatar = operation({
	name: 'Delete Avatar',
	action: 'Delete the avatar of the own profile',
	request: 'DELETE /api/v1/profile/avatar',
	options,
	reply,
});
