import { resource } from '../../../shared/vocabulary';
import { create } from './create';
import { deleteAgentBot } from './delete';
import { deleteAvatar } from './deleteAvatar';
import { get } from './get';
import { getAll } from './getAll';
import { resetAccessToken } from './resetAccessToken';
import { resetSecret } from './resetSecret';
import { update } from './update';

export const agentBot = resource('Agent Bot', {
	create,
	get,
	getAll,
	update,
	delete: deleteAgentBot,
	deleteAvatar,
	resetAccessToken,
	resetSecret,
});
