import { resource } from '../../../shared/vocabulary';
import { addMembers } from './addMembers';
import { create } from './create';
import { createCsatTemplate } from './createCsatTemplate';
import { createTwilio } from './createTwilio';
import { deleteInbox } from './delete';
import { deleteAvatar } from './deleteAvatar';
import { get } from './get';
import { getAgentBot } from './getAgentBot';
import { getAll } from './getAll';
import { getAssignableAgents } from './getAssignableAgents';
import { getCampaigns } from './getCampaigns';
import { getCsatTemplate } from './getCsatTemplate';
import { getHealth } from './getHealth';
import { getMembers } from './getMembers';
import { getMessageTemplates } from './getMessageTemplates';
import { registerWebhook } from './registerWebhook';
import { removeMembers } from './removeMembers';
import { replaceMembers } from './replaceMembers';
import { resetSecret } from './resetSecret';
import { rotateIdentityKey } from './rotateIdentityKey';
import { setAgentBot } from './setAgentBot';
import { syncTemplates } from './syncTemplates';
import { update } from './update';

export const inbox = resource('Inbox', {
	create,
	get,
	getAll,
	update,
	delete: deleteInbox,
	getMembers,
	addMembers,
	removeMembers,
	replaceMembers,
	getAssignableAgents,
	getAgentBot,
	setAgentBot,
	deleteAvatar,
	getCampaigns,
	createTwilio,
	getMessageTemplates,
	syncTemplates,
	registerWebhook,
	getHealth,
	getCsatTemplate,
	createCsatTemplate,
	resetSecret,
	rotateIdentityKey,
});
